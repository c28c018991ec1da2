import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'

/** Updates the name of a user. A name that is not given does not change. */
export async function updateOwnName(
  tx: Tx,
  userId: string,
  { first_name, last_name }: { first_name?: string | undefined; last_name?: string | undefined },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      ...(first_name === undefined ? {} : { first_name }),
      ...(last_name === undefined ? {} : { last_name }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', userId)
    .execute()
}

/** Sets the avatar of a user; returns the address of the one before. */
export async function setAvatar(tx: Tx, userId: string, url: string | null): Promise<string | null> {
  const before = await tx
    .selectFrom('users')
    .select('avatar_url')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  await tx.updateTable('users').set({ avatar_url: url }).where('id', '=', userId).execute()
  return before?.avatar_url ?? null
}
