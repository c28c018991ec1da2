import type { Endpoint } from '#domain/core/api.ts'
import { ROLES, type Role } from '#domain/core/roles.ts'
import { routes } from '#server/app.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { MadeUser } from '../factory.ts'
import { SAMPLES, type Sample } from '../samples.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { type Asker, askersOfA, askersOfB, clientOf, signedIn, staffOf, turnedAway } from './actors.ts'
import { type Furnished, ownMarks } from './furnish.ts'
import { MATRIX, type Row } from './matrix.ts'
import { ADDED, type Named, PASSWORD, REQUESTS } from './requests.ts'
import { capture, type Wire } from './wires.ts'

export type Ask = { wire: Wire; token: string | null }

/** A row with all that is needed to walk it. */
export type Case = {
  name: string
  endpoint: Endpoint
  row: Row
  askers: readonly Asker[]
  /** Things that stand: nobody may change them while refused calls ask for them. */
  standing(asker: Asker, object: 'own' | 'other' | 'foreign'): Ask
  /** Who asks and for what where it must go well: of its own, when the call changes something. */
  going(asker: Asker, object: 'own' | 'other'): Promise<Ask>
}

/** Company A and company B, and those who call. */
export type Scene = { t: TestApp; a: Furnished; b: Furnished; superadmin: Person }

