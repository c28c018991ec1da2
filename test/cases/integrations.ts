import { addDays, dayOf } from '#domain/core/days.ts'
import { factusApi, integrationApi } from '#domain/integrations/api.ts'
import { apiTokenApi } from '#domain/integrations/api-token-api.ts'
import { smsApi } from '#domain/integrations/sms-api.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { makeRange } from '../factory.ts'
import { factusKeys } from '../factus-keys.ts'
import { smsKeys } from '../sms-keys.ts'
import { numberOf, whatsappKeys } from '../whatsapp-keys.ts'
import { wompiKeys } from '../wompi-keys.ts'
import type { Company, Person } from '../world.ts'
import { any, casesOf, type Roles, type Sample, sampleBy, theirs } from './case.ts'

/** The name of the provider's account of the companies of the samples. */
export const SAMPLE_MERCHANT = 'muestra'

/** The admin of a company whose keys are saved. */
export async function connected(company: Company): Promise<Person> {
  const admin = await company.person('admin')
  await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys(SAMPLE_MERCHANT) } })
  return admin
}

const ofCompany: Roles = { admin: theirs(200), superadmin: any(200) }

const newToken = () => ({
  token: { name: 'CRM', role: 'financial', scopes: ['clients:read'], expires_on: addDays(dayOf(new Date()), 30) },
})

const tokenCases = casesOf(apiTokenApi, {
  list: { may: { admin: 200 } },
  create: { may: { admin: 201 }, sample: sampleBy('admin', newToken) },
  revoke: {
    may: { admin: theirs(200) },
    sample: async (_t, company) => {
      const by = await company.person('admin')
      const { data } = await by.call(apiTokenApi.create, { body: newToken() })
      return { by, wire: { params: { id: data.id } } }
    },
  },
})

const connectionCases = casesOf(integrationApi, {
  get: { may: { admin: 200, superadmin: 400 }, with: { company_id: { may: ofCompany } } },
  events: { may: { admin: 200, superadmin: 400 }, with: { company_id: { may: ofCompany } } },
  saveWompi: {
    with: { company_id: { may: ofCompany } },
    sample: async (_t, company) => ({
      by: await company.person('admin'),
      wire: { body: { credentials: wompiKeys(SAMPLE_MERCHANT) } },
    }),
  },
  testWompi: {
    with: { company_id: { may: ofCompany } },
    sample: async (_t, company) => ({ by: await connected(company), wire: { body: { environment: 'test' } } }),
  },
  offerPage: {
    with: { company_id: { may: ofCompany } },
    sample: async (_t, company) => ({
      by: await connected(company),
      wire: { body: { environment: 'test', is_offered: true } },
    }),
  },
  stopWompi: {
    with: { company_id: { may: ofCompany } },
    sample: async (_t, company) => ({ by: await connected(company), wire: {} }),
  },
})

export const integrationCases = [...connectionCases, ...tokenCases]

/** The admin of a company whose credentials of Factus are saved. */
async function connectedToFactus(company: Company): Promise<Person> {
  const admin = await company.person('admin')
  await admin.call(factusApi.saveFactus, { body: { credentials: factusKeys(SAMPLE_MERCHANT) } })
  return admin
}

export const factusCases = casesOf(factusApi, {
  saveFactus: {
    with: { company_id: { may: ofCompany } },
    sample: async (_t, company) => ({
      by: await company.person('admin'),
      wire: { body: { credentials: factusKeys(SAMPLE_MERCHANT) } },
    }),
  },
  testFactus: {
    with: { company_id: { may: ofCompany } },
    sample: async (_t, company) => ({ by: await connectedToFactus(company), wire: { body: { environment: 'test' } } }),
  },
  stopFactus: {
    with: { company_id: { may: ofCompany } },
    sample: async (_t, company) => ({ by: await connectedToFactus(company), wire: {} }),
  },
  factusEvents: { may: { admin: 200, superadmin: 400 }, with: { company_id: { may: ofCompany } } },
  ranges: { may: { admin: 200, superadmin: 400 }, with: { company_id: { may: ofCompany } } },
  chooseRange: {
    may: { admin: theirs(200), superadmin: 400 },
    sample: async ({ owner }, company) => ({
      by: await company.person('admin'),
      wire: { params: { id: await makeRange(owner, company.id) } },
    }),
  },
})

const sampleNumber = () => ({ credentials: whatsappKeys(numberOf('muestra', 1)) })

/** A call of the admin of a company whose WhatsApp keys are saved. */
const onNumber =
  (body?: object): Sample =>
  async (_t, company) => {
    const by = await company.person('admin')
    await by.call(whatsappApi.save, { body: sampleNumber() })
    return { by, wire: body === undefined ? {} : { body } }
  }

export const whatsappCases = casesOf(whatsappApi, {
  get: { may: { admin: 200, superadmin: 400 }, with: { company_id: { may: ofCompany } } },
  save: { with: { company_id: { may: ofCompany } }, sample: sampleBy('admin', sampleNumber) },
  test: { with: { company_id: { may: ofCompany } }, sample: onNumber() },
  stop: { with: { company_id: { may: ofCompany } }, sample: onNumber() },
  settings: { with: { company_id: { may: ofCompany } }, sample: onNumber({ settings: { notices: ['cut'] } }) },
  templates: { with: { company_id: { may: ofCompany } }, sample: onNumber() },
})

/** A call of the admin of a company whose account of text messages is saved. */
const onGateway =
  (body?: object): Sample =>
  async (_t, company) => {
    const by = await company.person('admin')
    await by.call(smsApi.save, { body: { credentials: smsKeys() } })
    return { by, wire: body === undefined ? {} : { body } }
  }

export const smsCases = casesOf(smsApi, {
  get: { may: { admin: 200, superadmin: 400 }, with: { company_id: { may: ofCompany } } },
  save: {
    with: { company_id: { may: ofCompany } },
    sample: sampleBy('admin', () => ({ credentials: smsKeys() })),
  },
  test: { with: { company_id: { may: ofCompany } }, sample: onGateway({ test: { phone: '3001234567' } }) },
  stop: { with: { company_id: { may: ofCompany } }, sample: onGateway() },
  month: { may: { admin: 200, superadmin: 400 }, with: { company_id: { may: ofCompany } } },
  notices: { with: { company_id: { may: ofCompany } }, sample: onGateway({ settings: { notices: ['cut'] } }) },
  price: { with: { company_id: { may: ofCompany } }, sample: onGateway({ price: { part_price: 12.5 } }) },
})
