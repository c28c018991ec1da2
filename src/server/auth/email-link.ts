import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { EMAIL_CHANGES_PER_DAY, EMAIL_LINK_HOURS } from '#domain/auth/limits.ts'
import { DAY_S } from '#domain/core/durations.ts'
import { paths } from '#domain/core/paths.ts'
import { type Ctx, SYSTEM, type World } from '#server/core/context.ts'
import { newToken, tokenHash } from '#server/core/secrets.ts'
import { asRole, inTransaction, type Tx } from '#server/core/tx.ts'
import { confirmEmailEmail } from '#server/documents/mail.ts'
import { getPerson } from './queries.ts'
import { counterOf, countOne, tooManyAttempts } from './throttle.ts'

/**
 * Sends to a new address of the actor the link that makes it count. The same for an address of another user, so that the answer does
 * not show which addresses sign in. Throws 429 above EMAIL_CHANGES_PER_DAY.
 */
export async function requestEmailChange(ctx: Ctx, tx: Tx, email: string): Promise<void> {
  const { userId, companyId } = ctx.actor
  const { count, left } = await asRole(tx, 'enlace_platform', (wide) =>
    countOne(wide, counterOf(ctx.world, 'email_change', userId), DAY_S),
  )
  if (count > EMAIL_CHANGES_PER_DAY) throw tooManyAttempts(left)
  await tx.enqueue('auth.confirm_email', { company_id: companyId, user_id: userId, email })
}

const Payload = z.object({ company_id: z.uuid(), user_id: z.uuid(), email: z.string() })

/** The job of a new address: creates the link, in place of earlier ones, and sends it. A retry creates another link. */
export async function sendEmailLink(world: World, payload: unknown): Promise<void> {
  const { company_id, user_id, email } = z.parse(Payload, payload)
  const content = await inTransaction(
    world.pool,
    'enlace_platform',
    { ...SYSTEM, companyId: company_id },
    async (tx) => {
      const person = await getPerson(tx, company_id, user_id)
      if (!person?.is_active) return null
      await endEmailLinks(tx, { company_id, user_id })
      const token = newToken('lnk')
      await tx
        .insertInto('recovery_codes')
        .values({
          company_id,
          user_id,
          email,
          kind: 'email',
          secret_hash: tokenHash(token),
          tries_left: 1,
          expires_at: sql<Date>`now() + make_interval(hours => ${EMAIL_LINK_HOURS})`,
        })
        .execute()
      return confirmEmailEmail({
        companyName: person.company_name,
        firstName: person.first_name,
        hours: EMAIL_LINK_HOURS,
        url: `${world.config.publicUrl}${paths.confirmEmail(token)}`,
      })
    },
  )
  if (content) await world.mailer.send({ id: randomUUID(), to: email, ...content })
}

/** Uses a link and returns the user and the new address; undefined when the link is used, replaced or expired. */
export const useEmailLink = (tx: Tx, token: string) =>
  tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('secret_hash', '=', tokenHash(token))
    .where('kind', '=', 'email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['company_id', 'user_id', 'email'])
    .executeTakeFirst()

async function endEmailLinks(tx: Tx, user: { company_id: string; user_id: string }): Promise<void> {
  await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('company_id', '=', user.company_id)
    .where('user_id', '=', user.user_id)
    .where('kind', '=', 'email')
    .where('used_at', 'is', null)
    .execute()
}
