import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { TEST_SECRET } from '#test/database.ts'
import { wompiKeys } from '#test/wompi-keys.ts'
import { testApp } from '#test/world.ts'
import { crashingServer } from './crashing-server.ts'
import { type Failure, type ModelEnvironment, runSequence, shorten } from './sequence.ts'
import { type PlannedStep, sequenceOf } from './steps.ts'
import { inProcessServer, type TestServer } from './test-server.ts'

// Random steps, applied to the product and to a small independent ledger, which must agree. MODEL_SEED is the seed of the first
// sequence and MODEL_SEQUENCES their number: `MODEL_SEED=1234 MODEL_SEQUENCES=1` repeats the one in the message of a failure.
const SEED = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 1_000_000_000))
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 200)
/** One sequence of sixteen runs on processes that crash. */
const CRASHING_EACH = 16
const WORKERS = 3
const SHORTEN_MS = 30_000
/** It takes one or two minutes on two free cores; a busy machine gets more time. */
const MAX_MS = 1_200_000

const { environment: _test, ...keys } = wompiKeys('modelo')
const { event_key: events_secret, ...named } = keys
const merchant = { name: 'Modelo', events_url: null, events_secret, ...named }
const servers: TestServer[] = []
const simulator = await startWompiSimulator({ merchants: [merchant], settleMs: 1 })
const t = testApp({ WOMPI_TEST_URL: simulator.url, POOL_MAX: '12' })
afterAll(async () => {
  for (const server of servers) await server.close()
  await simulator.close()
})

const counts = new Map<string, { done: number; refused: number }>()
const countStep = (kind: string, isRefused: boolean): void => {
  const before = counts.get(kind) ?? { done: 0, refused: 0 }
  counts.set(kind, { done: before.done + Number(!isRefused), refused: before.refused + Number(isRefused) })
}
const environment = (): ModelEnvironment => ({ owner: t.owner, simulator, merchant, keys, countStep })

const track = async (server: TestServer): Promise<TestServer> => {
  servers.push(server)
  return server
}
const startCrashingServer = async (): Promise<TestServer> =>
  track(
    await crashingServer(
      {
        APP_URL: t.world.pool.options.connectionString ?? '',
        ENLACE_DATA: t.world.config.dataDir,
        NODE_COMPILE_CACHE: path.join(t.world.config.dataDir, 'compiled'),
        ENLACE_SECRET: TEST_SECRET.toString('base64'),
        LOG_LEVEL: 'error',
        WOMPI_TEST_URL: simulator.url,
        RATE_PER_MINUTE: '1000000',
        EVENTS_PER_MINUTE: '1000000',
        RATE_ANONYMOUS_PER_MINUTE: '1000000',
        POOL_MAX: '4',
      },
      // The expiry of the lease is tested in run-outage.test.ts; here the heartbeat is set back instead of waiting.
      async () => {
        await t.owner.query(`update runs set heartbeat_at = now() - interval '1 minute' where status = 'running'`)
      },
    ),
  )

type Job = { seed: number; plannedSteps: readonly PlannedStep[] }
type Failed = Job & { failure: Failure; isCrashing: boolean }

/** Runs sequences one after another until the queue is empty or one fails. */
async function runQueue(server: TestServer, queue: Job[], failed: Failed[], isCrashing: boolean): Promise<void> {
  for (let job = queue.pop(); job !== undefined && failed.length === 0; job = queue.pop()) {
    const failure = await runSequence(environment(), server, job.seed, job.plannedSteps)
    if (failure !== null) failed.push({ ...job, failure, isCrashing })
  }
}

/** The message of a failure: the seed to repeat it, the error, and the shortest sequence that fails. */
async function describeFailure({ seed, plannedSteps, failure, isCrashing }: Failed): Promise<string> {
  const server = await track(await inProcessServer(t.world))
  const again = (fewer: readonly PlannedStep[]) => runSequence(environment(), server, seed, fewer)
  const taken = plannedSteps.slice(0, failure.at + 1)
  const shortest = await shorten(taken, Date.now() + SHORTEN_MS, async (fewer) =>
    isSameFailure(await again(fewer), failure),
  )
  const last = (await again(shortest)) ?? failure
  return [
    `MODEL_SEED=${seed} MODEL_SEQUENCES=1 repeats it${isCrashing ? ', with processes that crash' : ''}.`,
    `It failed ${failure.at < plannedSteps.length ? `at step ${failure.at + 1}` : 'at the end'}: ${String(failure.error)}`,
    `The shortest that fails, ${shortest.length} steps:`,
    ...shortest.map(
      ({ step, crashPoint }) => `  ${JSON.stringify(crashPoint === null ? step : { ...step, crashPoint })}`,
    ),
    `What happened in it: ${String(last.error)}`,
    ...last.log.map((line) => `  ${line}`),
  ].join('\n')
}

/** Whether two failures have the same message, up to its first figure. */
const isSameFailure = (one: Failure | null, other: Failure): boolean =>
  one !== null && messagePrefix(one) === messagePrefix(other)
const messagePrefix = ({ error }: Failure): string => /^[^\d{[]*/.exec(String(error))?.[0] ?? ''

test(
  `INV-02 INV-09 INV-10 PAY-05 TRX-04 el producto y un libro independiente coinciden tras cada paso de ${SEQUENCES} secuencias al azar`,
  async ({ annotate }) => {
    const jobs = Array.from({ length: SEQUENCES }, (_, index) => ({
      seed: SEED + index,
      plannedSteps: sequenceOf(SEED + index),
    }))
    const isCrashing = ({ seed }: Job): boolean => seed % CRASHING_EACH === 0
    const failed: Failed[] = []
    const [steady, crashing] = [jobs.filter((job) => !isCrashing(job)), jobs.filter(isCrashing)]
    const workers = Array.from({ length: WORKERS }, async () =>
      runQueue(await track(await inProcessServer(t.world)), steady, failed, false),
    )
    if (crashing.length > 0)
      workers.push(startCrashingServer().then((server) => runQueue(server, crashing, failed, true)))
    await Promise.all(workers)
    const crashes = servers.reduce((all, server) => all + server.crashes(), 0)
    const mix = [...counts]
      .map(([kind, { done, refused }]) => `${kind} ${done}/${refused}`)
      .toSorted((a, b) => a.localeCompare(b))
    await annotate(`seed ${SEED}, ${crashes} killed; done/refused: ${mix.join(', ')}`)
    const [first] = failed
    if (first) expect.fail(await describeFailure(first))
  },
  MAX_MS,
)
