import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { CODE_MINUTES } from '#domain/auth/limits.ts'
import { paths } from '#domain/core/paths.ts'
import { PLATFORM_COMPANY_ID, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { recoveryEmail } from '#server/documents/mail.ts'
import { ANONYMOUS_ACTOR } from './login.ts'
import { listPeopleByEmail, type Person } from './queries.ts'
import { replaceCodes } from './recovery-codes.ts'

/** Users of one address that receive a code, of each company and of all; the others ask their company for a new password. */
const PEOPLE_PER_ADDRESS = { perCompany: 5, max: 60 }

const Payload = z.object({
  email: z.string(),
  ip: z.string(),
  request_id: z.string(),
  /** The hash of the browser that asked, in base64url; null for a program. */
  browser: z.optional(z.nullable(z.string())),
})

/**
 * The job of the password recovery: finds the users with this address, creates a code for each, and sends all codes in one
 * email. The codes are stored as hashes, so a retry of the job sends new codes.
 */
export async function sendRecoveryCodes(world: World, payload: unknown): Promise<void> {
  const { email, ip, request_id: requestId, browser } = z.parse(Payload, payload)
  const browserHash = typeof browser === 'string' ? Buffer.from(browser, 'base64url') : null
  const scope = {
    companyId: PLATFORM_COMPANY_ID,
    actorId: ANONYMOUS_ACTOR.id,
    actorName: ANONYMOUS_ACTOR.name,
    actorRole: ANONYMOUS_ACTOR.role,
    ip,
    requestId,
  }
  const entries = await inTransaction(world.pool, 'enlace_platform', scope, (tx) =>
    prepareCodes(tx, world, email, browserHash),
  )
  if (entries.length === 0) return
  const content = recoveryEmail({
    entries: entries.map(({ person, code }) => ({ username: person.username, companyName: person.company_name, code })),
    minutes: CODE_MINUTES,
    url: `${world.config.publicUrl}${paths.otp(email)}`,
  })
  await world.mailer.send({ id: randomUUID(), to: email, ...content })
}

async function prepareCodes(
  tx: Tx,
  world: World,
  email: string,
  browser: Buffer | null,
): Promise<{ person: Person; code: string }[]> {
  await tx.lock(`recovery:${email}`)
  const people = await listPeopleByEmail(tx, email, PEOPLE_PER_ADDRESS)
  const owners = people.map((person) => ({ company_id: person.company_id, user_id: person.id, email }))
  const codes = await replaceCodes(tx, world, email, browser, owners)
  for (const person of people) {
    await tx.record('recovery.asked', {
      company_id: person.company_id,
      entity_id: person.id,
      after: { username: person.username },
    })
  }
  return people.map((person, index) => ({ person, code: codes[index] ?? '' }))
}
