import type { WompiHealth } from '#domain/integrations/integration.ts'
import type { Tx } from '#server/core/tx.ts'
import { listConnections, listEvents } from './queries.ts'

/** The health of the connection that payments use; without one, of the last saved keys. Null when the company has no keys. */
export async function readWompiHealth(tx: Tx): Promise<WompiHealth | null> {
  const stored = await listConnections(tx)
  const connection =
    stored.find(({ is_on }) => is_on) ?? stored.toSorted((a, b) => Number(b.set_at) - Number(a.set_at))[0]
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
