import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { CONTRACT_STATUSES, type ContractAction, contractLifecycle } from '#domain/contracts/lifecycle.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import type { Endpoint } from '#domain/core/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { visitApi } from '#domain/visits/api.ts'
import { contractBody, signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const noonOf = (day: string) => new Date(`${day}T17:00:00Z`)

async function desk() {
  const company = await t.company()
  return {
    company,
    financial: await company.person('financial'),
    technical: await company.person('technical'),
    client: await makeClient(t.owner, company.id),
    planId: await makePlan(t.owner, company.id),
  }
}

const charges = async (contractId: string) =>
  (
    await t.owner.query('select kind, description, quantity, price from pending_charges where contract_id = $1', [
      contractId,
    ])
  ).rows

const suspensions = async (contractId: string) =>
  (
    await t.owner.query(
      'select kind, from_on, to_on from suspension_intervals where contract_id = $1 order by from_on',
      [contractId],
    )
  ).rows

test('CON-01 la vida entera de un contrato, cada paso en la bitácora', async () => {
  const { company, financial, technical, client, planId } = await desk()
  t.setNow(noonOf('2026-11-20'))
  const body = contractBody(client.id, planId, { connection_cost: 100_000, discounted_value: 60_000 })
  const { data: made } = await financial.call(contractApi.create, { body })
  const params = { no: made.no_contract }
  const signature = signatureBody(client.identification, { accepts_permanence: true })
  await financial.call(contractApi.sign, { params, body: signature })
  const visit = { scheduled_on: '2026-11-23', technician_id: technical.id }
  const { data: scheduled } = await technical.call(visitApi.schedule, { params, body: visit })
  expect(scheduled).toMatchObject({
    status: 'awaiting_installation',
    scheduled_on: '2026-11-23',
    technician: { id: technical.id, name: 'Laura Pinzón' },
  })
  t.setNow(noonOf('2026-11-24'))
  const activated = await technical.call(contractApi.activate, { params, body: { activated_on: '2026-11-23' } })
  expect(activated.data).toMatchObject({ status: 'active', active_from: '2026-11-23' })
  expect(await charges(made.id)).toEqual([
    { kind: 'connection', description: 'Cargo de conexión', quantity: 1, price: 4_000_000 },
  ])
  t.setNow(noonOf('2026-12-10'))
  const { data: cut } = await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  expect(cut).toMatchObject({ status: 'suspended', suspended_from: '2026-12-10' })
  t.setNow(noonOf('2026-12-15'))
  const { data: back } = await financial.call(contractApi.reconnect, { params })
  expect(back).toMatchObject({ status: 'active', suspended_from: null })
  expect(await suspensions(made.id)).toEqual([{ kind: 'arrears', from_on: '2026-12-10', to_on: '2026-12-14' }])
  const ending = { requested_on: '2026-12-15', reason: 'Se muda' }
  const { data: ended } = await financial.call(contractApi.terminate, { params, body: ending })
  expect(ended).toMatchObject({ status: 'active', active_to: '2026-12-30', termination_reason: 'Se muda' })
  t.setNow(noonOf('2026-12-31'))
  expect((await financial.call(contractApi.get, { params })).data.status).toBe('terminated')
  expect(await t.events(company.id)).toEqual([
    'contract.created',
    'contract.signed',
    'visit.planned',
    'contract.activated',
    'contract.suspended',
    'contract.reconnected',
    'contract.terminated',
  ])
  t.setNow(null)
})

test('CON-01 cada paso prohibido responde 409 con su razón y no cambia nada', async () => {
  const { company, financial, technical, client } = await desk()
  const plan_id = await makePlan(t.owner, company.id, 9_000_000)
  const today = dayOf(new Date())
  const calls: Record<ContractAction, [Endpoint, object | undefined]> = {
    edit: [contractApi.update, { contract: { address: 'Otra' } }],
    complete: [contractApi.update, { contract: { latitude: 6 } }],
    sign: [contractApi.sign, signatureBody(client.identification)],
    schedule: [visitApi.schedule, { scheduled_on: '2099-01-01', technician_id: technical.id }],
    activate: [contractApi.activate, { activated_on: today }],
    suspend: [contractApi.suspend, { reason: 'Mora' }],
    pause: [contractApi.pause, { from: '2099-01-01', months: 1 }],
    reconnect: [contractApi.reconnect, undefined],
    change_plan: [contractApi.changePlan, { plan_id }],
    transfer: [
      transferApi.transfer,
      { address: 'Calle 9', department: 'Antioquia', city: 'Medellín', stratum: 3, on: '2099-01-01' },
    ],
    cede: [cessionApi.cession, { client_id: '019a0000-0000-7000-8000-000000000000' }],
    terminate: [contractApi.terminate, { requested_on: today, reason: 'Se muda' }],
    cancel: [contractApi.cancel, { reason: 'Desistió' }],
    retract: [retractionApi.retract, { asked_on: today, asked_channel: 'telefono' }],
  }
  let forbidden = 0
  for (const status of CONTRACT_STATUSES) {
    const made = await makeContract(t.owner, company.id, client.id, { status })
    for (const [action, [endpoint, body]] of Object.entries(calls)) {
      if (CONTRACT_STATUSES.some((from) => from === status && contractLifecycle.can(from, action as ContractAction)))
        continue
      // Coordinates are part of the edit of a draft.
      if (status === 'draft' && action === 'complete') continue
      forbidden += 1
      const answer = await financial.ask(endpoint, { params: { no: made.no_contract }, body })
      const reply =
        action === 'schedule' || action === 'activate'
          ? await technical.ask(endpoint, { params: { no: made.no_contract }, body })
          : answer
      expect([status, action, reply.status, reply.json.code]).toEqual([status, action, 409, 'CONFLICT'])
      expect(reply.json.message?.length).toBeGreaterThan(10)
    }
    const { data } = await financial.call(contractApi.get, { params: { no: made.no_contract } })
    expect(data.status).toBe(status)
  }
  expect(forbidden).toBeGreaterThan(35)
  expect(await t.events(company.id)).toEqual([])
})

test('CON-01 la visita es de un técnico activo de la empresa y en un día que no ha pasado', async () => {
  const { company, financial, technical, client } = await desk()
  const other = await (await t.company()).person('technical')
  const gone = await company.person('technical')
  await t.owner.query('update users set is_active = false where id = $1', [gone.id])
  const made = await makeContract(t.owner, company.id, client.id, { status: 'awaiting_installation' })
  t.setNow(noonOf('2026-11-20'))
  const replyTo = async (technician_id: string, scheduled_on = '2026-11-23') => {
    const body = { scheduled_on, technician_id }
    const answer = await financial.ask(visitApi.schedule, { params: { no: made.no_contract }, body })
    return [answer.status, answer.json.errors?.[0]?.field]
  }
  expect(await replyTo(financial.id)).toEqual([422, 'technician_id'])
  expect(await replyTo(other.id)).toEqual([422, 'technician_id'])
  expect(await replyTo(gone.id)).toEqual([422, 'technician_id'])
  expect(await replyTo(technical.id, '2026-11-19')).toEqual([422, 'scheduled_on'])
  expect(await replyTo(technical.id, '2026-11-20')).toEqual([200, undefined])
  t.setNow(null)
})

test('CON-01 no se activa antes de la firma ni en el futuro, y sin conexión por pagar no queda ningún cobro', async () => {
  const { financial, client, planId } = await desk()
  t.setNow(noonOf('2026-11-20'))
  const body = contractBody(client.id, planId, { connection_cost: 60_000, discounted_value: 60_000 })
  const { data: made } = await financial.call(contractApi.create, { body })
  const params = { no: made.no_contract }
  await financial.call(contractApi.sign, {
    params,
    body: signatureBody(client.identification, { accepts_permanence: true }),
  })
  const activate = async (activated_on: string) =>
    (await financial.ask(contractApi.activate, { params, body: { activated_on } })).status
  expect(await activate('2026-11-19')).toBe(422)
  expect(await activate('2026-11-21')).toBe(422)
  expect(await activate('2026-02-30')).toBe(400)
  expect(await Promise.all([activate('2026-11-20'), activate('2026-11-20')])).toContain(409)
  expect(await charges(made.id)).toEqual([])
  t.setNow(null)
})

test('CON-01 suspender y reconectar el mismo día no deja días sin servicio; dos a la vez, una gana', async () => {
  const { company, financial, client } = await desk()
  const made = await makeContract(t.owner, company.id, client.id)
  const params = { no: made.no_contract }
  const body = { reason: 'Mora' }
  const suspend = () => financial.ask(contractApi.suspend, { params, body })
  const answers = await Promise.all([suspend(), suspend(), suspend()])
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(answers.find((answer) => answer.status === 409)?.json.message).toBe('El servicio ya está suspendido')
  expect(await suspensions(made.id)).toMatchObject([{ kind: 'arrears', to_on: null }])
  await financial.call(contractApi.reconnect, { params })
  expect(await suspensions(made.id)).toEqual([])
  expect((await suspend()).status).toBe(200)
})

test('CON-01 anular guarda la razón; lo anulado no revive', async () => {
  const { company, financial, client } = await desk()
  const made = await makeContract(t.owner, company.id, client.id, { status: 'awaiting_installation' })
  const params = { no: made.no_contract }
  const { data } = await financial.call(contractApi.cancel, { params, body: { reason: 'Sin cobertura' } })
  expect(data).toMatchObject({ status: 'cancelled', termination_reason: 'Sin cobertura' })
  expect((await financial.ask(contractApi.cancel, { params, body: { reason: 'Otra vez' } })).json.message).toBe(
    'El contrato está anulado',
  )
  expect((await financial.ask(contractApi.cancel, { params, body: { reason: '  ' } })).status).toBe(400)
})
