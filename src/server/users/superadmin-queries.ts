import { PLATFORM_COMPANY_ID } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'

/** A superadmin who must choose a password at the first login. Returns the id. */
export async function insertSuperadmin(tx: Tx, email: string, passwordHash: string): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({
      company_id: PLATFORM_COMPANY_ID,
      role: 'superadmin',
      username: email,
      email,
      first_name: 'Administración',
      last_name: 'Enlace',
      password_hash: passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
