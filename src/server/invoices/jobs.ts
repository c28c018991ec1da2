import { sql } from 'kysely'
import { madeSentence } from '#domain/contracts/correction.ts'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule } from '#server/core/jobs.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { PERIOD_DAYS } from './correction-queries.ts'
import { correctBilledPeriods } from './corrections.ts'

/** Contracts that one transaction corrects at most. */
const CORRECTED_MAX = 200

export const correctionTasks = { 'invoices.correct': (world: World) => correctPassedCuts(world) }
export const correctionSchedules: readonly Schedule[] = [{ task: 'invoices.correct', pattern: '21 * * * *' }]

/**
 * Corrects the periods whose cut passed while a suspension is open: they were billed before it, and their days without service are
 * known now (R2.6). Each suspension keeps the last day that was corrected, so that the next hour reads only new cuts.
 */
export async function correctPassedCuts(world: World): Promise<void> {
  const companies = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) =>
    tx.selectFrom('companies').select('id').orderBy('id').execute(),
  )
  for (const { id } of companies) await correctPassedCutsOf(world, id)
}

/** The passed cuts of one company. */
export async function correctPassedCutsOf(world: World, companyId: string): Promise<void> {
  const today = dayOf(world.clock())
  let isMore = true
  while (isMore) {
    isMore = await inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, (tx) => correctSome(tx, today))
  }
}

type OpenSuspension = { id: string; contract_id: string; no_contract: string; from_on: Day; corrected_to: Day | null }

async function correctSome(tx: Tx, today: Day): Promise<boolean> {
  const suspensions = await lockUncorrected(tx, today)
  for (const { id, contract_id, no_contract, from_on, corrected_to } of suspensions) {
    const changed = { from_on: corrected_to === null ? from_on : addDays(corrected_to, 1), to_on: addDays(today, -1) }
    const corrections = await correctBilledPeriods(tx, contract_id, changed, today)
    await tx
      .updateTable('suspension_intervals')
      .set({ corrected_to: changed.to_on })
      .where('id', '=', id)
      .executeTakeFirst()
    if (corrections.length === 0) continue
    await tx.record('contract.corrected', {
      entity_id: contract_id,
      after: { no_contract, corrections: corrections.map(madeSentence) },
    })
  }
  return suspensions.length === CORRECTED_MAX
}

/** The open suspensions with a billed period that ended in them and is not corrected. Locks their contracts, as a change does. */
async function lockUncorrected(tx: Tx, today: Day): Promise<OpenSuspension[]> {
  const { rows } = await sql<OpenSuspension>`
    select s.id, s.contract_id, c.no_contract, s.from_on, s.corrected_to
    from suspension_intervals s
    join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.company_id = (select current_company()) and s.to_on is null and s.from_on < ${today}::date
      and exists (
        select from invoices i ${PERIOD_DAYS} where i.company_id = s.company_id and i.contract_id = s.contract_id and i.kind = 'period'
          and b.to_on < ${today}::date and b.to_on >= s.from_on and (s.corrected_to is null or b.to_on > s.corrected_to)
      )
    order by c.id limit ${CORRECTED_MAX} for update of c skip locked`.execute(tx)
  return rows
}
