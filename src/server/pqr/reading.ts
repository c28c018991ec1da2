import { sql } from 'kysely'
import { type Day, dayOf } from '#domain/core/days.ts'
import { type Money, minus, plus, sum, ZERO } from '#domain/core/money.ts'
import { askedOf, heldParts } from '#domain/invoices/dispute.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import type { ClaimAmounts } from '#domain/pqr/claim.ts'
import { termFrom, termsOn } from '#domain/pqr/deadlines.ts'
import { pqrLifecycle } from '#domain/pqr/lifecycle.ts'
import { linkProblem, raiseProblem } from '#domain/pqr/link.ts'
import { actionsFor, appealsOf, decisionsOf } from '#domain/pqr/steps.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { listOpenDisputes } from '#server/invoices/dispute-queries.ts'
import { listUndecidedPaid } from '#server/invoices/paid-disputes.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listCaseVisits, visitKindsOfCase } from './case-visits.ts'
import { citedReportOf } from './cited-report.ts'
import { listEntries, listFiles, listTasks } from './entries.ts'
import { isAnswerLost } from './notification.ts'
import { labelOf, rowOf, type StoredCase } from './queries.ts'

/** A case with its thread, as the caller may see it: a client without internal notes and tasks. */
export async function readCase(ctx: Ctx, tx: Tx, stored: StoredCase): Promise<PqrCase> {
  const isStaff = ctx.actor.role !== 'client'
  const entries = await listEntries(tx, stored.id, isStaff)
  const files = await listFiles(tx, stored.id, isStaff)
  const tasks = isStaff ? await listTasks(tx, stored.id) : []
  const visit_kinds = await visitKindsOfCase(ctx, tx, stored)
  const claim = await readClaim(tx, stored)
  const isRaisable = ctx.actor.role !== 'technical' && claim !== null && claim.free > 0 && raiseProblem(stored) === null
  const isMailLost = isStaff && (await isAnswerLost(tx, stored, ctx.today))
  return {
    ...rowOf(stored, ctx.today),
    appeal_until: stored.appeal_until,
    appeal_if_answered: isStaff ? await appealIfAnswered(ctx, tx, stored) : null,
    petitioner: {
      name: stored.petitioner_name,
      type_identification: stored.petitioner_type,
      identification: stored.petitioner_identification,
      email: stored.petitioner_email,
      phone: stored.petitioner_phone,
      address: stored.petitioner_address,
    },
    text: stored.text,
    filed_typology: stored.filed_typology,
    filed_service: stored.filed_service,
    data_request: stored.data_request,
    service: stored.service,
    response_channel: stored.response_channel,
    response_address: stored.response_address,
    claim,
    report: citedReportOf(stored),
    extended_on: stored.extended_on,
    appeal: appealOf(stored),
    silence_on: stored.silence_on,
    withdrawal: withdrawalOf(stored),
    sic: sicOf(stored),
    satisfaction: stored.satisfaction,
    satisfaction_by: isStaff ? stored.satisfaction_by : null,
    entries,
    files,
    tasks,
    visits: await listCaseVisits(ctx, tx, stored.id),
    visit_kinds,
    actions: [
      ...actionsFor(stored, ctx.actor.role, { now: ctx.now, isMailLost }),
      ...(visit_kinds.length > 0 ? (['visit'] as const) : []),
      ...(ctx.actor.role === 'financial' && linkProblem(stored) === null ? (['link_invoice'] as const) : []),
      ...(isRaisable ? (['raise_claim'] as const) : []),
    ],
    decisions: isStaff ? decisionsOf(stored) : [],
    appeals: appealsOf(stored, ctx.actor.role),
  }
}

/** The term of an answer that is given today (R3.7). */
async function appealIfAnswered(ctx: Ctx, tx: Tx, stored: StoredCase): Promise<Day | null> {
  if (pqrLifecycle.next(stored.status, 'answer') !== 'respondida') return null
  return termFrom(ctx.today, termsOn(await readParameters(tx), ctx.today).appeal)
}

const appealOf = (stored: StoredCase): PqrCase['appeal'] =>
  stored.appeal_kind === null || stored.appealed_on === null
    ? null
    : {
        kind: stored.appeal_kind,
        filed_on: stored.appealed_on,
        decision: stored.appeal_decision,
        answered_on: stored.appeal_answered_on,
      }

const sicOf = (stored: StoredCase): PqrCase['sic'] =>
  stored.transfer_by === null
    ? null
    : {
        transfer_by: stored.transfer_by,
        transferred_on: stored.transferred_on,
        outcome: stored.sic_outcome,
        decided_on: stored.sic_decided_on,
      }

