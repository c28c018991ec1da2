import { type Money, pesosLabel, plus } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { CreditNote } from '#domain/invoices/invoice.ts'
import { type NoteUse, paidOfNoteCopy } from '#domain/invoices/note-use.ts'
import { amountProblem, givenSentence, settlementOf } from '#domain/pqr/claim.ts'
import { cunLabel } from '#domain/pqr/cun.ts'
import type { PqrDecision } from '#domain/pqr/topics.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockExistingInvoice } from '#server/invoices/credit-notes.ts'
import { type Decider, decideDispute, returnOutsideDispute } from '#server/invoices/disputes.ts'
import { readNoteUse } from '#server/invoices/note-use.ts'
import { decidePaidDispute } from '#server/invoices/paid-disputes.ts'
import { openClaim } from './claimed-invoice.ts'
import { labelOf, type StoredCase } from './queries.ts'
import { findOpenClaim, readClaimAmounts } from './reading.ts'

type Settled = { said: string | null; given: string | null }
type Answered = { decision: PqrDecision; amount: Money | undefined; mustGo: boolean }

/**
 * What a decision does with the claimed invoice: a credit note for what is in dispute, and one for what the client had paid, which becomes
 * credit in favour. What an earlier answer gave back is not given back again. Returns the sentence for the desk, null when nothing was done, and
 * the one for the user, null when nothing is given back.
 * Throws a Refusal for the technical staff, which does not move money, and for an amount that is not that of the decision.
 */
export async function settleClaim(ctx: Ctx, tx: Tx, before: StoredCase, body: Answered): Promise<Settled> {
  const { decision, amount, mustGo } = body
  if (before.invoice_id === null || before.claimed_amount === null) {
    if (amount !== undefined) throw refuseField('refused', 'amount', 'Esta PQR no reclama una factura')
    return { said: null, given: null }
  }
  assertDecidesClaims(ctx)
  const invoice = await lockExistingInvoice(tx, before.invoice_id)
  const money = await readClaimAmounts(tx, before, invoice)
  const problem = amountProblem(money, decision, amount)
  if (problem !== null) throw refuseField('refused', 'amount', problem)
  const { outcome, note, credit } = settlementOf(money, body)
  const resolution = `Respuesta a la PQR ${labelOf(before)}`
  // What goes to the SIC waits for its decision: a payment that is reversed puts it in dispute again.
  if (outcome === null && !mustGo) await endPaidClaim(tx, before, decision, resolution)
  const said =
    outcome === null
      ? null
      : await decideDispute(ctx, tx, before.invoice_id, {
          outcome,
          resolution,
          dispute_id: (await findOpenClaim(tx, before))?.id,
          ...(outcome === 'parcial' && amount !== undefined ? { amount } : {}),
        })
  const paid = await returnOutsideDispute(ctx, tx, before.invoice_id, {
    amount: outcome === null ? plus(note, credit) : credit,
    reason: before.subject,
    references: [cunLabel(before.reference), labelOf(before), before.reference],
    resolution,
  })
  if (outcome !== null && mustGo) await reopenClaim(ctx, tx, before)
  // The other open invoices may have taken the credit of the note.
  const use = paid && (await readNoteUse(tx, { ...paid, invoice_id: before.invoice_id }))
  const lines = [...(said === null ? [] : [said]), ...(paid && use ? [paidLine(paid, use)] : [])]
  return {
    said: lines.length === 0 ? null : lines.join('. '),
    given: givenSentence(invoice.number, { note, credit }, use && paidOfNoteCopy(use, 'saldo a su favor')),
  }
}

/** 'Nota crédito NC-2 por $ 10.000,00; de eso, $ 4.000,00 ya se habían pagado y quedan como saldo a favor'. */
function paidLine({ number, total }: CreditNote, use: NoteUse): string {
  const { reduced, invoice } = use
  const paid = paidOfNoteCopy(use)
  const parts = [
    `Nota crédito ${number} por ${pesosLabel(total)}`,
    ...(reduced > 0 ? [`${pesosLabel(reduced)} se restan de lo que debe de la factura ${invoice}`] : []),
    ...(paid === null ? [] : [`de eso, ${paid}`]),
  ]
  return parts.join('; ')
}

const OUTCOMES = { favor: 'a_favor', parcial: 'parcial', contra: 'en_contra' } as const

/** The claim that its client paid is decided: it is not in dispute again when the payment is reversed. */
export async function endPaidClaim(
  tx: Tx,
  before: StoredCase,
  decision: PqrDecision,
  resolution: string,
): Promise<void> {
  if (before.invoice_id === null) return
  const references = [labelOf(before), before.reference]
  await decidePaidDispute(tx, before.invoice_id, { references, outcome: OUTCOMES[decision], resolution })
}

/** Throws a Refusal for the technical staff, which files a claim and does not decide it: the decision of a claim moves money. */
export function assertDecidesClaims({ actor }: Ctx): void {
  if (actor.role !== 'financial')
    throw new Refusal('forbidden', 'Un reclamo de factura lo decide el personal financiero: asígnaselo')
}

/**
 * Opens the dispute of a decided claim again, for what was not given back: while an appeal is open the sum is not payable, and no
 * service is cut for it (R2.3, R2.15). Nothing when the case has a dispute. When it is paid, or all that is
 * owed is in others, it is in dispute if that payment is reversed or another one ends.
 */
export async function reopenClaim(ctx: Decider, tx: Tx, before: StoredCase): Promise<void> {
  if (before.invoice_id === null) return
  const invoice = await lockExistingInvoice(tx, before.invoice_id)
  const { left } = await readClaimAmounts(tx, before, invoice)
  if (left <= 0 || (await findOpenClaim(tx, before))) return
  await openClaim(ctx, tx, invoice, { amount: left, case: before })
}

/** What the SIC did not change is owed again. What it changed stays in dispute until a person corrects the invoice: it is a task. */
export async function settleSicDecision(ctx: Ctx, tx: Tx, before: StoredCase, isForUser: boolean): Promise<void> {
  if (isForUser || before.invoice_id === null) return
  await lockExistingInvoice(tx, before.invoice_id)
  const resolution = `Decisión de la SIC sobre la PQR ${labelOf(before)}`
  const open = await findOpenClaim(tx, before)
  if (!open) return endPaidClaim(tx, before, 'contra', resolution)
  await decideDispute(ctx, tx, before.invoice_id, { outcome: 'en_contra', resolution, dispute_id: open.id })
}
