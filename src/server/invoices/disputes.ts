import { sql, type Updateable } from 'kysely'
import type * as z from 'zod/mini'
import { type Day, dayLabel } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, plus, toPesos, ZERO } from '#domain/core/money.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'
import { disputeApi } from '#domain/invoices/api.ts'
import { creditableLines } from '#domain/invoices/credit-note.ts'
import {
  applyDecision,
  assertDisputable,
  type Decision,
  heldParts,
  linesForAmount,
  type NewDispute,
} from '#domain/invoices/dispute.ts'
import { lastPayableOn } from '#domain/invoices/due.ts'
import type { CreditNote, NewCreditNote } from '#domain/invoices/invoice.ts'
import { withdrawnCopy } from '#domain/invoices/note-use.ts'
import { isVoidedPayment, NO_DISPUTE_COPY } from '#domain/invoices/voided-payment.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { Actor, Ctx } from '#server/core/context.ts'
import { assertFresh } from '#server/core/fresh.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import type { DisputesTable } from '#server/db/types.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { type ClaimCase, claimCases } from './claim-cases.ts'
import { type IssuedNote, issueCreditNote, listCreditedLines, lockExistingInvoice } from './credit-notes.ts'
import {
  countDisputes,
  listDisputes,
  listOpenDisputes,
  updateDisputedAmount,
  updateDisputedAmountBy,
} from './dispute-queries.ts'
import { recordNote } from './note-use.ts'
import { reopenPaidDisputes, writeNoteOnPaidDispute } from './paid-disputes.ts'

/** Who opens or decides a dispute, and when; without a confirmed password a decision makes no credit note. */
export type Decider = { actor: Pick<Actor, 'name' | 'isFresh'>; today: Day }

export const disputes = implement(disputeApi, {
  list: (ctx, { query }) =>
    ctx.tx((tx) =>
      pageReply(query, {
        rows: (range) => listDisputes(tx, query.status, range),
        total: () => countDisputes(tx, query.status),
        whole: ctx.wholeList,
      }),
    ),
})

/**
 * Opens a dispute: its amount is not collected until it ends (INV-11). `held`: what of it is in no other dispute, when that is less.
 * Throws a Refusal.
 */
export async function openDispute(
  ctx: Pick<Decider, 'actor'>,
  tx: Tx,
  invoiceId: string,
  { amount, reason, reference, held = amount }: z.output<typeof NewDispute> & { held?: Money },
): Promise<void> {
  const invoice = await lockExistingInvoice(tx, invoiceId)
  assertDisputable(held, invoice)
  await tx
    .insertInto('disputes')
    .values({ invoice_id: invoice.id, amount, reason, reference: reference ?? null, opened_by: ctx.actor.name })
    .execute()
  await updateDisputedAmountBy(tx, invoice, held)
  await tx.record('dispute.opened', {
    entity_id: invoice.id,
    after: {
      number: invoice.number,
      amount: toPesos(amount),
      reason,
      ...(reference === undefined ? {} : { reference }),
    },
  })
}

/** The same by the desk. Throws a Refusal for a voided payment too: no decision could give it back. */
export async function disputeByDesk(
  ctx: Decider,
  tx: Tx,
  invoiceId: string,
  newDispute: z.output<typeof NewDispute>,
): Promise<void> {
  if (isVoidedPayment(await lockExistingInvoice(tx, invoiceId))) throw refuseField('refused', 'amount', NO_DISPUTE_COPY)
  await openDispute(ctx, tx, invoiceId, newDispute)
}

/**
 * Decides an open dispute of an invoice (`dispute_id` of the decision, when it has several): a credit note for what is returned, and a
 * stated day for what is owed again. The other disputes of the invoice keep what they ask for, and those that a payment covered have what is
 * free again. Returns the sentence for the desk. Throws a
 * Refusal.
 */
