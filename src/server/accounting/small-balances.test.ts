import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { closingApi } from '#domain/accounting/api.ts'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
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
  statesOf,
} from '#test/credit-desk.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
beforeEach(() => t.setNow(new Date('2026-11-20T15:00:00Z')))
afterAll(() => t.setNow(null))

const TODAY = '2026-11-20'
const once = () => ({ 'idempotency-key': randomUUID() })

const limit = ({ financial }: Desk, amount: number | null) =>
  financial.ask(smallBalanceApi.setLimit, { body: { limit: { amount } } })
const list = async ({ financial }: Desk) => financial.call(smallBalanceApi.list)
const close = ({ financial }: Desk, closing: object = {}, headers = once()) =>
  financial.ask(smallBalanceApi.close, { body: { closing: { posted_on: TODAY, ...closing } }, headers })
const closedOf = async ({ financial }: Desk) => (await financial.call(smallBalanceApi.closed)).data
const reopen = ({ financial }: Desk, id: string) =>
  financial.ask(smallBalanceApi.reverse, { params: { id }, body: { reason: 'Trajo los 24 pesos' }, headers: once() })

/** An invoice of which 24 pesos are owed. */
async function leftover(desk: Desk) {
  const invoice = await charge(desk, 10_000)
  await pay(desk, 9_976, { invoice_ids: [invoice.id] })
  return invoice
}

test('ACC-05 un saldo pequeño se cierra por ajuste: la factura queda pagada, sin recibo, y la historia y el estado de cuenta lo dicen', async () => {
  const desk = await makeDesk(t)
  const [a, b] = [await leftover(desk), await leftover(desk)]
  expect(await list(desk)).toMatchObject({
    data: [],
    totals: { count: 0 },
    limits: { limit: null, limit_max: 500_000 },
  })
  expect((await close(desk)).json.message).toBe('Primero define hasta qué valor un saldo es pequeño')
  await limit(desk, 24)
  const listed = await list(desk)
  expect(listed).toMatchObject({
    data: [
      { invoice_id: a.id, number: a.number, total: 1_000_000, balance: 2_400 },
      { invoice_id: b.id, number: b.number },
    ],
    totals: { count: 2, amount: 4_800 },
  })
  const before = (await desk.financial.call(manualPaymentApi.list)).data.length
  const { status, json } = await close(desk, { total: 48 })
  expect([status, json.message]).toEqual([201, 'Cerramos 2 saldos por $ 48,00'])
  expect(await statesOf(desk, a, b)).toEqual([
    ['pagado', 0],
    ['pagado', 0],
  ])
  expect((await desk.financial.call(manualPaymentApi.list)).data).toHaveLength(before)
  expect((await readInvoice(desk, a.id)).movements).toMatchObject([
    { kind: 'factura' },
    { kind: 'pago' },
    { kind: 'cierre_saldo', amount: -2_400 },
  ])
  const { data: statement } = await desk.client.call(clientApi.statement, { params: { id: desk.clientId } })
  expect(statement.movements.map(({ kind, document }) => [kind, document])).toContainEqual(['cierre_saldo', a.number])
  expect(statement.closing_balance).toBe(0)
  expect((await list(desk)).totals).toEqual({ count: 0, amount: 0 })
  expect((await t.events(desk.company.id)).filter((name) => name === 'small_balances.closed')).toHaveLength(1)
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-05 cerrar dos veces, a la vez o con la misma llave, cierra una sola vez', async () => {
  const desk = await makeDesk(t)
  await limit(desk, 50)
  const { id } = await leftover(desk)
  const headers = once()
  const [first, again] = [await close(desk, {}, headers), await close(desk, {}, headers)]
  expect([first.status, again.text]).toEqual([201, first.text])
  expect((await close(desk)).json.message).toBe('No hay saldos pequeños por cerrar')
  const chosen = await close(desk, { invoice_ids: [id] })
  expect([chosen.status, chosen.json.message]).toEqual([
    409,
    expect.stringMatching(/^No se cerró ningún saldo. La factura .* ya no tiene saldo$/),
  ])
  const other = await leftover(desk)
  const answers = await Promise.all([1, 2, 3].map(() => close(desk, { invoice_ids: [other.id] })))
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 409, 409])
  expect(await closedOf(desk)).toHaveLength(2)
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-05 lo que está en reclamo, tiene un pago en proceso o es de otra empresa no se cierra', async () => {
  const desk = await makeDesk(t)
  await limit(desk, 50)
  const [a, b, c] = [await leftover(desk), await leftover(desk), await leftover(desk)]
  const reason = { amount: 24, reason: 'No debo eso' }
  await desk.financial.call(invoiceApi.dispute, { params: { id: a.id }, body: reason })
  await t.owner.query(
    `with attempt as (
       insert into payment_attempts (company_id, client_id, user_id, key, request_hash, method, environment, reference, amount, payer,
         accepted, transaction_id, status, next_check_at)
       select company_id, id, user_id, 'x', decode('00', 'hex'), 'nequi', 'test', 'AF-1-x', 2400, '{}', '{}', 't-1', 'submitted', now()
       from clients where id = $1 returning *)
     insert into payment_attempt_invoices (company_id, attempt_id, invoice_id, amount, is_open)
     select company_id, id, $2, 2400, true from attempt`,
    [desk.clientId, b.id],
  )
  expect((await list(desk)).data.map(({ invoice_id }) => invoice_id)).toEqual([c.id])
  const { status, json } = await close(desk, { invoice_ids: [a.id, b.id, c.id] })
  expect([status, json.message]).toEqual([
    201,
    'Cerramos 1 saldo por $ 24,00. 2 siguen abiertas: cambiaron desde que abriste la lista',
  ])
  expect(json.data).toMatchObject({
    closed: { count: 1, amount: 24 },
    skipped: expect.arrayContaining([
      { number: a.number, why: 'está en reclamo' },
      { number: b.number, why: 'tiene un pago en proceso' },
    ]),
  })
  const another = await makeDesk(t)
  await limit(another, 50)
  const foreign = await close(another, { invoice_ids: [a.id] })
  expect([foreign.status, foreign.json.message]).toEqual([409, 'Ninguna de esas facturas existe'])
})

