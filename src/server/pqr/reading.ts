import { invoiceNumber } from '#domain/ledger/number.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { actionsFor, appealsOf, decisionsOf } from '#domain/pqr/steps.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { listCaseVisits, visitKindsOfCase } from './case-visits.ts'
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
  const isMailLost = isStaff && (await isAnswerLost(tx, stored))
  return {
    ...rowOf(stored, ctx.today),
    petitioner: {
      name: stored.petitioner_name,
      type_identification: stored.petitioner_type,
      identification: stored.petitioner_identification,
      email: stored.petitioner_email,
      phone: stored.petitioner_phone,
      address: stored.petitioner_address,
    },
    text: stored.text,
    service: stored.service,
    response_channel: stored.response_channel,
    response_address: stored.response_address,
    claim: await readClaim(tx, stored),
    extended_on: stored.extended_on,
    appeal: appealOf(stored),
    silence_on: stored.silence_on,
    sic: sicOf(stored),
    satisfaction: stored.satisfaction,
    entries,
    files,
    tasks,
    visits: await listCaseVisits(ctx, tx, stored.id),
    visit_kinds,
    actions: [
      ...actionsFor(stored, ctx.actor.role, { now: ctx.now, isMailLost }),
      ...(visit_kinds.length > 0 ? (['visit'] as const) : []),
    ],
    decisions: isStaff ? decisionsOf(stored) : [],
    appeals: appealsOf(stored, ctx.actor.role),
  }
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

async function readClaim(tx: Tx, stored: StoredCase): Promise<PqrCase['claim']> {
  if (stored.invoice_id === null || stored.claimed_amount === null) return null
  const invoice = await tx
    .selectFrom('invoices')
    .select(['prefix', 'number'])
    .where('id', '=', stored.invoice_id)
    .executeTakeFirstOrThrow()
  return {
    invoice_id: stored.invoice_id,
    number: invoiceNumber(invoice.prefix, invoice.number),
    amount: stored.claimed_amount,
    is_open: (await findOpenClaim(tx, stored)) !== undefined,
  }
}

/** The open dispute that this case opened. */
export const findOpenClaim = (tx: Tx, stored: Pick<StoredCase, 'invoice_id' | 'reference' | 'cun'>) =>
  tx
    .selectFrom('disputes')
    .select('id')
    .where('invoice_id', '=', stored.invoice_id)
    .where('reference', 'in', [labelOf(stored), stored.reference])
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
