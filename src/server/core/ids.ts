import { randomFillSync } from 'node:crypto'

const POOL_IDS = 512
const pool = Buffer.alloc(POOL_IDS * 16)
let used = pool.length
let lastMs = 0
let counter = 0

/**
 * A UUID version 7 for rows that are inserted in bulk: ordered by time, also within a millisecond, so that keys of one batch are
 * adjacent in their index. Single rows use `uuid_v7()` of the database.
 */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const now = Date.now()
  // The 12 bits after the version count within a millisecond; after the last value the time is one millisecond ahead.
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (counter === 0xfff) {
    lastMs += 1
    counter = 0
  } else counter += 1
  const random = pool.toString('hex', used + 8, used + 16)
  used += 16
  const time = lastMs.toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0x3) | 0x8).toString(16)
  const order = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
}

/** The instant in a UUID version 7: when its row was written. */
export const instantOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
