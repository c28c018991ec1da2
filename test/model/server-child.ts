import '#server/exit-flags.ts'
import path from 'node:path'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { routes } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import { buildServer } from '#server/core/serve.ts'
import { openPool } from '#server/db/pool.ts'
import { factusAccounts } from '#server/providers/factus/accounts.ts'
import { folderStore } from '#server/providers/objects/folder.ts'
import { smsGateways } from '#server/providers/sms/gateway.ts'
import { whatsappAccounts } from '#server/providers/whatsapp/accounts.ts'
import { wompiAccounts } from '#server/providers/wompi/breaker.ts'
import type { CrashPoint } from './steps.ts'
import { doJob, type Job } from './test-server.ts'

/** The product in a process that a test can kill. The parent sends the clock, the next crash point and the jobs to run. */
const Instruction = z.object({
  id: z.number(),
  now: z.optional(z.number()),
  crashPoint: z.optional(z.object({ commit: z.number(), isBefore: z.boolean() })),
  job: z.optional(
    z.object({
      task: z.enum(['run.massive', 'payment.event', 'check', 'hourly']),
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
  files: folderStore(path.join(config.dataDir, 'files')),
  wompi: wompiAccounts(config.wompiUrls),
  factus: factusAccounts(config.factusUrls),
  whatsapp: whatsappAccounts(config.whatsappUrl),
  sms: smsGateways([]),
  clock: () => new Date(now),
}

/** Kills the process before or after the commit of the crash point. */
let crashPoint: CrashPoint | null = null
function withCrash(text: unknown, query: () => unknown): unknown {
  if (text !== 'commit' || crashPoint === null) return query()
  crashPoint.commit -= 1
  if (crashPoint.commit > 0) return query()
  if (crashPoint.isBefore) process.kill(process.pid, 'SIGKILL')
  return Promise.resolve(query()).then(() => process.kill(process.pid, 'SIGKILL'))
}
world.pool.on('connect', (client) => {
  const query = client.query.bind(client)
  Object.assign(client, { query: (...args: unknown[]) => withCrash(args[0], () => Reflect.apply(query, client, args)) })
})

const app = await buildServer(world, routes)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
// Opens a connection before the first request, as in a process that has served requests before. On a busy machine a connection may need
// more than the limit of the pool.
while (!(await isAnswered())) process.stderr.write('the database did not answer yet\n')

async function isAnswered(): Promise<boolean> {
  return world.pool.query('select 1').then(
    () => true,
    () => false,
  )
}

async function runJob(job: Job | undefined): Promise<string | null> {
  if (job === undefined) return null
  return doJob(world, job).then(
    () => null,
    (error: unknown) => String(error),
  )
}

process.on('message', (message) => {
  const instruction = z.parse(Instruction, message)
  if (instruction.now !== undefined) now = instruction.now
  if (instruction.crashPoint !== undefined) crashPoint = instruction.crashPoint
  void runJob(instruction.job).then((problem) => process.send?.({ id: instruction.id, problem }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ id: 0, url })
