import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, sum, toPesos } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import {
  type AppliedAmount,
  balanceChangesOf,
  type Entry,
  entriesOfCreditUse,
  entriesOfReceipt,
  entriesOfReversal,
} from '#domain/ledger/entry.ts'
import {
  type NewManualPayment,
  type Payment,
  type PaymentMethod,
  ROUNDING_MAX,
  withheldOf,
} from '#domain/payments/payment.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { getCredit, type LockedClient, type LockedInvoice, lockAccount, lockInvoices } from '#server/ledger/accounts.ts'
import { postEntries } from '#server/ledger/entries.ts'
import { listPaymentEntries } from '#server/ledger/movements.ts'
import { insertPayment, insertReversal } from './queries.ts'

/** A received payment. `attempt_id`: its attempt, when it was made online. */
export type NewReceipt = Pick<NewManualPayment, 'amount' | 'paid_on' | 'reference' | 'retentions'> & {
  client: LockedClient
  method: PaymentMethod
  attempt_id?: string
  account_id: string | null
  /** The day of its entries, when the day of the payment is already closed. */
  posted_on?: Day
}

/** A receipt with every row written except its own: `close` writes that row with its number, as the last step of the transaction. */
export type OpenReceipt = {
  id: string
  /** Takes the number, writes the receipt and records it; `also` runs concurrently with the record and gets the number. */
  close<T>(also: (number: number) => Promise<T>): Promise<T>
}

/**
 * Writes the journal entries of a receipt and updates the balances. The account and the invoices must be locked; `applied` is the
 * amount for each invoice and `rest` the credit in favour: together they are the received amount. The database does not let the
 * transaction commit until the receipt is closed.
 */
export async function openReceipt(
  tx: Tx,
  receipt: NewReceipt,
  open: readonly LockedInvoice[],
  { applied, rest }: { applied: readonly AppliedAmount[]; rest: Money },
): Promise<OpenReceipt> {
  const id = newId()
  await postEntries(
    tx,
    entriesOfReceipt({
      client_id: receipt.client.id,
      payment_id: id,
      posted_on: receipt.posted_on ?? receipt.paid_on,
      cash: receipt.amount,
      withheld: sum(withheldOf(receipt).map(([, amount]) => amount)),
      applied,
      rest,
      rounding: roundingParts(receipt, open, applied),
    }),
  )
  const invoices = applied.flatMap((part) => open.find((invoice) => invoice.id === part.id)?.number ?? [])
  return {
    id,
    close: async (also) => {
      const { client, method } = receipt
      const number = await insertPayment(tx, id, { ...receipt, client_id: client.id })
      const after = { number, client: client.name, amount: toPesos(receipt.amount), method, invoices }
      const [result] = await Promise.all([
        also(number),
        tx.record('payment.registered', { entity_id: id, client_id: client.id, after }),
      ])
      return result
    },
  }
}

/** Cash has no centavos: a remainder under one peso of an invoice paid in cash is closed as rounding. */
function roundingParts(
  receipt: NewReceipt,
  open: readonly LockedInvoice[],
  applied: readonly AppliedAmount[],
): AppliedAmount[] {
  if (receipt.method !== 'efectivo') return []
  return applied.flatMap(({ id, amount }) => {
    const remainder = money((open.find((invoice) => invoice.id === id)?.balance ?? 0) - amount)
    if (remainder <= 0 || remainder >= ROUNDING_MAX) return []
    return [{ id, amount: remainder }]
  })
}

/**
 * Reverses a payment, entry by entry, on the day of the reversal (TRX-04). Throws a Refusal 'conflict' when it is already reversed or
 * its credit in favour was already used.
 */
export async function reverseReceipt(tx: Tx, payment: Payment, reason: string, today: Day): Promise<void> {
  await lockAccount(tx, payment.client_id)
  if (!(await insertReversal(tx, payment.id, reason))) throw new Refusal('conflict', 'Ese pago ya está reversado')
  const problem = await reversalProblem(tx, payment)
  if (problem !== null) throw new Refusal('conflict', problem)
  const entries = await listPaymentEntries(tx, payment.id)
  const paid = [...new Set(entries.flatMap(({ invoice_id }) => invoice_id ?? []))]
  const invoices = await lockInvoices(tx, payment.client_id, paid)
  const { client_id } = payment
  const reversal = entriesOfReversal({ client_id, posted_on: today, payment_id: payment.id, entries })
  const available = minus(await getCredit(tx, client_id), payment.credit)
  const used = entriesOfCreditUse({
    client_id,
    posted_on: today,
    parts: creditPartsUsedAgain(invoices, reversal, available),
  })
  await postEntries(tx, [...reversal, ...used])
}

/**
 * The credit in favour that goes back to invoices after the reversal: a credit note of a paid invoice left credit in favour, and the
 * client must not pay a credited amount. At most `available`, the client's remaining credit in favour.
 */
function creditPartsUsedAgain(invoices: readonly LockedInvoice[], reversal: readonly Entry[], available: Money) {
  let remaining = available
  return balanceChangesOf(reversal).flatMap(({ id, paid }) => {
    const invoice = invoices.find((locked) => locked.id === id)
    if (!invoice) return []
    const excess = minus(minus(invoice.balance, paid), minus(invoice.total, invoice.credited))
    const amount = money(Math.max(0, Math.min(excess, remaining)))
    remaining = minus(remaining, amount)
    return [{ invoice_id: id, amount }]
  })
}

/** The sentence that explains why a payment cannot be reversed; null when it can. Its account must be locked. */
export async function reversalProblem(tx: Tx, payment: Payment): Promise<string | null> {
  if (payment.credit === 0 || (await getCredit(tx, payment.client_id)) >= payment.credit) return null
  return 'El saldo a favor que dejó este pago ya se usó en otra factura. Registra el cobro o haz primero la nota crédito de esa factura.'
}
