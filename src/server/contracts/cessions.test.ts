import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'
import { applyDueChanges } from './jobs.ts'

const t = testApp()
afterEach(() => t.setNow(null))

type Cession = BillingDesk & { oldHolder: Person; newHolder: Person; newClientId: string }

async function makeCession(fields: Parameters<typeof makeDesk>[1] = {}): Promise<Cession> {
  const desk = await makeDesk(t, { activeFrom: '2026-11-01', ...fields })
  const { rows } = await t.owner.query<{ user_id: string }>('select user_id from clients where id = $1', [
    desk.clientId,
  ])
  const next = await makeClient(t.owner, desk.company.id)
  const personOf = async (id: string): Promise<Person> => {
    const user = { id, companyId: desk.company.id, username: '', email: '', role: 'client' as const }
    return t.as(await t.session(user), user)
  }
  return {
    ...desk,
    oldHolder: await personOf(rows[0]?.user_id ?? ''),
    newHolder: await personOf(next.userId),
    newClientId: next.id,
  }
}

const request = ({ financial, params, newClientId }: Cession) =>
  financial.call(cessionApi.cession, { params, body: { client_id: newClientId } })
const accept = ({ financial, params }: Cession) =>
  financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta firmada del 3 de diciembre' } })

/** The journal of the company: what each client owes and has in favour, and the sum of all. */
async function balances(companyId: string): Promise<Record<string, number>> {
  const { rows } = await t.owner.query<{ client_id: string; net: number }>(
    `select client_id, sum(receivable - credit)::float8 as net from client_movements where company_id = $1 group by client_id`,
    [companyId],
  )
  return Object.fromEntries(rows.map(({ client_id, net }) => [client_id, net / 100]))
}

/** The invariants that the books break. */
async function breaches() {
  const client = await t.owner.connect()
  try {
    return await listBreaches(client)
  } finally {
    client.release()
  }
}

const periodsOf = async (person: Person) =>
  (await person.call(invoiceApi.list, { query: {} })).data.map(({ period }) => period).toSorted()

test('CON-07 R2.12 una cesión deja la deuda con su titular, y el nuevo paga desde el período que sigue', async () => {
  const desk = await makeCession()
  const { financial, params, company, clientId, newClientId, oldHolder, newHolder } = desk
  on(t, '2026-12-01')
  await bill(t, desk, '2026-11')
  const { data: preview } = await financial.call(cessionApi.cessionPreview, {
    params,
    body: { client_id: newClientId },
  })
  expect(preview).toEqual({
    debt: 3_100_000,
    waiting_charges: 0,
    waiting_refunds: 0,
    answer_by: '2026-12-23',
    effective_on: '2026-12-01',
    price: 3_100_000,
    month: { base: 3_100_000, vat: 0, total: 3_100_000, treatment: 'exento', rate_bps: 0 },
    later: null,
    permanence_ends_on: null,
  })
  expect((await request(desk)).message).toBe('Cesión registrada: respóndela a más tardar el 23 de diciembre de 2026')
  on(t, '2026-12-04')
  const before = await balances(company.id)
  expect((await accept(desk)).message).toBe(
    'Cesión aceptada: el nuevo titular paga desde el 1 de enero de 2027: $ 31.000,00 al mes',
  )
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({
    client: { id: clientId },
    cession: { client: { id: newClientId }, effective_on: '2027-01-01' },
  })
  // A run before the day bills December to the old holder and January, in advance, to the new one.
  await bill(t, desk, '2026-12', '2027-01')
  expect(await breaches()).toEqual([])
  on(t, '2027-01-03')
  await applyDueChanges(t.world)
  await applyDueChanges(t.world)
  const { data: after } = await financial.call(contractApi.get, { params })
  expect(after).toMatchObject({ client: { id: newClientId }, cession: null, status: 'active' })
  await bill(t, desk, '2027-02')
  expect(await periodsOf(oldHolder)).toEqual(['2026-11', '2026-12'])
  expect(await periodsOf(newHolder)).toEqual(['2027-01', '2027-02'])
  expect(await balances(company.id)).toEqual({ [clientId]: (before[clientId] ?? 0) + 31_000, [newClientId]: 62_000 })
  expect((await oldHolder.ask(contractApi.get, { params })).status).toBe(404)
  expect((await newHolder.call(contractApi.get, { params })).data.cession).toBe(null)
  expect(await breaches()).toEqual([])
  const [own] = (await oldHolder.call(invoiceApi.list, { query: {} })).data
  expect((await oldHolder.ask(invoiceApi.get, { params: { id: own?.id ?? '' } })).status).toBe(200)
  expect((await newHolder.ask(invoiceApi.get, { params: { id: own?.id ?? '' } })).status).toBe(404)
  expect((await newHolder.call(documentApi.list, { params })).data).toEqual([])
  expect((await t.events(company.id)).filter((name) => name.startsWith('contract.'))).toEqual([
    'contract.cession_requested',
    'contract.cession_accepted',
    'contract.ceded',
  ])
})

