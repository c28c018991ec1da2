import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { CUT_DAY_DEFAULT } from '#domain/contracts/contract.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import { publicSigningApi, signingLinkApi } from '#domain/contracts/signing-link-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { addDays, dayOf } from '#domain/core/days.ts'
import { billingPeriodOf, nextPeriod, periodBounds } from '#domain/core/period.ts'
import { signingToken } from '#server/contracts/link-tokens.ts'
import { makeClient, makePlan } from '../factory.ts'
import type { Company, Person, TestApp } from '../world.ts'
import {
  casesOf,
  fileWire,
  filter,
  own,
  type Request,
  type Roles,
  SAMPLE_PDF,
  type Sample,
  sampleBy,
  theirs,
} from './case.ts'

/** A contract that was created over HTTP, and its user. */
export type Made = { by: Person; company: Company; identification: string; params: { no: string } }

const STROKES = [
  [
    [10, 10],
    [40, 30],
    [80, 12],
  ],
]

/** The body that creates a contract; the other fields come from the defaults. */
export const contractBody = (clientId: string, planId: string, changes: object = {}) => ({
  contract: {
    client_id: clientId,
    plan_id: planId,
    address: 'Carrera 45 # 12-30',
    department: 'Antioquia',
    city: 'Medellín',
    date_contract: '2026-01-05',
    ...changes,
  },
})

export const signatureBody = (identification: string, changes: object = {}) => ({
  name: 'Yenny Bohórquez',
  identification,
  signature: STROKES,
  ...changes,
})

/** The body of a contract of a new client and a new plan. */
async function newContract(t: TestApp, company: Company) {
  const client = await makeClient(t.owner, company.id)
  const planId = await makePlan(t.owner, company.id)
  return { identification: client.identification, body: contractBody(client.id, planId) }
}

/** A draft contract, created over HTTP. */
async function draft(t: TestApp, company: Company): Promise<Made> {
  const by = await company.person('financial')
  const { identification, body } = await newContract(t, company)
  const { data } = await by.call(contractApi.create, { body })
  return { by, company, identification, params: { no: data.no_contract } }
}

/** A signed contract that waits for its installation. */
export async function signed(t: TestApp, company: Company): Promise<Made> {
  const made = await draft(t, company)
  await made.by.call(contractApi.sign, { params: made.params, body: signatureBody(made.identification) })
  return made
}

/** A contract in service. */
export async function active(t: TestApp, company: Company): Promise<Made> {
  const made = await signed(t, company)
  const body = { activated_on: dayOf(t.world.clock()) }
  await made.by.call(contractApi.activate, { params: made.params, body })
  return made
}

async function suspended(t: TestApp, company: Company): Promise<Made> {
  const made = await active(t, company)
  await made.by.call(contractApi.suspend, { params: made.params, body: { reason: 'Mora' } })
  return made
}

/** A call about a contract in that state. */
const sampleOn =
  (
    start: (t: TestApp, company: Company) => Promise<Made>,
    bodyOf?: (t: TestApp, made: Made) => object | Promise<object>,
  ): Sample =>
  async (t, company) => {
    const made = await start(t, company)
    return { by: made.by, wire: { params: made.params, ...(bodyOf && { body: await bodyOf(t, made) }) } }
  }

/** A pause of the period after the next one, with the usual cut day. */
const pauseBody = (now: Date) => {
  const period = nextPeriod(nextPeriod(billingPeriodOf(dayOf(now), CUT_DAY_DEFAULT)))
  return { from: periodBounds(period, CUT_DAY_DEFAULT).from_on, months: 1 }
}

const contract: Request = (its) => ({ params: { no: its.contract } })
const found: Roles = { financial: filter, technical: filter, network: filter, client: filter }
const onlyDesk: Roles = { financial: theirs(200) }
const inTheField: Roles = { financial: theirs(200), technical: theirs(200) }
const deskOrClient: Roles = { financial: theirs(200), client: own(200) }

const everyReader: Roles = { financial: theirs(200), technical: theirs(200), network: theirs(200), client: own(200) }

