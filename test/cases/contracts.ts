import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { dayOf } from '#domain/core/days.ts'
import { makeClient, makePlan } from '../factory.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { casesOf, filter, own, type Request, type Roles, type Sample, sampleBy, theirs } from './case.ts'

type Made = { by: Person; company: Company; identification: string; params: { no: string } }

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

async function signed(t: TestApp, company: Company): Promise<Made> {
  const made = await draft(t, company)
  await made.by.call(contractApi.sign, { params: made.params, body: signatureBody(made.identification) })
  return made
}

async function active(t: TestApp, company: Company): Promise<Made> {
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

const contract: Request = (its) => ({ params: { no: its.contract } })
const found: Roles = { financial: filter, technical: filter, network: filter, client: filter }
const onlyDesk: Roles = { financial: theirs(200) }
const inTheField: Roles = { financial: theirs(200), technical: theirs(200) }
const deskOrClient: Roles = { financial: theirs(200), client: own(200) }

const lifeCases = casesOf(contractApi, {
  list: {
    may: { financial: 200, technical: 200, network: 200, client: 200 },
    with: { client_id: { may: found }, q: { may: found }, no_contract: { may: found } },
  },
  get: {
    may: { financial: theirs(200), technical: theirs(200), network: theirs(200), client: own(200) },
    request: contract,
  },
  technicians: { may: { financial: 200, technical: 200 } },
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
  schedule: {
    may: { ...inTheField, body: 422 },
    sample: sampleOn(signed, async (t, made) => ({
      scheduled_on: dayOf(t.world.clock()),
      technician_id: (await made.company.person('technical')).id,
    })),
  },
  activate: { may: inTheField, sample: sampleOn(signed, (t) => ({ activated_on: dayOf(t.world.clock()) })) },
  suspend: { may: onlyDesk, sample: sampleOn(active, () => ({ reason: 'Mora de dos meses' })) },
  suspendPreview: { may: onlyDesk, request: (its) => ({ ...contract(its), body: {} }) },
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

export const contractCases = [...lifeCases, ...defaultsCases]
