import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, minus } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { isLateClaim, paidOn } from '#domain/pqr/claim.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockExistingInvoice } from '#server/invoices/credit-notes.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { listInvoiceMovements } from '#server/ledger/movements.ts'
import { insertEntry } from './entries.ts'

type Claimable = {
  /** Whether the person of the case may claim the invoice. */
  isOwn: (invoice: LockedInvoice) => Promise<boolean>
  field: string
  /** What to do instead of a second claim: 'radica esta sin la factura'. */
  instead: string
}

/**
 * The claimed invoice, locked before the number is taken. Throws the same Refusal for an absent invoice and for another client's, and one
 * for an invoice in dispute: its second claim would protect nothing and return nothing, so what is missing goes to the open case.
 */
export async function lockClaimed(
  tx: Tx,
  invoiceId: string,
  { isOwn, field, instead }: Claimable,
): Promise<LockedInvoice> {
  const invoice = await lockExistingInvoice(tx, invoiceId)
  if (!(await isOwn(invoice))) throw refuseField('not_found', field, 'Esa factura no existe')
  if (invoice.disputed_amount > 0) {
    const reference = await getDisputeReference(tx, invoiceId)
    throw refuseField(
      'conflict',
      field,
      `Esa factura ya está en reclamo${reference === null ? '' : ` en la PQR ${reference}`}: agrega o escribe allí lo que falta, o ${instead}`,
    )
  }
  return invoice
}

/** What is claimed: the stated amount, or what is owed, or the whole invoice when it is paid. Throws a Refusal above the invoice. `fields`: before the names of its fields. */
export function claimedOf(
  { total, credited, balance }: LockedInvoice,
  stated: Money | undefined,
  fields: '' | 'pqr.',
): Money {
  const left = minus(total, credited)
  if (left <= 0)
    throw refuseField('refused', `${fields}invoice_id`, 'Esa factura ya se devolvió completa con nota crédito')
  if (stated !== undefined && stated > left)
    throw refuseField('refused', `${fields}amount`, 'El reclamo no puede ser mayor que la factura')
  return stated ?? (balance > 0 ? balance : left)
}

/** The case of the open dispute of an invoice; null when its dispute names none. */
async function getDisputeReference(tx: Tx, invoiceId: string): Promise<string | null> {
  const open = await tx
    .selectFrom('disputes')
    .select('reference')
    .where('invoice_id', '=', invoiceId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return open?.reference ?? null
}

/** What of a claim is not collected: the part that is not paid. Null for a paid invoice. */
export const disputedOf = ({ balance }: LockedInvoice, claimed: Money): Money | null =>
  balance === 0 ? null : claimed < balance ? claimed : balance

/** A note for the desk on a claim that came after the term of a paid invoice (R2.15): it is filed and answered all the same. */
export async function markLate(
  tx: Tx,
  caseId: string,
  { invoice, received_on, now }: { invoice: LockedInvoice; received_on: Day; now: Date },
): Promise<void> {
  const paid = invoice.balance === 0 ? paidOn(await listInvoiceMovements(tx, invoice.id)) : null
  if (paid === null || !isLateClaim(paid, received_on)) return
  await insertEntry(tx, caseId, {
    kind: 'note',
    at: now,
    side: 'sistema',
    author_id: null,
    author: 'Enlace',
    text: `La factura se pagó el ${dayLabel(paid)}: el reclamo llegó después de los 6 meses que hay para reclamar una factura pagada.`,
    is_internal: true,
  })
}
