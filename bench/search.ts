import * as z from 'zod/mini'
import { CLIENTS, withEnvironment } from './environment.ts'
import { Found, type Load } from './load-shape.ts'
import { seedMonths } from './months.ts'

const PEOPLE = { companies: 20, clientsEach: 20_000, months: 1 }
const P95_MAX_MS = 50
const SECONDS = 6
/** Every client is called Ana Ruiz: the worst case for a common name. */
const WORDS = {
  common: 'ana ruiz',
  rare: 'ana 19999',
  document: '10012345',
  contract: 'bn-004321',
  invoice: 'fv 4321',
  no_match: 'zuleima quispe',
} as const

/**
 * The search of the desk over HTTP, with 400,000 clients of 20 companies. `ratio`: the limit divided by the time of the
 * slowest kind of search of one user. `crowd`: eight users at the same time without a pause.
 */
export const search = () =>
  withEnvironment(async (environment) => {
    const tokens = await seedMonths(environment, PEOPLE)
    const product = z.parse(z.string(), await environment.startProduct().ask())
    const load = environment.start('load.ts')
    const measure = async (words: string, seconds: number, people = CLIENTS) => {
      const clients = tokens.slice(0, people).map((token) => [
        {
          method: 'GET',
          path: `/api/search?q=${encodeURIComponent(words)}`,
          headers: { authorization: `Bearer ${token}` },
        },
      ])
      return z.parse(Found, await load.ask({ url: product, seconds, clients } satisfies Load))
    }
    const found: Record<string, Found> = {}
    for (const words of Object.values(WORDS)) await measure(words, 1)
    const crowd: Record<string, Found> = {}
    for (const [name, words] of Object.entries(WORDS)) {
      found[name] = await measure(words, SECONDS, 1)
      crowd[name] = await measure(words, SECONDS)
    }
    const slowest = Math.max(...Object.values(found).map(({ p95_ms }) => p95_ms))
    return {
      bench: 'search',
      ratio: Number((P95_MAX_MS / slowest).toFixed(2)),
      target: 1,
      alone: found,
      crowd,
      p95_max_ms: P95_MAX_MS,
    }
  })
