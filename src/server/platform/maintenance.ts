import { Refusal } from '#domain/core/refusal.ts'
import { MAINTENANCE_ROLES_ALLOWED } from '#domain/platform/api.ts'
import { type Actor, inPlatformTx, type World } from '#server/core/context.ts'
import type { Gate } from '#server/core/serve.ts'

/** The time that a process uses the last read state of the switch. */
const CACHE_MS = 2_000

type SwitchState = { at: number; active: boolean; message: string }
const cachedStates = new WeakMap<World, Promise<SwitchState>>()

/** Refuses requests while the maintenance switch is on (the gate of the HTTP server). */
export const maintenanceGate: Gate = async (world) => {
  const state = await getSwitchState(world)
  return (actor) => assertOpen(state, actor)
}

/** The state of the switch, cached for two seconds. Read before a request holds a database connection. */
async function getSwitchState(world: World): Promise<SwitchState> {
  const cached = cachedStates.get(world)
  if (cached && Date.now() - (await cached.catch(() => ({ at: 0 }))).at < CACHE_MS) return cached
  const reading = readSwitchRow(world)
  cachedStates.set(world, reading)
  return reading
}

/** Refuses with 503 while the switch is on, except for the superadmin. */
function assertOpen({ active, message }: SwitchState, actor: Actor | null): void {
  if (!active || (actor !== null && MAINTENANCE_ROLES_ALLOWED.some((role) => role === actor.role))) return
  throw new Refusal('maintenance', message || 'Estamos en mantenimiento. Volvemos pronto.', { retryAfterS: 30 })
}

/** Clears the cached state of this process, after a change of the switch. */
export const clearCachedMaintenance = (world: World): void => void cachedStates.delete(world)

async function readSwitchRow(world: World): Promise<SwitchState> {
  const row = await inPlatformTx(world, (tx) =>
    tx.selectFrom('maintenance').select(['active', 'message']).executeTakeFirstOrThrow(),
  )
  return { at: Date.now(), active: row.active, message: row.message }
}
