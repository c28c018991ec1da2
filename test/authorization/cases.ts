import type { Endpoint } from '#domain/core/api.ts'
import { ROLES, type Role } from '#domain/core/roles.ts'
import { routes } from '#server/app.ts'
import { CASES } from '../cases/all-cases.ts'
import { samplePasswordHash } from '../cases/auth.ts'
import { FILTERS, type Request, type Roles, type Sample } from '../cases/case.ts'
import type { MadeUser } from '../factory.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { type Caller, callersOfA, callersOfB, callersWithoutSession, clientOf, signedIn, staffOf } from './actors.ts'
import { type CompanyFixture, type Named, ownRecords } from './fixtures.ts'
import type { Wire } from './wires.ts'

export type CallerRequest = { wire: Wire; token: string | null }

/** A call, or a call with one of its filters, as the cases of its module declare it. */
type Row = {
  name: string
  endpoint: Endpoint
  may: Roles
  /** What builds its request: records of the fixtures, or a sample with the fields that are added to its query. */
  request: Request | null
  sample: Sample | null
  added: 'company_id' | null
}

/** A row with its callers and requests. */
export type Case = Pick<Row, 'name' | 'endpoint' | 'may'> & {
  callers: readonly Caller[]
  /** A request for shared records: no call changes them while refused calls name them. */
  sharedRequest(caller: Caller, object: 'own' | 'other' | 'foreign'): CallerRequest
  /** A request that must succeed: for new records, when the call changes something. */
  freshRequest(caller: Caller, object: 'own' | 'other'): Promise<CallerRequest>
}

/** Company A, company B and the superadmin. */
export type Fixtures = { t: TestApp; a: CompanyFixture; b: CompanyFixture; superadmin: Person }

const ROWS: readonly Row[] = CASES.flatMap(({ name, endpoint, may, request, sample, with: filters }): Row[] => [
  ...(may
    ? [{ name, endpoint, may, request: request ?? null, sample: request ? null : (sample ?? null), added: null }]
    : []),
  ...Object.entries(filters ?? {}).map(([field, one]): Row => {
    const isAdded = field === 'company_id' && sample !== undefined && one.request === undefined
    const known = endpoint.method === 'GET' ? FILTERS[field] : undefined
    return {
      name: `${name}?${field}`,
      endpoint,
      may: one.may,
      request: one.request ?? known ?? null,
      sample: isAdded ? sample : null,
      added: isAdded ? field : null,
    }
  }),
])

/** A call that names no record and has no body needs no request. */
const isAskable = ({ endpoint, name, request, sample }: Row): boolean =>
  request !== null ||
  sample !== null ||
  (endpoint.method === 'GET' && !endpoint.path.includes(':') && !name.includes('?'))

