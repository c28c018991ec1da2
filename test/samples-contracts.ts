import { contractApi } from '#domain/contracts/api.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { makeClient, makePlan } from './factory.ts'
import type { Answer, Company, Person, TestApp } from './world.ts'

type Made = { financial: Person; company: Company; identification: string; planId: string; params: { no: string } }

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

/** A draft contract of a new client and a new plan, created over HTTP. */
async function draft(t: TestApp, company: Company): Promise<Made> {
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const planId = await makePlan(t.owner, company.id)
  const { data } = await financial.call(contractApi.create, { body: contractBody(client.id, planId) })
  return { financial, company, identification: client.identification, planId, params: { no: data.no_contract } }
}

async function signed(t: TestApp, company: Company): Promise<Made> {
  const made = await draft(t, company)
  await made.financial.call(contractApi.sign, { params: made.params, body: signatureBody(made.identification) })
  return made
}

async function active(t: TestApp, company: Company): Promise<Made> {
  const made = await signed(t, company)
  const body = { activated_on: dayOf(t.world.clock()) }
  await made.financial.call(contractApi.activate, { params: made.params, body })
  return made
}

async function suspended(t: TestApp, company: Company): Promise<Made> {
  const made = await active(t, company)
  await made.financial.call(contractApi.suspend, { params: made.params, body: { reason: 'Mora' } })
  return made
}

type Start = (t: TestApp, company: Company) => Promise<Made>
type BodyOf = (t: TestApp, made: Made) => Promise<object | undefined>

const sample = (endpoint: Endpoint, start: Start, bodyOf: BodyOf = async () => undefined) => ({
  endpoint,
  make: async (t: TestApp, company: Company): Promise<() => Promise<Answer>> => {
    const made = await start(t, company)
    const body = await bodyOf(t, made)
    return () => made.financial.ask(endpoint, { params: made.params, body })
  },
})

export const CONTRACT_SAMPLES = [
  {
    endpoint: contractApi.create,
    make: async (t: TestApp, company: Company) => {
      const financial = await company.person('financial')
      const client = await makeClient(t.owner, company.id)
      const planId = await makePlan(t.owner, company.id)
      return () => financial.ask(contractApi.create, { body: contractBody(client.id, planId) })
    },
  },
  sample(contractApi.update, draft, async () => ({ contract: { address: 'Calle 1 # 2-3' } })),
  sample(contractApi.sign, draft, async (_t, made) => signatureBody(made.identification)),
  sample(contractApi.schedule, signed, async (t, made) => ({
    scheduled_on: dayOf(t.world.clock()),
    technician_id: (await made.company.person('technical')).id,
  })),
  sample(contractApi.activate, signed, async (t) => ({ activated_on: dayOf(t.world.clock()) })),
  sample(contractApi.suspend, active, async () => ({ reason: 'Mora de dos meses' })),
  sample(contractApi.reconnect, suspended),
  sample(contractApi.terminate, active, async (t) => ({ requested_on: dayOf(t.world.clock()), reason: 'Se muda' })),
  sample(contractApi.changePlan, active, async (t, made) => ({
    plan_id: await makePlan(t.owner, made.company.id, 9_000_000),
  })),
  sample(contractApi.cancel, draft, async () => ({ reason: 'El cliente desistió' })),
]
