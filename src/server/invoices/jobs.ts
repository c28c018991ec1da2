import { sql } from 'kysely'
import { madeSentence } from '#domain/contracts/correction.ts'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { setCorrectedTo } from '#server/contracts/transition-queries.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inPlatformTx, SYSTEM, type World } from '#server/core/context.ts'
import { applyEach } from '#server/core/due.ts'
import type { Schedule } from '#server/core/jobs.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { correctBilledPeriods } from './corrections.ts'
import { PERIOD_DAYS } from './month-address.ts'

/** Suspensions that one query reads at most: the next one continues after the last. */
const READ_MAX = 200

export const correctionTasks = { 'invoices.correct': (world: World) => correctPassedCuts(world) }
export const correctionSchedules: readonly Schedule[] = [{ task: 'invoices.correct', pattern: '21 * * * *' }]

/**
 * Corrects the periods whose cut passed while a suspension is open: they were billed before it, and their days without service are
 * known now (R2.6). Each suspension keeps the last day that was corrected, so that the next hour reads only new cuts. A contract that
 * fails is logged and stays due; the others are corrected. A process with a wrong clock corrects none.
 */
export async function correctPassedCuts(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const companies = await inPlatformTx(world, (tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  for (const { id } of companies) {
    await correctPassedCutsOf(world, id).catch((error: unknown) => {
      // One company must not stop the others.
      world.log.error({ err: error, company_id: id }, 'the corrections of a company stopped')
    })
  }
}

/** The passed cuts of one company, each contract in a transaction of its own. Returns how many failed. */
export async function correctPassedCutsOf(world: World, companyId: string): Promise<number> {
  const today = dayOf(world.clock())
  let failed = 0
  let after: string | null = null
  do {
    const scope = { ...SYSTEM, companyId, isReadOnly: true as const }
    const ids: string[] = await inTransaction(world.pool, 'enlace_app', scope, (tx) =>
      listUncorrected(tx, today, after),
    )
    const due = ids.map((id) => ({ company_id: companyId, id }))
    failed += due.length - (await applyEach(world, due, (tx, id) => correctSuspension(tx, id, today)))
    after = ids.length === READ_MAX ? (ids.at(-1) ?? null) : null
  } while (after !== null)
  return failed
}

type OpenSuspension = { id: string; contract_id: string; no_contract: string; from_on: Day; corrected_to: Day | null }

/** Corrects the cuts of one suspension that passed. Always true: one that is corrected already needs nothing. */
async function correctSuspension(tx: Tx, suspensionId: string, today: Day): Promise<boolean> {
  const found = await lockUncorrected(tx, suspensionId, today)
  if (!found) return true
  const { id, contract_id, no_contract, from_on, corrected_to } = found
  const changed = { from_on: corrected_to === null ? from_on : addDays(corrected_to, 1), to_on: addDays(today, -1) }
  const corrections = await correctBilledPeriods(tx, contract_id, changed, today)
  await setCorrectedTo(tx, id, changed.to_on)
  if (corrections.length > 0) {
    await tx.record('contract.corrected', {
      entity_id: contract_id,
      after: { no_contract, corrections: corrections.map(madeSentence) },
    })
  }
  return true
}

/** An open suspension `s` with a billed period that ended in it and is not corrected. */
const isUncorrected = (today: Day) => sql`
  s.company_id = (select current_company()) and s.to_on is null and s.from_on < ${today}::date
    and exists (
      select from invoices i ${PERIOD_DAYS} where i.company_id = s.company_id and i.contract_id = s.contract_id and i.kind = 'period'
        and b.to_on < ${today}::date and b.to_on >= s.from_on and (s.corrected_to is null or b.to_on > s.corrected_to)
    )`

async function listUncorrected(tx: Tx, today: Day, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where ${isUncorrected(today)} and (${after}::uuid is null or s.id > ${after}::uuid) order by s.id limit ${READ_MAX}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** One of them, if it still is. Locks its contract, as a change does. */
async function lockUncorrected(tx: Tx, id: string, today: Day): Promise<OpenSuspension | undefined> {
  const { rows } = await sql<OpenSuspension>`
    select s.id, s.contract_id, c.no_contract, s.from_on, s.corrected_to
    from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.id = ${id} and ${isUncorrected(today)} for update of c skip locked`.execute(tx)
  return rows[0]
}
