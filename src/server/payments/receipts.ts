import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, pesosLabel, plus, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { type CreditLot, freeCredit } from '#domain/ledger/credit-lots.ts'
import {
  type AppliedAmount,
  entriesOfCreditUse,
  entriesOfReceipt,
  entriesOfReversal,
  entriesOfUndoneUse,
} from '#domain/ledger/entry.ts'
import { reversalPlan } from '#domain/ledger/reversal.ts'
import {
  type NewManualPayment,
  type Payment,
  type PaymentMethod,
  type ReturnedDebt,
  ROUNDING_MAX,
  withheldOf,
} from '#domain/payments/payment.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { type LockedClient, type LockedInvoice, lockAccount, lockInvoices } from '#server/ledger/accounts.ts'
import { reopenBalances } from '#server/ledger/adjustments.ts'
import { applyCredit, readCredit } from '#server/ledger/credit.ts'
import { postEntries } from '#server/ledger/entries.ts'
import { listPaymentEntries } from '#server/ledger/movements.ts'
import {
  getOwedBeside,
  type RequestedAmount,
  raiseOwedRefunds,
  releaseOwedRefunds,
} from '#server/ledger/owed-refunds.ts'
import { recoverWriteOffs, restoreWriteOffs } from '#server/ledger/write-offs.ts'
import { listSetApart, updateSetApart } from './attempt-queries.ts'
import { paidServices } from './paid-services.ts'
import { insertPayment, insertReversal, isReversed } from './queries.ts'
import { postReturnedDebt } from './voided-debt.ts'

/** A received payment. `attempt_id`: its attempt, when it was made online. */
export type NewReceipt = Pick<NewManualPayment, 'amount' | 'paid_on' | 'reference' | 'retentions' | 'keeps_advance'> & {
  client: LockedClient
  method: PaymentMethod
  attempt_id?: string
  account_id: string | null
  /** The open turn that its cash belongs to. */
  turn_id?: string | null
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
 * Writes the journal entries of a receipt and updates the balances; what it pays of a written-off debt is recovered first. The account and the invoices must be locked; `applied` is the
 * amount for each invoice and `rest` the credit in favour: together they are the received amount. The rest pays the other open
 * invoices, unless a person keeps it as an advance. `owed`: the invoices as this payment sees them, with what is written off when they were
 * chosen. `requested`: the amounts that an online payment was started for; those of a contract that
 * became void meanwhile are to be paid back. The database does not let the transaction commit until the receipt is closed.
 */
export async function openReceipt(
  tx: Tx,
  receipt: NewReceipt,
  open: readonly LockedInvoice[],
  {
    applied,
    rest,
    today,
    owed = open,
    requested = [],
  }: {
    applied: readonly AppliedAmount[]
    rest: Money
    today: Day
    owed?: readonly LockedInvoice[]
    requested?: readonly RequestedAmount[]
  },
): Promise<OpenReceipt> {
  const id = newId()
  const rounding = roundingParts(receipt, owed, applied)
  // What is rounded of a written-off debt is recovered too, or it would stay written off: cash cannot pay it.
  const closed = applied.map(({ id: paid, amount }) => {
    const part = rounding.find((one) => one.id === paid)
    return { id: paid, amount: plus(amount, part?.amount ?? ZERO) }
  })
  await recoverWriteOffs(tx, open, closed, { payment_id: id, posted_on: receipt.posted_on ?? receipt.paid_on })
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
      rounding,
    }),
  )
  const raised = rest > 0 ? await raiseOwedRefunds(tx, receipt.client.id, requested, rest) : []
  if (receipt.attempt_id !== undefined && raised.length > 0) await updateSetApart(tx, receipt.attempt_id, raised)
  if (rest > 0 && receipt.keeps_advance !== true) await applyCredit(tx, receipt.client.id, today)
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
  owed: readonly LockedInvoice[],
  applied: readonly AppliedAmount[],
): AppliedAmount[] {
  if (receipt.method !== 'efectivo') return []
  return applied.flatMap(({ id, amount }) => {
    const remainder = money((owed.find((invoice) => invoice.id === id)?.balance ?? 0) - amount)
    if (remainder <= 0 || remainder >= ROUNDING_MAX) return []
    return [{ id, amount: remainder }]
  })
}

/**
 * The number of a reversal, those of the invoices that lost credit in favour by it and are owed again, and what the client owes because the
 * money of the payment was already returned.
 */
export type Reversal = { number: number; reopened: string[]; owed: ReturnedDebt | null }

/**
 * `turn_id`, `left_box`: the turn in which its cash is paid back, or is named when it leaves no box. `isTaken`: the provider took the money,
 * whatever the books say: what was already returned to the client becomes a debt. A person who reverses is refused instead.
 */
type ReversalOptions = { turn_id?: string | null; left_box?: boolean; isTaken?: boolean }

