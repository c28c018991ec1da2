import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { knownTexts, passwordProblem, plainForm } from '#domain/auth/password.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Config, Mode } from '#server/config.ts'
import { boundedQueue } from '#server/core/queue.ts'
import { keyFor } from '#server/core/secrets.ts'
import type { Person } from './queries.ts'

/** The password of every account of the demo world: public, and good for nothing outside the demo. */
export const DEMO_PASSWORD = 'Enlace-Demo-2026'

/** Argon2id, the first of OWASP's recommended settings. Raising it re-hashes each password at its next login. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each hash takes a core and 19 MiB. Two at most, and one core is left to everybody who is in already. */
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

/** What is stored of a password: argon2id over its NFKC form, peppered with a key that is not in the database. */
export const hashPassword = (secret: Buffer, password: string): Promise<string> =>
  queueHash(() => hash(normal(password), { ...COST, secret: pepper(secret) }))

/**
 * Whether this is the password behind a stored hash. Without one (an unknown user, a person who has none yet) it works just as
 * long and says no. Throws Refusal 'unavailable' when too many wait.
 */
export async function isPassword(secret: Buffer, stored: string | null, password: string): Promise<boolean> {
  const isRight = await queueHash(() => verify(stored ?? NOBODYS_HASH, normal(password), { secret: pepper(secret) }))
  return stored !== null && isRight
}

/** Whether a stored hash was made at another cost than today's. */
export function isOutdated(stored: string): boolean {
  const made = parseOptions(stored)
  return made.memoryCost !== COST.memoryCost || made.timeCost !== COST.timeCost || made.parallelism !== COST.parallelism
}

/** Refuses a new password that is too short, well known or about the person, as an error of `field`. */
export function assertGoodPassword(config: Config, person: Person, password: string, field: string): void {
  if (isExempt(config.mode, password)) return
  const known = knownTexts([person.company_name, person.first_name, person.last_name], person.username, person.email)
  const problem = passwordProblem(password, person.role, known, (form) => COMMON.has(form))
  if (problem !== null) throw refuseField('invalid', field, problem)
}

/** Whether two passwords are the same once written as they are hashed. */
export const isSamePassword = (a: string, b: string): boolean => normal(a) === normal(b)

const isExempt = (mode: Mode, password: string): boolean => mode === 'demo' && password === DEMO_PASSWORD

const normal = (password: string): string => password.normalize('NFKC')

const pepper = (secret: Buffer): Buffer => keyFor(secret, 'password')

/** Of the same cost as a real one, and the hash of nothing that anybody could type. */
const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${unpadded(16)}$${unpadded(32)}`

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '')
}

/** Passwords and words that everybody tries first, a line each; read once. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .map(plainForm),
)
