import { sql } from 'kysely'
import type { Correction } from '#domain/contracts/correction.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import type { PeriodBounds } from '#domain/core/period.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { billedPeriods } from './billed-periods.ts'
import { correctionData, findContract } from './contract-change.ts'
import { beginPause } from './pausing.ts'
import { NOW, openSuspension } from './transition-queries.ts'

/** The last day of a contract, null without one, and what was corrected of its billed periods. */
type Stopped = { last_day: Day | null; corrections: Correction[] }

/**
 * Stops a service whose equipment was taken back on a day, until the last day of its contract: the client has no service on those days,
 * and they are not charged (R2.6). What was billed of them is given back at once, also of a contract that has ended. Once for each
 * removal: a second report of it changes nothing.
 */
export async function stopRemovedService(tx: Tx, ctx: Ctx, no: string, removedOn: Day): Promise<Stopped> {
  const contract = await findContract(tx, ctx, no)
  const { active_to: to_on } = contract
  const from_on = addDays(removedOn, 1)
  if (to_on === null || to_on < from_on || (await isRemovedWithin(tx, contract.id, { from_on, to_on })))
    return { last_day: to_on, corrections: [] }
  const stopped = { from_on, to_on }
  await openSuspension(tx, contract.id, { kind: 'removal', ...stopped })
  if (contract.status === 'active' && from_on <= ctx.today)
    await beginPause(tx, contract, { kind: 'removal', ...stopped })
  const corrections = await billedPeriods().correct(tx, contract.id, stopped, ctx.today)
  await tx.record('contract.equipment_removed', {
    entity_id: contract.id,
    after: { no_contract: no, removed_on: removedOn, active_to: to_on, ...correctionData(corrections) },
  })
  return { last_day: to_on, corrections }
}

/** Whether a removal stops the service of a contract on a day of a range. */
async function isRemovedWithin(tx: Tx, contractId: string, { from_on, to_on }: PeriodBounds): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from suspension_intervals
    where company_id = (select current_company()) and contract_id = ${contractId} and kind = 'removal'
      and from_on <= ${to_on}::date and (to_on is null or to_on >= ${from_on}::date) limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * A contract whose termination is withdrawn goes on, and its equipment is not there any more: the stop of its service goes on too,
 * without an end, until a reinstallation (R2.6).
 */
export async function keepRemovedServiceStopped(tx: Tx, contractId: string, today: Day): Promise<void> {
  await tx
    .updateTable('suspension_intervals')
    .set({ to_on: null })
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'removal')
    // An earlier removal ended with its reinstallation.
    .where('to_on', '>=', today)
    .execute()
}

/**
 * The equipment of a service that its removal has not stopped yet is there again: its stop is deleted, or ends before today when its
 * first days have passed. What was given back of the days from today on is charged again.
 */
export async function endRemoval(tx: Tx, ctx: Ctx, no: string): Promise<void> {
  const { id, removed_from } = await findContract(tx, ctx, no)
  if (removed_from === null) return
  const suspension = sql`company_id = (select current_company()) and contract_id = ${id} and kind = 'removal'
    and from_on = ${removed_from}::date and (to_on is null or to_on >= ${ctx.today}::date)`
  await (removed_from < ctx.today
    ? sql`update suspension_intervals set to_on = ${addDays(ctx.today, -1)}::date where ${suspension}`
    : sql`delete from suspension_intervals where ${suspension}`
  ).execute(tx)
  await tx.updateTable('contracts').set({ updated_at: NOW }).where('id', '=', id).execute()
  await billedPeriods().correct(tx, id, { from_on: removed_from, to_on: null }, ctx.today)
}