export async function decideDispute(ctx: Decider, tx: Tx, invoiceId: string, decision: Decision): Promise<string> {
  const invoice = await lockExistingInvoice(tx, invoiceId)
  const { dispute, others } = await readDisputed(tx, invoice, decision.dispute_id)
  const notice = valueInForce(await readParameters(tx), 'billing.delivery_notice', ctx.today)
  const effect = applyDecision(decision, dispute.held, { today: ctx.today, notice })
  const { outcome, returned } = effect
  const kept = await reopenPaidDisputes(tx, invoice.id, { open: others, balance: minus(invoice.balance, returned) })
  // What was paid counts first for what is in no dispute, and that is more from now on.
  const owed = minus(minus(invoice.disputed_amount, returned), kept)
  const due_on = owed > 0 ? effect.due_on : null
  const { resolution } = decision
  // Before the note: a note that covers the dispute would end it.
  await endDispute(ctx, tx, dispute.id, { outcome, resolution, due_on })
  const until =
    due_on === null ? null : await collectAgain(tx, invoice, { owed, kept, until: lastPayableOn(due_on) }, ctx.today)
  if (until === null) await updateDisputedAmount(tx, invoice.id, kept)
  const note = returned === 0 ? null : await returnAmount(ctx, tx, invoice, { amount: returned, resolution })
  if (note) await tx.updateTable('disputes').set({ credit_note_id: note.id }).where('id', '=', dispute.id).execute()
  await applyCredit(tx, invoice.client_id, ctx.today)
  await tx.record('dispute.resolved', {
    entity_id: invoice.id,
    after: {
      number: invoice.number,
      outcome,
      resolution,
      ...(note === null ? {} : { credit_note: note.number, returned: toPesos(returned) }),
      ...(due_on === null ? {} : { owed: toPesos(owed), due_on }),
    },
  })
  return closedMessage(owed, until, note)
}

/** The dispute to decide, with what of it is not collected, and the other open ones of its invoice. Throws a Refusal. */
async function readDisputed(tx: Tx, { id, disputed_amount }: LockedInvoice, disputeId: string | undefined) {
  const open = heldParts(await listOpenDisputes(tx, id), disputed_amount)
  if (open.length === 0) throw new Refusal('conflict', 'Esta factura no tiene un reclamo abierto')
  if (disputeId === undefined && open.length > 1)
    throw refuseField(
      'invalid',
      'dispute_id',
      `Esta factura tiene ${open.length} reclamos abiertos: elige cuál decides`,
    )
  const dispute = open.find((one) => disputeId === undefined || one.id === disputeId)
  if (!dispute) throw notFound('Ese reclamo no existe o ya se cerró')
  return { dispute, others: open.filter((one) => one.id !== dispute.id) }
}

/**
 * The same by the desk. Throws a Refusal for the dispute of an open case, whose answer decides it and is notified to the user, and for a
 * decision against what the SIC ordered.
 */
export async function decideByDesk(ctx: Ctx, tx: Tx, invoiceId: string, decision: Decision): Promise<string> {
  const invoice = await lockExistingInvoice(tx, invoiceId)
  const { reference } = (await readDisputed(tx, invoice, decision.dispute_id)).dispute
  const found = reference === null ? null : await claimCases().find(tx, invoice.id, reference)
  if (found?.decides)
    throw new Refusal(
      'conflict',
      `Este reclamo se decide en la PQR ${found.label}: ábrela y respóndela, o registra allí lo que decidió la SIC`,
    )
  if (found) assertOrder(found, decision)
  return decideDispute(ctx, tx, invoice.id, decision)
}

/** What the SIC gave to the user is given back: all of what is in dispute, or the part of its decision (R3.9). Throws a Refusal. */
function assertOrder({ label, order }: ClaimCase, { outcome = 'en_contra' }: Pick<Decision, 'outcome'>): void {
  const copy = `La SIC decidió a favor del usuario en la PQR ${label}:`
  if (order === 'revoca' && outcome !== 'a_favor')
    throw refuseField('refused', 'outcome', `${copy} devuelve todo lo que está en reclamo`)
  if (order === 'modifica' && outcome === 'en_contra')
    throw refuseField('refused', 'outcome', `${copy} devuelve la parte que ordenó, o todo`)
}

/**
 * The credit note for what a decided claim gives back outside of its open dispute: first of what is owed outside of every dispute, then
 * of what was paid, which becomes credit in favour. The other disputes keep their amounts. It is written on the dispute of the claim that a payment ended, or
 * on one that is stored as ended, so that it is not given back again. `references`: of the claim. Never more than what is left of the invoice;
 * null when nothing is.
 */
export async function returnOutsideDispute(
  ctx: Ctx,
  tx: Tx,
  invoiceId: string,
  {
    amount,
    reason,
    references,
    resolution,
  }: { amount: Money; reason: string; references: [string, ...string[]]; resolution: string },
): Promise<CreditNote | null> {
  const invoice = await lockExistingInvoice(tx, invoiceId)
  const left = minus(invoice.total, invoice.credited)
  const returned = amount < left ? amount : left
  if (returned <= 0) return null
  const note = await returnAmount(
    ctx,
    tx,
    invoice,
    { amount: returned, resolution },
    { of_dispute: ZERO, is_beside: true },
  )
  if (!(await writeNoteOnPaidDispute(tx, { invoiceId, references, note: note.id, returned })))
    await tx
      .insertInto('disputes')
      .values({
        invoice_id: invoice.id,
        amount: returned,
        reason,
        reference: references[0],
        opened_by: ctx.actor.name,
        outcome: 'a_favor',
        resolution,
        resolved_at: sql<Date>`now()`,
        resolved_by: ctx.actor.name,
        credit_note_id: note.id,
      })
      .execute()
  await tx.record('dispute.resolved', {
    entity_id: invoice.id,
    after: {
      number: invoice.number,
      outcome: 'a_favor',
      resolution,
      credit_note: note.number,
      returned: toPesos(returned),
    },
  })
  return note
}

