import { sql } from 'kysely'
import { isClockRight } from '#server/core/clock.ts'
import { readInPlatformTx, type World } from '#server/core/context.ts'
import { applyEach, type Due } from '#server/core/due.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { acceptTacitly } from './acceptances.ts'

/** Acceptances that one tick writes at most: the next tick continues. */
const TICK_MAX = 500

export const acceptanceTickers: readonly Ticker[] = [
  { name: 'einvoice.clock', everyS: 30, tick: async (world) => void (await runAcceptanceClock(world)) },
]

/**
 * Writes the tacit acceptance of each invoice whose term to claim ended, after the provider was asked at that instant or later. The row is
 * locked and read again, so two processes write it once; one that fails does not stop the others; a process with a wrong clock writes none.
 * Returns how many.
 */
export async function runAcceptanceClock(world: World, processNow: () => Date = () => new Date()): Promise<number> {
  if (!(await isClockRight(world, processNow))) return 0
  const now = world.clock()
  const due = await readInPlatformTx(world, (tx) => listDue(tx, now))
  return applyEach(world, due, (tx, id) => acceptTacitly(tx, id, now))
}

async function listDue(tx: Tx, now: Date): Promise<Due[]> {
  // A literal: for a parameter the planner expects a tenth of the table.
  const limit = sql.raw(String(TICK_MAX))
  const { rows } = await sql<Due>`
    select company_id, id from electronic_documents
    where tacit_at <= ${now} and events_read_at >= tacit_at order by tacit_at limit ${limit}`.execute(tx)
  return rows
}
