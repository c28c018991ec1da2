import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { POOL_MAX } from '../../bench/environment.ts'
import { makeBilling, readRun, startRun } from '../crash/invoicing.ts'
import { openDesk, send } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { sendFile } from '../form.ts'
import { at, startLoad } from '../load.ts'
import { type Machine, withMachine } from '../machine.ts'
import type { Part } from '../part.ts'
import { residentMiB } from '../server.ts'

const MINUTE_MS = 60_000
const CONTRACTS = 300
const IMPORTED = 200
const FAULT_EVERY_MINUTES = 2
/** MiB that the memory may grow in an hour, after the first half of the time. */
const GROWTH_MAX_MIB_PER_HOUR = 5
/** The slope of a shorter soak is noise. */
const MEASURED_MINUTES = 60
/** MiB between the lowest and the highest sample of the second half, of any soak. */
const MEMORY_SPREAD_MAX_MIB = 100
/** The pools of the API and of the worker, and the connections of the queue. */
const CONNECTIONS_MAX = POOL_MAX * 2 + 10
/** The descriptors that the second half may have above the first half. */
const DESCRIPTORS_RISE_MAX = 20
/** The median of the p95 of the second half, as a multiple of that of the first, and in any case this many milliseconds. */
const LATENCY_RISE_MAX = 1.5
const LATENCY_FLOOR_MS = 100

/**
 * F25: reads, payments, a run and an import of clients each minute, and a random fault every two minutes, for 30 minutes (`--minutes`).
 * Expected: nothing lost or twice; in the second half the memory stays within 100 MiB, and from an hour on grows by less than 5 MiB an hour;
 * never more connections than the pools have; at most 20 descriptors more and a p95 of at most 1.5 times the first half's.
 */
export const soak: Fault = {
  name: 'F25',
  set: 'load',
  title: 'mixed load for a long time, with a fault every two minutes',
  run: ({ minutes, random }) =>
    withMachine(async (machine) => {
      const [api, work] = [await machine.start('api'), await machine.start('work')]
      const desk = await openDesk(machine, api.url())
      const billing = await makeBilling(machine, CONTRACTS)
      const load = startLoad(desk, () => [api.url()], { random, pauseMs: 200 })
      const samples: Sample[] = []
      const wrong: string[] = []
      let faults = 0
      for (let minute = 0; minute < minutes; minute += 1) {
        const end = performance.now() + MINUTE_MS
        // A run asks for a password of the last fifteen minutes.
        await machine.owner.query("update sessions set fresh_until = now() + interval '15 minutes'")
        const run = await startRun(() => api.url(), billing, periodOf(minute)).catch(() => null)
        const imported = await sendFile(`${api.url()}/api/client/massive`, desk.token, clientsFile(minute))
        if (![0, 200, 409, 503].includes(imported.status)) wrong.push(`an import was answered ${imported.status}`)
        if (minute % FAULT_EVERY_MINUTES === 1) {
          faults += 1
          await makeFault(random.pick(['worker', 'database', 'sessions'] as const), machine, work)
        }
        await wait(Math.max(0, end - performance.now()))
        const recent = load.sent.filter((one) => one.at >= end - MINUTE_MS).map(({ ms }) => ms)
        const { rows } = await machine.owner.query<{ count: number }>(
          "select count(*)::int as count from pg_stat_activity where application_name like 'enlace%'",
        )
        const sample = {
          memory: residentMiB(api.pid()),
          files: readdirSync(`/proc/${api.pid()}/fd`).length,
          connections: rows[0]?.count ?? 0,
          p95: at(recent, 0.95),
        }
        samples.push(sample)
        const state = run === null ? 'refused' : (await readRun(machine.owner, run)).status
        process.stdout.write(
          `minute ${minute + 1}: ${Math.round(sample.memory)} MiB, ${sample.files} descriptors, ${sample.connections} connections, ${recent.length} answers, p50 ${at(recent, 0.5)} ms, p95 ${sample.p95} ms, run ${state}\n`,
        )
      }
      const { problems, ...verdict } = await load.stop(machine.owner)
      const ready = await send(`${api.url()}/api/health/ready`, {})
      const half = samples.slice(Math.floor(samples.length / 2))
      const growth = ((half.at(-1)?.memory ?? 0) - (half[0]?.memory ?? 0)) * (60 / Math.max(1, half.length - 1))
      return {
        times: faults,
        lost: verdict.lost,
        twice: verdict.twice,
        recoveredMs: null,
        problems: [
          ...problems,
          ...wrong,
          ...(ready.status === 200 ? [] : [`/health/ready answered ${ready.status}`]),
          ...(await machine.listProblems()),
        ],
        late: [
          ...(minutes >= MEASURED_MINUTES && growth > GROWTH_MAX_MIB_PER_HOUR
            ? [`the memory grew by ${growth.toFixed(1)} MiB an hour`]
            : []),
          ...listSlopes(samples),
        ],
        note: `${minutes} minutes; ${verdict.acknowledged} payments; at most ${Math.max(...samples.map(({ connections }) => connections))} connections; p95 ${samples[0]?.p95} to ${samples.at(-1)?.p95} ms; ${Math.round(samples[0]?.memory ?? 0)} to ${Math.round(samples.at(-1)?.memory ?? 0)} MiB`,
      }
    }),
}

