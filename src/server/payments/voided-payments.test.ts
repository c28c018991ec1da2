import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { DEFAULT_CHART } from '#domain/accounting/chart.ts'
import { incomeApi } from '#domain/accounting/income-api.ts'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { sum } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { inTransaction } from '#server/core/tx.ts'
import { newCase } from '#test/cases/filed.ts'
import { breachesOf, creditOf, note, pay, refund, reverse } from '#test/credit-desk.ts'
import { APPROVES, type Payer, testPaying } from '#test/paying.ts'
import { applyProviderState, closeResults, openChange, wompiScope } from './apply-status.ts'
import { checkAttempt } from './check-attempt.ts'

const paying = await testPaying()
const { t } = paying
const today = () => dayOf(new Date())

const transactionOf = (reference: string) => {
  const stored = paying
    .simulator()
    .transactions()
    .find((one) => one.reference === reference)
  if (!stored) throw new Error(`the simulator has no ${reference}`)
  return stored
}

/** A client whose online payment of an invoice was approved; the invoice was credited later and its money returned in cash. */
async function makeReturned({ returned = 50_000 }: { returned?: number } = {}) {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const attempt = await payer.paid([id], { payment_method: { type: 'NEQUI', phone_number: APPROVES } })
  await vi.waitFor(() => expect(transactionOf(attempt.reference).status).not.toBe('PENDING'), { interval: 10 })
  await checkAttempt(t.world, payer.company.id, attempt.id)
  await note(payer, id)
  expect((await refund(payer, returned, { paid_on: today() })).status).toBe(201)
  return { payer, id, attempt }
}

/** What the provider says of a transaction that it voided, as polling, its event and the reconciliation read it. */
async function readVoided({ company, clientId }: Payer, attempt: { id: string; reference: string }): Promise<void> {
  const { status: _status, method: _method, merchant: _merchant, ...transaction } = transactionOf(attempt.reference)
  await inTransaction(t.world.pool, 'enlace_app', wompiScope(company.id), async (tx) => {
    const result = await applyProviderState(await openChange(t.world, tx), { id: attempt.id, client_id: clientId }, [
      { ...transaction, status: 'VOIDED', payment_method: null },
    ])
    await closeResults(tx, [result])
  })
}

const debtsOf = async ({ financial, clientId }: Payer) =>
  (await financial.call(invoiceApi.list, { query: { client_id: clientId } })).data.filter(({ balance }) => balance > 0)
const statementOf = async ({ financial, clientId }: Payer) =>
  (await financial.call(clientApi.statement, { params: { id: clientId }, query: { from: today(), to: today() } })).data
const casesOf = async ({ financial }: Payer) => (await financial.call(paymentApi.cases)).data

test('TRX-05 anulado por Wompi después de devuelto: el recibo se reversa y lo devuelto es una deuda del cliente, una sola vez', async () => {
  const { payer, attempt } = await makeReturned()
  const before = (await statementOf(payer)).closing_balance
  await readVoided(payer, attempt)
  await readVoided(payer, attempt)
  expect((await payer.attempt(attempt.id)).status).toBe('voided')
  const debts = await debtsOf(payer)
  expect(debts).toMatchObject([{ number: 'COBRO-1', kind: 'voided_payment', total: 5_000_000, balance: 5_000_000 }])
  expect(await creditOf(payer)).toMatchObject({ credit: 0, sources: [] })
  expect([before, (await statementOf(payer)).closing_balance]).toEqual([0, 5_000_000])
  expect(await casesOf(payer)).toMatchObject([
    {
      kind: 'void',
      count: 1,
      amount: 5_000_000,
      says: `Wompi anuló el pago ${attempt.reference}. De ese pago ya se le habían devuelto $ 50.000,00 al cliente: los debe en COBRO-1`,
    },
  ])
  const noticesOf = async (person: Payer['client']) =>
    (await person.call(notificationApi.list, { query: { topic: 'payments' } })).data.map(({ text }) => text)
  const owes = (returned: string) =>
    expect.stringContaining(`Anulado por Wompi. ${returned}: quedan por pagar $ 50.000,00 en COBRO-1`)
  expect(await noticesOf(payer.financial)).toContainEqual(owes('Ya se le había devuelto'))
  expect(await noticesOf(payer.client)).toContainEqual(owes('Ya te lo habíamos devuelto'))
  expect(await breachesOf(t)).toEqual([])
})

test('TRX-05 un caso abierto del mismo pago dice lo último que se sabe: lo que ahora debe el cliente', async () => {
  const { payer, attempt } = await makeReturned()
  // What a version before wrote when it read the same void and refused to reverse the receipt.
  await t.owner.query(
    `insert into payment_cases (company_id, kind, subject, says, attempt_id, reference, amount) values ($1, 'void', $2::text, 'No se reversó', $2::uuid, $3, 1)`,
    [payer.company.id, attempt.id, attempt.reference],
  )
  await readVoided(payer, attempt)
  expect(await casesOf(payer)).toMatchObject([
    { kind: 'void', count: 2, amount: 5_000_000, says: expect.stringContaining('los debe en COBRO-1') },
  ])
})