const lifeCases = casesOf(contractApi, {
  list: {
    may: { financial: 200, technical: 200, network: 200, client: 200 },
    with: { client_id: { may: found }, q: { may: found }, no_contract: { may: found } },
  },
  get: {
    may: everyReader,
    request: contract,
  },
  versions: { may: everyReader, request: contract },
  text: { may: everyReader, request: contract },
  pdf: { may: everyReader, request: contract },
  municipalities: { may: { financial: 200, technical: 200, network: 200 } },
  technicians: { may: { financial: 200, technical: 200, network: 200 } },
  create: {
    may: { financial: theirs(201) },
    sample: async (t, company) => ({
      by: await company.person('financial'),
      wire: { body: (await newContract(t, company)).body },
    }),
  },
  update: { may: onlyDesk, sample: sampleOn(draft, () => ({ contract: { address: 'Calle 1 # 2-3' } })) },
  signing: { may: deskOrClient, request: contract },
  sign: { may: deskOrClient, sample: sampleOn(draft, (_t, made) => signatureBody(made.identification)) },
  activate: { may: inTheField, sample: sampleOn(signed, (t) => ({ activated_on: dayOf(t.world.clock()) })) },
  suspend: { may: onlyDesk, sample: sampleOn(active, () => ({ reason: 'Mora de dos meses' })) },
  suspendPreview: { may: onlyDesk, request: (its) => ({ ...contract(its), body: {} }) },
  pausePreview: { may: onlyDesk, request: (its) => ({ ...contract(its), body: pauseBody(new Date()) }) },
  pause: { may: onlyDesk, sample: sampleOn(active, (t) => pauseBody(t.world.clock())) },
  cancelPause: {
    may: onlyDesk,
    sample: async (t, company) => {
      const made = await active(t, company)
      await made.by.call(contractApi.pause, { params: made.params, body: pauseBody(t.world.clock()) })
      return { by: made.by, wire: { params: made.params, body: { reason: 'Ya no viaja' } } }
    },
  },
  reconnect: { may: onlyDesk, sample: sampleOn(suspended) },
  // The contracts of the walk are in service.
  reconnectPreview: { may: { financial: theirs(409) }, request: contract },
  terminatePreview: {
    may: onlyDesk,
    request: (its) => ({ ...contract(its), body: { requested_on: '2026-01-05' } }),
  },
  terminate: {
    may: onlyDesk,
    sample: sampleOn(active, (t) => ({ requested_on: dayOf(t.world.clock()), reason: 'Se muda' })),
  },
  withdrawTermination: {
    may: onlyDesk,
    sample: async (t, company) => {
      const made = await active(t, company)
      const body = { requested_on: dayOf(t.world.clock()), reason: 'Se muda' }
      await made.by.call(contractApi.terminate, { params: made.params, body })
      return { by: made.by, wire: { params: made.params, body: { reason: 'Se queda' } } }
    },
  },
  changePlanPreview: { may: onlyDesk, request: (its) => ({ ...contract(its), body: { plan_id: its.otherPlan } }) },
  changePlan: {
    may: onlyDesk,
    sample: sampleOn(active, async (t, made) => ({ plan_id: await makePlan(t.owner, made.company.id, 9_000_000) })),
  },
  cancelPlanChange: {
    may: onlyDesk,
    sample: async (t, company) => {
      const made = await active(t, company)
      const body = { plan_id: await makePlan(t.owner, company.id, 9_000_000) }
      await made.by.call(contractApi.changePlan, { params: made.params, body })
      return { by: made.by, wire: { params: made.params, body: { reason: 'Se queda con su plan' } } }
    },
  },
  cancel: { may: onlyDesk, sample: sampleOn(draft, () => ({ reason: 'El cliente desistió' })) },
})

const billing_config = {
  connection_cost: 100,
  discounted_value: 0,
  billing_cut_day: 1,
  reconnection_cost: 0,
  transfer_cost: 0,
  technical_visit_cost: 0,
  additional_cable_cost: 0,
}

const defaultsCases = casesOf(contractDefaultsApi, {
  get: { may: { admin: 200, financial: 200 } },
  save: { may: { financial: 200 }, sample: sampleBy('financial', { billing_config }) },
})

const annexed: Request = (its) => ({ params: { no: its.contract, id: its.document } })

const documentCases = casesOf(documentApi, {
  list: { may: deskOrClient, request: contract },
  add: {
    may: { financial: theirs(201) },
    request: (its) => ({ ...contract(its), ...fileWire('recibo.pdf', SAMPLE_PDF) }),
    sample: async (t, company) => {
      const made = await draft(t, company)
      return { by: made.by, wire: { params: made.params, ...fileWire('recibo.pdf', SAMPLE_PDF) } }
    },
  },
  // The walk's annex has no file in the store.
  file: { may: { financial: [404, 404, 404, 404], client: [404, 404, 404, 404] }, request: annexed },
  remove: {
    may: onlyDesk,
    request: (its) => ({ ...annexed(its), body: { reason: 'Era de otra persona' } }),
    sample: async (t, company) => {
      const made = await draft(t, company)
      const wire = { params: made.params, ...fileWire('recibo.pdf', SAMPLE_PDF) }
      const { data } = await made.by.call(documentApi.add, wire)
      return { by: made.by, wire: { params: { ...made.params, id: data.id }, body: { reason: 'Era de otra persona' } } }
    },
  },
  get: { may: deskOrClient, request: (its) => ({ params: { id: its.document } }) },
})

