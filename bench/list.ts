import * as z from 'zod/mini'
import { withEnvironment } from './environment.ts'
import { Found, type Load } from './load-shape.ts'
import { seedMonths } from './months.ts'

const COMPANIES = 50
const CLIENTS_EACH = 1_000
const MONTHS = 20
const P95_MAX_MS = 20
/** How much slower than the first page another one may be. */
const SPREAD_MAX = 3
const PAGE_SIZE = 20
const SECONDS = 6
const LAST = (CLIENTS_EACH * MONTHS) / PAGE_SIZE
const PAGES = {
  first: `page=1&page_size=${PAGE_SIZE}`,
  last: `page=${LAST}&page_size=${PAGE_SIZE}`,
  middle: `page=${LAST / 2}&page_size=${PAGE_SIZE}`,
  overdue: `status=vencido&page=1&page_size=${PAGE_SIZE}`,
  month: `period=2025-06&page=2&page_size=${PAGE_SIZE}`,
  by_due_day: `sort=-due_on&page=1&page_size=${PAGE_SIZE}`,
} as const

/**
 * The list of invoices over HTTP: 1,000,000 invoices in 50 companies, and one user of each of several companies at the same time.
 * `ratio`: the limit divided by the time of the slowest page.
 */
export const list = () =>
  withEnvironment(async (environment) => {
    const tokens = await seedMonths(environment, { companies: COMPANIES, clientsEach: CLIENTS_EACH, months: MONTHS })
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const load = environment.start('load.ts')
    const measure = async (query: string, seconds: number) => {
      const clients = tokens.map((token) => [
        { method: 'GET', path: `/api/invoice?${query}`, headers: { authorization: `Bearer ${token}` } },
      ])
      return z.parse(Found, await load.ask({ url: product, seconds, clients } satisfies Load))
    }
    for (const query of Object.values(PAGES)) await measure(query, 3)
    const pages: Record<string, Found> = {}
    for (const [name, query] of Object.entries(PAGES)) pages[name] = await measure(query, SECONDS)
    const p95 = (name: keyof typeof PAGES): number => pages[name]?.p95_ms ?? 0
    const spread = Math.max(p95('last'), p95('overdue'), p95('month')) / p95('first')
    const slowest = Math.max(...Object.values(pages).map((page) => page.p95_ms))
    const ratio = Math.min(P95_MAX_MS / slowest, SPREAD_MAX / spread)
    return {
      bench: 'list',
      ratio: Number(ratio.toFixed(2)),
      target: 1,
      pages,
      p95_max_ms: P95_MAX_MS,
      spread: { worst: Number(spread.toFixed(2)), max: SPREAD_MAX },
    }
  })
