import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, plus, sum } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import {
  type Applied,
  type NewManualPayment,
  type Payment,
  type PaymentMethod,
  TOLERANCE,
  withheldOf,
} from '#domain/payments/payment.ts'
import type { Tx } from '#server/core/tx.ts'
import { creditOf, type LockedInvoice, lockAccount, lockInvoices, moveBalances } from '#server/invoices/account.ts'
import { type Entry, insertJournal, lockNumbers, takeNumber } from '#server/invoices/post.ts'
import { insertPayment, insertReversal, listPaymentEntries, type PaymentEntry } from './queries.ts'

/** Money that came in. `attempt_id`: the attempt it came from, when it was online. */
export type NewReceipt = Pick<NewManualPayment, 'client_id' | 'amount' | 'paid_on' | 'reference' | 'retentions'> & {
  method: PaymentMethod
  attempt_id?: string
}

/**
 * Writes a receipt with its rows of the journal, and moves the balances. The account and the invoices are locked; `applied` says
 * what each invoice gets and `rest` what stands in favour: together they are what came in. Returns its id.
 */
export async function postReceipt(
  tx: Tx,
  receipt: NewReceipt,
  open: readonly LockedInvoice[],
  { applied, rest }: { applied: readonly Applied[]; rest: Money },
): Promise<string> {
  const number = await takeNumber(tx, 'receipt', 'RC', await lockNumbers(tx, 'receipt', 'RC'))
  const id = await insertPayment(tx, receipt, number)
  const common = { client_id: receipt.client_id, payment_id: id, posted_on: receipt.paid_on }
  const entries = [
    ...spread(receipt, applied).map((entry) => ({ ...common, ...entry })),
    ...(rest > 0 ? [{ ...common, debit: 'cash', credit: 'credit', amount: rest, invoice_id: null } as const] : []),
    ...remainders(receipt, open, applied).map((entry) => ({ ...common, ...entry })),
  ]
  await insertJournal(tx, entries)
  await moveBalances(tx, paidByInvoice(entries))
  return id
}

type Part = Pick<Entry, 'debit' | 'credit' | 'amount' | 'invoice_id'>

/** Which source pays which invoice: what was withheld first, because only money can be left in favour. */
function spread(receipt: NewReceipt, applied: readonly Applied[]): Part[] {
  const withheld = sum(withheldOf(receipt).map(([, kept]) => kept))
  const sources: { debit: 'withholding' | 'cash'; amount: Money }[] = [
    { debit: 'withholding', amount: withheld },
    { debit: 'cash', amount: receipt.amount },
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
function remainders(receipt: NewReceipt, open: readonly LockedInvoice[], applied: readonly Applied[]): Part[] {
  if (receipt.method !== 'efectivo') return []
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
export async function reverseReceipt(tx: Tx, payment: Payment, reason: string, today: Day): Promise<void> {
  await lockAccount(tx, payment.client_id)
  if (!(await insertReversal(tx, payment.id, reason))) throw new Refusal('conflict', 'Ese pago ya está reversado')
  const problem = await reversalProblem(tx, payment)
  if (problem !== null) throw new Refusal('conflict', problem)
  const moved = await listPaymentEntries(tx, payment.id)
  const paid = [...new Set(moved.flatMap(({ invoice_id }) => invoice_id ?? []))]
  const invoices = await lockInvoices(tx, payment.client_id, paid)
  const common = { client_id: payment.client_id, posted_on: today }
  const back = moved.map((entry) => ({ ...common, ...backwards(entry), payment_id: payment.id }))
  const favour = minus(await creditOf(tx, payment.client_id), payment.credit)
  const entries = [...back, ...takenAgain(invoices, back, favour).map((part) => ({ ...common, ...part }))]
  await insertJournal(tx, entries)
  await moveBalances(tx, paidByInvoice(entries))
}

/**
 * What a credit note had left in favour because the invoice was paid goes back to the invoice, now that it is not: nobody is asked
 * for what was credited, as far as `favour`, what still stands in the client's favour, goes.
 */
function takenAgain(invoices: readonly LockedInvoice[], back: readonly Part[], favour: Money): Part[] {
  let left = favour
  return paidByInvoice(back).flatMap(({ id, paid }) => {
    const invoice = invoices.find((one) => one.id === id)
    if (!invoice) return []
    const excess = minus(minus(invoice.balance, paid), minus(invoice.total, invoice.credited))
    const amount = money(Math.max(0, Math.min(excess, left)))
    left = minus(left, amount)
    return amount === 0 ? [] : [{ debit: 'credit', credit: 'receivable', amount, invoice_id: id } as const]
  })
}

/** Why a payment cannot be taken back now, in a sentence. Its account is locked. */
export async function reversalProblem(tx: Tx, payment: Payment): Promise<string | null> {
  if (payment.credit === 0 || (await creditOf(tx, payment.client_id)) >= payment.credit) return null
  return 'El saldo a favor que dejó este pago ya se usó en otra factura. Registra el cobro o haz primero la nota crédito de esa factura.'
}

const backwards = ({ debit, credit, amount, invoice_id }: PaymentEntry): Part => ({
  debit: credit === 'credit' ? 'credit' : 'receivable',
  credit: debit === 'withholding' ? 'withholding' : debit === 'rounding' ? 'rounding' : 'cash',
  amount,
  invoice_id,
})