/** A draft whose client has an address. */
async function sendable(t: TestApp, company: Company): Promise<Made> {
  const made = await draft(t, company)
  const email = `${made.identification}@correo.test`
  await t.owner.query('update clients set email = $1 where company_id = $2 and identification = $3', [
    email,
    company.id,
    made.identification,
  ])
  return made
}

async function sent(t: TestApp, company: Company): Promise<Made> {
  const made = await sendable(t, company)
  await made.by.call(signingLinkApi.send, { params: made.params })
  return made
}

/** The token of the newest signing link of a contract. */
export async function tokenOf(t: TestApp, companyId: string, no: string): Promise<string> {
  const { rows } = await t.owner.query<{ id: string }>(
    `select l.id from signing_links l join contracts c on c.company_id = l.company_id and c.id = l.contract_id
     where c.company_id = $1 and c.no_contract = $2 order by l.id desc limit 1`,
    [companyId, no],
  )
  return signingToken(t.world.config.secret, { companyId, linkId: rows[0]?.id ?? '' })
}

const linkCases = casesOf(signingLinkApi, {
  get: { may: onlyDesk, request: contract },
  send: { may: onlyDesk, sample: sampleOn(sendable) },
  revoke: { may: onlyDesk, sample: sampleOn(sent) },
})

const A_LINK = 'opened by a signed link that an email carries, and only with the document of its client'
/** No link: those that open are in signing-links.test.ts. */
const FALSE_TOKEN = 'x'.repeat(64)

const publicCases = casesOf(publicSigningApi, {
  get: { may: { anyone: 404 }, isPublicBecause: A_LINK, request: () => ({ params: { token: FALSE_TOKEN } }) },
  read: {
    may: { anyone: 404 },
    isPublicBecause: A_LINK,
    request: () => ({ params: { token: FALSE_TOKEN }, body: { identification: '1' } }),
  },
  sign: {
    may: { anyone: 404 },
    isPublicBecause: A_LINK,
    request: () => ({ params: { token: FALSE_TOKEN }, body: signatureBody('1020345678') }),
    sample: async (t, company) => {
      const made = await sent(t, company)
      const token = await tokenOf(t, company.id, made.params.no)
      return { by: null, wire: { params: { token }, body: signatureBody(made.identification) } }
    },
  },
  copy: {
    may: { anyone: 404 },
    isPublicBecause: 'opens for some minutes the contract that was just signed with a link',
    request: () => ({ params: { token: FALSE_TOKEN } }),
  },
})

const moveBody = (now: Date) => ({
  address: 'Calle 99 # 1-20',
  department: 'Antioquia',
  city: 'Medellín',
  stratum: 3,
  on: addDays(dayOf(now), 5),
})

/** A contract with a planned move. */
const ofPlannedMove = (body: object) => async (t: TestApp, company: Company) => {
  const made = await active(t, company)
  await made.by.call(transferApi.transfer, { params: made.params, body: moveBody(t.world.clock()) })
  return { by: made.by, wire: { params: made.params, body } }
}

const transferCases = casesOf(transferApi, {
  transferPreview: { may: onlyDesk, request: (its) => ({ ...contract(its), body: moveBody(new Date()) }) },
  transfer: { may: onlyDesk, sample: sampleOn(active, (t) => moveBody(t.world.clock())) },
  // The contracts of the fixtures have no transfer to cancel.
  cancelTransferPreview: { may: { financial: theirs(409) }, request: contract },
  cancelTransfer: { may: onlyDesk, sample: ofPlannedMove({ reason: 'Ya no se muda' }) },
})

const ceded = async (t: TestApp, company: Company): Promise<Made> => {
  const made = await active(t, company)
  const { id: client_id } = await makeClient(t.owner, company.id)
  await made.by.call(cessionApi.cession, { params: made.params, body: { client_id } })
  return made
}

const cessionCases = casesOf(cessionApi, {
  // The client that the body names is the holder, so the rule refuses it.
  cessionPreview: {
    may: { financial: theirs(422) },
    request: (its) => ({ ...contract(its), body: { client_id: its.client } }),
  },
  cession: {
    may: { financial: theirs(422) },
    request: (its) => ({ ...contract(its), body: { client_id: its.client } }),
    sample: sampleOn(active, async (t, made) => ({ client_id: (await makeClient(t.owner, made.company.id)).id })),
  },
  acceptCession: { may: onlyDesk, sample: sampleOn(ceded, () => ({ acceptance: 'Carta firmada' })) },
  refuseCession: { may: onlyDesk, sample: sampleOn(ceded, () => ({ reason: 'Faltó la carta' })) },
})

export const contractCases = [
  ...lifeCases,
  ...cessionCases,
  ...transferCases,
  ...documentCases,
  ...defaultsCases,
  ...linkCases,
  ...publicCases,
]
