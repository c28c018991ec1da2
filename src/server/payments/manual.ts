import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, plus, sum } from '#domain/core/money.ts'
import { API_PAGE_SIZE_DEFAULT } from '#domain/core/paging.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { manualPaymentApi } from '#domain/payments/api.ts'
import {
  type Applied,
  applyTo,
  assertPayment,
  type NewManualPayment,
  type Payment,
  receivedOf,
  TOLERANCE,
  withheldOf,
} from '#domain/payments/payment.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { creditOf, type LockedInvoice, lockAccount, lockInvoices, moveBalances } from '#server/invoices/account.ts'
import { type Entry, insertJournal, lockNumbers, takeNumber } from '#server/invoices/post.ts'
import {
  countPayments,
  getPayment,
  insertPayment,
  insertReversal,
  listPaymentEntries,
  listPayments,
  type PaymentEntry,
  totalPayments,
} from './queries.ts'

export const manualPayments = implement(manualPaymentApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const { page, page_size, sort: _sort, ...filter } = query
      const totals = await totalPayments(tx, filter)
      if (page === undefined && page_size === undefined) return { data: await listPayments(tx, filter, null), totals }
      const [at, size] = [page ?? 1, page_size ?? API_PAGE_SIZE_DEFAULT]
      const data = await listPayments(tx, filter, { offset: (at - 1) * size, limit: size })
      return { data, meta: { total: await countPayments(tx, filter), page: at, page_size: size }, totals }
    }),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      assertPayment(body.payment, ctx.today)
      const id = await register(tx, body.payment)
      const after = await whole(tx, id)
      await tx.record('payment.registered', { entity_id: id, after: factOf(after) })
      return { data: after, message: `Pago registrado: recibo ${after.number}` }
    }),

  reverse: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const before = await getPayment(tx, params.id)
      if (!before) throw notFound('Ese pago no existe')
      await reverse(tx, before, body.reason, ctx.today)
      const after = await whole(tx, before.id)
      await tx.record('payment.reversed', {
        entity_id: before.id,
        before: factOf(before),
        after: { ...factOf(after), reason: body.reason },
      })
      return { data: after, message: `Reversamos el recibo ${after.number}` }
    }),
})

async function whole(tx: Tx, id: string): Promise<Payment> {
  const payment = await getPayment(tx, id)
  if (!payment) throw new Error('a payment that was just written is not there')
  return payment
}

const factOf = (payment: Payment) => ({
  number: payment.number,
  client: payment.client.name,
  amount: payment.amount / 100,
  method: payment.method,
  invoices: payment.applied.map((one) => one.number),
})

/** Registers a payment in its account's turn: the invoices it names in that order, or the oldest first (INV-09, TRX-03). */
async function register(tx: Tx, payment: NewManualPayment): Promise<string> {
  if (!(await lockAccount(tx, payment.client_id)))
    throw refuseField('not_found', 'payment.client_id', 'Ese cliente no existe')
  const open = await lockInvoices(tx, payment.client_id, payment.invoice_ids ?? null)
  if (payment.invoice_ids !== undefined && open.length < payment.invoice_ids.length) {
    throw refuseField('not_found', 'payment.invoice_ids', 'Una de las facturas no existe o es de otro cliente')
  }
  const settled = open.find((invoice) => invoice.balance === 0)
  if (settled) throw refuseField('conflict', 'payment.invoice_ids', `La factura ${settled.number} ya no tiene saldo`)
  const { applied, rest } = applyTo(receivedOf(payment), open)
  if (rest > payment.amount) {
    throw refuseField('refused', 'payment.retentions', 'Las retenciones superan lo que se debe: revisa los valores')
  }
  const number = await takeNumber(tx, 'receipt', 'RC', await lockNumbers(tx, 'receipt', 'RC'))
  const id = await insertPayment(tx, payment, number)
  const common = { client_id: payment.client_id, payment_id: id, posted_on: payment.paid_on }
  const entries = [
    ...spread(payment, applied).map((entry) => ({ ...common, ...entry })),
    ...(rest > 0 ? [{ ...common, debit: 'cash', credit: 'credit', amount: rest, invoice_id: null } as const] : []),
    ...remainders(payment, open, applied).map((entry) => ({ ...common, ...entry })),
  ]
  await insertJournal(tx, entries)
  await moveBalances(tx, paidByInvoice(entries))
  return id
}

