import { randomBytes } from 'node:crypto'

/** The last 64 bits of an id, as hexadecimal digits; two of the bits are the variant. */
const DIGITS = 16
const POOL_IDS = 512
/** Random digits, made for many ids at once. */
let pool = ''
let used = 0
let lastMs = 0
let counter = 0

/**
 * A UUID version 7 for rows that are inserted in bulk: ordered by time, also within a millisecond, so that keys of one batch are
 * adjacent in their index. Single rows use `uuid_v7()` of the database.
 */
export function newId(): string {
  if (used === pool.length) {
    pool = randomBytes((POOL_IDS * DIGITS) / 2).toString('hex')
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
  const random = pool.slice(used, used + DIGITS)
  used += DIGITS
  const time = lastMs.toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(random.slice(0, 1), 16) & 0x3) | 0x8).toString(16)
  const order = counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${variant}${random.slice(1, 4)}-${random.slice(4)}`
}

/** The instant in a UUID version 7: when its row was written. */
export const instantOfId = (id: string): Date => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16))