export const nameOf = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`
export const routeOf = (row: string): string => row.replace(/\?.*/, '')
const built = new Map(routes.filter((route) => route.isBuilt).map((route) => [nameOf(route.endpoint), route.endpoint]))
const samples = new Map(SAMPLES.map((sample) => [nameOf(sample.endpoint), sample]))

/** What is wrong with the table itself, each as what to do about it. */
export function gaps(): string[] {
  const rows = new Set(Object.keys(MATRIX).map(routeOf))
  const unlisted = [...built.keys()].filter((name) => !rows.has(name))
  const gone = Object.keys(MATRIX).filter((row) => !built.has(routeOf(row)))
  const unknown = [...Object.keys(REQUESTS), ...Object.keys(ADDED)].filter((row) => !(row in MATRIX))
  const unsaid = Object.keys(MATRIX).filter((row) => built.has(routeOf(row)) && !isAskable(row))
  return [
    ...unlisted.map(
      (name) => `matrix.ts has no row for this call. Say who may: '${name}': { financial: theirs(200), … },`,
    ),
    ...gone.map((row) => `matrix.ts has a row for a call that is not built. Take it out: '${row}'`),
    ...unknown.map((row) => `requests.ts says how to send what matrix.ts has no row for: '${row}'`),
    ...unsaid.map(
      (row) => `Say what is sent, in requests.ts or as a sample of test/samples.ts: '${row}': (its) => ({ … }),`,
    ),
  ]
}

const isAskable = (row: string): boolean =>
  row in REQUESTS ||
  (row.includes('?') ? row in ADDED : samples.has(row)) ||
  (row.startsWith('GET ') && !row.includes(':') && !row.includes('?'))

/** Every row, ready to be walked. */
export async function prepareCases(scene: Scene): Promise<Case[]> {
  const fromThings = await prepareThings(scene)
  const rows = Object.entries(MATRIX).flatMap(([name, row]) => {
    const endpoint = built.get(routeOf(name))
    return endpoint && isAskable(name) ? [{ name, row, endpoint }] : []
  })
  return inLanes(rows, async (known) => {
    const sample = known.name in REQUESTS ? undefined : samples.get(routeOf(known.name))
    return sample ? sampleCase(scene, known, sample) : fromThings(known)
  })
}

/** Does some work for each, the features side by side and what is of one feature one after the other. In the order given. */
export async function inLanes<T extends { endpoint: Endpoint }, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const lanes = Map.groupBy(items.entries(), ([, { endpoint }]) => endpoint.path.split('/')[1])
  const done: R[] = []
  const walkLane = async (lane: [number, T][]): Promise<void> => {
    for (const [at, item] of lane) done[at] = await work(item)
  }
  await Promise.all([...lanes.values()].map(walkLane))
  return done
}

type Known = Pick<Case, 'name' | 'endpoint' | 'row'>

/** The roles that a row names, whoever is let in first. */
const rolesIn = (row: Row): Role[] => ROLES.filter((role) => row[role] !== undefined).toReversed()

async function prepareThings(scene: Scene): Promise<(known: Known) => Case> {
  const { t, a, b, superadmin } = scene
  const away = new Map<Role, Asker[]>()
  for (const role of ROLES)
    away.set(role, await turnedAway(t, a.company, role, role === 'client' ? a.owner.person : null))
  const ofA = askersOfA(a.staff, [a.owner.person, a.neighbour.person], superadmin, [])
  const ofB = askersOfB(b.staff, b.owner.person)
  const marks = new Map<string, Awaited<ReturnType<typeof ownMarks>>>()
  for (const user of [...ofA, ...ofB].flatMap((asker) => asker.user ?? [])) marks.set(user.id, await ownMarks(t, user))
  const password_hash = await hashPassword(t.world.config.secret, PASSWORD)

  const named = (of: Furnished, whose: 'owner' | 'neighbour', marked: MadeUser): Named => ({
    ...of[whose].things,
    ...(marks.get(marked.id) ?? { session: '', notification: '' }),
    run: of.run,
    rejects: of.rejects,
    endpointKey: of.endpointKey,
    company: of.company.id,
    colleague: of.staff.financial.username,
    otherPlan: of[whose === 'owner' ? 'neighbour' : 'owner'].things.plan,
  })
  const things = (asker: Asker, object: 'own' | 'other' | 'foreign'): Named => {
    const [mine, others] = asker.side === 'A' ? [a, b] : [b, a]
    if (object === 'foreign') return named(others, 'owner', others.owner.person)
    const own = asker.name === 'client-other' ? 'neighbour' : 'owner'
    if (object === 'own') return named(mine, own, asker.user ?? mine.owner.person)
    const other = own === 'owner' ? 'neighbour' : 'owner'
    return named(mine, other, mine[other].person)
  }
  return (known) => {
    const request = REQUESTS[known.name] ?? ((): Wire => ({}))
    const standing: Case['standing'] = (asker, object) => ({
      wire: request(things(asker, object)),
      token: asker.token,
    })
    const changesWhoAsks = known.endpoint.method !== 'GET' && !namesThings(known.row)
    return {
      ...known,
      askers: [...withAway(ofA, away.get(rolesIn(known.row)[0] ?? 'client') ?? []), ...ofB],
      standing,
      going: async (asker, object) => {
        const ask = standing(asker, object)
        if (!changesWhoAsks || asker.role === null) return ask
        const { company } = asker.side === 'A' ? a : b
        const is_first_login = known.endpoint.path === '/auth/first-login'
        return { ...ask, token: (await company.person(asker.role, { password_hash, is_first_login })).token }
      },
    }
  }
}

const withAway = ([anonymous, garbage, ...people]: readonly Asker[], away: readonly Asker[]): Asker[] =>
  [anonymous, garbage, ...away, ...people].filter((asker) => asker !== undefined)

/** Whether a row tells things apart by whose they are. */
export const namesThings = (row: Row): boolean => Object.values(row).some((verdict) => typeof verdict !== 'number')

type Stage = { company: Company; wire: Wire; owner: Person }

async function sampleCase({ t, superadmin }: Scene, known: Known, sample: Sample): Promise<Case> {
  const [a, b] = [await stage(t, known, sample), await stage(t, known, sample)]
  const [staffA, staffB] = [await staffOf(a.company), await staffOf(b.company)]
  const strangers = { A: await clientOf(t, a.company), B: await clientOf(t, b.company) }
  const role = rolesIn(known.row)[0] ?? 'client'
  const away = await turnedAway(t, a.company, role, role === 'client' ? a.owner : null)
  return {
    ...known,
    askers: [...askersOfA(staffA, [a.owner, strangers.A], superadmin, away), ...askersOfB(staffB, b.owner)],
    standing: (asker, object) => {
      const [mine, others] = asker.side === 'A' ? [a, b] : [b, a]
      const isStranger = asker.role === 'client' && object === 'other'
      return {
        wire: (object === 'foreign' ? others : mine).wire,
        token: isStranger ? strangers[asker.side].token : asker.token,
      }
    },
    going: async (asker) => {
      const fresh = await stage(t, known, sample)
      if (known.row.anyone !== undefined || asker.role === null) return { wire: fresh.wire, token: asker.token }
      const person = asker.role === 'client' ? fresh.owner : await fresh.company.person(asker.role)
      return { wire: fresh.wire, token: person.token }
    },
  }
}

/** A sample in a company of its own: what it would send, and the client whose thing it is about. */
async function stage(t: TestApp, { name, endpoint }: Known, sample: Sample): Promise<Stage> {
  // A sample that asks for a code is asked far more often than a person may.
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
    `with said as (select unnest(regexp_split_to_array($1, '["/]')) as word)
     select c.user_id from clients c where exists (select from said where word = c.id::text)
       or exists (select from said join contracts on no_contract = word where client_id = c.id)
       or exists (select from said join invoices i on i.id::text = word where i.client_id = c.id)
       or exists (select from said join payment_attempts p on p.id::text = word where p.client_id = c.id)`,
    [JSON.stringify([wire.params, wire.body instanceof Buffer ? null : wire.body])],
  )
  return rows[0]?.user_id
}
