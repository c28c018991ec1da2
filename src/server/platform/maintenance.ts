import { Refusal } from '#domain/core/refusal.ts'
import { MAINTENANCE_ROLES_SPARED } from '#domain/platform/api.ts'
import type { Actor, World } from '#server/core/context.ts'
import { SYSTEM } from '#server/core/context.ts'
import type { Gate } from '#server/core/serve.ts'
import { inTransaction } from '#server/core/tx.ts'

/** How long a process may trust what it last read of the switch. */
const TRUST_MS = 2_000

type Read = { at: number; active: boolean; message: string }
const reads = new WeakMap<World, Promise<Read>>()

/** Refuses requests while the maintenance switch is on (the gate of the HTTP server). */
export const maintenanceGate: Gate = async (world) => {
  const state = await readSwitch(world)
  return (actor) => assertOpen(state, actor)
}

/** How the switch stands, as a process may remember it for two seconds. Asked before a request holds any connection. */
async function readSwitch(world: World): Promise<Read> {
  const known = reads.get(world)
  if (known && Date.now() - (await known.catch(() => ({ at: 0 }))).at < TRUST_MS) return known
  const reading = read(world)
  reads.set(world, reading)
  return reading
}

/** Refuses with 503 while the switch is on, but for the superadmin and for what says so (health, login, the switch itself). */
function assertOpen({ active, message }: Read, actor: Actor | null): void {
  if (!active || (actor !== null && MAINTENANCE_ROLES_SPARED.some((role) => role === actor.role))) return
  throw new Refusal('maintenance', message || 'Estamos en mantenimiento. Volvemos pronto.', { retryAfterS: 30 })
}

/** Forgets what was read, in this process: the switch was just moved here. */
export const forgetMaintenance = (world: World): void => void reads.delete(world)

async function read(world: World): Promise<Read> {
  const row = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) =>
    tx.selectFrom('maintenance').select(['active', 'message']).executeTakeFirstOrThrow(),
  )
  return { at: Date.now(), active: row.active, message: row.message }
}
