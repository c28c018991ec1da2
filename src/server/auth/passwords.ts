import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { LOGIN_ACCOUNTS_PER_COMPANY } from '#domain/auth/limits.ts'
import { knownTexts, passwordProblem, withoutAccents } from '#domain/auth/password.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Config, ServerMode } from '#server/config.ts'
import { boundedQueue } from '#server/core/queue.ts'
import { keyFor } from '#server/core/secrets.ts'
import type { Person } from './queries.ts'

/** The password of every demo account. It is public; only the demo exempts it from the password rules. */
export const DEMO_PASSWORD = 'Enlace-Demo-2026'

/** Argon2id with the first of OWASP's recommended settings. After an increase, each password is hashed again at its next login. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes at the same time: each takes a core and 19 MiB. At most two, and one core stays free for the other requests. */
export const HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const HASHES_WAITING_MAX = 50

const queueHash = boundedQueue({
  concurrency: HASHES_AT_ONCE,
  waitingMax: HASHES_WAITING_MAX,
  refusal: () =>
    new Refusal('unavailable', 'Hay muchas personas entrando en este momento. Intenta de nuevo en unos segundos.', {
      retryAfterS: 2,
    }),
})

/** The stored hash of a password: argon2id of its NFKC form, with a pepper key that is not in the database. */
export const hashPassword = (secret: Buffer, password: string): Promise<string> =>
  queueHash(() => hash(normalized(password), { ...COST, secret: pepper(secret) }))

/**
 * Whether the password matches a stored hash. Without a hash (unknown user, user without password) the result is false after the
 * same time. Throws Refusal 'unavailable' when the queue is full.
 */
export async function isPassword(secret: Buffer, stored: string | null, password: string): Promise<boolean> {
  const isMatch = await queueHash(() => verify(stored ?? DUMMY_HASH, normalized(password), { secret: pepper(secret) }))
  return stored !== null && isMatch
}

/** The passwords that a login compares at least, so that its time does not show how many accounts a name has. */
export const COMPARED_MIN = LOGIN_ACCOUNTS_PER_COMPANY

/** Whether the password matches each of the stored hashes, in order. Compares at least COMPARED_MIN, without a hash a random one. */
export function comparePassword(
  secret: Buffer,
  stored: readonly (string | null)[],
  password: string,
): Promise<boolean[]> {
  const typed = normalized(password)
  const compared = [...stored, ...Array.from({ length: COMPARED_MIN }, () => null)]
  return queueHash(async () => {
    const matches: boolean[] = []
    for (const hashed of compared.slice(0, Math.max(COMPARED_MIN, stored.length))) {
      const isMatch = await verify(hashed ?? DUMMY_HASH, typed, { secret: pepper(secret) })
      matches.push(hashed !== null && isMatch)
    }
    return matches.slice(0, stored.length)
  })
}

/** Whether a stored hash has other cost parameters than COST. */
export function isOutdated(stored: string): boolean {
  const cost = parseOptions(stored)
  return cost.memoryCost !== COST.memoryCost || cost.timeCost !== COST.timeCost || cost.parallelism !== COST.parallelism
}

/** Refuses a new password that is too short, well known or contains data of the person, as an error of `field`. */
export function assertGoodPassword(config: Config, person: Person, password: string, field: string): void {
  if (isExempt(config.mode, password)) return
  const known = knownTexts([person.company_name, person.first_name, person.last_name], person.username, person.email)
  const problem = passwordProblem(password, person.role, known, (form) => COMMON.has(form))
  if (problem !== null) throw refuseField('invalid', field, problem)
}

/** Whether two passwords have the same NFKC form. */
export const isSamePassword = (a: string, b: string): boolean => normalized(a) === normalized(b)

const isExempt = (mode: ServerMode, password: string): boolean => mode === 'demo' && password === DEMO_PASSWORD

const normalized = (password: string): string => password.normalize('NFKC')

const pepper = (secret: Buffer): Buffer => keyFor(secret, 'password')

/** A random hash with the cost of a real one. No password matches it. */
const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${randomBase64(16)}$${randomBase64(32)}`

function randomBase64(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}

/** Well-known passwords and words, one on each line; read once. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .map(withoutAccents),
)
