import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, plus, ZERO } from '#domain/core/money.ts'

/**
 * The accounts of the ledger. `receivable`: debts of clients. `credit`: credit in favour of clients. `revenue`, `vat`: invoiced
 * amounts. `cash`, `withholding`: received amounts. `opening`: balances imported from another system. `rounding`: remainders under
 * one peso, which cannot be paid in cash. `adjustment`: small balances that the company closed (PUC 429581, ajuste al peso).
 * `write_off`: bad debt that the company wrote off (PUC 139905). `recovery`: what was paid of it later (PUC 425005).
 */
const ACCOUNTS = [
  'receivable',
  'revenue',
  'vat',
  'credit',
  'cash',
  'withholding',
  'opening',
  'rounding',
  'adjustment',
  'write_off',
  'recovery',
] as const
export type Account = (typeof ACCOUNTS)[number]

/** The account that the base of an invoice is posted to. */
export type InvoiceSource = Extract<Account, 'revenue' | 'opening' | 'credit'>

/** One row of the journal: `amount` (centavos, more than zero) moves from the credited account to the debited one. */
export type Entry = {
  client_id: string
  debit: Account
  credit: Account
  amount: Money
  invoice_id: string | null
  payment_id?: string
  credit_note_id?: string
  refund_id?: string
  adjustment_id?: string
  posted_on: Day
}

/** An entry without the document it belongs to. */
export type EntryPart = Pick<Entry, 'debit' | 'credit' | 'amount' | 'invoice_id'>

type Document = Pick<Entry, 'client_id' | 'posted_on'>

/**
 * The entries of an invoice: its base, its VAT, and the credit in favour that pays part of it. `source`: what its base comes from; `credit`
 * for a debt that gives back credit in favour which the client got in money (a voided payment).
 */
export function entriesOfInvoice(
  invoice: Document & { invoice_id: string; subtotal: Money; vat: Money; credit: Money; source: InvoiceSource },
): Entry[] {
  const { client_id, posted_on, invoice_id } = invoice
  return withAmount(
    [
      { debit: 'receivable', credit: invoice.source, amount: invoice.subtotal, invoice_id },
      { debit: 'receivable', credit: 'vat', amount: invoice.vat, invoice_id },
      { debit: 'credit', credit: 'receivable', amount: invoice.credit, invoice_id },
    ],
    { client_id, posted_on },
  )
}

/** The entry of a credit in favour imported from another system. */
export const entriesOfOpeningCredit = (opening: Document & { amount: Money }): Entry[] =>
  withAmount([{ debit: 'opening', credit: 'credit', amount: opening.amount, invoice_id: null }], {
    client_id: opening.client_id,
    posted_on: opening.posted_on,
  })

/** The amount that a receipt pays of an invoice. `id`: of the invoice. */
export type AppliedAmount = { id: string; amount: Money }

/**
 * The entries of a receipt: the invoices in the order given, first paid with the withholdings and then with cash, because only cash
 * can become credit in favour (`rest`). `rounding` closes remainders under one peso.
 */
export function entriesOfReceipt(
  receipt: Document & {
    payment_id: string
    cash: Money
    withheld: Money
    applied: readonly AppliedAmount[]
    rest: Money
    rounding: readonly AppliedAmount[]
  },
): Entry[] {
  const { client_id, posted_on, payment_id } = receipt
  return withAmount(
    [
      ...sharesOf(receipt),
      { debit: 'cash', credit: 'credit', amount: receipt.rest, invoice_id: null },
      ...receipt.rounding.map(
        ({ id, amount }): EntryPart => ({ debit: 'rounding', credit: 'receivable', amount, invoice_id: id }),
      ),
    ],
    { client_id, posted_on, payment_id },
  )
}

function sharesOf({ cash, withheld, applied }: { cash: Money; withheld: Money; applied: readonly AppliedAmount[] }) {
  const sources: { debit: 'withholding' | 'cash'; amount: Money }[] = [
    { debit: 'withholding', amount: withheld },
    { debit: 'cash', amount: cash },
  ]
  const parts: EntryPart[] = []
  for (const { id, amount } of applied) {
    let unpaid = amount
    for (const source of sources) {
      const part = source.amount < unpaid ? source.amount : unpaid
      if (part === 0) continue
      parts.push({ debit: source.debit, credit: 'receivable', amount: part, invoice_id: id })
      source.amount = minus(source.amount, part)
      unpaid = minus(unpaid, part)
    }
  }
  return parts
}

/** A base and its VAT. */
export type BaseAndVat = { base: Money; vat: Money }

/** The entries of a credit note: `debt` reduces the balance of the invoice, `favour` was already paid and becomes credit in favour. */
export function entriesOfCreditNote(
  note: Document & {
    invoice_id: string
    credit_note_id: string
    debt: BaseAndVat
    favour: BaseAndVat
    isOpening: boolean
  },
): Entry[] {
  const { client_id, posted_on, invoice_id, credit_note_id } = note
  const income = incomeAccount(note.isOpening)
  return withAmount(
    [
      { debit: income, credit: 'receivable', amount: note.debt.base, invoice_id },
      { debit: 'vat', credit: 'receivable', amount: note.debt.vat, invoice_id },
      { debit: income, credit: 'credit', amount: note.favour.base, invoice_id },
      { debit: 'vat', credit: 'credit', amount: note.favour.vat, invoice_id },
    ],
    { client_id, posted_on, credit_note_id },
  )
}