const withdrawalOf = ({ withdrawn_on: on, withdrawn_channel: channel }: StoredCase): PqrCase['withdrawal'] =>
  on === null || channel === null ? null : { on, channel }

/** The claimed invoice of a case, with its money now; null for a case that claims none. */
export async function readClaim(tx: Tx, stored: StoredCase): Promise<PqrCase['claim']> {
  if (stored.invoice_id === null || stored.claimed_amount === null) return null
  const invoice = await tx
    .selectFrom('invoices')
    .select(['prefix', 'number', 'total', 'balance', 'credited', 'disputed_amount'])
    .where('id', '=', stored.invoice_id)
    .executeTakeFirstOrThrow()
  const money = await readClaimAmounts(tx, stored, invoice)
  return {
    invoice_id: stored.invoice_id,
    number: invoiceNumber(invoice.prefix, invoice.number),
    amount: plus(stored.claimed_amount, stored.added_amount),
    is_open: money.disputed > 0,
    free: money.disputed > 0 ? minus(invoice.balance, invoice.disputed_amount) : ZERO,
    linked_on: stored.linked_at === null ? null : dayOf(stored.linked_at),
    ...money,
  }
}

type ClaimedInvoice = Pick<LockedInvoice, 'total' | 'balance' | 'credited' | 'disputed_amount'>

/**
 * The amounts of a claim now, with the credit notes that gave it back. `invoice`: the claimed one, locked for a change. No more is left to
 * give back than what the notes of the invoice left of it: then all of them are the notes of the claim.
 */
export async function readClaimAmounts(
  tx: Tx,
  stored: StoredCase,
  { total, balance, credited, disputed_amount }: ClaimedInvoice,
): Promise<ClaimAmounts & { notes: string[] }> {
  const { rows } = await sql<{ returned: Money; own: string[] | null; all: string[] | null }>`
    with own as (
      select d.credit_note_id, d.noted_amount, d.noted_ids, d.credit_note_id = any (d.noted_ids) as is_shared from disputes d
      where d.company_id = (select current_company()) and d.invoice_id = ${stored.invoice_id}
        and d.reference in (${labelOf(stored)}, ${stored.reference})
    ), notes as (
      select n.number, n.total, n.id in (select credit_note_id from own where is_shared is not true) as is_whole, n.id in (select unnest(noted_ids) from own) as is_part
      from credit_notes n where n.company_id = (select current_company()) and n.invoice_id = ${stored.invoice_id}
    )
    select (coalesce(sum(total) filter (where is_whole), 0) + (select coalesce(sum(noted_amount), 0) from own))::bigint as returned,
      array_agg('NC-' || number order by number) filter (where is_whole or is_part) as own, array_agg('NC-' || number order by number) as all
    from notes`.execute(tx)
  const { returned = ZERO, own = null, all = null } = rows[0] ?? {}
  const open = disputed_amount > 0 ? await readOpenClaim(tx, stored, disputed_amount) : null
  const claimed = minus(plus(stored.claimed_amount ?? ZERO, stored.added_amount), returned)
  const rest = minus(total, credited)
  return {
    left: claimed < ZERO ? ZERO : claimed < rest ? claimed : rest,
    disputed: open?.held ?? ZERO,
    notes: (claimed > rest ? all : own) ?? [],
    beside: disputed_amount > 0 && open === null ? minus(balance, disputed_amount) : ZERO,
    lacking: open?.lacking ?? ZERO,
  }
}

type Claimed = Pick<StoredCase, 'invoice_id' | 'reference' | 'cun'>

/** The open dispute that this case opened, with what of it is not collected; null without one. */
async function readOpenClaim(tx: Tx, stored: Claimed, disputed: Money) {
  if (stored.invoice_id === null) return null
  const open = heldParts(await listOpenDisputes(tx, stored.invoice_id), disputed)
  const own = open.find(({ reference }) => isOf(stored, reference))
  const asked = sum(open.filter((one) => one !== own).map(askedOf))
  if (!own) return null
  const paid = await listUndecidedPaid(tx, stored.invoice_id)
  return { ...own, lacking: minus(sum([asked, ...paid.map(askedOf)]), minus(disputed, own.held)) }
}

/** The open dispute that this case opened. */
export async function findOpenClaim(tx: Tx, stored: Claimed): Promise<{ id: string } | undefined> {
  if (stored.invoice_id === null) return undefined
  return (await listOpenDisputes(tx, stored.invoice_id)).find(({ reference }) => isOf(stored, reference))
}

const isOf = (stored: Claimed, reference: string | null): boolean =>
  reference === labelOf(stored) || reference === stored.reference
