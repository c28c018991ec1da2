import { setTimeout as wait } from 'node:timers/promises'
import { openDesk } from '../desk.ts'
import type { Asked, Fault, Outcome } from '../fault.ts'
import { at, startLoad } from '../load.ts'
import { type Machine, withMachine } from '../machine.ts'

/** PostgreSQL accepts connections again within this time, and the API answers well within as much more. */
const DATABASE_MAX_MS = 5_000
const API_MAX_MS = 5_000

/** Takes the database away from a product under load. Returns when it is back, with the milliseconds that it needed. */
type Disturbance = (machine: Machine) => Promise<number>

const killPostmaster: Disturbance = async (machine) => {
  process.kill(machine.databasePid(), 'SIGKILL')
  return machine.startDatabase()
}

/** SIGKILL of one backend makes PostgreSQL end the others and recover by itself. */
const killBackend: Disturbance = async ({ owner }) => {
  const { rows } = await owner.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'enlace' and datname = current_database() limit 1",
  )
  const began = performance.now()
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL')
  await wait(50)
  while (!(await owner.query('select 1').catch(() => null))) await wait(20)
  return performance.now() - began
}

const terminateHalf: Disturbance = async (machine) => {
  await machine.asSuperuser(
    `select pg_terminate_backend(pid) from (select pid, row_number() over (order by pid) as place from pg_stat_activity
     where application_name like 'enlace%' and datname = current_database() and pid <> pg_backend_pid()) all_of_them where place % 2 = 0`,
  )
  return 0
}

/** A fast shutdown, as an update of PostgreSQL does it. */
const stopAndStart: Disturbance = async (machine) => {
  process.kill(machine.databasePid(), 'SIGINT')
  return machine.startDatabase()
}

/**
 * F4: SIGKILL of the postmaster under payments and reads. Expected: no acknowledged payment is lost, PostgreSQL accepts connections
 * within 5 s, the API answers 503 and never 500, and recovers without a restart. The limits are those of the crash campaign.
 */
export const killedPostmaster: Fault = {
  name: 'F4',
  set: 'crash',
  title: 'kill -9 of PostgreSQL under payments',
  run: (asked) =>
    disturb(
      asked,
      Array.from({ length: asked.rounds ?? 3 }, () => killPostmaster),
    ),
}

/** F5: one backend killed, half of the sessions ended, and a fast stop and start. Expected: the same as F4. */
export const lostSessions: Fault = {
  name: 'F5',
  set: 'crash',
  title: 'one backend killed, half of the sessions ended, a fast restart',
  run: (asked) =>
    disturb(asked, Array.from({ length: asked.rounds ?? 1 }, () => [killBackend, terminateHalf, stopAndStart]).flat()),
}

const disturb = ({ random }: Asked, disturbances: readonly Disturbance[]): Promise<Outcome> =>
  withMachine(async (machine) => {
    const server = await machine.start('serve')
    const desk = await openDesk(machine, server.url())
    const load = startLoad(desk, () => [server.url()], { random })
    const databaseMs: number[] = []
    const apiMs: number[] = []
    for (const take of disturbances) {
      await load.recoveredSince(performance.now())
      await wait(random.between(300, 2_000))
      const began = performance.now()
      databaseMs.push(await take(machine))
      const accepted = performance.now()
      await load.recoveredSince(accepted)
      apiMs.push((await load.recoveredSince(began)) > 0 ? performance.now() - accepted : 0)
    }
    const { problems, ...verdict } = await load.stop(machine.owner)
    if (!server.isRunning()) problems.push('the process of the product ended')
    const [database, api] = [Math.max(...databaseMs), Math.max(...apiMs)]
    return {
      times: disturbances.length,
      lost: verdict.lost,
      twice: verdict.twice,
      recoveredMs: Math.max(...databaseMs.map((ms, index) => ms + (apiMs[index] ?? 0))),
      problems: [...problems, ...(await machine.listProblems())],
      late: [
        ...(database > DATABASE_MAX_MS ? [`PostgreSQL took ${Math.round(database)} ms`] : []),
        ...(api > API_MAX_MS ? [`the API took ${Math.round(api)} ms more`] : []),
      ],
      note: `${verdict.acknowledged} payments; 503: ${load.sent.filter(({ status }) => status === 503).length}; answer p95 ${at(
        load.sent.map(({ ms }) => ms),
        0.95,
      )} ms`,
    }
  })