type Sample = { memory: number; files: number; connections: number; p95: number }

/** What is not flat: the second half of the samples against the first, and the connections against the pools. */
function listSlopes(samples: readonly Sample[]): string[] {
  const middle = Math.floor(samples.length / 2)
  const [first, second] = [samples.slice(0, middle), samples.slice(middle)]
  if (first.length === 0) return ['the soak is too short to say whether anything is flat']
  const memory = second.map((sample) => sample.memory)
  const spread = Math.max(...memory) - Math.min(...memory)
  const connections = Math.max(...samples.map((sample) => sample.connections))
  const highest = (half: readonly Sample[]): number => Math.max(...half.map(({ files }) => files))
  const median = (half: readonly Sample[]): number =>
    at(
      half.map(({ p95 }) => p95),
      0.5,
    )
  const latencyMax = Math.max(LATENCY_FLOOR_MS, median(first) * LATENCY_RISE_MAX)
  return [
    ...(spread > MEMORY_SPREAD_MAX_MIB ? [`the memory of the second half differs by ${Math.round(spread)} MiB`] : []),
    ...(connections > CONNECTIONS_MAX ? [`${connections} connections, of ${CONNECTIONS_MAX}`] : []),
    ...(highest(second) - highest(first) > DESCRIPTORS_RISE_MAX
      ? [`descriptors ${highest(first)} to ${highest(second)}`]
      : []),
    ...(median(second) > latencyMax ? [`p95 ${median(first)} to ${median(second)} ms`] : []),
  ]
}

async function makeFault(fault: 'worker' | 'database' | 'sessions', machine: Machine, work: Part): Promise<void> {
  if (fault === 'worker') {
    await work.end('SIGKILL')
    await work.restart()
  } else if (fault === 'database') {
    process.kill(machine.databasePid(), 'SIGKILL')
    await machine.startDatabase()
  } else {
    await machine.asSuperuser(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'enlace' and pid <> pg_backend_pid()",
    )
  }
}

/** A period of its own for each minute, from January 2026 back. */
const periodOf = (minute: number): string =>
  `${2026 - Math.ceil(minute / 12)}-${String(((12 - (minute % 12)) % 12) + 1).padStart(2, '0')}`

const clientsFile = (minute: number) => ({
  name: 'clientes.csv',
  bytes: Buffer.from(
    [
      'type_identification,identification,first_name,last_name,stratum,department,city,address',
      ...Array.from(
        { length: IMPORTED },
        (_, row) => `CC,${700_000_000 + minute * IMPORTED + row},Ana,Ruiz,2,Antioquia,Medellín,Calle 1`,
      ),
    ].join('\n'),
  ),
})
