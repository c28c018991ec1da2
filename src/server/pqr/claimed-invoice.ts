import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, sum } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { askedOf } from '#domain/invoices/dispute.ts'
import { isVoidedPayment } from '#domain/invoices/voided-payment.ts'
import { isLateClaim, paidOn } from '#domain/pqr/claim.ts'
import { cunLabel } from '#domain/pqr/cun.ts'
import { AWAITING_ANSWER, type PqrStatus } from '#domain/pqr/lifecycle.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockExistingInvoice } from '#server/invoices/credit-notes.ts'
import { listOpenDisputes } from '#server/invoices/dispute-queries.ts'
import { type Decider, openDispute } from '#server/invoices/disputes.ts'
import { insertPaidDispute } from '#server/invoices/paid-disputes.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { listInvoiceMovements } from '#server/ledger/movements.ts'
import { insertEntry } from './entries.ts'
import { getCase, labelOf, type StoredCase } from './queries.ts'
import { readClaimAmounts } from './reading.ts'

type Claimable = {
  /** Whether the person of the case may claim the invoice. */
  isOwn: (invoice: LockedInvoice) => Promise<boolean>
  field: string
  /** What to do instead of a second claim: 'radica esta sin la factura'. */
  instead: string
}

/** A locked invoice, with what of it is not claimed, and the cases that claim the rest. */
export type ClaimableInvoice = LockedInvoice & { unclaimed: Money; claimed_by: readonly string[] }

/**
 * The claimed invoice, locked before the number is taken. Throws the same Refusal for an absent invoice and for another client's, one for
 * what is owed of a voided payment, which no credit note gives back, and one for an invoice that is all in dispute: what its open cases do not
 * say yet goes there.
 */
export async function lockClaimed(
  tx: Tx,
  invoiceId: string,
  { isOwn, field, instead }: Claimable,
): Promise<ClaimableInvoice> {
  const invoice = await lockExistingInvoice(tx, invoiceId)
  if (!(await isOwn(invoice))) throw refuseField('not_found', field, 'Esa factura no existe')
  if (isVoidedPayment(invoice)) throw refuseField('refused', field, `Es el cobro de un pago anulado: ${instead}`)
  const { asked, unclaimed, claimed_by } = await readClaimed(tx, invoice)
  if (asked > 0 && unclaimed <= 0)
    throw refuseField(
      'conflict',
      field,
      `Toda esa factura ya está en reclamo${inCases(claimed_by)}: escribe allí lo que falta, o ${instead}`,
    )
  return { ...invoice, unclaimed, claimed_by }
}

/**
 * What of an invoice is claimed already, paid or not: by the cases that wait for their first answer, and by the other open disputes. So no
 * two decisions give back the same money.
 */
export async function readClaimed(
  tx: Tx,
  invoice: LockedInvoice,
): Promise<{ asked: Money; unclaimed: Money; claimed_by: string[] }> {
  const cases = await listUnansweredClaims(tx, invoice.id)
  const lefts = await Promise.all(cases.map(async (one) => (await readClaimAmounts(tx, one, invoice)).left))
  const known = new Set(cases.flatMap((one) => [labelOf(one), one.reference]))
  const others = (await listOpenDisputes(tx, invoice.id)).filter(({ reference }) => !known.has(reference ?? ''))
  const asked = sum([...lefts, ...others.map(askedOf)])
  return {
    asked,
    unclaimed: minus(minus(invoice.total, invoice.credited), asked),
    claimed_by: [...cases.map(labelOf), ...others.flatMap(({ reference }) => (reference === null ? [] : [reference]))],
  }
}

/** The cases that claim an invoice and have no answer yet. What an appeal claims again is in its dispute. */
const UNANSWERED: readonly PqrStatus[] = ['sap', ...AWAITING_ANSWER.filter((status) => status !== 'en_reposicion')]

async function listUnansweredClaims(tx: Tx, invoiceId: string): Promise<StoredCase[]> {
  const found = await tx
    .selectFrom('pqr_cases')
    .select('id')
    .where((is) => is.or([is('invoice_id', '=', invoiceId), is('linked_invoice_id', '=', invoiceId)]))
    .where('status', 'in', UNANSWERED)
    .orderBy('id')
    .execute()
  const cases = await Promise.all(found.map(({ id }) => getCase(tx, id)))
  return cases.filter((one) => one !== undefined)
}

/** ' en la PQR 1', ' en las PQR 1, 2'. */
function inCases(references: readonly string[]): string {
  if (references.length === 0) return ''
  return ` en ${references.length === 1 ? 'la' : 'las'} PQR ${references.join(', ')}`
}

/**
 * What is claimed: the stated amount, or what is owed and no dispute has, or what is left of the invoice when nothing is; never more than
 * what is not claimed yet. Throws a Refusal above it. `fields`: before the names of its fields.
 */
export function claimedOf(
  { total, credited, balance, disputed_amount, unclaimed }: ClaimableInvoice,
  stated: Money | undefined,
  fields: '' | 'pqr.',
): Money {
  const left = minus(total, credited)
  if (left <= 0)
    throw refuseField('refused', `${fields}invoice_id`, 'Esa factura ya se devolvió completa con nota crédito')
  if (stated !== undefined && stated > unclaimed)
    throw refuseField(
      'refused',
      `${fields}amount`,
      unclaimed === left
        ? 'El reclamo no puede ser mayor que la factura'
        : `Lo demás de esa factura ya está en reclamo: faltan por reclamar ${pesosLabel(unclaimed)}`,
    )
  const free = minus(balance, disputed_amount)
  return stated ?? (free > 0 && free < unclaimed ? free : unclaimed)
}

/** What of a claim is not collected: what is not paid and in no other dispute. Null when nothing is. */
export function disputedOf({ balance, disputed_amount }: LockedInvoice, claimed: Money): Money | null {
  const free = minus(balance, disputed_amount)
  if (free <= 0) return null
  return claimed < free ? claimed : free
}

type Claim = { amount: Money; case: Pick<StoredCase, 'subject' | 'reference'> }

/**
 * Opens the dispute of a claim on a locked invoice, of all that is claimed: what of it is paid, or in other disputes, is not collected either
 * when that payment is reversed or another one ends (R2.3, R2.15). It has the reference of the filing, because the CUN may be corrected.
 */
export async function openClaim(
  ctx: Pick<Decider, 'actor'>,
  tx: Tx,
  invoice: LockedInvoice,
  { amount, case: { subject, reference } }: Claim,
): Promise<void> {
  const claim = { amount, reason: subject, reference: cunLabel(reference) }
  const held = disputedOf(invoice, amount)
  if (held === null) return insertPaidDispute(ctx, tx, invoice, claim)
  await openDispute(ctx, tx, invoice.id, { ...claim, held })
}

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