/** A credit note of the desk, and how many disputes it ended: the client has what it claimed (credited-disputes.ts). Throws a Refusal. */
export async function issueDeskNote(
  ctx: Ctx,
  tx: Tx,
  invoiceId: string,
  newNote: NewCreditNote,
): Promise<{ note: IssuedNote; ended: number }> {
  await lockExistingInvoice(tx, invoiceId)
  const before = await listOpenDisputes(tx, invoiceId)
  // What a case decided to give back is not of the disputes of others, open or paid: each one has its own answer.
  const is_beside = await claimCases().owesRefund(tx, invoiceId)
  const note = await issueRecordedNote(ctx, tx, invoiceId, { ...newNote, is_beside })
  return { note, ended: before.length - (await listOpenDisputes(tx, invoiceId)).length }
}

const endDispute = (ctx: Decider, tx: Tx, id: string, end: Updateable<DisputesTable>) =>
  tx
    .updateTable('disputes')
    .set({ resolved_at: sql<Date>`now()`, resolved_by: ctx.actor.name, ...end })
    .where('id', '=', id)
    .execute()

/**
 * What was disputed is owed again, until a stated day that is never earlier than the one it had. Only that part gets the day: the rest
 * of the invoice keeps its own, and what of it was overdue stays overdue (R2.15). A dispute of the whole invoice moves the day of the
 * invoice; after a payment it is not the whole invoice, because a reversal may leave the rest owed again. Returns the last day to pay it.
 */
async function collectAgain(
  tx: Tx,
  { id, total, balance, credited, disputed_amount }: LockedInvoice,
  { owed, kept, until }: { owed: Money; kept: Money; until: Day },
  today: Day,
): Promise<Day> {
  const stored = await tx
    .updateTable('invoices')
    .set({
      disputed_amount: kept,
      ...(kept === 0 && balance === disputed_amount && plus(balance, credited) === total
        ? {
            last_payable_on: sql<Day>`greatest(last_payable_on, extended_to_on, ${until}::date)`,
            extended_amount: ZERO,
            extended_to_on: null,
          }
        : {
            // A part that an earlier decision extended keeps its day or gets the later one.
            extended_amount: sql<Money>`${owed}::bigint + case when extended_to_on >= ${today}::date then extended_amount else 0 end`,
            extended_to_on: sql<Day>`greatest(last_payable_on, extended_to_on, ${until}::date)`,
          }),
    })
    .where('id', '=', id)
    .returning(['last_payable_on', 'extended_to_on'])
    .executeTakeFirstOrThrow()
  return stored.extended_to_on ?? stored.last_payable_on
}

const CONCEPT_MAX = 200

/** The credit note of a decision. Throws a Refusal without a password confirmed lately, as the credit note of the desk does. */
async function returnAmount(
  ctx: Decider,
  tx: Tx,
  invoice: LockedInvoice,
  { amount, resolution }: { amount: Money; resolution: string },
  options: { of_dispute: Money; is_beside?: boolean } = { of_dispute: amount },
): Promise<IssuedNote> {
  assertFresh(ctx)
  const lines = creditableLines(await listCreditedLines(tx, invoice.id))
  const concept = storable(`Reclamo: ${resolution}`, CONCEPT_MAX)
  return issueRecordedNote(ctx, tx, invoice.id, { concept, lines: linesForAmount(amount, lines), ...options })
}

async function issueRecordedNote(
  ctx: Decider,
  tx: Tx,
  invoiceId: string,
  newNote: NewCreditNote & { of_dispute?: Money; is_beside?: boolean },
): Promise<IssuedNote> {
  const note = await issueCreditNote(tx, invoiceId, newNote, ctx.today)
  await recordNote(tx, invoiceId, note)
  return note
}

function closedMessage(owed: Money, until: Day | null, note: IssuedNote | null): string {
  const parts = [
    ...(note === null ? [] : [`nota crédito ${note.number} por ${pesosLabel(note.total)}`]),
    ...(until === null ? [] : [`${pesosLabel(owed)} se pueden pagar hasta el ${dayLabel(until)}`]),
    ...(note === null || note.withdrawn === null ? [] : [withdrawnCopy(note.withdrawn)]),
  ]
  return `Reclamo cerrado: ${parts.join('; ')}`
}
