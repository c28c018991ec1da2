import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Simulator, startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { TEST_SECRET } from '#test/database.ts'
import { freePort } from '#test/ports.ts'
import { wompiKeys } from '#test/samples-integrations.ts'
import { testApp } from '#test/world.ts'
import { type House, houseInProcess } from './house.ts'
import { mortalHouse } from './house-mortal.ts'
import { type Failure, type Ground, live, shorten } from './sequence.ts'
import { type Cut, sequenceOf } from './steps.ts'

// Sequences of random steps, taken by the product and by a small ledger that knows nothing of it. MODEL_SEED lives again the sequences
// from that one on, MODEL_SEQUENCES says how many: `MODEL_SEED=1234 MODEL_SEQUENCES=1` is the one that a failure names.
const SEED = Number(process.env['MODEL_SEED'] ?? Math.floor(Math.random() * 1_000_000_000))
const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 200)
/** One sequence of so many is lived by processes that die. */
const MORTAL_EACH = 16
const LANES = 3
const SHORTEN_MS = 30_000
/** It takes a minute or two on two cores of its own; a machine that does something else besides gets more. */
const MAX_MS = 1_200_000

const port = await freePort()
const t = testApp({ WOMPI_TEST_URL: `http://127.0.0.1:${port}/v1`, POOL_MAX: '12' })
const { environment: _test, ...keys } = wompiKeys('modelo')
const { event_key: events_secret, ...named } = keys
const merchant = { name: 'Modelo', events_url: null, events_secret, ...named }
const houses: House[] = []
let simulator: Simulator

beforeAll(async () => {
  simulator = await startWompiSimulator({ port, merchants: [merchant], settleMs: 1 })
})
afterAll(async () => {
  for (const house of houses) await house.close()
  await simulator.close()
})

const tallied = new Map<string, { done: number; refused: number }>()
const tally = (kind: string, isRefused: boolean): void => {
  const before = tallied.get(kind) ?? { done: 0, refused: 0 }
  tallied.set(kind, { done: before.done + Number(!isRefused), refused: before.refused + Number(isRefused) })
}
const ground = (): Ground => ({ owner: t.owner, simulator, merchant, keys, tally })

const opened = async (house: House): Promise<House> => {
  houses.push(house)
  return house
}
const mortal = async (): Promise<House> =>
  opened(
    await mortalHouse(
      {
        APP_URL: t.world.pool.options.connectionString ?? '',
        ENLACE_DATA: t.world.config.dataDir,
        NODE_COMPILE_CACHE: path.join(t.world.config.dataDir, 'compiled'),
        ENLACE_SECRET: TEST_SECRET.toString('base64'),
        LOG_LEVEL: 'silent',
        WOMPI_TEST_URL: simulator.url,
        RATE_PER_MINUTE: '1000000',
        RATE_ANONYMOUS_PER_MINUTE: '1000000',
        POOL_MAX: '4',
      },
      // The wait for a sign of life is the lease's business, proven in run-outage.test.ts; here its time simply passes.
      async () => {
        await t.owner.query(`update runs set heartbeat_at = now() - interval '1 minute' where status = 'running'`)
      },
    ),
  )

type Job = { seed: number; cuts: readonly Cut[] }
type Failed = Job & { failure: Failure; isMortal: boolean }

/** Lives sequences one after another until there are no more, or one fails. */
async function lane(house: House, queue: Job[], failed: Failed[], isMortal: boolean): Promise<void> {
  for (let job = queue.pop(); job !== undefined && failed.length === 0; job = queue.pop()) {
    const failure = await live(ground(), house, job.seed, job.cuts)
    if (failure !== null) failed.push({ ...job, failure, isMortal })
  }
}

/** What a person needs to understand a failure and to live it again. */
async function told({ seed, cuts, failure, isMortal }: Failed): Promise<string> {
  const house = await opened(await houseInProcess(t.world))
  const again = (fewer: readonly Cut[]) => live(ground(), house, seed, fewer)
  const taken = cuts.slice(0, failure.at + 1)
  const shortest = await shorten(taken, Date.now() + SHORTEN_MS, async (fewer) => isAlike(await again(fewer), failure))
  const last = (await again(shortest)) ?? failure
  return [
    `MODEL_SEED=${seed} MODEL_SEQUENCES=1 lives it again${isMortal ? ', with processes that die' : ''}.`,
    `It failed ${failure.at < cuts.length ? `at step ${failure.at + 1}` : 'at the end'}: ${String(failure.error)}`,
    `The shortest that fails, ${shortest.length} steps:`,
    ...shortest.map(({ step, death }) => `  ${JSON.stringify(death === null ? step : { ...step, death })}`),
    `What happened in it: ${String(last.error)}`,
    ...last.story.map((line) => `  ${line}`),
  ].join('\n')
}

/** Whether two failures complain of the same thing: what comes before the first figure of the complaint. */
const isAlike = (one: Failure | null, other: Failure): boolean => one !== null && complaint(one) === complaint(other)
const complaint = ({ error }: Failure): string => /^[^\d{[]*/.exec(String(error))?.[0] ?? ''

test(
  `INV-02 INV-09 INV-10 PAY-05 TRX-04 el producto y un libro aparte dicen lo mismo tras cada paso de ${SEQUENCES} vidas al azar`,
  async ({ annotate }) => {
    const jobs = Array.from({ length: SEQUENCES }, (_, index) => ({
      seed: SEED + index,
      cuts: sequenceOf(SEED + index),
    }))
    const isMortal = ({ seed }: Job): boolean => seed % MORTAL_EACH === 0
    const failed: Failed[] = []
    const [living, dying] = [jobs.filter((job) => !isMortal(job)), jobs.filter(isMortal)]
    const lanes = Array.from({ length: LANES }, async () =>
      lane(await opened(await houseInProcess(t.world)), living, failed, false),
    )
    if (dying.length > 0) lanes.push(mortal().then((house) => lane(house, dying, failed, true)))
    await Promise.all(lanes)
    const kills = houses.reduce((all, house) => all + house.kills(), 0)
    const mix = [...tallied]
      .map(([kind, { done, refused }]) => `${kind} ${done}/${refused}`)
      .toSorted((a, b) => a.localeCompare(b))
    await annotate(`seed ${SEED}, ${kills} killed; done/refused: ${mix.join(', ')}`)
    const [first] = failed
    if (first) expect.fail(await told(first))
  },
  MAX_MS,
)
