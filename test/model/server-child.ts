import { pino } from 'pino'
import * as z from 'zod/mini'
import { routes } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import { buildServer } from '#server/core/serve.ts'
import { openPool } from '#server/db/pool.ts'
import { wompiAccounts } from '#server/providers/wompi/breaker.ts'
import { doJob, type Job } from './house.ts'
import type { Death } from './steps.ts'

/** The product in a process that a test can kill: serves the API, does the jobs it is told, and believes the hour it is told. */
const Told = z.object({
  id: z.number(),
  now: z.optional(z.number()),
  death: z.optional(z.object({ commit: z.number(), isBefore: z.boolean() })),
  job: z.optional(
    z.object({
      task: z.enum(['run.massive', 'payment.event', 'check']),
      payload: z.record(z.string(), z.string()),
    }),
  ),
})

let now = Date.now()
const config = readConfig('demo', process.env)
const world: World = {
  config,
  pool: openPool(process.env['APP_URL'] ?? '', config.poolMax, () => undefined),
  log: pino({ level: config.logLevel }),
  mailer: { send: async () => undefined, close: () => undefined },
  wompi: wompiAccounts(config.wompiUrls),
  clock: () => new Date(now),
}

/** Dies around the commit that it was told, without a word to anybody. */
let death: Death | null = null
function around(text: unknown, query: () => unknown): unknown {
  if (text !== 'commit' || death === null) return query()
  death.commit -= 1
  if (death.commit > 0) return query()
  if (death.isBefore) process.kill(process.pid, 'SIGKILL')
  return Promise.resolve(query()).then(() => process.kill(process.pid, 'SIGKILL'))
}
world.pool.on('connect', (client) => {
  const query = client.query.bind(client)
  Object.assign(client, { query: (...asked: unknown[]) => around(asked[0], () => Reflect.apply(query, client, asked)) })
})

const app = await buildServer(world, routes)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
// A connection is there before the first request, as in a process that has served for a while.
await world.pool.query('select 1')

async function doTold(job: Job | undefined): Promise<string | null> {
  if (job === undefined) return null
  return doJob(world, job).then(
    () => null,
    (error: unknown) => String(error),
  )
}

process.on('message', (message) => {
  const told = z.parse(Told, message)
  if (told.now !== undefined) now = told.now
  if (told.death !== undefined) death = told.death
  void doTold(told.job).then((problem) => process.send?.({ id: told.id, problem }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, url })
