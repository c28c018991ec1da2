import * as z from 'zod/mini'
import { CLIENTS, withBed } from './bed.ts'
import { Found, type Load } from './load-shape.ts'
import { seedMonths } from './months.ts'

const PEOPLE = { companies: 20, clientsEach: 20_000, months: 1 }
const P95_MAX_MS = 50
const SECONDS = 6
/** Everybody is called Ana Ruiz here: the commonest name that can be. */
const WORDS = {
  common: 'ana ruiz',
  rare: 'ana 19999',
  document: '10012345',
  contract: 'bn-004321',
  invoice: 'fv 4321',
  nobody: 'zuleima quispe',
} as const

/**
 * The search of the desk over HTTP, with 400,000 clients of 20 companies. `ratio`: how many times the slowest kind of question
 * of one person would fit in its limit. `crowd`: eight people asking at once without a pause.
 */
export const search = () =>
  withBed(async (bed) => {
    const tokens = await seedMonths(bed, PEOPLE)
    const product = z.parse(z.string(), await bed.startProduct().ask())
    const load = bed.start('load.ts')
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
