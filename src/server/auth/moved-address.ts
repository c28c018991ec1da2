import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { RECOVERY_HELD_HOURS } from '#domain/auth/limits.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { asRole, type Tx } from '#server/core/tx.ts'
import { addressMovedEmail } from '#server/documents/mail.ts'

/** A user whose address the company changed, with the address before; null when it had none. */
export type MovedUser = { id: string; email: string | null; first_name: string }

/**
 * After the company changed the address of users who have a password: their codes and links end, no code and no link is sent to the
 * new address for RECOVERY_HELD_HOURS, and an email to the old address, if there was one, says so. A session that changes the address of a client can
 * then not take the account before its owner knows.
 */
export async function holdRecovery(tx: Tx, companyId: string, now: Date, users: readonly MovedUser[]): Promise<void> {
  if (users.length === 0) return
  const ids = users.map((user) => user.id)
  const company = await asRole(tx, 'enlace_platform', async (wide) => {
    await wide
      .updateTable('users')
      .set({ recovery_held_until: sql<Date>`now() + make_interval(hours => ${RECOVERY_HELD_HOURS})` })
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .where('password_hash', 'is not', null)
      .execute()
    await wide
      .updateTable('recovery_codes')
      .set({ used_at: sql<Date>`now()` })
      .where('company_id', '=', companyId)
      .where('user_id', 'in', ids)
      .where('used_at', 'is', null)
      .execute()
    return wide.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  })
  for (const { email, first_name: firstName } of users) {
    if (email === null) continue
    const content = addressMovedEmail({ companyName: company.name, firstName, at: now, hours: RECOVERY_HELD_HOURS })
    await tx.enqueue('mail.send', { id: randomUUID(), to: email, ...content })
  }
}

/** Refuses a link for a user whose address the company has just changed. */
export async function assertRecoveryOpen(tx: Tx, userId: string): Promise<void> {
  if (!(await isRecoveryHeld(tx, userId))) return
  throw new Refusal(
    'conflict',
    `El correo de esta cuenta cambió hace poco. Para proteger a su dueño, espera ${RECOVERY_HELD_HOURS} horas desde el cambio y vuelve a enviar el acceso.`,
  )
}

/** Whether the company has just changed the address of a user. */
export async function isRecoveryHeld(tx: Tx, userId: string): Promise<boolean> {
  const held = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('recovery_held_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return held !== undefined
}