/** The errors of the cases themselves, each with its correction. */
export function gaps(): string[] {
  const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`
  const built = new Set(routes.map((route) => nameOf(route.endpoint)))
  const known = new Set(ROWS.map(({ endpoint }) => nameOf(endpoint)))
  return [
    ...[...built]
      .filter((name) => !known.has(name))
      .map((name) => `${name}: no entry says which roles may; add it to the cases of its module, in test/cases`),
    ...[...known]
      .filter((name) => !built.has(name))
      .map((name) => `${name}: is not built; remove its entry in test/cases`),
    ...ROWS.filter((row) => !isAskable(row)).map(
      ({ name }) => `${name}: needs a sample or a request in its entry in test/cases`,
    ),
  ]
}

/** Every row, with its callers and requests. */
export async function prepareCases(fixtures: Fixtures): Promise<Case[]> {
  const fromThings = await prepareThings(fixtures)
  return mapByFeature(ROWS.filter(isAskable), async (row) =>
    row.sample ? sampleCase(fixtures, row, row.sample) : fromThings(row),
  )
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

/** The roles that a row names, the least privileged first. */
const rolesIn = ({ may }: Row): Role[] => ROLES.filter((role) => may[role] !== undefined).toReversed()

async function prepareThings(fixtures: Fixtures): Promise<(row: Row) => Case> {
  const { t, a, b, superadmin } = fixtures
  const withoutSession = new Map<Role, Caller[]>()
  for (const role of ROLES)
    withoutSession.set(role, await callersWithoutSession(t, a.company, role, role === 'client' ? a.owner.person : null))
  const ofA = callersOfA(a.staff, [a.owner.person, a.otherClient.person], superadmin, [])
  const ofB = callersOfB(b.staff, b.owner.person)
  const marks = new Map<string, Awaited<ReturnType<typeof ownRecords>>>()
  for (const user of [...ofA, ...ofB].flatMap((caller) => caller.user ?? []))
    marks.set(user.id, await ownRecords(t, user))
  const password_hash = await samplePasswordHash(t)

  const named = (of: CompanyFixture, whose: 'owner' | 'otherClient', marked: MadeUser): Named => ({
    ...of[whose].things,
    ...(marks.get(marked.id) ?? { session: '', notification: '' }),
    run: of.run,
    bulkJob: of.bulkJob,
    bucketFile: of.bucketFile,
    rejects: of.rejects,
    bankFile: of.bankFile,
    bankLine: of.bankLine,
    endpointKey: of.endpointKey,
    whatsappKey: of.whatsappKey,
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
  return (row) => {
    const request = row.request ?? ((): Wire => ({}))
    const sharedRequest: Case['sharedRequest'] = (caller, object) => ({
      wire: request(things(caller, object)),
      token: caller.token,
    })
    const changesCaller = row.endpoint.method !== 'GET' && !namesThings(row)
    return {
      ...row,
      callers: [...insertCallers(ofA, withoutSession.get(rolesIn(row)[0] ?? 'client') ?? []), ...ofB],
      sharedRequest,
      freshRequest: async (caller, object) => {
        const ask = sharedRequest(caller, object)
        if (!changesCaller || caller.role === null) return ask
        const { company } = caller.side === 'A' ? a : b
        const is_first_login = row.endpoint.path === '/auth/first-login'
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
export const namesThings = ({ may }: Pick<Row, 'may'>): boolean =>
  Object.values(may).some((verdict) => typeof verdict !== 'number')

type SampleSetup = { company: Company; wire: Wire; owner: Person }

async function sampleCase({ t, superadmin }: Fixtures, row: Row, sample: Sample): Promise<Case> {
  const [a, b] = [await setUpSample(t, row, sample), await setUpSample(t, row, sample)]
  const [staffA, staffB] = [await staffOf(a.company), await staffOf(b.company)]
  const otherClients = { A: await clientOf(t, a.company), B: await clientOf(t, b.company) }
  const role = rolesIn(row)[0] ?? 'client'
  const withoutSession = await callersWithoutSession(t, a.company, role, role === 'client' ? a.owner : null)
  return {
    ...row,
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
      const fresh = await setUpSample(t, row, sample)
      if (row.may.anyone !== undefined || caller.role === null) return { wire: fresh.wire, token: caller.token }
      const person = caller.role === 'client' ? fresh.owner : await fresh.company.person(caller.role)
      return { wire: fresh.wire, token: person.token }
    },
  }
}

/** A sample in a new company: its request, and the client who owns the record in it. */
async function setUpSample(t: TestApp, { added }: Row, sample: Sample): Promise<SampleSetup> {
  // A sample that requests a code runs more often than the limit allows.
  await t.owner.query('delete from attempts')
  const company = await t.company()
  const { wire } = await sample(t, company)
  const query = { ...wire.query, ...(added && { [added]: company.id }) }
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
       or exists (select from sent join pqr_cases q on q.id::text = word where q.client_id = c.id)
       or exists (select from sent join payment_attempts p on p.id::text = word where p.client_id = c.id)`,
    [JSON.stringify([wire.params, wire.body instanceof Buffer ? null : wire.body])],
  )
  return rows[0]?.user_id
}
