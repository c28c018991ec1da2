import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { CODE_MINUTES } from '#domain/auth/limits.ts'
import { PLATFORM_COMPANY_ID, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { recoveryEmail } from '#server/documents/mail.ts'
import { ANONYMOUS_ACTOR } from './login.ts'
import { listPeopleByEmail, type Person } from './queries.ts'
import { replaceCodes } from './recovery-codes.ts'

/** More people than a family has; the rest of a borrowed address ask their company. */
const PEOPLE_PER_ADDRESS_MAX = 10

const Payload = z.object({ email: z.string(), ip: z.string(), request_id: z.string() })

/**
 * The job behind 'I forgot my password': looks who has this address, makes a code for each, and mails them all in one letter.
 * A code is legible only here and in the letter, so a letter that fails is written again with new codes.
 */
export async function sendRecoveryCodes(world: World, payload: unknown): Promise<void> {
  const { email, ip, request_id: requestId } = z.parse(Payload, payload)
  const scope = {
    companyId: PLATFORM_COMPANY_ID,
    actorId: ANONYMOUS_ACTOR.id,
    actorName: ANONYMOUS_ACTOR.name,
    actorRole: ANONYMOUS_ACTOR.role,
    ip,
    requestId,
  }
  const entries = await inTransaction(world.pool, 'enlace_platform', scope, (tx) => prepareCodes(tx, world, email))
  if (entries.length === 0) return
  const letter = recoveryEmail({
    entries: entries.map(({ person, code }) => ({ username: person.username, companyName: person.company_name, code })),
    minutes: CODE_MINUTES,
    url: `${world.config.publicUrl}/reset-password/otp/${encodeURIComponent(email)}`,
  })
  await world.mailer.send({ id: randomUUID(), to: email, ...letter })
}

async function prepareCodes(tx: Tx, world: World, email: string): Promise<{ person: Person; code: string }[]> {
  await tx.lock(`recovery:${email}`)
  const people = await listPeopleByEmail(tx, email, PEOPLE_PER_ADDRESS_MAX)
  const owners = people.map((person) => ({ company_id: person.company_id, user_id: person.id, email }))
  const codes = await replaceCodes(tx, world, email, owners)
  for (const person of people) {
    await tx.record('recovery.asked', {
      company_id: person.company_id,
      entity_id: person.id,
      after: { username: person.username },
    })
  }
  return people.map((person, place) => ({ person, code: codes[place] ?? '' }))
}
