import * as z from 'zod/mini'
import { makeClient, makeCompany, makeSession, makeUser } from '#test/factory.ts'
import { makeCases } from '#test/open-cases.ts'
import { type BenchEnvironment, CLIENTS, withEnvironment } from './environment.ts'
import { Found, type Load } from './load-shape.ts'

const CASES = 50_000
/** Of the cases of the queue, one of five is open. */
const CLOSED_BETWEEN = 5
/** Companies whose cases are all open: 1,000,000 together, for the clock. */
const OPEN_COMPANIES = 20
/** Open cases whose term has ended: what one tick applies at most. */
const DUE = 500
const P95_MAX_MS = 20
const TICK_MAX_MS = 10_000
const IDLE_MAX_MS = 50
const SECONDS = 6
const PAGES = {
  queue: 'state=open&page=1&page_size=20',
  red: 'colour=red&page=1&page_size=20',
  mine: 'state=open&assignee=me&page=1&page_size=20',
  all: 'page=1&page_size=20',
  last: `page=${CASES / 20}&page_size=20`,
} as const
const Tick = z.object({ count: z.number(), ms: z.number() })

/**
 * The queue of a company with 50,000 cases, four of five of them closed, for one user of the desk, and for eight at the same time
 * (`crowd`); and the clock over 1,000,000 open cases: a tick with as many due as it applies at once, and one without any. `ratio`: the
 * limit divided by the slowest page of one user, or by the ticks.
 */
export const pqr = () =>
  withEnvironment(async (environment) => {
    const tokens = await seedCases(environment)
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const load = environment.start('load.ts')
    const measure = async (query: string, seconds: number, people = CLIENTS) => {
      const clients = tokens
        .slice(0, people)
        .map((token) => [{ method: 'GET', path: `/api/pqr?${query}`, headers: { authorization: `Bearer ${token}` } }])
      return z.parse(Found, await load.ask({ url: product, seconds, clients } satisfies Load))
    }
    const alone: Record<string, Found> = {}
    const crowd: Record<string, Found> = {}
    for (const query of Object.values(PAGES)) await measure(query, 2)
    for (const [name, query] of Object.entries(PAGES)) {
      alone[name] = await measure(query, SECONDS, 1)
      crowd[name] = await measure(query, SECONDS)
    }
    const clock = environment.startJob('pqr-child.ts')
    const due = z.parse(Tick, await clock.ask({}))
    await clock.ask({})
    const idle = z.parse(Tick, await clock.ask({}))
    if (due.count !== DUE || idle.count !== 0) throw new Error(`the clock applied ${due.count} and ${idle.count}`)
    const slowest = Math.max(...Object.values(alone).map((page) => page.p95_ms))
    const ratio = Math.min(P95_MAX_MS / slowest, IDLE_MAX_MS / idle.ms, TICK_MAX_MS / due.ms)
    return {
      bench: 'pqr',
      ratio: Number(ratio.toFixed(2)),
      target: 1,
      alone,
      crowd,
      p95_max_ms: P95_MAX_MS,
      clock: {
        open_cases: OPEN_COMPANIES * CASES,
        due: DUE,
        due_ms: Math.round(due.ms),
        due_max_ms: TICK_MAX_MS,
        idle_ms: Math.round(idle.ms),
        idle_max_ms: IDLE_MAX_MS,
      },
    }
  })

async function seedCases({ owner }: BenchEnvironment): Promise<string[]> {
  const insert = async (due: number, closedBetween: number): Promise<string> => {
    const company = await makeCompany(owner)
    const client = await makeClient(owner, company)
    await makeCases(owner, { company, client: client.id, count: CASES, due, closedBetween })
    return company
  }
  const company = await insert(0, CLOSED_BETWEEN)
  for (let n = 0; n < OPEN_COMPANIES; n += 1) await insert(n === 0 ? DUE : 0, 1)
  await owner.query('vacuum analyze pqr_cases')
  const tokens: string[] = []
  while (tokens.length < CLIENTS) tokens.push(await makeSession(owner, await makeUser(owner, company, 'financial')))
  return tokens
}