/**
 * Reverses a payment, entry by entry, on the day of the reversal (TRX-04): its invoices are owed again up to what their credit notes
 * left of them, and invoices that used its credit in favour lose it, the newest first. Then the remaining credit in favour is applied,
 * and the promises and agreements that were kept by the payment run again.
 * Throws a Refusal 'conflict' when it is already reversed or, unless `isTaken`, its credit in favour was returned to the client.
 */
export async function reverseReceipt(
  tx: Tx,
  payment: Payment,
  reason: string,
  today: Day,
  { turn_id = null, left_box = true, isTaken = false }: ReversalOptions = {},
): Promise<Reversal> {
  const { client_id, id: payment_id } = payment
  await lockAccount(tx, client_id)
  if (await isReversed(tx, payment_id)) throw new Refusal('conflict', 'Ese pago ya está reversado')
  // The balance that this payment left, when the company closed it: without the payment the whole invoice is owed.
  const paid = (await listPaymentEntries(tx, payment_id)).flatMap(({ invoice_id }) => invoice_id ?? [])
  const reopening = { today, reason: `Reverso del recibo ${payment.number}` }
  await reopenBalances(tx, client_id, [...new Set(paid)], reopening)
  const { entries, setApart, plan, uses } = await planReversal(tx, payment)
  if (plan.missing > 0 && !isTaken) throw new Refusal('conflict', refundedCopy(plan.missing))
  // Before the other entries: it gives back the credit in favour that they take.
  const owed = plan.missing > 0 ? await postReturnedDebt(tx, payment, plan.missing, today) : null
  // The same for the invoices that lose credit in favour. The plan stays: they lose what they used, and the closed balance is no part of that.
  await reopenBalances(
    tx,
    client_id,
    plan.undone.map(({ id }) => id),
    reopening,
  )
  const document = { client_id, posted_on: today }
  await postEntries(tx, [
    ...entriesOfUndoneUse({ ...document, payment_id, parts: plan.undone }),
    ...entriesOfReversal({ ...document, payment_id, entries }),
    ...entriesOfCreditUse({ ...document, parts: plan.covered }),
  ])
  await restoreWriteOffs(tx, client_id, payment_id, today)
  await releaseOwedRefunds(tx, client_id, { entries, setApart }, today)
  await applyCredit(tx, client_id, today)
  const number = await insertReversal(tx, { payment_id, reason, reversed_on: today, turn_id, left_box })
  await paidServices().reopen(tx, payment, today)
  const reopened = plan.undone.flatMap(({ id }) => uses.find((invoice) => invoice.id === id)?.number ?? [])
  return { number, reopened, owed }
}

const refundedCopy = (missing: Money): string =>
  `De este pago ya se devolvieron ${pesosLabel(missing)} al cliente. Cuando los entregue, regístralos como pago y vuelve a reversar.`

async function planReversal(tx: Tx, payment: Payment) {
  const { client_id, id } = payment
  const entries = await listPaymentEntries(tx, id)
  const ids = [...new Set(entries.flatMap(({ invoice_id }) => invoice_id ?? []))]
  const [invoices, { lots }, setApart] = await Promise.all([
    lockInvoices(tx, client_id, ids),
    readCredit(tx, client_id),
    listSetApart(tx, id),
  ])
  const [own, kept] = [lots.find(({ key }) => key === id), lots.filter((lot) => lot.isKept && lot.key !== id)]
  // What is to be paid back of a void contract that another payment paid is taken last.
  const owed = await getOwedBeside(tx, client_id, { entries, setApart })
  const usable = plus(freeCredit(lots), own?.isKept ? own.remaining : ZERO)
  const free = usable > owed ? minus(usable, owed) : ZERO
  const credit = { free, kept: plus(sum(kept.map(({ remaining }) => remaining)), minus(usable, free)) }
  const uses = await lockUses(tx, client_id, lots, id)
  return { entries, setApart, uses, plan: reversalPlan(entries, invoices.map(owedParts), { ...credit, uses }) }
}

/** What is written off of an invoice is not owed again by the reversal of a payment, as what its notes annulled. */
const owedParts = (invoice: LockedInvoice): LockedInvoice => ({
  ...invoice,
  credited: plus(invoice.credited, invoice.written_off),
})

/** The invoices that use credit in favour, the newest use first; those that use the credit of the payment come before the others. */
async function lockUses(tx: Tx, clientId: string, lots: readonly CreditLot[], paymentId: string) {
  const ordered = [...lots.filter(({ key }) => key !== paymentId), ...lots.filter(({ key }) => key === paymentId)]
  const used = new Map<string, Money>()
  for (const { key, amount } of ordered.flatMap(({ uses }) => uses).toReversed()) {
    used.set(key, plus(used.get(key) ?? ZERO, amount))
  }
  const invoices = await lockInvoices(tx, clientId, [...used.keys()])
  return invoices.map((invoice) => ({ ...owedParts(invoice), used: used.get(invoice.id) ?? ZERO }))
}
