import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Ctx, World } from '#server/core/context.ts'
import { SYSTEM } from '#server/core/context.ts'
import { asRole, inTransaction, type Tx } from '#server/core/tx.ts'
import { invitationEmail } from '#server/documents/mail.ts'
import { getPerson } from './queries.ts'
import { insertLink } from './recovery-codes.ts'

const INVITATION_HOURS = 72

/**
 * Lets a person of the company set their first password by a link. With an e-mail a job writes and mails it, so that it is
 * legible nowhere else, and null is returned; without one the link itself is, to be handed over in person.
 */
export async function invite(ctx: Ctx, tx: Tx, person: { id: string; email: string | null }): Promise<string | null> {
  const companyId = ctx.actor.companyId
  if (person.email !== null) {
    await tx.enqueue('auth.invite', { company_id: companyId, user_id: person.id })
    return null
  }
  const owner = { company_id: companyId, user_id: person.id, email: `${person.id}@sin-correo` }
  const token = await asRole(tx, 'enlace_platform', (wide) => insertLink(wide, owner, INVITATION_HOURS * 60))
  return `${ctx.world.config.publicUrl}/reset-password/new-password/${token}`
}

const Payload = z.object({ company_id: z.uuid(), user_id: z.uuid() })

/** The job behind an invitation: makes the link and mails it. A letter that fails is written again with another link. */
export async function sendInvitation(world: World, payload: unknown): Promise<void> {
  const { company_id, user_id } = z.parse(Payload, payload)
  const letter = await inTransaction(
    world.pool,
    'enlace_platform',
    { ...SYSTEM, companyId: company_id },
    async (tx) => {
      const person = await getPerson(tx, company_id, user_id)
      if (!person || person.email === null || !person.is_active) return null
      const token = await insertLink(tx, { company_id, user_id, email: person.email }, INVITATION_HOURS * 60)
      return {
        to: person.email,
        ...invitationEmail({
          isStaff: person.role !== 'client',
          companyName: person.company_name,
          firstName: person.first_name,
          username: person.username,
          hours: INVITATION_HOURS,
          url: `${world.config.publicUrl}/reset-password/new-password/${token}`,
        }),
      }
    },
  )
  if (letter) await world.mailer.send({ id: randomUUID(), ...letter })
}
