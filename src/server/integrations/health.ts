import type { Day } from '#domain/core/days.ts'
import type { FactusHealth, WompiHealth } from '#domain/integrations/integration.ts'
import type { Tx } from '#server/core/tx.ts'
import { listConnections, listEvents, type StoredConnection } from './queries.ts'
import { chosenRange } from './ranges.ts'

/** The health of the connection that payments use; without one, of the last saved keys. Null when the company has no keys. */
export async function readWompiHealth(tx: Tx): Promise<WompiHealth | null> {
  const connection = inUse(await listConnections(tx, 'wompi'))
  if (!connection) return null
  const [event] = await listEvents(tx, 1)
  const { environment, is_on, tested_at, problem } = connection
  return {
    environment,
    is_on,
    tested_at: tested_at?.toISOString() ?? null,
    problem,
    last_event: event ? { received_at: event.received_at.toISOString(), verdict: event.verdict } : null,
  }
}

/** The same of Factus, with the range that numbers the invoices. */
export async function readFactusHealth(tx: Tx, today: Day): Promise<FactusHealth | null> {
  const connection = inUse(await listConnections(tx, 'factus'))
  if (!connection) return null
  const { environment, is_on, tested_at, problem } = connection
  const range = await chosenRange(tx, environment, 'invoice', today)
  return {
    environment,
    is_on,
    tested_at: tested_at?.toISOString() ?? null,
    problem,
    range: range && { prefix: range.prefix, left: range.left, ends_on: range.ends_on, problem: range.problem },
  }
}

/** The connection that is on; without one, the last saved. */
const inUse = (stored: StoredConnection[]): StoredConnection | undefined =>
  stored.find(({ is_on }) => is_on) ?? stored.toSorted((a, b) => Number(b.set_at) - Number(a.set_at))[0]