test('ACC-05 el cierre lleva una fecha abierta, no futura y no anterior a los movimientos de la factura', async () => {
  const desk = await makeDesk(t)
  await limit(desk, 50)
  const { id, number } = await leftover(desk)
  const future = await close(desk, { posted_on: '2026-11-21' })
  expect([future.status, future.json.errors?.[0]?.field]).toEqual([400, 'closing.posted_on'])
  const early = await close(desk, { posted_on: '2026-11-19', invoice_ids: [id] })
  expect(early.json.message).toBe(`No se cerró ningún saldo. La factura ${number} tiene movimientos después de ese día`)
  t.setNow(new Date('2026-12-03T15:00:00Z'))
  await desk.financial.call(closingApi.close, { body: { closing: { closed_through: '2026-11-30' } } })
  const closed = await close(desk, { posted_on: '2026-11-30' })
  expect([closed.status, closed.json.errors?.[0]?.field]).toEqual([409, 'closing.posted_on'])
  const changed = await close(desk, { posted_on: '2026-12-01', total: 48 })
  expect([changed.status, changed.json.message]).toEqual([
    409,
    'La lista cambió: ahora suma $ 24,00. Revísala y confirma de nuevo',
  ])
  expect((await close(desk, { posted_on: '2026-12-01', total: 24 })).status).toBe(201)
  expect(await closedOf(desk)).toMatchObject([{ number, amount: 2_400, posted_on: '2026-12-01', reversed: null }])
})

