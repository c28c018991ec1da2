import { Refusal } from '#domain/core/refusal.ts'
import { MAINTENANCE_ROLES_SPARED } from '#domain/platform/api.ts'
import type { Actor, World } from '#server/core/context.ts'
import { SYSTEM } from '#server/core/context.ts'
import type { Gate } from '#server/core/serve.ts'
import { inTransaction } from '#server/core/tx.ts'

/** How long a process may trust what it last read of the switch. */
const CACHE_MS = 2_000

type SwitchState = { at: number; active: boolean; message: string }
const cachedStates = new WeakMap<World, Promise<SwitchState>>()

/** Refuses requests while the maintenance switch is on (the gate of the HTTP server). */
export const maintenanceGate: Gate = async (world) => {
  const state = await getSwitchState(world)
  return (actor) => assertOpen(state, actor)
}

/** How the switch stands, as a process may remember it for two seconds. Asked before a request holds any connection. */
async function getSwitchState(world: World): Promise<SwitchState> {
  const known = cachedStates.get(world)
  if (known && Date.now() - (await known.catch(() => ({ at: 0 }))).at < CACHE_MS) return known
  const reading = readSwitchRow(world)
  cachedStates.set(world, reading)
  return reading
}

/** Refuses with 503 while the switch is on, but for the superadmin and for what says so (health, login, the switch itself). */
function assertOpen({ active, message }: SwitchState, actor: Actor | null): void {
  if (!active || (actor !== null && MAINTENANCE_ROLES_SPARED.some((role) => role === actor.role))) return
  throw new Refusal('maintenance', message || 'Estamos en mantenimiento. Volvemos pronto.', { retryAfterS: 30 })
}

/** Forgets what was read, in this process: the switch was just moved here. */
export const forgetMaintenance = (world: World): void => void cachedStates.delete(world)

async function readSwitchRow(world: World): Promise<SwitchState> {
  const row = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) =>
    tx.selectFrom('maintenance').select(['active', 'message']).executeTakeFirstOrThrow(),
  )
  return { at: Date.now(), active: row.active, message: row.message }
}
