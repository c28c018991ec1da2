import * as z from 'zod/mini'
import { withEnvironment } from './environment.ts'
import { Found, type Load } from './load-shape.ts'
import { seedMonths } from './months.ts'

const INVOICES = { companies: 1, clientsEach: 50_000, months: 20 }
const P95_MAX_MS = 150
const SECONDS = 10

/**
 * The dashboard of the desk over HTTP: one company with 1,000,000 invoices, a tenth of them unpaid, and eight users who send requests
 * without a pause. `ratio`: the limit divided by the 95th percentile of one user alone.
 */
export const dashboard = () =>
  withEnvironment(async (environment) => {
    const tokens = await seedMonths(environment, INVOICES)
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const load = environment.start('load.ts')
    const measure = async (people: readonly string[], seconds: number) => {
      const clients = people.map((token) => [
        { method: 'GET', path: '/api/dashboard', headers: { authorization: `Bearer ${token}` } },
      ])
      return z.parse(Found, await load.ask({ url: product, seconds, clients } satisfies Load))
    }
    await measure(tokens, 3)
    const alone = await measure(tokens.slice(0, 1), SECONDS)
    const crowd = await measure(tokens, SECONDS)
    return {
      bench: 'dashboard',
      ratio: Number((P95_MAX_MS / alone.p95_ms).toFixed(2)),
      target: 1,
      alone,
      crowd,
      p95_max_ms: P95_MAX_MS,
    }
  })