test('TRX-05 de un pago devuelto en parte se debe esa parte, y pagándola la cuenta queda en cero', async () => {
  const { payer, attempt } = await makeReturned({ returned: 30_000 })
  await readVoided(payer, attempt)
  expect(await debtsOf(payer)).toMatchObject([{ number: 'COBRO-1', balance: 3_000_000 }])
  expect(await creditOf(payer)).toMatchObject({ credit: 0 })
  await pay(payer, 30_000, { paid_on: today() })
  expect(await debtsOf(payer)).toEqual([])
  expect((await statementOf(payer)).closing_balance).toBe(0)
  expect(await breachesOf(t)).toEqual([])
})

test('TRX-04 TRX-05 un contracargo de lo que ya se devolvió se registra, y dice qué debe el cliente; un reverso de la oficina se niega', async () => {
  const { payer, attempt } = await makeReturned()
  const { message } = await payer.financial.call(paymentApi.chargeback, {
    params: { id: attempt.id },
    body: { reason: 'El cliente desconoció el pago' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect(message).toContain('De ese pago ya se le habían devuelto $ 50.000,00 al cliente: los debe en COBRO-1')
  expect(await debtsOf(payer)).toMatchObject([{ number: 'COBRO-1', balance: 5_000_000 }])
  const byHand = await pay(payer, 80_000, { paid_on: today() })
  await refund(payer, 30_000, { paid_on: today() })
  expect((await reverse(payer, byHand.id)).status).toBe(409)
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-03 TRX-05 lo que se debe por un pago anulado no es venta ni ingreso, no lleva nota crédito y su comprobante cuadra', async () => {
  const { payer, attempt, id } = await makeReturned()
  const { financial } = payer
  await readVoided(payer, attempt)
  const { data: visit } = await financial.call(invoiceApi.get, { params: { id } })
  const [debt] = await debtsOf(payer)
  const refused = await financial.ask(invoiceApi.creditNote, {
    params: { id: debt?.id ?? '' },
    body: { concept: 'Perdonado' },
    headers: { 'idempotency-key': randomUUID() },
  })
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('regístralo como pago')])
  const { totals } = await financial.call(incomeApi.list, { query: { period: today().slice(0, 7) } })
  // The visit without its VAT, and its note: the debt is in neither.
  expect(totals).toMatchObject({ invoiced: 4_201_681, credited: 4_201_681, income: 0 })
  const { data: batch } = await financial.call(voucherApi.create, { body: { batch: { through_on: today() } } })
  const file = await financial.ask(voucherApi.file, {
    params: { number: String(batch.number) },
    body: { template: 'plain' },
  })
  const rows = file.text.split('\r\n').map((row) => row.split(';'))
  // The visit alone is an invoice, with its own number: the debt has the first one of its series too.
  const sales = new Set(rows.filter(([type]) => type === 'FV').map(([, number]) => number))
  expect([...sales]).toEqual([visit.number])
  const ofDebt = rows.filter((row) => row[6]?.includes('COBRO-1'))
  expect(ofDebt.map(([kind, , , account, , , text]) => [kind, account, text])).toEqual([
    ['CR', DEFAULT_CHART.clients, expect.stringMatching(/^CR-\d+ Pago anulado después de devuelto: COBRO-1$/)],
    ['CR', DEFAULT_CHART.advances, expect.stringMatching(/^CR-\d+ Pago anulado después de devuelto: COBRO-1$/)],
  ])
  const { rows: advances } = await t.owner.query<{ left: string }>(
    `select sum(case when credit_account = 'credit' then amount when debit_account = 'credit' then -amount else 0 end) as left
     from journal where company_id = $1`,
    [payer.company.id],
  )
  expect(Number(advances[0]?.left)).toBe(0)
  const list = await financial.call(manualPaymentApi.list)
  expect(sum(list.totals.map(({ amount }) => amount)) - list.reversals.amount).toBe(0)
  expect(await breachesOf(t)).toEqual([])
})

test('TRX-05 PQR-01 INV-11 lo que se debe por un pago anulado no se reclama con su factura, que ninguna respuesta puede devolver', async () => {
  const { payer, attempt } = await makeReturned()
  await readVoided(payer, attempt)
  const [debt] = await debtsOf(payer)
  const id = debt?.id ?? ''
  const pqr = { ...newCase('No me devolvieron'), typology: 'facturacion', invoice_id: id, amount: 50_000 }
  const filed = await payer.client.ask(pqrApi.create, { body: { pqr } })
  expect([filed.status, filed.json.errors?.[0]]).toEqual([
    422,
    { field: 'pqr.invoice_id', message: 'Es el cobro de un pago anulado: radica esta sin la factura' },
  ])
  const { invoice_id: _, amount: __, ...plain } = pqr
  expect((await payer.client.ask(pqrApi.create, { body: { pqr: plain } })).status).toBe(201)
  const body = { amount: 50_000, reason: 'No se lo devolvieron' }
  const desk = await payer.financial.ask(invoiceApi.dispute, { params: { id }, body })
  expect([desk.status, desk.json.errors?.[0]]).toEqual([
    422,
    {
      field: 'amount',
      message: 'Es el cobro de un pago anulado: si el cliente no lo acepta, radica su PQR sin esa factura',
    },
  ])
})
