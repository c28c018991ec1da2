import { sql } from 'kysely'
import { CODE_MINUTES, CODE_TRIES } from '#domain/auth/limits.ts'
import type { World } from '#server/core/context.ts'
import { codeHash, keyFor, newCode, newToken, tokenHash } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'

/** Whose a code or link is. */
export type Owner = { company_id: string; user_id: string; email: string }

/** What is stored of a code: bound to its address, so that it opens nobody else's door. */
export const hashOfCode = (world: World, email: string, code: string): Buffer =>
  codeHash(keyFor(world.config.secret, 'recovery'), email, code)

/**
 * New codes for everybody of one address, in place of the older ones. Each person has a code of their own: it tells which of
 * them the password will be for. Returned in the order of `owners`; only here are they legible.
 */
export async function replaceCodes(tx: Tx, world: World, email: string, owners: readonly Owner[]): Promise<string[]> {
  await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('email', '=', email)
    .where('kind', '=', 'code')
    .where('used_at', 'is', null)
    .execute()
  const codes = distinctCodes(owners.length)
  const rows = owners.map((owner, place) => ({
    ...ownerOf(owner),
    kind: 'code' as const,
    secret_hash: hashOfCode(world, email, codes[place] ?? ''),
    tries_left: CODE_TRIES,
    expires_at: inMinutes(CODE_MINUTES),
  }))
  if (rows.length > 0) await tx.insertInto('recovery_codes').values(rows).execute()
  return codes
}

/** The codes of an address that can still be right, kept as they are until the end of the transaction. */
export const listLiveCodes = (tx: Tx, email: string) =>
  tx
    .selectFrom('recovery_codes')
    .select(['id', 'company_id', 'user_id', 'email', 'secret_hash'])
    .where('email', '=', email)
    .where('kind', '=', 'code')
    .where('used_at', 'is', null)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** A wrong code costs a try of every live code of the address: it could have been any of them. */
export async function countWrongTry(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('recovery_codes')
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where('email', '=', email)
    .where('kind', '=', 'code')
    .where('used_at', 'is', null)
    .where('tries_left', '>', 0)
    .execute()
}

export async function useCode(tx: Tx, code: { id: string }): Promise<void> {
  await tx.updateTable('recovery_codes').set({ used_at: sql<Date>`now()` }).where('id', '=', code.id).execute()
}

/** A link token that lets a person set a password within some minutes, once. Its text is told to nobody else. */
export async function insertLink(tx: Tx, owner: Owner, minutes: number = CODE_MINUTES): Promise<string> {
  const token = newToken('lnk')
  const link = { kind: 'link' as const, secret_hash: tokenHash(token), tries_left: 1, expires_at: inMinutes(minutes) }
  await tx
    .insertInto('recovery_codes')
    .values({ ...ownerOf(owner), ...link })
    .execute()
  return token
}

export const getLiveLink = (tx: Tx, hash: Buffer) =>
  tx
    .selectFrom('recovery_codes')
    .select(['company_id', 'user_id'])
    .where('secret_hash', '=', hash)
    .where('kind', '=', 'link')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()

/** Spends a link. False when it is spent or over: of two at once, one wins. */
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

/** Whatever else could set this person's password stops working. */
export async function retireCodes(tx: Tx, person: { company_id: string; id: string }): Promise<void> {
  await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where('used_at', 'is', null)
    .execute()
}

const ownerOf = ({ company_id, user_id, email }: Owner): Owner => ({ company_id, user_id, email })

const inMinutes = (minutes: number) => sql<Date>`now() + make_interval(mins => ${minutes})`

function distinctCodes(count: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(newCode())
  return [...codes]
}
