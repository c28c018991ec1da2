import { sql } from 'kysely'
import { Refusal } from '#domain/core/refusal.ts'
import { SYSTEM, type World } from './context.ts'
import { inTransaction, type Tx } from './tx.ts'

/** The clock of a process that differs more than this from that of the database decides nothing. */
const CLOCKS_APART_MAX_MS = 5 * 60_000
const RETRY_AFTER_S = 60

/** Whether the clock of this process agrees with that of the database. A process with another one leaves the work to the others. */
export const isClockRight = (world: World, processNow: () => Date): Promise<boolean> =>
  inTransaction(world.pool, 'enlace_app', { ...SYSTEM, isReadOnly: true }, (tx) => agrees(world, tx, processNow))

/**
 * The same in the transaction of a person's step that depends on the instant. Throws a Refusal 'unavailable' with another clock: the
 * person, or its mail server, tries again, and another process may answer.
 */
export async function assertClockRight(world: Pick<World, 'log'>, tx: Tx): Promise<void> {
  if (await agrees(world, tx, () => new Date())) return
  throw new Refusal(
    'unavailable',
    'El reloj de nuestro servidor no está en hora, así que no guardamos nada. Intenta de nuevo en un minuto.',
    { retryAfterS: RETRY_AFTER_S },
  )
}

async function agrees(world: Pick<World, 'log'>, tx: Tx, processNow: () => Date): Promise<boolean> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  const stored = rows[0]?.at ?? new Date(0)
  const apart = Math.abs(stored.getTime() - processNow().getTime())
  if (apart <= CLOCKS_APART_MAX_MS) return true
  world.log.error({ apart_ms: apart }, 'the clock of this server differs from that of the database: nothing is decided')
  return false
}
