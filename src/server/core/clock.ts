import { sql } from 'kysely'
import { SYSTEM, type World } from './context.ts'
import { inTransaction } from './tx.ts'

/** The clock of a process that differs more than this from that of the database decides nothing. */
const CLOCKS_APART_MAX_MS = 5 * 60_000

/** Whether the clock of this process agrees with that of the database. A process with another one leaves the work to the others. */
export async function isClockRight(world: World, processNow: () => Date): Promise<boolean> {
  const stored = await inTransaction(world.pool, 'enlace_app', { ...SYSTEM, isReadOnly: true }, async (tx) => {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
    return rows[0]?.at ?? new Date(0)
  })
  const apart = Math.abs(stored.getTime() - processNow().getTime())
  if (apart <= CLOCKS_APART_MAX_MS) return true
  world.log.error({ apart_ms: apart }, 'the clock of this server differs from that of the database: nothing is decided')
  return false
}
