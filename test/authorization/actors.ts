import type { Role } from '#domain/core/roles.ts'
import { tokenHash } from '#server/core/secrets.ts'
import { type MadeUser, makeClient } from '../factory.ts'
import type { Company, Person, TestApp } from '../world.ts'

/** The first twelve; the thirteenth is one person of each role of company B, in turn. */
export const ACTORS = [
  'anonymous',
  'garbage',
  'expired',
  'revoked',
  'disabled',
  'superadmin',
  'network',
  'admin',
  'financial',
  'technical',
  'client-owner',
  'client-other',
] as const
export const ACTORS_OF_B = ['B admin', 'B financial', 'B technical', 'B network', 'B client'] as const
type Name = (typeof ACTORS)[number] | (typeof ACTORS_OF_B)[number]

/** Somebody who calls. `role` is null for who has no session that counts. */
export type Asker = { name: Name; side: 'A' | 'B'; role: Role | null; token: string | null; user: MadeUser | null }

export type People = Readonly<Record<'admin' | 'financial' | 'technical' | 'network', Person>>
const STAFF = ['admin', 'financial', 'technical', 'network'] as const

/** The staff of a company, one of each role. */
export async function staffOf(company: Company): Promise<People> {
  const [admin, financial, technical, network] = await Promise.all([
    company.person('admin'),
    company.person('financial'),
    company.person('technical'),
    company.person('network'),
  ])
  return { admin, financial, technical, network }
}

/** A client of a company, signed in. */
export async function clientOf(t: TestApp, company: Company): Promise<Person> {
  const { userId } = await makeClient(t.owner, company.id)
  return signedIn(t, { id: userId, companyId: company.id, username: '', email: '', role: 'client' })
}

/** A person who exists, in a session of their own. */
export const signedIn = async (t: TestApp, user: MadeUser): Promise<Person> => t.as(await t.session(user), user)

/** Those who call from company A, and from nowhere. */
export const askersOfA = (
  staff: People,
  [owner, other]: readonly [Person, Person],
  superadmin: Person,
  away: readonly Asker[],
): Asker[] => [
  { name: 'anonymous', side: 'A', role: null, token: null, user: null },
  { name: 'garbage', side: 'A', role: null, token: 'enl_nada', user: null },
  ...away,
  asker('superadmin', 'A', superadmin),
  ...STAFF.map((role) => asker(role, 'A', staff[role])),
  asker('client-owner', 'A', owner),
  asker('client-other', 'A', other),
]

/** One of each role of company B. */
export const askersOfB = (staff: People, client: Person): Asker[] => [
  ...STAFF.map((role) => asker(`B ${role}`, 'B', staff[role])),
  asker('B client', 'B', client),
]

const asker = (name: Name, side: 'A' | 'B', person: Person): Asker => ({
  name,
  side,
  role: person.role,
  token: person.token,
  user: person,
})

/**
 * Three who were let in once: their session ran out, it was closed, their user was switched off. They are of a role that may make
 * the call, so that nothing but the session keeps them out.
 */
export async function turnedAway(t: TestApp, company: Company, role: Role, owner: MadeUser | null): Promise<Asker[]> {
  const person = owner ?? (await company.person(role))
  const [expired, revoked, disabled] = [await t.session(person), await t.session(person), await company.person(role)]
  const set = (change: string, token: string) =>
    t.owner.query(`update sessions set ${change} where token_hash = $1`, [tokenHash(token)])
  await set(`idle_ends_at = now() - interval '1 second'`, expired)
  await set(`revoked_at = now(), revoked_reason = 'closed'`, revoked)
  await t.owner.query('update users set is_active = false where id = $1', [disabled.id])
  const named = { expired, revoked, disabled: disabled.token } as const
  return (['expired', 'revoked', 'disabled'] as const).map((name) => ({
    name,
    side: 'A',
    role: null,
    token: named[name],
    user: null,
  }))
}
