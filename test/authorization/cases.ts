import type { Endpoint } from '#domain/core/api.ts'
import { ROLES, type Role } from '#domain/core/roles.ts'
import { routes } from '#server/app.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { MadeUser } from '../factory.ts'
import { SAMPLES, type Sample } from '../samples.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { type Caller, callersOfA, callersOfB, callersWithoutSession, clientOf, signedIn, staffOf } from './actors.ts'
import { type CompanyFixture, ownRecords } from './fixtures.ts'
import { MATRIX, type Row } from './matrix.ts'
import { ADDED, type Named, PASSWORD, REQUESTS } from './requests.ts'
import { capture, type Wire } from './wires.ts'

export type CallerRequest = { wire: Wire; token: string | null }

/** A row of the matrix, with its callers and requests. */
export type Case = {
  name: string
  endpoint: Endpoint
  row: Row
  callers: readonly Caller[]
  /** A request for shared records: no call changes them while refused calls name them. */
  sharedRequest(caller: Caller, object: 'own' | 'other' | 'foreign'): CallerRequest
  /** A request that must succeed: for new records, when the call changes something. */
  freshRequest(caller: Caller, object: 'own' | 'other'): Promise<CallerRequest>
}

/** Company A, company B and the superadmin. */
export type Fixtures = { t: TestApp; a: CompanyFixture; b: CompanyFixture; superadmin: Person }

