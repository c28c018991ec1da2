import { sql } from 'kysely'
import { CODE_MINUTES, CODE_TRIES, CODE_TRIES_OF_OTHERS } from '#domain/auth/limits.ts'
import type { World } from '#server/core/context.ts'
import { codeHash, keyFor, newCode, newToken, tokenHash } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'

/** The user of a code or link, and the address of its email. */
export type CodeOwner = { company_id: string; user_id: string; email: string }

/** The stored hash of a code. The address is part of it: the code is not valid for another address. */
export const hashOfCode = (world: World, email: string, code: string): Buffer =>
  codeHash(keyFor(world.config.secret, 'recovery'), email, code)

/**
 * Replaces the codes that this browser asked for at one address by a new code for each owner; those of other browsers stay. The codes differ: the code identifies the user whose password
 * changes. Returns the plain codes in the order of `owners`; the database has only their hashes.
 */
export async function replaceCodes(
  tx: Tx,
  world: World,
  email: string,
  browser: Buffer | null,
  owners: readonly CodeOwner[],
): Promise<string[]> {
  await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('email', '=', email)
    .where('kind', '=', 'code')
    .where('browser_hash', 'is not distinct from', browser)
    .where('used_at', 'is', null)
    .execute()
  const codes = distinctCodes(owners.length)
  const rows = owners.map((owner, index) => ({
    ...ownerOf(owner),
    kind: 'code' as const,
    secret_hash: hashOfCode(world, email, codes[index] ?? ''),
    browser_hash: browser,
    tries_left: CODE_TRIES,
    other_tries_left: CODE_TRIES_OF_OTHERS,
    expires_at: inMinutes(CODE_MINUTES),
  }))
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** The valid codes of an address that this browser may still try. Locks their rows until the end of the transaction. */
export const listValidCodes = (tx: Tx, email: string, browser: Buffer | null) =>
  tx
    .selectFrom('recovery_codes')
    .select(['id', 'company_id', 'user_id', 'email', 'secret_hash'])
    .where('email', '=', email)
    .where('kind', '=', 'code')
    .where('used_at', 'is', null)
    .where(triesLeft(browser), '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Counts a wrong code against every valid code of the address, because the intended code is unknown: against those of this browser, and
 * in a count of their own against those of other browsers, so that others do not use up the tries of the owner.
 */
export async function countWrongTry(tx: Tx, email: string, browser: Buffer | null): Promise<void> {
  const isOwn = sql<boolean>`browser_hash is not distinct from ${browser}::bytea`
  await tx
    .updateTable('recovery_codes')
    .set({
      tries_left: sql<number>`case when ${isOwn} then greatest(0, tries_left - 1) else tries_left end`,
      other_tries_left: sql<number>`case when ${isOwn} then other_tries_left else greatest(0, other_tries_left - 1) end`,
    })
    .where('email', '=', email)
    .where('kind', '=', 'code')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
}

const triesLeft = (browser: Buffer | null) =>
  sql<number>`case when browser_hash is not distinct from ${browser}::bytea then tries_left else other_tries_left end`

export async function useCode(tx: Tx, code: { id: string }): Promise<void> {
  await tx.updateTable('recovery_codes').set({ used_at: sql<Date>`now()` }).where('id', '=', code.id).execute()
}

/** Creates a link token that sets a password once, within `minutes`. Returns its plain text; only its hash is stored. */
export async function insertLink(tx: Tx, owner: CodeOwner, minutes: number = CODE_MINUTES): Promise<string> {
  const token = newToken('lnk')
  const link = { kind: 'link' as const, secret_hash: tokenHash(token), tries_left: 1, expires_at: inMinutes(minutes) }
  await tx
    .insertInto('recovery_codes')
    .values({ ...ownerOf(owner), ...link })
    .execute()
  return token
}

export const getValidLink = (tx: Tx, hash: Buffer) =>
  tx
    .selectFrom('recovery_codes')
    .select(['company_id', 'user_id'])
    .where('secret_hash', '=', hash)
    .where('kind', '=', 'link')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Marks a link as used. False when it is used or expired: of two concurrent calls, one gets true. */
export async function useLink(tx: Tx, hash: Buffer): Promise<boolean> {
  const result = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('secret_hash', '=', hash)
    .where('kind', '=', 'link')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Invalidates every code and link of a person. */
export async function invalidateCodes(tx: Tx, person: { company_id: string; id: string }): Promise<void> {
  await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where('used_at', 'is', null)
    .execute()
}

const ownerOf = ({ company_id, user_id, email }: CodeOwner): CodeOwner => ({ company_id, user_id, email })

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

function distinctCodes(count: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(newCode())
  return [...codes]
}
