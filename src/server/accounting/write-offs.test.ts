import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closingApi } from '#domain/accounting/api.ts'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { writeOffApi } from '#domain/accounting/write-off-api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import {
  breachesOf,
  charge,
  creditOf,
  type Desk,
  makeDesk,
  note,
  pay,
  readInvoice,
  reverse,
} from '#test/credit-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
beforeEach(() => t.setNow(new Date('2026-11-20T15:00:00Z')))
afterAll(() => t.setNow(null))

const LATER = '2027-03-01'
const once = () => ({ 'idempotency-key': randomUUID() })

/** A client whose contract ended, with invoices of 71,400 that are overdue months later. */
async function badDebt(count = 1) {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const desk = await makeDesk(t)
  const invoices = []
  for (let i = 0; i < count; i += 1) invoices.push(await charge(desk, 71_400))
  await t.owner.query("update contracts set status = 'terminated', active_to = '2026-11-20' where company_id = $1", [
    desk.company.id,
  ])
  t.setNow(new Date(`${LATER}T15:00:00Z`))
  return { ...desk, admin: await desk.company.person('admin'), invoices, ids: invoices.map(({ id }) => id) }
}
type Bad = Awaited<ReturnType<typeof badDebt>>

const post = ({ admin }: Bad, invoice_ids: readonly string[], changes: object = {}, headers = once()) =>
  admin.ask(writeOffApi.post, {
    body: { write_off: { posted_on: LATER, reason: 'No aparece', invoice_ids, ...changes } },
    headers,
  })
const movesOf = ({ admin }: Bad) => admin.call(writeOffApi.moves, { query: { from: '2026-01-01', to: '2027-12-31' } })
const undo = ({ admin }: Bad, id: string) =>
  admin.ask(writeOffApi.undo, { params: { id }, body: { reason: 'Apareció' }, headers: once() })
const payOf = (desk: Bad, amount: number, id: string) =>
  pay(desk, amount, { invoice_ids: [id], paid_on: LATER, method: 'transferencia' })
const stateOf = async (desk: Desk, id: string) => {
  const { status, balance, written_off } = await readInvoice(desk, id)
  return [status, balance / 100, written_off / 100]
}

