import { createHash } from 'node:crypto'

/** An event as it enters a seal: every stored column, in a fixed order, instants as ISO text. */
export type SealedEvent = {
  company_id: string
  id: string
  name: string
  entity_id: string | null
  before: unknown
  after: unknown
  actor_id: string | null
  actor_name: string
  actor_role: string
  ip: string | null
  request_id: string | null
  at: Date
  xid: string
}

/** What the first link of a company's chain stands on. */
export const GENESIS = Buffer.alloc(32)

/** The digest of one link: the previous digest, and under it each event of the link in order. */
export function linkDigest(previous: Buffer, number: number, events: readonly SealedEvent[]): Buffer {
  const hash = createHash('sha256').update(previous).update(`\n${number}`)
  for (const event of events) hash.update(`\n${canonical(event)}`)
  return hash.digest()
}

function canonical(event: SealedEvent): string {
  return stable([
    event.company_id,
    event.id,
    event.name,
    event.entity_id,
    event.before,
    event.after,
    event.actor_id,
    event.actor_name,
    event.actor_role,
    event.ip,
    event.request_id,
    event.at.toISOString(),
    event.xid,
  ])
}

/** JSON with object keys in order: jsonb keeps no order of its own, and a restore may change it. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${stable(inner)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
