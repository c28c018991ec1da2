import type { Role } from '#domain/core/roles.ts'
import { tokenHash } from '#server/core/secrets.ts'
import { type MadeUser, makeClient } from '../factory.ts'
import type { Company, Person, TestApp } from '../world.ts'

/** The callers of company A; ACTORS_OF_B has one user of each role of company B. */
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

/** The caller of a request. `role` is null without a valid session. */
export type Caller = { name: Name; side: 'A' | 'B'; role: Role | null; token: string | null; user: MadeUser | null }

export type StaffMembers = Readonly<Record<'admin' | 'financial' | 'technical' | 'network', Person>>
const STAFF = ['admin', 'financial', 'technical', 'network'] as const

/** The staff of a company, one of each role. */
export async function staffOf(company: Company): Promise<StaffMembers> {
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

/** An existing user, with a new session. */
export const signedIn = async (t: TestApp, user: MadeUser): Promise<Person> => t.as(await t.session(user), user)

/** The callers of company A, and those without a session. */
export const callersOfA = (
  staff: StaffMembers,
  [owner, other]: readonly [Person, Person],
  superadmin: Person,
  withoutSession: readonly Caller[],
): Caller[] => [
  { name: 'anonymous', side: 'A', role: null, token: null, user: null },
  { name: 'garbage', side: 'A', role: null, token: 'enl_nada', user: null },
  ...withoutSession,
  caller('superadmin', 'A', superadmin),
  ...STAFF.map((role) => caller(role, 'A', staff[role])),
  caller('client-owner', 'A', owner),
  caller('client-other', 'A', other),
]

/** One of each role of company B. */
export const callersOfB = (staff: StaffMembers, client: Person): Caller[] => [
  ...STAFF.map((role) => caller(`B ${role}`, 'B', staff[role])),
  caller('B client', 'B', client),
]

const caller = (name: Name, side: 'A' | 'B', person: Person): Caller => ({
  name,
  side,
  role: person.role,
  token: person.token,
  user: person,
})

/**
 * Three callers whose session is not valid: expired, closed, or of a disabled user. Their role may make the call, so that only the
 * session refuses them.
 */
export async function callersWithoutSession(
  t: TestApp,
  company: Company,
  role: Role,
  owner: MadeUser | null,
): Promise<Caller[]> {
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