/** The entries that reverse a receipt: each of its entries with debit and credit exchanged. */
export const entriesOfReversal = (
  reversal: Document & { payment_id: string; entries: readonly EntryPart[] },
): Entry[] =>
  reversal.entries.map(({ debit, credit, amount, invoice_id }) => ({
    client_id: reversal.client_id,
    posted_on: reversal.posted_on,
    payment_id: reversal.payment_id,
    debit: credit,
    credit: debit,
    amount,
    invoice_id,
  }))

/** The entries of credit in favour that is applied to invoices after their issue. */
export const entriesOfCreditUse = (use: Document & { parts: readonly AppliedAmount[] }): Entry[] =>
  withAmount(
    use.parts.map(({ id, amount }): EntryPart => ({ debit: 'credit', credit: 'receivable', amount, invoice_id: id })),
    { client_id: use.client_id, posted_on: use.posted_on },
  )

/** The entries of credit in favour that leaves invoices, because the payment that gave it is reversed. */
export const entriesOfUndoneUse = (
  undone: Document & { payment_id: string; parts: readonly AppliedAmount[] },
): Entry[] => {
  const { parts, client_id, posted_on, payment_id } = undone
  return withAmount(
    parts.map(({ id, amount }): EntryPart => ({ debit: 'receivable', credit: 'credit', amount, invoice_id: id })),
    { client_id, posted_on, payment_id },
  )
}

/** The entry of credit in favour that is returned to the client in money. */
export const entriesOfRefund = ({ amount, ...refund }: Document & { refund_id: string; amount: Money }): Entry[] =>
  withAmount([{ debit: 'credit', credit: 'cash', amount, invoice_id: null }], refund)

/** The entry of a small balance that the company closes; reversed (`isReversal`), the invoice is owed again. */
export function entriesOfAdjustment({
  amount,
  invoice_id,
  isReversal = false,
  ...adjustment
}: Document & { adjustment_id: string; invoice_id: string; amount: Money; isReversal?: boolean }): Entry[] {
  const part: EntryPart = isReversal
    ? { debit: 'receivable', credit: 'adjustment', amount, invoice_id }
    : { debit: 'adjustment', credit: 'receivable', amount, invoice_id }
  return withAmount([part], adjustment)
}

/** The entries of a write-off: its debt leaves, a person or a note takes it back, a payment recovers it, its reversal puts it back. */
const WRITE_OFF_ENTRIES = {
  write_off: { debit: 'write_off', credit: 'receivable' },
  undo: { debit: 'receivable', credit: 'write_off' },
  note: { debit: 'receivable', credit: 'write_off' },
  recovery: { debit: 'receivable', credit: 'recovery' },
  recovery_reversal: { debit: 'recovery', credit: 'receivable' },
} as const

/** The entry of a change of a write-off (accounting.md, E11). */
export const entriesOfWriteOff = (
  kind: keyof typeof WRITE_OFF_ENTRIES,
  { amount, invoice_id, ...document }: Document & { adjustment_id: string; invoice_id: string; amount: Money },
): Entry[] => withAmount([{ ...WRITE_OFF_ENTRIES[kind], amount, invoice_id }], document)

/** What these entries write off of each invoice; less than zero for what they take back. */
export function writtenOffBy(entries: readonly EntryPart[]): Map<string, Money> {
  const changes = new Map<string, Money>()
  for (const { debit, credit, amount, invoice_id } of entries) {
    if (invoice_id === null) continue
    const change = isWrittenOff(debit) ? amount : isWrittenOff(credit) ? minus(ZERO, amount) : ZERO
    if (change !== 0) changes.set(invoice_id, plus(changes.get(invoice_id) ?? ZERO, change))
  }
  return changes
}

const isWrittenOff = (account: Account): boolean => account === 'write_off' || account === 'recovery'

/** The reduction of the balance of each invoice by these entries; less than zero for an increase. */
export function balanceChangesOf(entries: readonly EntryPart[]): { id: string; paid: Money }[] {
  const paid = new Map<string, Money>()
  for (const { debit, credit, amount, invoice_id } of entries) {
    if (invoice_id === null) continue
    const reduction = credit === 'receivable' ? amount : debit === 'receivable' ? minus(ZERO, amount) : ZERO
    paid.set(invoice_id, plus(paid.get(invoice_id) ?? ZERO, reduction))
  }
  return [...paid].map(([id, amount]) => ({ id, paid: money(amount) }))
}

const incomeAccount = (isOpening: boolean): Account => (isOpening ? 'opening' : 'revenue')

/** The entries of a document. Parts of zero are left out, because the journal refuses them. */
const withAmount = <D extends Document>(parts: readonly EntryPart[], document: D): (EntryPart & D)[] =>
  parts.filter(({ amount }) => amount > 0).map((part) => ({ ...part, ...document }))