test('ACC-05 un cierre se reversa una vez: la factura se vuelve a deber, y el saldo a favor que haya la paga', async () => {
  const desk = await makeDesk(t)
  await limit(desk, 50)
  const { id, number } = await leftover(desk)
  await close(desk)
  const [closed] = await closedOf(desk)
  const reversed = await reopen(desk, closed?.id ?? '')
  expect([reversed.status, reversed.json.message]).toEqual([201, `La factura ${number} vuelve a deber $ 24,00`])
  expect(await statesOf(desk, { id })).toEqual([['pendiente', 24]])
  const again = await reopen(desk, closed?.id ?? '')
  expect([again.status, again.json.message]).toEqual([409, 'El cierre de ese saldo ya está reversado'])
  await close(desk)
  await pay(desk, 1_000)
  expect((await creditOf(desk)).credit).toBe(100_000)
  await reopen(desk, (await closedOf(desk))[0]?.id ?? '')
  expect(await statesOf(desk, { id })).toEqual([['pagado', 0]])
  expect((await creditOf(desk)).credit).toBe(97_600)
  expect((await readInvoice(desk, id)).movements.map(({ kind }) => kind)).toEqual([
    'factura',
    'pago',
    'cierre_saldo',
    'reverso_cierre',
    'saldo_a_favor',
  ])
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-05 una nota crédito no devuelve al cliente lo que la empresa cerró por ajuste', async () => {
  const desk = await makeDesk(t)
  await limit(desk, 50)
  const [whole, part] = [await leftover(desk), await leftover(desk)]
  await close(desk)
  await note(desk, whole.id)
  expect(await statesOf(desk, whole)).toEqual([['anulado', 0]])
  expect((await creditOf(desk)).credit).toBe(997_600)
  // The credit in favour pays the 14 pesos that the second note leaves open again.
  await note(desk, part.id, 10)
  expect(await statesOf(desk, part)).toEqual([['pagado', 0]])
  expect((await creditOf(desk)).credit).toBe(997_600 - 1_400)
  expect((await closedOf(desk)).map(({ reversed }) => reversed?.reason)).toEqual(['Nota crédito', 'Nota crédito'])
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-05 reversar el pago que dejó el saldo hace que se deba la factura completa', async () => {
  const desk = await makeDesk(t)
  await limit(desk, 50)
  const invoice = await charge(desk, 10_000)
  const paid = await pay(desk, 9_976)
  await close(desk)
  await reverse(desk, paid.id)
  expect(await statesOf(desk, invoice)).toEqual([['pendiente', 10_000]])
  expect(await closedOf(desk)).toMatchObject([{ reversed: { reason: 'Reverso del recibo 1' } }])
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-05 el límite no pasa del tope, y se puede quitar', async () => {
  const desk = await makeDesk(t)
  const over = await limit(desk, 5_000.01)
  expect([over.status, over.json.errors?.[0]]).toEqual([
    422,
    { field: 'limit.amount', message: 'El límite puede ser de hasta $ 5.000,00' },
  ])
  expect((await limit(desk, 0)).status).toBe(400)
  expect((await limit(desk, 5_000)).json.message).toBe('Un saldo es pequeño hasta $ 5.000,00')
  await leftover(desk)
  expect((await list(desk)).totals.count).toBe(1)
  expect((await limit(desk, null)).status).toBe(200)
  expect((await list(desk)).totals.count).toBe(0)
})

test('ACC-05 TRX-04 reversar el pago que dejó saldo a favor reabre también el saldo pequeño de la factura que lo pierde', async () => {
  const desk = await makeDesk(t)
  const advance = await pay(desk, 30_000)
  const invoice = await charge(desk, 33_000)
  expect(await statesOf(desk, invoice)).toEqual([['pendiente', 3_000]])
  await limit(desk, 5_000)
  await close(desk)
  expect(await statesOf(desk, invoice)).toEqual([['pagado', 0]])
  expect((await reverse(desk, advance.id)).status).toBe(201)
  expect(await statesOf(desk, invoice)).toEqual([['pendiente', 33_000]])
  expect(await closedOf(desk)).toMatchObject([{ reversed: { reason: `Reverso del recibo ${advance.number}` } }])
  expect(await breachesOf(t)).toEqual([])
})

test('ACC-05 INV-12 el papel de una factura con nota no cuenta como pagado el saldo pequeño que se cerró', async () => {
  const desk = await makeDesk(t)
  const { id } = await charge(desk, 20_000)
  await note(desk, id, 10_000)
  await pay(desk, 9_976, { invoice_ids: [id] })
  await limit(desk, 50)
  await close(desk)
  const { bytes } = await desk.financial.ask(invoiceApi.pdf, { params: { id } })
  const text = readPdf(bytes).text.replaceAll(/\s+/g, ' ')
  expect(text).toContain('Pagado de esta factura: -$ 9.976,00')
  expect(text).toContain('La empresa cerró un saldo pequeño: -$ 24,00')
  expect(text).toContain('Queda por pagar de esta factura: $ 0,00')
})