test('ACC-07 E11 una deuda castigada sale de la cartera sin quedar pagada, y la historia, el estado de cuenta y los comprobantes lo dicen', async () => {
  const desk = await badDebt()
  const [id = ''] = desk.ids
  expect((await desk.admin.call(writeOffApi.candidates)).data).toMatchObject([
    { invoice_id: id, balance: 7_140_000, why: null },
  ])
  const { status, json } = await post(desk, [id])
  expect([status, json.message]).toEqual([201, 'Castigamos 1 factura por $ 71.400,00'])
  expect(await stateOf(desk, id)).toEqual(['castigado', 0, 71_400])
  expect((await readInvoice(desk, id)).movements.map(({ kind }) => kind)).toEqual(['factura', 'castigo'])
  const { data: statement } = await desk.client.call(clientApi.statement, {
    params: { id: desk.clientId },
    query: { from: '2026-11-01', to: LATER },
  })
  expect(statement.movements.map(({ kind }) => kind)).toContain('castigo')
  // The portal does not say that the client owes nothing.
  expect((await desk.client.call(paymentApi.debts)).data).toMatchObject({ total: 0, written_off: 7_140_000 })
  expect((await desk.financial.call(portfolioApi.list, { query: { on: LATER } })).meta.total).toBe(0)
  const listed = async (query: Record<string, unknown>) =>
    (await desk.financial.call(invoiceApi.list, { query })).data.length
  expect([
    await listed({ status: 'castigado' }),
    await listed({ status: 'pagado' }),
    await listed({ status: 'vencido' }),
  ]).toEqual([1, 0, 0])
  const { data: batch } = await desk.financial.call(voucherApi.create, {
    body: { batch: { through_on: LATER } },
    headers: once(),
  })
  const file = await desk.financial.ask(voucherApi.file, {
    params: { number: String(batch.number) },
    body: { template: 'plain' },
    headers: once(),
  })
  expect(file.text).toContain('13990501')
  expect(file.text).toContain('Castigo de cartera de')
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-07 castigar dos veces, a la vez o con la misma llave, castiga una vez, y solo el administrador lo decide', async () => {
  const desk = await badDebt()
  const refused = await desk.financial.ask(writeOffApi.post, {
    body: { write_off: { posted_on: LATER, reason: 'No aparece', invoice_ids: desk.ids } },
    headers: once(),
  })
  expect(refused.status).toBe(403)
  const answers = await Promise.all([1, 2, 3].map(() => post(desk, desk.ids)))
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 409, 409])
  expect((await movesOf(desk)).totals).toEqual({ written_off: 7_140_000, recovered: 0, undone: 0 })
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-07 lo que está vigente, en reclamo o de un cliente con saldo a favor no se castiga, y la lista dice por qué', async () => {
  const desk = await badDebt(2)
  const [a = '', b = ''] = desk.ids
  await desk.financial.call(invoiceApi.dispute, { params: { id: a }, body: { amount: 100, reason: 'No debo eso' } })
  const first = await post(desk, [a, b])
  expect(first.json.message).toMatch(/^Castigamos 1 factura por \$ 71.400,00\. .* no se castigó: está en reclamo/)
  expect((await desk.admin.call(writeOffApi.candidates)).data).toMatchObject([
    { invoice_id: a, why: 'está en reclamo: resuélvelo primero' },
  ])
  const kept = await badDebt()
  await pay(kept, 5_000, { invoice_ids: kept.ids, paid_on: LATER, method: 'transferencia' })
  await t.owner.query("update contracts set status = 'active', active_to = null where company_id = $1", [
    kept.company.id,
  ])
  expect((await post(kept, kept.ids)).json.message).toMatch(/es de un cliente con su contrato vigente$/)
  await t.owner.query("update contracts set status = 'terminated', active_to = '2026-11-20' where company_id = $1", [
    kept.company.id,
  ])
  expect((await post(kept, kept.ids, { posted_on: '2027-02-01' })).json.message).toMatch(
    /tiene movimientos después de ese día$/,
  )
  const other = await badDebt(2)
  const [, d = ''] = other.ids
  await pay(other, 80_000, { invoice_ids: [d], keeps_advance: true, paid_on: LATER, method: 'transferencia' })
  expect((await post(other, other.ids)).json.message).toMatch(/el cliente tiene \$ 8.600,00 a favor: crúzalos primero$/)
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-07 el pago de una deuda castigada la recupera por lo pagado, una sola vez, y su reverso la vuelve a castigar', async () => {
  const desk = await badDebt()
  const [id = ''] = desk.ids
  await post(desk, [id])
  const receipt = await payOf(desk, 30_000, id)
  expect(await stateOf(desk, id)).toEqual(['castigado', 0, 41_400])
  expect((await creditOf(desk)).credit).toBe(0)
  expect((await movesOf(desk)).totals).toMatchObject({ written_off: 7_140_000, recovered: 3_000_000 })
  expect(await breachesOf(t)).toEqual([])
  await reverse(desk, receipt.id)
  expect(await stateOf(desk, id)).toEqual(['castigado', 0, 71_400])
  expect((await movesOf(desk)).totals).toMatchObject({ recovered: 0 })
  await payOf(desk, 80_000, id)
  expect(await stateOf(desk, id)).toEqual(['pagado', 0, 0])
  expect((await creditOf(desk)).credit).toBe(860_000)
  const again = await desk.financial.ask(manualPaymentApi.create, {
    body: {
      payment: { client_id: desk.clientId, amount: 10, method: 'transferencia', paid_on: LATER, invoice_ids: [id] },
    },
    headers: once(),
  })
  expect(again.status).toBe(409)
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-07 una recuperación en efectivo cierra los centavos como ajuste al peso, como el pago de una factura, y su reverso los vuelve a castigar', async () => {
  const desk = await badDebt(2)
  const [id = '', part = ''] = desk.ids
  await pay(desk, 1_399.25, { invoice_ids: [id], paid_on: LATER, method: 'transferencia' })
  await post(desk, [id, part])
  const cash = (amount: number, invoice: string) =>
    pay(desk, amount, { invoice_ids: [invoice], paid_on: LATER, method: 'efectivo' })
  // One peso is no remainder of cash: it is still written off.
  await cash(71_399, part)
  expect(await stateOf(desk, part)).toEqual(['castigado', 0, 1])
  const receipt = await cash(70_000, id)
  expect([receipt.rounding, receipt.applied.map(({ amount }) => amount), receipt.credit]).toEqual([75, [7_000_000], 0])
  expect(await stateOf(desk, id)).toEqual(['pagado', 0, 0])
  const recovered = async () => (await movesOf(desk)).totals.recovered
  expect(await recovered()).toBe(7_139_900 + 7_000_075)
  const { rows } = await t.owner.query<{ posting: string; amount: string }>(
    `select debit_account || ' ' || credit_account as posting, amount from journal
     where company_id = $1 and invoice_id = $2 and debit_account <> 'receivable' order by id`,
    [desk.company.id, id],
  )
  expect(rows.slice(-2).map((row) => [row.posting, Number(row.amount)])).toEqual([
    ['cash receivable', 7_000_000],
    ['rounding receivable', 75],
  ])
  expect(await breachesOf(t)).toEqual([])
  await reverse(desk, receipt.id)
  expect(await stateOf(desk, id)).toEqual(['castigado', 0, 70_000.75])
  expect(await recovered()).toBe(7_139_900)
  // By transfer the centavos can be paid: they are still written off.
  await payOf(desk, 70_000, id)
  expect(await stateOf(desk, id)).toEqual(['castigado', 0, 0.75])
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-07 una nota crédito de lo castigado anula la deuda y no da saldo a favor', async () => {
  const desk = await badDebt()
  const [id = ''] = desk.ids
  await payOf(desk, 11_400, id)
  await post(desk, [id])
  await note(desk, id, 20_000)
  expect(await stateOf(desk, id)).toEqual(['castigado', 0, 40_000])
  expect((await creditOf(desk)).credit).toBe(0)
  await note(desk, id)
  expect(await stateOf(desk, id)).toEqual(['anulado', 0, 0])
  expect((await creditOf(desk)).credit).toBe(1_140_000)
  expect((await movesOf(desk)).totals).toMatchObject({ undone: 6_000_000 })
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-07 un castigo se deshace una vez mientras su mes está abierto y nada se recuperó', async () => {
  const desk = await badDebt(2)
  const [a = '', b = ''] = desk.ids
  await post(desk, [a, b])
  const { data } = await movesOf(desk)
  const idOf = (invoice: string) => data.find((move) => move.invoice_id === invoice)?.write_off_id ?? ''
  expect((await undo(desk, idOf(a))).status).toBe(201)
  expect(await stateOf(desk, a)).toEqual(['vencido', 71_400, 0])
  expect((await undo(desk, idOf(a))).status).toBe(409)
  const receipt = await payOf(desk, 10_000, b)
  expect((await undo(desk, idOf(b))).json.message).toMatch(/reversa primero el pago$/)
  await reverse(desk, receipt.id)
  t.setNow(new Date('2027-04-05T15:00:00Z'))
  await desk.financial.call(closingApi.close, { body: { closing: { closed_through: '2027-03-31' } }, headers: once() })
  expect((await undo(desk, idOf(b))).json.message).toMatch(/^El mes de ese castigo ya está cerrado/)
  expect((await post(desk, [a])).status).toBe(409)
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-07 lo que tiene un acuerdo, una promesa, un reporte o un pago en proceso no se castiga, y después sí', async () => {
  const desk = await badDebt()
  const [id = ''] = desk.ids
  const refusal = async () => (await post(desk, [id])).json.message
  const { company, clientId, no_contract, financial } = desk
  const values = [company.id, clientId, id]
  // No call makes them of a contract that ended: they were there before it.
  const written = async (text: string) => void (await t.owner.query(text, values))
  const agreement = await financial.call(promiseApi.agree, {
    body: {
      agreement: {
        no_contract,
        instalments: [
          { due_on: '2027-03-10', amount: 70_000 },
          { due_on: '2027-04-10', amount: 1_400 },
        ],
      },
    },
  })
  expect(await refusal()).toMatch(/está en un acuerdo de pago: termínalo primero$/)
  await financial.call(promiseApi.cancelAgreement, { params: { id: agreement.data.id } })
  await written(
    `insert into payment_promises (company_id, contract_id, client_id, amount, made_on, until_on, made_by, side)
     select company_id, contract_id, client_id, 7140000, '2027-02-27', '2027-03-02', 'Ana', 'empresa' from invoices
     where company_id = $1 and client_id = $2 and id = $3`,
  )
  expect(await refusal()).toMatch(/tiene una promesa de pago: espera a que venza o anúlala$/)
  await written(
    "update payment_promises set outcome = 'cancelled', ended_on = '2027-03-01' where company_id = $1 and client_id = $2 and $3 <> ''",
  )
  await written(
    `with opened as (
       insert into bureau_cases (company_id, client_id, opened_on) values ($1, $2, '2027-02-01') returning company_id, id
     ) insert into bureau_case_invoices (company_id, case_id, invoice_id) select company_id, id, $3::uuid from opened`,
  )
  expect(await refusal()).toMatch(/está en un reporte a centrales de riesgo: ciérralo primero$/)
  await written(
    "update bureau_cases set outcome = 'left_out', closed_on = '2027-03-01', closed_by = 'Ana', reason = 'Se castiga' where company_id = $1 and client_id = $2 and $3 <> ''",
  )
  const attempt = `01890000-0000-7000-8000-${id.slice(-12)}`
  await t.owner.query(
    `insert into payment_attempts (company_id, id, client_id, user_id, key, request_hash, method, environment, reference, amount, status, payer, accepted)
     values ($1, $2, $3, (select user_id from clients where id = $3), 'WO', decode('00', 'hex'), 'nequi', 'test', 'WO-1', 7140000, 'pending', '{}', '{}')`,
    [company.id, attempt, clientId],
  )
  await t.owner.query(
    'insert into payment_attempt_invoices (company_id, attempt_id, invoice_id, amount) values ($1, $2, $3, 7140000)',
    [company.id, attempt, id],
  )
  expect(await refusal()).toMatch(/tiene un pago en proceso$/)
  await t.owner.query('update payment_attempt_invoices set is_open = false where attempt_id = $1', [attempt])
  expect(await refusal()).toBe('Castigamos 1 factura por $ 71.400,00')
  // A write-off pays nothing of the agreement; what is recovered is a payment of it.
  const paid = async () =>
    (await financial.call(promiseApi.agreements)).data.map((one) => [one.outcome, one.paid / 100])
  expect(await paid()).toEqual([['cancelled', 0]])
  await payOf(desk, 10_000, id)
  expect(await paid()).toEqual([['cancelled', 10_000]])
})

