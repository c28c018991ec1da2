import * as z from 'zod/mini'
import { withEnvironment } from './environment.ts'
import { seedMonths } from './months.ts'

const CLIENTS = 100_000
const MAX_S = 5
/** The file has some 20 MB: more than this would mean that the process keeps the list. */
const MEMORY_MAX_MB = 100
const ROUNDS = 3

/**
 * The list of 100,000 clients of one company with their contracts and what they owe, as CSV over HTTP, and the memory that the process
 * needs more than for a list of few. `ratio`: the limit divided by the median time, or by the memory when that is worse.
 */
export const exportList = () =>
  withEnvironment(async (environment) => {
    const [token = ''] = await seedMonths(environment, { companies: 1, clientsEach: CLIENTS, months: 1 })
    await environment.owner.query(
      `insert into users (company_id, id, role, username, first_name, last_name)
       select company_id, user_id, 'client', 'c' || identification, first_name, last_name from clients`,
    )
    await environment.owner.query('vacuum analyze users')
    const child = environment.startProduct()
    const product = z.parse(z.string(), await child.ask())
    const memoryMb = async (): Promise<number> =>
      Math.round(z.parse(z.number(), await child.ask({ peak_memory: true })) / 1_024)
    // Ten clients: the code of the export is loaded and compiled.
    await download(product, token, 'identification=1000000')
    const before = await memoryMb()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ms, lines } = await download(product, token, '')
      if (lines !== CLIENTS + 1) throw new Error(`${lines} lines of ${CLIENTS + 1}`)
      times.push(ms)
    }
    const seconds = (times.toSorted((a, b) => a - b)[1] ?? 0) / 1_000
    const grown = (await memoryMb()) - before
    return {
      bench: 'export-list',
      ratio: Number(Math.min(MAX_S / seconds, MEMORY_MAX_MB / Math.max(1, grown)).toFixed(2)),
      target: 1,
      clients: CLIENTS,
      seconds: Number(seconds.toFixed(2)),
      max_s: MAX_S,
      memory_mb: { before, grown, max: MEMORY_MAX_MB },
    }
  })

/** Downloads the list, counting its lines as they arrive: the bench keeps none of it. */
async function download(product: string, token: string, query: string): Promise<{ ms: number; lines: number }> {
  const start = performance.now()
  const answer = await fetch(`${product}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ list: 'clients', format: 'csv', query }),
  })
  if (!answer.ok || answer.body === null) throw new Error(`export: ${answer.status} ${await answer.text()}`)
  let lines = 0
  for await (const part of answer.body) for (const byte of part) if (byte === NEW_LINE) lines += 1
  return { ms: performance.now() - start, lines }
}

const NEW_LINE = 10
