import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
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

/**
 * F25: reads, payments, a run and an import of clients each minute, and a random fault every two minutes, for 30 minutes (`--minutes`).
 * Expected: nothing lost or twice, and flat descriptors; from an hour on the memory grows by less than 5 MiB an hour in the second
 * half. The limits are the soak's of four hours.
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
      const samples: { memory: number; files: number }[] = []
      const wrong: string[] = []
      let faults = 0
      for (let minute = 0; minute < minutes; minute += 1) {
        const end = performance.now() + MINUTE_MS
        const run = await startRun(() => api.url(), billing, periodOf(minute)).catch(() => null)
        const imported = await sendFile(`${api.url()}/api/client/massive`, desk.token, clientsFile(minute))
        if (![0, 200, 409, 503].includes(imported.status)) wrong.push(`an import was answered ${imported.status}`)
        if (minute % FAULT_EVERY_MINUTES === 1) {
          faults += 1
          await makeFault(random.pick(['worker', 'database', 'sessions'] as const), machine, work)
        }
        await wait(Math.max(0, end - performance.now()))
        const recent = load.sent.filter((one) => one.at >= end - MINUTE_MS).map(({ ms }) => ms)
        const sample = { memory: residentMiB(api.pid()), files: readdirSync(`/proc/${api.pid()}/fd`).length }
        samples.push(sample)
        const { rows } = await machine.owner.query<{ count: number }>(
          "select count(*)::int as count from pg_stat_activity where application_name like 'enlace%'",
        )
        const state = run === null ? 'refused' : (await readRun(machine.owner, run)).status
        process.stdout.write(
          `minute ${minute + 1}: ${Math.round(sample.memory)} MiB, ${sample.files} descriptors, ${rows[0]?.count} connections, ${recent.length} answers, p50 ${at(recent, 0.5)} ms, p95 ${at(recent, 0.95)} ms, run ${state}\n`,
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
        late:
          minutes >= MEASURED_MINUTES && growth > GROWTH_MAX_MIB_PER_HOUR
            ? [`the memory grew by ${growth.toFixed(1)} MiB an hour`]
            : [],
        note: `${minutes} minutes; ${verdict.acknowledged} payments; ${Math.round(samples[0]?.memory ?? 0)} to ${Math.round(samples.at(-1)?.memory ?? 0)} MiB`,
      }
    }),
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
