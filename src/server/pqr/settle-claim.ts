import { type Money, pesosLabel } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { partProblem, settlementOf } from '#domain/pqr/claim.ts'
import { cunLabel } from '#domain/pqr/cun.ts'
import { type RefundOrder, refundTask } from '#domain/pqr/tasks.ts'
import type { PqrDecision } from '#domain/pqr/topics.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockExistingInvoice } from '#server/invoices/credit-notes.ts'
import { type Decider, decideDispute, returnBesideDispute } from '#server/invoices/disputes.ts'
import { decidePaidDispute } from '#server/invoices/paid-disputes.ts'
import { openClaim } from './claimed-invoice.ts'
import { labelOf, type StoredCase } from './queries.ts'
import { findOpenClaim, readClaimMoney } from './reading.ts'

/** `said`: what was done with the dispute. `task`: what a person has to give back, because it was already paid. */
type Settled = { said: string | null; task: string | null }
const ELSEWHERE = ': ya se pagó, o está en otro reclamo de la factura'
const NOTHING: Settled = { said: null, task: null }

type Answered = { decision: PqrDecision; amount: Money | undefined; mustGo: boolean }

/**
 * What a decision does with the claimed invoice: a credit note for what is in dispute, and a task for what the client had paid. What an
 * earlier answer gave back is not given back again. Throws a Refusal for the technical staff, which does not move money.
 */
export async function settleClaim(ctx: Ctx, tx: Tx, before: StoredCase, body: Answered): Promise<Settled> {
  const { decision, amount, mustGo } = body
  if (before.invoice_id === null || before.claimed_amount === null) {
    if (amount !== undefined) throw refuseField('refused', 'amount', 'Esta PQR no reclama una factura')
    return NOTHING
  }
  assertDecidesClaims(ctx)
  const invoice = await lockExistingInvoice(tx, before.invoice_id)
  const money = await readClaimMoney(tx, before, invoice)
  const problem = decision === 'parcial' && amount !== undefined ? partProblem(money, amount) : null
  if (problem !== null) throw refuseField('refused', 'amount', problem)
  const settlement = settlementOf(money, body)
  const { outcome, toReturn } = settlement
  // What goes to the SIC waits for its decision: a payment that is reversed puts it in dispute again.
  if (outcome === null && !mustGo) await endPaidClaim(tx, before, decision, `Respuesta a la PQR ${labelOf(before)}`)
  if (outcome === null) return settleWithoutDispute(ctx, tx, before, { ...settlement, decision, other: invoice })
  const said = await decideDispute(ctx, tx, before.invoice_id, {
    outcome,
    resolution: `Respuesta a la PQR ${labelOf(before)}`,
    dispute_id: (await findOpenClaim(tx, before))?.id,
    ...(outcome === 'parcial' && amount !== undefined ? { amount } : {}),
  })
  if (mustGo) await reopenClaim(ctx, tx, before)
  const isPaid = toReturn !== null && toReturn > 0
  const isAlone = invoice.disputed_amount === money.disputed
  return {
    said,
    task: isPaid
      ? `Devuelve ${pesosLabel(toReturn)} de lo reclamado${isAlone ? ', que ya se había pagado' : ELSEWHERE}`
      : null,
  }
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
 * The same for a claim without a dispute of its own: its invoice was paid, or another claim has the dispute. That one keeps its amount:
 * the note is of what is owed outside of it, and what is left is a task. The tasks of a positive silence already return all of it.
 */
async function settleWithoutDispute(
  ctx: Ctx,
  tx: Tx,
  before: StoredCase,
  {
    decision,
    note,
    toReturn,
    other,
  }: { decision: PqrDecision; note: Money; toReturn: Money | null; other: { disputed_amount: Money } },
): Promise<Settled> {
  if (before.invoice_id === null || decision === 'contra' || (note === 0 && toReturn === 0)) return NOTHING
  const isSilence = before.status === 'sap'
  if (toReturn === null || other.disputed_amount === 0)
    return { said: null, task: isSilence ? null : refundOf(before, decision, toReturn) }
  const given =
    note === 0
      ? null
      : await returnBesideDispute(ctx, tx, before.invoice_id, {
          amount: note,
          reason: before.subject,
          reference: cunLabel(before.reference),
          resolution: `Respuesta a la PQR ${labelOf(before)}`,
        })
  const rest = `Devuelve ${pesosLabel(toReturn)} de lo reclamado${ELSEWHERE}`
  return {
    said:
      given &&
      `Nota crédito ${given.note.number} por ${pesosLabel(given.returned)}; el otro reclamo de la factura sigue abierto`,
    task: toReturn > 0 && !(isSilence && given === null) ? rest : null,
  }
}

/** The task of a paid claim. What an earlier answer ordered may be given back already: the appeal orders to complete it. */
function refundOf(before: StoredCase, decision: PqrDecision, toReturn: Money | null): string {
  const order = orderOf(before)
  return refundTask(order, {
    amount: toReturn,
    isRest: order === 'appeal' && decision === 'favor' && before.decision === 'parcial',
  })
}

/** Which decision of a case its answer is. */
const orderOf = ({ appealed_on }: StoredCase): RefundOrder => (appealed_on === null ? 'answer' : 'appeal')

/**
 * Opens the dispute of a decided claim again, for what was not given back: while an appeal is open the sum is not payable, and no
 * service is cut for it (R2.3, R2.15). Nothing when the case has a dispute. When it is paid, or all that is
 * owed is in others, it is in dispute if that payment is reversed or another one ends.
 */
export async function reopenClaim(ctx: Decider, tx: Tx, before: StoredCase): Promise<void> {
  if (before.invoice_id === null) return
  const invoice = await lockExistingInvoice(tx, before.invoice_id)
  const { left } = await readClaimMoney(tx, before, invoice)
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