test('ACC-07 R2.4 lo que debe la persona sin contrato no se castiga mientras tenga un contrato: su corte no se vuelve un pago', async () => {
  const company = await t.company()
  const [admin, financial] = [await company.person('admin'), await company.person('financial')]
  const client = await makeClient(t.owner, company.id)
  const rows = [
    'Cédula;Factura;Fecha de emisión;Vencimiento;Saldo',
    `${client.identification};FV-1;2026-09-01;2026-09-15;60.000`,
  ]
  const file = { name: 'saldos.csv', bytes: Buffer.from(rows.join('\n')) }
  expect((await upload(t, financial, openingImportApi.upload, file)).status).toBe(201)
  const [debt] = (await financial.call(invoiceApi.list)).data
  await makeContract(t.owner, company.id, client.id, { stratum: 1 })
  t.setNow(new Date(`${LATER}T15:00:00Z`))
  const candidates = async () => (await admin.call(writeOffApi.candidates)).data.length
  const written = () =>
    admin.ask(writeOffApi.post, {
      body: { write_off: { posted_on: LATER, reason: 'No aparece', invoice_ids: [debt?.id ?? ''] } },
      headers: once(),
    })
  expect(await candidates()).toBe(0)
  expect((await written()).json.message).toMatch(/es de un cliente con su contrato vigente$/)
  await t.owner.query("update contracts set status = 'terminated', active_to = '2026-11-20' where company_id = $1", [
    company.id,
  ])
  expect([await candidates(), (await written()).status]).toEqual([1, 201])
})

test('ACC-07 CLI-03 el estado de cuenta muestra cada movimiento de un castigo en su orden, y la deuda nunca baja de cero', async () => {
  const desk = await badDebt()
  const [id = ''] = desk.ids
  await post(desk, [id])
  await payOf(desk, 10_000, id)
  await note(desk, id, 20_000)
  const { id: reversed } = await payOf(desk, 5_000, id)
  await reverse(desk, reversed)
  const { data } = await desk.client.call(clientApi.statement, {
    params: { id: desk.clientId },
    query: { from: LATER, to: LATER },
  })
  expect(data.movements.map(({ kind, balance }) => [kind, balance / 100])).toEqual([
    ['castigo', 0],
    ['recuperacion', 10_000],
    ['pago', 0],
    ['reverso_castigo', 20_000],
    ['nota_credito', 0],
    ['recuperacion', 5_000],
    ['pago', 0],
    ['reverso', 5_000],
    ['castigo', 0],
  ])
})
