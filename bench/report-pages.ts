import * as z from 'zod/mini'
import { REPORT_NAMES } from '#domain/reports/report.ts'
import { withEnvironment } from './environment.ts'
import { Found, type Load } from './load-shape.ts'
import { seedMonths } from './months.ts'

const INVOICES = { companies: 1, clientsEach: 50_000, months: 20 }
const P95_MAX_MS = 150
const SECONDS = 5
/** The last year of the seeded months. */
const RANGE = 'from=2025-02-01&to=2026-01-31'

/**
 * Each report of the menu over HTTP, of a year of one company with 1,000,000 invoices, by one user alone and by eight who send requests
 * without a pause. `ratio`: the limit divided by the 95th percentile of the slowest report of one user alone.
 */
export const reportPages = () =>
  withEnvironment(async (environment) => {
    const tokens = await seedMonths(environment, INVOICES)
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const load = environment.start('load.ts')
    const measure = async (name: string, people: readonly string[]) => {
      const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })
      const path = `/api/report/${name}?${RANGE}`
      const clients = people.map((token) => [{ method: 'GET', path, headers: headersOf(token) }])
      return z.parse(Found, await load.ask({ url: product, seconds: SECONDS, clients } satisfies Load)).p95_ms
    }
    const alone: Record<string, number> = {}
    const crowd: Record<string, number> = {}
    for (const name of REPORT_NAMES) {
      await measure(name, tokens.slice(0, 1))
      alone[name] = await measure(name, tokens.slice(0, 1))
      crowd[name] = await measure(name, tokens)
    }
    return {
      bench: 'report-pages',
      ratio: Number((P95_MAX_MS / Math.max(...Object.values(alone))).toFixed(2)),
      target: 1,
      p95_max_ms: P95_MAX_MS,
      alone_p95_ms: alone,
      crowd_p95_ms: crowd,
    }
  })
