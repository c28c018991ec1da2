import * as z from 'zod/mini'
import { PLANS_MAX } from '#domain/plans/plan.ts'
import { makeCompany, makeSession, makeUser } from '#test/factory.ts'
import { type BenchEnvironment, CLIENTS, POOL_MAX, withEnvironment } from './environment.ts'
import { Found, type Load } from './load-shape.ts'
import { compare, type Side } from './rounds.ts'

/** Requests a second of the authenticated list, as a part of those of a bare route, that must be reached. */
const TARGET = 0.35
const COMPANIES = 40

/**
 * GET /api/admin/plans of twelve plans through the complete stack (session, transaction, row-level security, reply check),
 * compared with the same SQL behind a bare route. Requests a second.
 */
export const request = () =>
  withEnvironment(async (environment) => {
    const { companyId, tokens } = await seed(environment)
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const bareEnv = { BARE_URL: environment.bareUrl, POOL_MAX: String(POOL_MAX) }
    const bare = z.parse(z.string(), await environment.start('bare.ts', bareEnv).ask())
    const asked = tokens.map((token) => get('/api/admin/plans', { authorization: `Bearer ${token}` }))
    const requestBare = tokens.map(() => get(`/plans?company=${companyId}`, {}))
    await assertSame(`${product}/api/admin/plans`, asked[0]?.headers ?? {}, `${bare}/plans?company=${companyId}`)
    const load = environment.start('load.ts')
    const side =
      (url: string, calls: Call[]): Side =>
      async (seconds) =>
        z.parse(Found, await load.ask({ url, seconds, clients: calls.map((call) => [call]) } satisfies Load)).per_s
    const { ratio, ours, limit, rounds } = await compare(side(product, asked), side(bare, requestBare), {
      rounds: 5,
      seconds: 4,
    })
    return { bench: 'request', ratio, ours_per_s: ours, bare_per_s: limit, target: TARGET, rounds }
  })

type Call = Load['clients'][number][number]

const get = (path: string, headers: Record<string, string>): Call => ({ method: 'GET', path, headers })

/** Companies with the maximum of plans, and one user of one of them for each load client. */
async function seed({ owner }: BenchEnvironment): Promise<{ companyId: string; tokens: string[] }> {
  const companies: string[] = []
  while (companies.length < COMPANIES) companies.push(await makeCompany(owner))
  await owner.query(
    `insert into plans (company_id, name, reference_code, price, download_speed, upload_speed)
     select company, 'Hogar ' || n * 50 || ' megas', 'HOG' || n, n * 3990000, n * 50 || ' Mbps', n * 25 || ' Mbps'
     from unnest($1::uuid[]) company, generate_series(1, $2::int) n`,
    [companies, PLANS_MAX],
  )
  const companyId = companies[COMPANIES / 2] ?? ''
  const tokens: string[] = []
  while (tokens.length < CLIENTS) tokens.push(await makeSession(owner, await makeUser(owner, companyId, 'financial')))
  await owner.query('analyze')
  return { companyId, tokens }
}

const Plans = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) })

/** Both sides must give the same twelve plans in the same order, or the comparison means nothing. */
async function assertSame(ours: string, headers: Record<string, string>, bare: string): Promise<void> {
  const list = async (url: string, with_: Record<string, string>) =>
    z.parse(Plans, await (await fetch(url, { headers: with_ })).json()).data.map((plan) => `${plan.id} ${plan.name}`)
  const [mine, theirs] = [await list(ours, headers), await list(bare, {})]
  if (mine.length !== PLANS_MAX || mine.join('\n') !== theirs.join('\n'))
    throw new Error('the two sides answer different plans')
}