test('CON-07 R2.12 aceptar una cesión no mueve un peso: los saldos de los dos son los mismos antes y después', async () => {
  const desk = await makeCession()
  on(t, '2026-12-01')
  await bill(t, desk, '2026-11', '2026-12')
  const before = await balances(desk.company.id)
  await request(desk)
  // December is billed: the new holder pays from January on.
  expect((await accept(desk)).message).toContain('1 de enero de 2027')
  on(t, '2027-01-01')
  await applyDueChanges(t.world)
  expect(await balances(desk.company.id)).toEqual(before)
  // What the old holder was billed is corrected for the old holder.
  on(t, '2027-01-05')
  const note = { concept: 'Falla de noviembre' }
  const [invoice] = (await desk.oldHolder.call(invoiceApi.list, { query: {} })).data
  const headers = { 'idempotency-key': `note-${desk.id}` }
  await desk.financial.call(invoiceApi.creditNote, { params: { id: invoice?.id ?? '' }, body: note, headers })
  expect(await balances(desk.company.id)).toEqual({ [desk.clientId]: 31_000 })
})

test('CON-07 R2.12 la permanencia sigue con el nuevo titular, y un segundo cambio de titular se cobra a quien le toca', async () => {
  const desk = await makeCession()
  await t.owner.query(
    `update contracts set connection_cost = 12000000, discounted_value = 12000000, permanence_months = 12,
     permanence_from = '2026-11-01' where id = $1`,
    [desk.id],
  )
  const last = await makeClient(t.owner, desk.company.id)
  on(t, '2026-12-10')
  await request(desk)
  await accept(desk)
  on(t, '2027-01-10')
  await applyDueChanges(t.world)
  expect((await desk.financial.call(contractApi.get, { params: desk.params })).data.permanence).toMatchObject({
    ends_on: '2027-10-31',
    exit_value_today: 10_000_000,
  })
  const again = { ...desk, newClientId: last.id }
  await request(again)
  await accept(again)
  on(t, '2027-02-01')
  await applyDueChanges(t.world)
  await bill(t, desk, '2026-12', '2027-01', '2027-02')
  expect(await balances(desk.company.id)).toEqual({
    [desk.clientId]: 31_000,
    [desk.newClientId]: 31_000,
    [last.id]: 31_000,
  })
})

