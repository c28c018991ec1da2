import { createHash } from 'node:crypto'

/** An event as its seal digests it: every stored column. */
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

/** The previous digest of the first link of a company's chain. */
export const FIRST_DIGEST = Buffer.alloc(32)

/** The SHA-256 digest of one link: the previous digest, the number, and each event of the link in order. */
export function linkDigest(previous: Buffer, number: number, events: readonly SealedEvent[]): Buffer {
  const hash = createHash('sha256').update(previous).update(`\n${number}`)
  for (const event of events) hash.update(`\n${canonical(event)}`)
  return hash.digest()
}

function canonical(event: SealedEvent): string {
  return stableJson([
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

/** JSON with sorted object keys: jsonb does not keep their order, and a restore may change it. */
function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${stableJson(inner)}`).join(',')}}`
  }
  return JSON.stringify(value) ?? 'null'
}