const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`
const routeOf = (row: string): string => row.replace(/\?.*/, '')
const built = new Map(routes.filter((route) => route.isBuilt).map((route) => [nameOf(route.endpoint), route.endpoint]))
const samples = new Map(SAMPLES.map((sample) => [nameOf(sample.endpoint), sample]))

/** The errors of the matrix itself, each with its correction. */
export function gaps(): string[] {
  const rows = new Set(Object.keys(MATRIX).map(routeOf))
  const unlisted = [...built.keys()].filter((name) => !rows.has(name))
  const gone = Object.keys(MATRIX).filter((row) => !built.has(routeOf(row)))
  const unknown = [...Object.keys(REQUESTS), ...Object.keys(ADDED)].filter((row) => !(row in MATRIX))
  const withoutRequest = Object.keys(MATRIX).filter((row) => built.has(routeOf(row)) && !isAskable(row))
  return [
    ...unlisted.map(
      (name) => `matrix.ts has no row for this call. Add the roles that may: '${name}': { financial: theirs(200), … },`,
    ),
    ...gone.map((row) => `matrix.ts has a row for a call that is not built. Remove it: '${row}'`),
    ...unknown.map((row) => `requests.ts has a request without a row in matrix.ts: '${row}'`),
    ...withoutRequest.map(
      (row) => `Add its request, in requests.ts or as a sample of test/samples.ts: '${row}': (its) => ({ … }),`,
    ),
  ]
}

const isAskable = (row: string): boolean =>
  row in REQUESTS ||
  (row.includes('?') ? row in ADDED : samples.has(row)) ||
  (row.startsWith('GET ') && !row.includes(':') && !row.includes('?'))

/** Every row, with its callers and requests. */
export async function prepareCases(fixtures: Fixtures): Promise<Case[]> {
  const fromThings = await prepareThings(fixtures)
  const rows = Object.entries(MATRIX).flatMap(([name, row]) => {
    const endpoint = built.get(routeOf(name))
    return endpoint && isAskable(name) ? [{ name, row, endpoint }] : []
  })
  return mapByFeature(rows, async (entry) => {
    const sample = entry.name in REQUESTS ? undefined : samples.get(routeOf(entry.name))
    return sample ? sampleCase(fixtures, entry, sample) : fromThings(entry)
  })
}

/** Runs `work` for each item: features in parallel, items of one feature one after another. Results are in the given order. */
export async function mapByFeature<T extends { endpoint: Endpoint }, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const groups = Map.groupBy(items.entries(), ([, { endpoint }]) => endpoint.path.split('/')[1])
  const done: R[] = []
  const runGroup = async (group: [number, T][]): Promise<void> => {
    for (const [at, item] of group) done[at] = await work(item)
  }
  await Promise.all([...groups.values()].map(runGroup))
  return done
}

type Entry = Pick<Case, 'name' | 'endpoint' | 'row'>

/** The roles that a row names, the least privileged first. */
const rolesIn = (row: Row): Role[] => ROLES.filter((role) => row[role] !== undefined).toReversed()

async function prepareThings(fixtures: Fixtures): Promise<(entry: Entry) => Case> {
  const { t, a, b, superadmin } = fixtures
  const withoutSession = new Map<Role, Caller[]>()
  for (const role of ROLES)
    withoutSession.set(role, await callersWithoutSession(t, a.company, role, role === 'client' ? a.owner.person : null))
  const ofA = callersOfA(a.staff, [a.owner.person, a.otherClient.person], superadmin, [])
  const ofB = callersOfB(b.staff, b.owner.person)
  const marks = new Map<string, Awaited<ReturnType<typeof ownRecords>>>()
  for (const user of [...ofA, ...ofB].flatMap((caller) => caller.user ?? []))
    marks.set(user.id, await ownRecords(t, user))
  const password_hash = await hashPassword(t.world.config.secret, PASSWORD)

  const named = (of: CompanyFixture, whose: 'owner' | 'otherClient', marked: MadeUser): Named => ({
    ...of[whose].things,
    ...(marks.get(marked.id) ?? { session: '', notification: '' }),
    run: of.run,
    rejects: of.rejects,
    endpointKey: of.endpointKey,
    company: of.company.id,
    colleague: of.staff.financial.username,
    otherPlan: of[whose === 'owner' ? 'otherClient' : 'owner'].things.plan,
  })
  const things = (caller: Caller, object: 'own' | 'other' | 'foreign'): Named => {
    const [mine, others] = caller.side === 'A' ? [a, b] : [b, a]
    if (object === 'foreign') return named(others, 'owner', others.owner.person)
    const own = caller.name === 'client-other' ? 'otherClient' : 'owner'
    if (object === 'own') return named(mine, own, caller.user ?? mine.owner.person)
    const other = own === 'owner' ? 'otherClient' : 'owner'
    return named(mine, other, mine[other].person)
  }
  return (entry) => {
    const request = REQUESTS[entry.name] ?? ((): Wire => ({}))
    const sharedRequest: Case['sharedRequest'] = (caller, object) => ({
      wire: request(things(caller, object)),
      token: caller.token,
    })
    const changesCaller = entry.endpoint.method !== 'GET' && !namesThings(entry.row)
    return {
      ...entry,
      callers: [...insertCallers(ofA, withoutSession.get(rolesIn(entry.row)[0] ?? 'client') ?? []), ...ofB],
      sharedRequest,
      freshRequest: async (caller, object) => {
        const ask = sharedRequest(caller, object)
        if (!changesCaller || caller.role === null) return ask
        const { company } = caller.side === 'A' ? a : b
        const is_first_login = entry.endpoint.path === '/auth/first-login'
        return { ...ask, token: (await company.person(caller.role, { password_hash, is_first_login })).token }
      },
    }
  }
}

const insertCallers = (
  [anonymous, garbage, ...people]: readonly Caller[],
  withoutSession: readonly Caller[],
): Caller[] => [anonymous, garbage, ...withoutSession, ...people].filter((caller) => caller !== undefined)

/** Whether a row has different verdicts by the owner of the record. */
export const namesThings = (row: Row): boolean => Object.values(row).some((verdict) => typeof verdict !== 'number')

type SampleSetup = { company: Company; wire: Wire; owner: Person }

async function sampleCase({ t, superadmin }: Fixtures, entry: Entry, sample: Sample): Promise<Case> {
  const [a, b] = [await setUpSample(t, entry, sample), await setUpSample(t, entry, sample)]
  const [staffA, staffB] = [await staffOf(a.company), await staffOf(b.company)]
  const otherClients = { A: await clientOf(t, a.company), B: await clientOf(t, b.company) }
  const role = rolesIn(entry.row)[0] ?? 'client'
  const withoutSession = await callersWithoutSession(t, a.company, role, role === 'client' ? a.owner : null)
  return {
    ...entry,
    callers: [
      ...callersOfA(staffA, [a.owner, otherClients.A], superadmin, withoutSession),
      ...callersOfB(staffB, b.owner),
    ],
    sharedRequest: (caller, object) => {
      const [mine, others] = caller.side === 'A' ? [a, b] : [b, a]
      const isOtherClient = caller.role === 'client' && object === 'other'
      return {
        wire: (object === 'foreign' ? others : mine).wire,
        token: isOtherClient ? otherClients[caller.side].token : caller.token,
      }
    },
    freshRequest: async (caller) => {
      const fresh = await setUpSample(t, entry, sample)
      if (entry.row.anyone !== undefined || caller.role === null) return { wire: fresh.wire, token: caller.token }
      const person = caller.role === 'client' ? fresh.owner : await fresh.company.person(caller.role)
      return { wire: fresh.wire, token: person.token }
    },
  }
}

/** A sample in a new company: its request, and the client who owns the record in it. */
async function setUpSample(t: TestApp, { name, endpoint }: Entry, sample: Sample): Promise<SampleSetup> {
  // A sample that requests a code runs more often than the limit allows.
  await t.owner.query('delete from attempts')
  const company = await t.company()
  const wire = await capture(t, endpoint, await sample.make(t, company))
  const query = { ...wire.query, ...ADDED[name]?.(company.id) }
  const userId = await ownerOf(t, wire)
  const user = userId && { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  return { company, wire: { ...wire, query }, owner: user ? await signedIn(t, user) : await clientOf(t, company) }
}

/** The user of the client whose invoice, contract or payment a request is about. */
async function ownerOf(t: TestApp, wire: Wire): Promise<string | undefined> {
  const { rows } = await t.owner.query<{ user_id: string }>(
    `with sent as (select unnest(regexp_split_to_array($1, '["/]')) as word)
     select c.user_id from clients c where exists (select from sent where word = c.id::text)
       or exists (select from sent join contracts on no_contract = word where client_id = c.id)
       or exists (select from sent join invoices i on i.id::text = word where i.client_id = c.id)
       or exists (select from sent join payment_attempts p on p.id::text = word where p.client_id = c.id)`,
    [JSON.stringify([wire.params, wire.body instanceof Buffer ? null : wire.body])],
  )
  return rows[0]?.user_id
}