/** Pays everything that a client owes, in one receipt, whose id it returns. For the demo's own people, whose account starts clean. */
export async function settleAccount(tx: Tx, clientId: string, today: Day): Promise<string | null> {
  await lockAccount(tx, clientId)
  const owed = sum((await lockInvoices(tx, clientId, null)).map((invoice) => invoice.balance))
  if (owed === 0) return null
  return register(tx, { client_id: clientId, amount: owed, method: 'transferencia', paid_on: today })
}

type Part = Pick<Entry, 'debit' | 'credit' | 'amount' | 'invoice_id'>

/** Which source pays which invoice: what was withheld first, because only money can be left in favour. */
function spread(payment: NewManualPayment, applied: readonly Applied[]): Part[] {
  const withheld = sum(withheldOf(payment).map(([, kept]) => kept))
  const sources: { debit: 'withholding' | 'cash'; amount: Money }[] = [
    { debit: 'withholding', amount: withheld },
    { debit: 'cash', amount: payment.amount },
  ]
  const parts: Part[] = []
  for (const { id, amount } of applied) {
    let open = amount
    for (const source of sources) {
      const part = source.amount < open ? source.amount : open
      if (part === 0) continue
      parts.push({ debit: source.debit, credit: 'receivable', amount: part, invoice_id: id })
      source.amount = minus(source.amount, part)
      open = minus(open, part)
    }
  }
  return parts
}

/** Cash knows no centavos: what is left under one peso of an invoice that was paid in cash is closed as rounding. */
function remainders(payment: NewManualPayment, open: readonly LockedInvoice[], applied: readonly Applied[]): Part[] {
  if (payment.method !== 'efectivo') return []
  return applied.flatMap(({ id, amount }) => {
    const left = money((open.find((invoice) => invoice.id === id)?.balance ?? 0) - amount)
    if (left <= 0 || left >= TOLERANCE) return []
    return [{ debit: 'rounding', credit: 'receivable', amount: left, invoice_id: id } as const]
  })
}

/** How much each invoice's balance goes down (or up, for what is taken back). */
function paidByInvoice(entries: readonly Part[]): { id: string; paid: Money }[] {
  const paid = new Map<string, Money>()
  for (const { debit, credit, amount, invoice_id } of entries) {
    if (invoice_id === null) continue
    const moved = credit === 'receivable' ? amount : debit === 'receivable' ? minus(money(0), amount) : money(0)
    paid.set(invoice_id, plus(paid.get(invoice_id) ?? money(0), moved))
  }
  return [...paid].map(([id, amount]) => ({ id, paid: amount }))
}

/** Takes a payment back, row by row, on the day it is reversed (TRX-04). What it left in favour must still be there. */
async function reverse(tx: Tx, payment: Payment, reason: string, today: Day): Promise<void> {
  await lockAccount(tx, payment.client_id)
  if (!(await insertReversal(tx, payment.id, reason))) throw new Refusal('conflict', 'Ese pago ya está reversado')
  if (payment.credit > 0 && (await creditOf(tx, payment.client_id)) < payment.credit) {
    throw new Refusal(
      'conflict',
      'El saldo a favor que dejó este pago ya se usó en otra factura. Registra el cobro o haz primero la nota crédito de esa factura.',
    )
  }
  const moved = await listPaymentEntries(tx, payment.id)
  await lockInvoices(tx, payment.client_id, [...new Set(moved.flatMap(({ invoice_id }) => invoice_id ?? []))])
  const entries = moved.map((entry) => ({
    ...backwards(entry),
    client_id: payment.client_id,
    payment_id: payment.id,
    posted_on: today,
  }))
  await insertJournal(tx, entries)
  await moveBalances(tx, paidByInvoice(entries))
}

const backwards = ({ debit, credit, amount, invoice_id }: PaymentEntry): Part => ({
  debit: credit === 'credit' ? 'credit' : 'receivable',
  credit: debit === 'withholding' ? 'withholding' : debit === 'rounding' ? 'rounding' : 'cash',
  amount,
  invoice_id,
})