test('CON-07 R2.12 una cesión se rechaza con su motivo, y una imposible dice por qué', async () => {
  const desk = await makeCession()
  const { financial, params, clientId, newClientId } = desk
  on(t, '2026-12-01')
  const ask = async (body: object) => {
    const { status, json } = await financial.ask(cessionApi.cession, { params, body })
    return [status, json.errors?.[0]?.field ?? json.message]
  }
  expect(await ask({ client_id: clientId })).toEqual([422, 'client_id'])
  expect(await ask({ client_id: '019a0000-0000-7000-8000-000000000000' })).toEqual([404, 'client_id'])
  expect(await ask({ client_id: newClientId, requested_on: '2026-12-02' })).toEqual([422, 'requested_on'])
  expect((await financial.ask(cessionApi.refuseCession, { params, body: { reason: 'x' } })).status).toBe(409)
  await request(desk)
  expect(await ask({ client_id: newClientId })).toEqual([409, expect.stringContaining('Ya hay una cesión')])
  const refused = await financial.call(cessionApi.refuseCession, { params, body: { reason: 'Falta la carta' } })
  expect(refused.message).toBe('Cesión rechazada: el contrato sigue con su titular')
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({
    client: { id: clientId },
    cession: null,
  })
  await request(desk)
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2026-12-01', reason: 'Se va' } })
  const late = await financial.ask(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  expect([late.status, late.json.message]).toEqual([409, expect.stringContaining('anula el retiro')])
})

/** A charge that waits for the next invoice of the contract and belongs to a day; less than zero, a compensation of its month. */
const wait = ({ company, id }: Cession, occurredOn: string, pesos: number) =>
  t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price, occurred_on, compensates)
     values ($1, $2, $3, 'Cargo de prueba', $4, $5, $6)`,
    [
      company.id,
      id,
      pesos < 0 ? 'compensation' : 'other',
      pesos * 100,
      occurredOn,
      pesos < 0 ? occurredOn.slice(0, 7) : null,
    ],
  )

test('CON-07 R2.12 lo que espera factura es del titular de sus días: se le cobra y se le devuelve al que se va', async () => {
  const desk = await makeCession()
  const { company, clientId, newClientId } = desk
  on(t, '2026-12-10')
  await bill(t, desk, '2026-11', '2026-12')
  await wait(desk, '2026-12-09', 10_000)
  await wait(desk, '2026-11-20', -4_000)
  await request(desk)
  await accept(desk)
  // January, in advance, to the new holder: without the charges of the old one.
  await bill(t, desk, '2027-01')
  expect(await balances(company.id)).toEqual({ [clientId]: 62_000, [newClientId]: 31_000 })
  on(t, '2027-01-01')
  await applyDueChanges(t.world)
  await applyDueChanges(t.world)
  expect(await balances(company.id)).toEqual({ [clientId]: 68_000, [newClientId]: 31_000 })
  // Added after the cession: each to the holder of its day.
  await wait(desk, '2026-12-30', 5_000)
  await wait(desk, '2027-01-05', 7_000)
  await bill(t, desk, '2027-02')
  await applyDueChanges(t.world)
  expect(await balances(company.id)).toEqual({ [clientId]: 73_000, [newClientId]: 69_000 })
  const { rows } = await t.owner.query('select from pending_charges where contract_id = $1 and invoice_id is null', [
    desk.id,
  ])
  expect(rows).toEqual([])
})

test('CON-07 la vista previa de la cesión dice lo que se le cobra y lo que se le devuelve al titular que se va', async () => {
  const desk = await makeCession()
  on(t, '2026-12-10')
  await bill(t, desk, '2026-11', '2026-12')
  await wait(desk, '2026-12-09', 10_000)
  await wait(desk, '2026-11-20', -4_000)
  const { financial, params, newClientId } = desk
  const { data } = await financial.call(cessionApi.cessionPreview, { params, body: { client_id: newClientId } })
  expect(data).toMatchObject({ waiting_charges: 1_000_000, waiting_refunds: 400_000, effective_on: '2027-01-01' })
})

test('CON-07 hasta el día de la cesión, lo que llega a los días del nuevo titular se rechaza, y el retiro también', async () => {
  const desk = await makeCession()
  const { financial, params, company } = desk
  on(t, '2026-12-04')
  await request(desk)
  await accept(desk)
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into plans (company_id, name, reference_code, price, download_speed, upload_speed)
     values ($1, 'Otro', 'OTRO900', 9000000, '900 Mbps', '900 Mbps') returning id`,
    [company.id],
  )
  const address = { address: 'Calle 5', department: 'Antioquia', city: 'Medellín', on: '2027-01-02', stratum: 3 }
  const answers = [
    await financial.ask(contractApi.pause, { params, body: { from: '2027-01-01', months: 1 } }),
    await financial.ask(contractApi.changePlan, { params, body: { plan_id: rows[0]?.id } }),
    await financial.ask(transferApi.transfer, { params, body: address }),
    await financial.ask(contractApi.terminate, { params, body: { requested_on: '2026-12-04', reason: 'Se va' } }),
  ]
  for (const { status, json } of answers)
    expect([status, json.message]).toEqual([409, expect.stringContaining('el 1 de enero de 2027: lo que cambie')])
  const moved = await financial.ask(transferApi.transfer, { params, body: { ...address, on: '2026-12-04' } })
  // Also before that day: the new holder accepted the address of its notice.
  expect(moved.status).toBe(409)
  on(t, '2027-01-01')
  await applyDueChanges(t.world)
  const later = await financial.ask(contractApi.changePlan, { params, body: { plan_id: rows[0]?.id } })
  expect(later.status).toBe(200)
})

