import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { day } from '#domain/core/days.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { inSystemTx } from '#server/core/context.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { correctBilledPeriods } from './corrections.ts'
import { correctPassedCuts } from './jobs.ts'
import { runMassive } from './run-worker.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const once = () => ({ 'idempotency-key': randomUUID() })
const on = (date: string) => t.setNow(new Date(`${date}T17:00:00Z`))

type Fields = Parameters<typeof makeContract>[3]
type Desk = { company: Company; financial: Person; id: string; clientId: string; params: { no: string } }

/** A contract active from 2 May 2029 with cut 31, as an office has it. */
async function makeDesk(fields: Fields = {}): Promise<Desk> {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const price = 3_100_000
  const made = await makeContract(t.owner, company.id, client.id, {
    cutDay: 31,
    activeFrom: '2029-05-02',
    price,
    ...fields,
  })
  return { company, financial, id: made.id, clientId: client.id, params: { no: made.no_contract } }
}

async function bill({ company, financial }: Desk, ...periods: string[]): Promise<void> {
  for (const period of periods) {
    const { data: run } = await financial.call(runApi.start, { body: { period } })
    await runMassive(t.world, { company_id: company.id, run_id: run.id })
  }
}

/** The debt of the client less its credit in favour, in pesos, with the adjustments that wait for the next invoice. */
async function owed({ clientId, id }: Desk): Promise<number> {
  const { rows } = await t.owner.query<{ owed: number }>(
    `select ((select coalesce(sum(balance), 0) from invoices where client_id = $1)
       - (select coalesce(sum(credit), 0) from client_movements where client_id = $1 and moves_credit)
       + (select coalesce(sum(price), 0) from pending_charges where contract_id = $2 and invoice_id is null))::int as owed`,
    [clientId, id],
  )
  return Number(rows[0]?.owed) / 100
}

