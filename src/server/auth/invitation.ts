import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { paths } from '#domain/core/paths.ts'
import type { World } from '#server/core/context.ts'
import { SYSTEM } from '#server/core/context.ts'
import { asRole, inTransaction, type Tx } from '#server/core/tx.ts'
import { invitationEmail } from '#server/documents/mail.ts'
import { assertRecoveryOpen, isRecoveryHeld } from './moved-address.ts'
import { getPerson } from './queries.ts'
import { insertLink } from './recovery-codes.ts'

const INVITATION_HOURS = 72

/**
 * Invites a person of the company to set the first password by a link. With an e-mail address a job creates the link and sends
 * it, and the result is null. Without an address the result is the link, which the staff give to the person. Refused with 409 while the recovery of the account is held.
 */
export async function invite(
  { world, companyId }: { world: World; companyId: string },
  tx: Tx,
  person: { id: string; email: string | null },
): Promise<string | null> {
  await assertRecoveryOpen(tx, person.id)
  if (person.email !== null) {
    await tx.enqueue('auth.invite', { company_id: companyId, user_id: person.id })
    return null
  }
  const owner = { company_id: companyId, user_id: person.id, email: `${person.id}@sin-correo` }
  const token = await asRole(tx, 'enlace_platform', (wide) => insertLink(wide, owner, INVITATION_HOURS * 60))
  return `${world.config.publicUrl}${paths.invitation(token, 'client')}`
}

const Payload = z.object({ company_id: z.uuid(), user_id: z.uuid() })

/**
 * The job of an invitation: creates the link and sends it by email. A retry creates another link. Nothing is sent when the company
 * changed the address after the invitation was asked for.
 */
export async function sendInvitation(world: World, payload: unknown): Promise<void> {
  const { company_id, user_id } = z.parse(Payload, payload)
  const email = await inTransaction(world.pool, 'enlace_platform', { ...SYSTEM, companyId: company_id }, async (tx) => {
    const person = await getPerson(tx, company_id, user_id)
    if (!person || person.email === null || !person.is_active || (await isRecoveryHeld(tx, user_id))) return null
    const invited = person.role === 'client' ? 'client' : 'staff'
    const token = await insertLink(tx, { company_id, user_id, email: person.email }, INVITATION_HOURS * 60)
    return {
      to: person.email,
      ...invitationEmail({
        isStaff: invited === 'staff',
        companyName: person.company_name,
        firstName: person.first_name,
        username: person.username,
        hours: INVITATION_HOURS,
        url: `${world.config.publicUrl}${paths.invitation(token, invited)}`,
      }),
    }
  })
  if (email) await world.mailer.send({ id: randomUUID(), ...email })
}
