import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import {
  isAppCode,
  plainCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODE_CHARS,
  RECOVERY_CODES,
  TOTP_DIGITS,
  TOTP_PERIOD_S,
  TOTP_WINDOW,
} from '#domain/auth/two-factor.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { decrypt, encrypt } from '#server/core/encryption.ts'
import { codeHash, keyFor } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'
import { twoFactorEmail } from '#server/documents/mail.ts'
import type { Person } from './queries.ts'

type Account = { company_id: string; id: string }
type At = { world: World; now: Date }

const SECRET_BYTES = 20

/** A new secret, as the person types or scans it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** The address that an application of codes reads: in a QR code, or as a link on the same telephone. */
export const uriOf = (secret: string, { username, company_name }: Person): string =>
  totpOf(secret, `${username} (${company_name})`).toString()

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: 'Enlace',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_S,
  })

/** A QR code as one SVG path, in a square of `size` units. */
export function qrOf(uri: string): { size: number; path: string } {
  const { size, data } = QRCode.create(uri, { errorCorrectionLevel: 'M' }).modules
  const dark = [...data.keys()].filter((at) => data[at] === 1)
  return { size, path: dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('') }
}

/** The period of a right code, or null. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: TOTP_WINDOW })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}

const contextOf = ({ company_id, id }: Account): string => `two-factor:${company_id}:${id}`

/** Stores the secret that the person must confirm with a code. The one in use is valid until then. */
export async function prepareSecret(tx: Tx, world: World, person: Account, secret: string): Promise<void> {
  const pending_secret = encrypt(world.config.secret, secret, contextOf(person))
  await tx
    .insertInto('two_factors')
    .values({ company_id: person.company_id, user_id: person.id, pending_secret })
    .onConflict((on) => on.columns(['company_id', 'user_id']).doUpdateSet({ pending_secret }))
    .execute()
}

/** The secret in use, or the one that waits for its first code. Locks the row. */
async function readSecret(
  tx: Tx,
  world: World,
  person: Account,
  column: 'secret' | 'pending_secret',
): Promise<string | null> {
  const row = await tx
    .selectFrom('two_factors')
    .select(column)
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .forUpdate()
    .executeTakeFirst()
  const sealed = row?.[column] ?? null
  return sealed === null ? null : decrypt(world.config.secret, sealed, contextOf(person))
}

/** Puts the prepared secret into use when the code is its own, with new recovery codes. Null: a wrong code. Throws 409 when nothing is prepared. */
export async function confirmSecret(
  tx: Tx,
  { world, now }: At,
  person: Account,
  typed: string,
): Promise<string[] | null> {
  const secret = await readSecret(tx, world, person, 'pending_secret')
  if (secret === null) throw new Refusal('conflict', 'Esa clave ya no está pendiente: configura tu aplicación de nuevo')
  const step = stepOf(secret, plainCode(typed), now)
  if (step === null) return null
  await tx
    .updateTable('two_factors')
    .set({ secret: sql<Buffer>`pending_secret`, pending_secret: null, last_step: step })
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .execute()
  await setFlag(tx, person, true)
  return replaceRecoveryCodes(tx, world, person)
}

/** Removes the second factor. False when there was none. */
export async function removeTwoFactor(tx: Tx, person: Account): Promise<boolean> {
  const removed = await tx
    .deleteFrom('two_factors')
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .executeTakeFirst()
  await deleteRecoveryCodes(tx, person)
  await setFlag(tx, person, false)
  return removed.numDeletedRows > 0n
}

const setFlag = (tx: Tx, person: Account, has_two_factor: boolean): Promise<unknown> =>
  tx
    .updateTable('users')
    .set({ has_two_factor, updated_at: sql<Date>`now()` })
    .where('company_id', '=', person.company_id)
    .where('id', '=', person.id)
    .execute()

const deleteRecoveryCodes = (tx: Tx, person: Account): Promise<unknown> =>
  tx
    .deleteFrom('two_factor_codes')
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .execute()

async function replaceRecoveryCodes(tx: Tx, world: World, person: Account): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await deleteRecoveryCodes(tx, person)
  await tx
    .insertInto('two_factor_codes')
    .values(
      codes.map((code) => ({
        company_id: person.company_id,
        user_id: person.id,
        code_hash: recoveryHash(world, person, code),
      })),
    )
    .execute()
  return codes
}

const newRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_CODE_CHARS }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('')

const recoveryHash = (world: World, { company_id, id }: Account, code: string): Buffer =>
  codeHash(keyFor(world.config.secret, 'two-factor-codes'), company_id, id, code)

/** The recovery codes of a person that are not used. */
export async function countRecoveryCodes(tx: Tx, person: Account): Promise<number> {
  const { count } = await tx
    .selectFrom('two_factor_codes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Whether a code proves the second factor: one of the application, of now or one period before or after, and later than the last
 * accepted one; or a recovery code, which is used up and recorded, and the person is notified.
 */
export async function acceptCode(tx: Tx, at: At, person: Person, typed: string): Promise<boolean> {
  const code = plainCode(typed)
  if (!isAppCode(code)) return spendRecoveryCode(tx, at, person, code)
  const secret = await readSecret(tx, at.world, person, 'secret')
  const step = secret === null ? null : stepOf(secret, code, at.now)
  if (step === null) return false
  const used = await tx
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where(sql<boolean>`coalesce(last_step, -1) < ${step}`)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}

async function spendRecoveryCode(tx: Tx, at: At, person: Person, code: string): Promise<boolean> {
  const used = await tx
    .updateTable('two_factor_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where('code_hash', '=', recoveryHash(at.world, person, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) return false
  const left = await countRecoveryCodes(tx, person)
  await tx.record('two_factor.recovery_code_used', {
    company_id: person.company_id,
    entity_id: person.id,
    after: { left },
    actor: { id: person.id, name: `${person.first_name} ${person.last_name}`, role: person.role },
  })
  await enqueueTwoFactorEmail(tx, at, person, { kind: 'recovery_code', left })
  return true
}

/** Notifies the person, when there is an address, of a change or use of the second factor. */
export async function enqueueTwoFactorEmail(
  tx: Tx,
  { world, now }: At,
  person: Person,
  what: Parameters<typeof twoFactorEmail>[0]['what'],
): Promise<void> {
  if (person.email === null) return
  const { company_name: companyName, first_name: firstName } = person
  const email = twoFactorEmail({ companyName, firstName, at: now, publicUrl: world.config.publicUrl, what })
  await tx.enqueue('mail.send', { id: randomUUID(), to: person.email, ...email })
}