const invoiceOf = async ({ id, financial }: Desk, period: string) => {
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from invoices where contract_id = $1 and period = $2 and kind = 'period'`,
    [id, period],
  )
  return (await financial.call(invoiceApi.get, { params: { id: rows[0]?.id ?? '' } })).data
}

const pendingOf = async ({ id }: Desk) =>
  (
    await t.owner.query(
      'select kind, description, price from pending_charges where contract_id = $1 and invoice_id is null order by id',
      [id],
    )
  ).rows

test('INV-10 un retiro devuelve con una nota crédito el mes facturado por adelantado, y la vista previa lo dice', async () => {
  const desk = await makeDesk()
  on('2029-05-21')
  await bill(desk, '2029-05', '2029-06')
  on('2029-05-22')
  const body = { requested_on: '2029-05-22' }
  const { data: preview } = await desk.financial.call(contractApi.terminatePreview, { params: desk.params, body })
  expect(preview).toMatchObject({
    ends_on: '2029-05-31',
    corrections: [{ period: '2029-06', kind: 'credit', amount: 3_100_000, document: null }],
  })
  expect(await owed(desk)).toBe(61_000)
  const ending = { ...body, reason: 'Se muda' }
  const { data, message } = await desk.financial.call(contractApi.terminate, { params: desk.params, body: ending })
  expect(data.corrections).toEqual([{ period: '2029-06', kind: 'credit', amount: 3_100_000, document: 'NC-1' }])
  expect(message).toBe(
    'Retiro registrado: el contrato termina el 31 de mayo de 2029. Devolvimos $ 31.000,00 de junio de 2029 con la nota crédito NC-1.',
  )
  expect(await owed(desk)).toBe(30_000)
  expect(await invoiceOf(desk, '2029-06')).toMatchObject({ status: 'anulado', balance: 0 })
  const { rows } = await t.owner.query<{ after: object }>(
    `select after from events where company_id = $1 and name = 'contract.terminated'`,
    [desk.company.id],
  )
  expect(rows[0]?.after).toMatchObject({
    corrections: ['Devolvimos $ 31.000,00 de junio de 2029 con la nota crédito NC-1.'],
  })
  expect(await t.events(desk.company.id)).toContain('credit_note.created')
  on('2029-06-01')
  await applyDueChanges(t.world)
  await bill(desk, '2029-06', '2029-07')
  expect(await owed(desk)).toBe(30_000)
})

test('R2.6 una suspensión se devuelve al reconectar, no antes: mayo queda en los veinte días servidos', async () => {
  const desk = await makeDesk()
  on('2029-05-21')
  await bill(desk, '2029-05', '2029-06')
  on('2029-05-22')
  const { data: suspendPreview } = await desk.financial.call(contractApi.suspendPreview, {
    params: desk.params,
    body: {},
  })
  expect(suspendPreview).toEqual({ billed_until: '2029-06-30', is_overdue: false })
  await desk.financial.call(contractApi.suspend, { params: desk.params, body: { reason: 'Mora' } })
  expect(await owed(desk)).toBe(61_000)
  on('2029-06-01')
  const { data: preview } = await desk.financial.call(contractApi.reconnectPreview, { params: desk.params })
  expect(preview.corrections).toEqual([{ period: '2029-05', kind: 'credit', amount: 1_000_000, document: null }])
  const { data, message } = await desk.financial.call(contractApi.reconnect, { params: desk.params })
  expect(data.corrections).toMatchObject([{ period: '2029-05', amount: 1_000_000 }])
  expect(message).toContain('Devolvimos $ 10.000,00 de mayo de 2029 con la nota crédito NC-1.')
  await bill(desk, '2029-07')
  expect(await owed(desk)).toBe(82_000)
})

test('R2.6 el corte que pasa con la suspensión abierta devuelve ese período una sola vez', async () => {
  const desk = await makeDesk()
  on('2029-05-21')
  await bill(desk, '2029-05', '2029-06')
  on('2029-05-22')
  await desk.financial.call(contractApi.suspend, { params: desk.params, body: { reason: 'Mora' } })
  await correctPassedCuts(t.world)
  expect(await owed(desk)).toBe(61_000)
  on('2029-06-01')
  await Promise.all([correctPassedCuts(t.world), correctPassedCuts(t.world)])
  await correctPassedCuts(t.world)
  expect(await owed(desk)).toBe(51_000)
  expect(await t.events(desk.company.id)).toContain('contract.corrected')
  on('2029-06-11')
  const { data } = await desk.financial.call(contractApi.reconnect, { params: desk.params })
  // June: ten of thirty days without service, 31,000 a month.
  expect(data.corrections).toMatchObject([{ period: '2029-06', kind: 'credit', amount: 1_033_300 }])
  expect(await owed(desk)).toBe(51_000 - 10_333)
})

test('R2.6 lo facturado con la suspensión abierta se completa con un cargo que nombra el período', async () => {
  const desk = await makeDesk()
  on('2029-05-22')
  await desk.financial.call(contractApi.suspend, { params: desk.params, body: { reason: 'Mora' } })
  on('2029-05-25')
  await bill(desk, '2029-05')
  expect(await owed(desk)).toBe(20_000)
  on('2029-05-28')
  const { data } = await desk.financial.call(contractApi.reconnect, { params: desk.params })
  expect(data.corrections).toEqual([{ period: '2029-05', kind: 'charge', amount: 400_000, document: null }])
  expect(await pendingOf(desk)).toEqual([
    { kind: 'plan_adjustment', description: 'Ajuste de la mensualidad de mayo de 2029', price: 400_000 },
  ])
  await bill(desk, '2029-06')
  expect((await invoiceOf(desk, '2029-06')).lines.map(({ description, total }) => [description, total])).toEqual([
    ['Hogar 100', 3_100_000],
    ['Ajuste de la mensualidad de mayo de 2029', 400_000],
  ])
  expect(await owed(desk)).toBe(24_000 + 31_000)
})

test('CON-06 un cambio de plan corrige el mes facturado al precio anterior, hacia abajo y hacia arriba', async () => {
  for (const [price, expected, correction] of [
    [6_000_000, 60_000, { kind: 'credit', amount: 4_000_000 }],
    [13_000_000, 130_000, { kind: 'charge', amount: 3_000_000 }],
  ] as const) {
    const desk = await makeDesk({ price: 10_000_000 })
    on('2029-05-21')
    await bill(desk, '2029-06')
    on('2029-05-22')
    const body = { plan_id: await makePlan(t.owner, desk.company.id, price) }
    const { data: preview } = await desk.financial.call(contractApi.changePlanPreview, { params: desk.params, body })
    expect(preview).toMatchObject({ from_on: '2029-06-01', corrections: [{ period: '2029-06', ...correction }] })
    const { data } = await desk.financial.call(contractApi.changePlan, { params: desk.params, body })
    expect(data.corrections).toMatchObject([{ period: '2029-06', ...correction }])
    expect(await owed(desk)).toBe(expected)
  }
})

test('CON-06 otro cambio de plan que reemplaza al primero corrige la diferencia, y el ajuste pendiente se retira', async () => {
  const desk = await makeDesk({ price: 10_000_000 })
  on('2029-05-21')
  await bill(desk, '2029-06')
  on('2029-05-22')
  const change = async (price: number) => {
    const body = { plan_id: await makePlan(t.owner, desk.company.id, price) }
    return (await desk.financial.call(contractApi.changePlan, { params: desk.params, body })).data.corrections
  }
  expect(await change(13_000_000)).toMatchObject([{ kind: 'charge', amount: 3_000_000 }])
  expect(await change(12_000_000)).toMatchObject([{ kind: 'withdrawal', amount: 1_000_000 }])
  expect(await change(9_000_000)).toMatchObject([
    { kind: 'withdrawal', amount: 2_000_000 },
    { kind: 'credit', amount: 1_000_000 },
  ])
  expect(await owed(desk)).toBe(90_000)
  // Asked after the notice: the first change is undone for June, and the new plan begins in July.
  on('2029-05-30')
  expect(await change(8_000_000)).toMatchObject([{ period: '2029-06', kind: 'charge', amount: 1_000_000 }])
  expect(await owed(desk)).toBe(100_000)
})

const correct = ({ company, id }: Desk, from: string, today: string) =>
  inSystemTx(t.world, company.id, (tx) => correctBilledPeriods(tx, id, { from_on: day(from), to_on: null }, day(today)))

test('INV-10 corregir dos veces no hace nada más, y un retiro que se deshace cobra otra vez el mes', async () => {
  const desk = await makeDesk()
  on('2029-05-21')
  await bill(desk, '2029-05', '2029-06')
  on('2029-05-22')
  const body = { requested_on: '2029-05-22', reason: 'Se muda' }
  await desk.financial.call(contractApi.terminate, { params: desk.params, body })
  expect(await correct(desk, '2029-05-01', '2029-05-22')).toEqual([])
  const setEnd = (active_to: string | null) =>
    t.owner.query('update contracts set active_to = $2 where id = $1', [desk.id, active_to])
  await setEnd(null)
  expect(await correct(desk, '2029-06-01', '2029-05-23')).toMatchObject([{ kind: 'charge', amount: 3_100_000 }])
  expect(await correct(desk, '2029-06-01', '2029-05-23')).toEqual([])
  expect(await owed(desk)).toBe(61_000)
  // The adjustment is billed with July; another end gives both back.
  on('2029-06-20')
  await bill(desk, '2029-07')
  expect(await owed(desk)).toBe(92_000)
  await setEnd('2029-06-15')
  const made = await correct(desk, '2029-06-16', '2029-06-20')
  expect(made).toMatchObject([
    { period: '2029-06', kind: 'credit', amount: 1_550_000 },
    { period: '2029-07', kind: 'credit', amount: 3_100_000 },
  ])
  expect(await owed(desk)).toBe(30_000 + 15_500)
})

test('INV-10 la nota que hizo una persona no se devuelve dos veces ni se cobra de nuevo', async () => {
  const desk = await makeDesk()
  on('2029-05-21')
  await bill(desk, '2029-06')
  const { id } = await invoiceOf(desk, '2029-06')
  const courtesy = { concept: 'Cortesía', lines: [{ position: 1, amount: 5_000 }] }
  await desk.financial.call(invoiceApi.creditNote, { params: { id }, body: courtesy, headers: once() })
  expect(await correct(desk, '2029-06-01', '2029-05-22')).toEqual([])
  on('2029-05-22')
  const body = { requested_on: '2029-05-22', reason: 'Se muda' }
  const { data } = await desk.financial.call(contractApi.terminate, { params: desk.params, body })
  expect(data.corrections).toMatchObject([{ kind: 'credit', amount: 2_600_000 }])
  await t.owner.query('update contracts set active_to = null where id = $1', [desk.id])
  expect(await correct(desk, '2029-06-01', '2029-05-23')).toMatchObject([{ kind: 'charge', amount: 2_600_000 }])
})

test('INV-10 la nota de un mes pagado, con la base y el IVA de la línea, paga el mes que se debe y el resto queda a favor', async () => {
  const desk = await makeDesk({ stratum: 5, price: 5_990_000, includesVat: false })
  on('2029-05-21')
  await bill(desk, '2029-05', '2029-06')
  const [may, june] = [await invoiceOf(desk, '2029-05'), await invoiceOf(desk, '2029-06')]
  const payment = { client_id: desk.clientId, amount: june.total / 100, method: 'efectivo', paid_on: '2029-05-21' }
  const invoice_ids = [june.id]
  await desk.financial.call(manualPaymentApi.create, {
    body: { payment: { ...payment, invoice_ids } },
    headers: once(),
  })
  on('2029-05-22')
  const body = { requested_on: '2029-05-22', reason: 'Se muda' }
  await desk.financial.call(contractApi.terminate, { params: desk.params, body })
  const { credit_notes } = await invoiceOf(desk, '2029-06')
  expect(credit_notes).toMatchObject([{ subtotal: june.subtotal, vat: june.vat, total: june.total }])
  expect((await invoiceOf(desk, '2029-05')).balance).toBe(0)
  const { rows } = await t.owner.query('select sum(credit)::int as credit from client_movements where client_id = $1', [
    desk.clientId,
  ])
  expect(rows).toEqual([{ credit: june.total - may.total }])
})

test('INV-04 un retiro y una corrida a la vez dejan la misma deuda, gane quien gane', async () => {
  for (let round = 0; round < 4; round += 1) {
    const desk = await makeDesk()
    on('2029-05-21')
    await bill(desk, '2029-05')
    on('2029-05-22')
    const body = { requested_on: '2029-05-22', reason: 'Se muda' }
    await Promise.all([
      bill(desk, '2029-06'),
      desk.financial.call(contractApi.terminate, { params: desk.params, body }),
    ])
    expect(await owed(desk)).toBe(30_000)
  }
})

test('R7.10 el cargo de conexión espera al primer período con contrato, y el valor por retirarse al del último día', async () => {
  const desk = await makeDesk({ cutDay: 5, activeFrom: '2029-02-10' })
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price, not_before)
     values ($1, $2, 'connection', 'Cargo de conexión', 4000000, null), ($1, $2, 'early_exit', 'Terminación anticipada', 1000000, '2029-04-05')`,
    [desk.company.id, desk.id],
  )
  on('2029-02-12')
  await bill(desk, '2029-02')
  expect(await pendingOf(desk)).toHaveLength(2)
  await bill(desk, '2029-03')
  expect((await invoiceOf(desk, '2029-03')).lines.map(({ kind }) => kind)).toEqual(['plan', 'connection'])
  on('2029-03-12')
  await bill(desk, '2029-04')
  expect((await invoiceOf(desk, '2029-04')).lines.map(({ kind }) => kind)).toEqual(['plan', 'early_exit'])
})
