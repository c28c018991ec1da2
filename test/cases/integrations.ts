import { integrationApi } from '#domain/integrations/api.ts'
import { wompiKeys } from '../wompi-keys.ts'
import type { Company, Person } from '../world.ts'
import { any, casesOf, type Roles, theirs } from './case.ts'

/** The name of the provider's account of the companies of the samples. */
export const SAMPLE_MERCHANT = 'muestra'

/** The admin of a company whose keys are saved. */
export async function connected(company: Company): Promise<Person> {
  const admin = await company.person('admin')
  await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys(SAMPLE_MERCHANT) } })
  return admin
}

const ofCompany: Roles = { admin: theirs(200), superadmin: any(200) }

export const integrationCases = casesOf(integrationApi, {
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
  stopWompi: {
    with: { company_id: { may: ofCompany } },
    sample: async (_t, company) => ({ by: await connected(company), wire: {} }),
  },
})
