import * as z from 'zod/mini'
import { withBed } from './bed.ts'
import { Found, type Load } from './load-shape.ts'
import { seedMonths } from './months.ts'

const INVOICES = { companies: 1, clientsEach: 50_000, months: 20 }
const P95_MAX_MS = 150
const SECONDS = 10

/**
 * The dashboard of the desk over HTTP: one company with 1,000,000 invoices, a tenth of them owed, and eight people asking without a
 * pause. `ratio`: how many times the slowest would fit in its limit. `at_rest`: the same for one person alone.
 */
export const dashboard = () =>
  withBed(async (bed) => {
    const tokens = await seedMonths(bed, INVOICES)
    const product = z.parse(z.string(), await bed.startProduct().ask())
    const load = bed.start('load.ts')
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