test('CON-07 PLN-07 la reconexión de un servicio que se suspendió por la mora del titular anterior no se le cobra al nuevo', async () => {
  const desk = await makeCession()
  const { financial, params, company, clientId, newClientId } = desk
  const costs = {
    connection_cost: 0,
    discounted_value: 0,
    transfer_cost: 0,
    technical_visit_cost: 0,
    additional_cable_cost: 0,
  }
  const billing_config = { ...costs, billing_cut_day: 31, reconnection_cost: 10_000 }
  await financial.call(contractDefaultsApi.save, { body: { billing_config } })
  on(t, '2026-12-01')
  await bill(t, desk, '2026-11', '2026-12')
  await request(desk)
  await accept(desk)
  on(t, '2026-12-20')
  await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  on(t, '2027-01-03')
  await applyDueChanges(t.world)
  const { data } = await financial.call(contractApi.reconnectPreview, { params })
  expect([data.charge, data.reason]).toEqual([0, expect.stringContaining('mora del titular anterior')])
  await financial.call(contractApi.reconnect, { params })
  await bill(t, desk, '2027-01', '2027-02')
  await applyDueChanges(t.world)
  const reconnections = await t.owner.query(
    `select from pending_charges where contract_id = $1 and kind = 'reconnection'`,
    [desk.id],
  )
  expect(reconnections.rows).toEqual([])
  expect(Object.keys(await balances(company.id)).toSorted()).toEqual([clientId, newClientId].toSorted())
  expect(await breaches()).toEqual([])
})

test('CON-07 lo que no se puede liquidar de un contrato sin estrato no deja sin liquidar a los demás', async () => {
  const desk = await makeCession()
  const { company, clientId, financial, newClientId } = desk
  on(t, '2026-12-04')
  const other = await makeContract(t.owner, company.id, clientId, { cutDay: 31, activeFrom: '2026-11-01' })
  for (const { no } of [desk.params, { no: other.no_contract }]) {
    await financial.call(cessionApi.cession, { params: { no }, body: { client_id: newClientId } })
    await financial.call(cessionApi.acceptCession, { params: { no }, body: { acceptance: 'Carta' } })
  }
  on(t, '2027-01-03')
  await applyDueChanges(t.world)
  // The first contract has no stratum, and more charges than one transaction settles.
  await t.owner.query('update contracts set stratum = null where id = $1', [desk.id])
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price, occurred_on)
     select $1, $2, 'other', 'Cargo de prueba', 100, '2026-12-01' from generate_series(1, 201)`,
    [company.id, desk.id],
  )
  await wait({ ...desk, id: other.id }, '2026-12-01', 5_000)
  await applyDueChanges(t.world)
  expect(await balances(company.id)).toEqual({ [clientId]: 5_000 })
})
