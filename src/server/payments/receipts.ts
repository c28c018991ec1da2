import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, sum } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import {
  type Applied,
  balanceMoves,
  type Entry,
  entriesOfCreditUse,
  entriesOfReceipt,
  entriesOfReversal,
} from '#domain/ledger/entry.ts'
import {
  type NewManualPayment,
  type Payment,
  type PaymentMethod,
  TOLERANCE,
  withheldOf,
} from '#domain/payments/payment.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { getCredit, type LockedInvoice, lockAccount, lockInvoices } from '#server/ledger/accounts.ts'
import { postEntries } from '#server/ledger/entries.ts'
import { listPaymentEntries } from '#server/ledger/movements.ts'
import { getClientName, insertPayment, insertReversal } from './queries.ts'

/** Money that came in. `attempt_id`: the attempt it came from, when it was online. */
export type NewReceipt = Pick<NewManualPayment, 'client_id' | 'amount' | 'paid_on' | 'reference' | 'retentions'> & {
  method: PaymentMethod
  attempt_id?: string
}

/** A receipt whose every other row is written: `close` gives it its number, as the last thing of its transaction. */
export type OpenReceipt = {
  id: string
  clientName: string
  /** Takes the number, writes the receipt and records it; `also` runs beside the record, for what needs the number too. */
  close<T>(also: (number: number) => Promise<T>): Promise<T>
}

/**
 * Writes the rows of the journal of a receipt and moves the balances. The account and the invoices are locked; `applied` says
 * what each invoice gets and `rest` what stands in favour: together they are what came in. Until it is closed the database does
 * not let the transaction commit.
 */
export async function openReceipt(
  tx: Tx,
  receipt: NewReceipt,
  open: readonly LockedInvoice[],
  { applied, rest }: { applied: readonly Applied[]; rest: Money },
): Promise<OpenReceipt> {
  const id = newId()
  await postEntries(
    tx,
    entriesOfReceipt({
      client_id: receipt.client_id,
      payment_id: id,
      posted_on: receipt.paid_on,
      cash: receipt.amount,
      withheld: sum(withheldOf(receipt).map(([, kept]) => kept)),
      applied,
      rest,
      rounding: remainders(receipt, open, applied),
    }),
  )
  const clientName = await getClientName(tx, receipt.client_id)
  const invoices = applied.flatMap((part) => open.find((invoice) => invoice.id === part.id)?.number ?? [])
  return {
    id,
    clientName,
    close: async (also) => {
      const number = await insertPayment(tx, id, receipt)
      const { client_id, method } = receipt
      const after = { number, client: clientName, amount: receipt.amount / 100, method, invoices }
      const [result] = await Promise.all([
        also(number),
        tx.record('payment.registered', { entity_id: id, client_id, after }),
      ])
      return result
    },
  }
}

/** Cash knows no centavos: what is left under one peso of an invoice that was paid in cash is closed as rounding. */
function remainders(receipt: NewReceipt, open: readonly LockedInvoice[], applied: readonly Applied[]): Applied[] {
  if (receipt.method !== 'efectivo') return []
  return applied.flatMap(({ id, amount }) => {
    const left = money((open.find((invoice) => invoice.id === id)?.balance ?? 0) - amount)
    if (left <= 0 || left >= TOLERANCE) return []
    return [{ id, amount: left }]
  })
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
  const { client_id } = payment
  const back = entriesOfReversal({ client_id, posted_on: today, payment_id: payment.id, entries: moved })
  const favour = minus(await getCredit(tx, client_id), payment.credit)
  const used = entriesOfCreditUse({ client_id, posted_on: today, parts: creditUsedAgain(invoices, back, favour) })
  await postEntries(tx, [...back, ...used])
}

/**
 * What a credit note had left in favour because the invoice was paid goes back to the invoice, now that it is not: nobody is asked
 * for what was credited, as far as `favour`, what still stands in the client's favour, goes.
 */
function creditUsedAgain(invoices: readonly LockedInvoice[], back: readonly Entry[], favour: Money) {
  let left = favour
  return balanceMoves(back).flatMap(({ id, paid }) => {
    const invoice = invoices.find((one) => one.id === id)
    if (!invoice) return []
    const excess = minus(minus(invoice.balance, paid), minus(invoice.total, invoice.credited))
    const amount = money(Math.max(0, Math.min(excess, left)))
    left = minus(left, amount)
    return [{ invoice_id: id, amount }]
  })
}

/** Why a payment cannot be taken back now, in a sentence. Its account is locked. */
export async function reversalProblem(tx: Tx, payment: Payment): Promise<string | null> {
  if (payment.credit === 0 || (await getCredit(tx, payment.client_id)) >= payment.credit) return null
  return 'El saldo a favor que dejó este pago ya se usó en otra factura. Registra el cobro o haz primero la nota crédito de esa factura.'
}
