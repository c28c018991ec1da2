import type { Day } from '#domain/core/days.ts'
import { type Money, plus } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import { type BankAgreement, billReference, collectedAmount } from './bank-agreement.ts'

/** An open invoice as a bank collects it. `payable`: its balance without what is in dispute (R2.15). */
export type CollectedInvoice = {
  prefix: string
  sequence: number
  no_contract: string | null
  client_id: string
  identification: string
  payable: Money
  due_on: Day
}

/** What a bank collects by one reference. `first`: its oldest invoice. */
export type CollectedDebt<T> = { reference: string; amount: Money; first: T }

/** The reference of a bill by the agreement; null when it has no digits or more than the agreement allows. */
export function collectedReference(
  { reference: kind, reference_length }: Pick<BankAgreement, 'reference' | 'reference_length'>,
  { prefix, sequence, no_contract, identification }: Omit<CollectedInvoice, 'client_id' | 'payable' | 'due_on'>,
): string | null {
  const texts = { invoice: invoiceNumber(prefix, sequence), contract: no_contract ?? '', document: identification }
  const reference = billReference(texts[kind])
  return reference === null || reference.length > reference_length ? null : reference
}

/**
 * What is owed by each reference of the agreement, in the order of the invoices: by invoice, or all of a contract or client together. The
 * bar code of a bill and the billing file of the bank both have this amount: a bank refuses a reference with two.
 */
export function collectedDebts<T extends CollectedInvoice>(
  agreement: Pick<BankAgreement, 'reference' | 'reference_length'>,
  invoices: readonly T[],
): CollectedDebt<T>[] {
  const debts = new Map<string, { reference: string; payable: Money; first: T }>()
  for (const invoice of invoices) {
    const reference = collectedReference(agreement, invoice)
    if (reference === null) continue
    // Two series of invoices may have one number: each of them is a debt of its own.
    const key = agreement.reference === 'invoice' ? invoiceNumber(invoice.prefix, invoice.sequence) : reference
    const same = debts.get(key)
    if (same === undefined) debts.set(key, { reference, payable: invoice.payable, first: invoice })
    else same.payable = plus(same.payable, invoice.payable)
  }
  return [...debts.values()].map(({ payable, ...debt }) => ({ ...debt, amount: collectedAmount(payable) }))
}
