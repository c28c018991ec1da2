import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { TESTED } from './by-tests.ts'
import { movedClock } from './clock/moved-clock.ts'
import { wrongClock } from './clock/wrong-clock.ts'
import { killedPostmaster, lostSessions } from './crash/database.ts'
import { forcedDeadlocks } from './crash/deadlocks.ts'
import { killedDueCases } from './crash/due-cases.ts'
import { killedFiles } from './crash/files.ts'
import { killedRun } from './crash/massive-run.ts'
import { poisonJob } from './crash/poison.ts'
import { restartedUnderRate } from './crash/rate.ts'
import { rollingRestart } from './crash/rolling-restart.ts'
import { olderVersion } from './crash/versions.ts'
import { killedWorkers } from './crash/workers.ts'
import { stoppedWorker } from './crash/zombie.ts'
import { fullDisk } from './disk/full-disk.ts'
import { type Fault, SETS } from './fault.ts'
import { hostileFiles } from './input/hostile-files.ts'
import { oversizedBodies } from './input/oversized.ts'
import { slowSenders } from './input/slow-senders.ts'
import { idleConnections } from './pressure/idle-connections.ts'
import { oneAccount } from './pressure/one-account.ts'
import { exhaustedPool } from './pressure/pool.ts'
import { manySessions } from './pressure/sessions.ts'
import { soak } from './pressure/soak.ts'
import { failingProvider } from './provider/failing.ts'
import { seeded } from './random.ts'
import { failedRow, isBad, notBuiltRow, type Row, rowOf, tableOf } from './table.ts'

/** Every fault, in the order of the campaign. */
const FAULTS: readonly Fault[] = [
  killedPostmaster,
  restartedUnderRate,
  killedRun,
  killedFiles,
  killedDueCases,
  tested('F2'),
  tested('F3'),
  killedWorkers,
  stoppedWorker,
  rollingRestart,
  lostSessions,
  olderVersion,
  exhaustedPool,
  slowSenders,
  oversizedBodies,
  hostileFiles,
  fullDisk,
  movedClock,
  wrongClock,
  failingProvider,
  tested('F6'),
  tested('F7'),
  tested('F8'),
  tested('F9'),
  tested('F23'),
  manySessions,
  idleConnections,
  oneAccount,
  poisonJob,
  tested('F22'),
  tested('F11'),
  forcedDeadlocks,
  tested('F24'),
  soak,
]

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
  },
})
const chosen = FAULTS.filter(
  ({ name, set }) =>
    (values.set === undefined || values.set === set) &&
    (values.only === undefined ? name !== 'F25' : values.only.split(',').includes(name)),
)
if (chosen.length === 0) {
  print(
    `No fault has that name or set. Sets: ${SETS.join(', ')}. Faults: ${FAULTS.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
const seed = Number(values.seed ?? randomInt(2 ** 31))
print(`seed ${seed}: the same moments again with --seed ${seed}`)
const rows: Row[] = []
for (const fault of chosen) {
  const row = await makeRow(fault)
  print(`${row.result.toUpperCase()} ${row.fault}: ${row.note}`)
  rows.push(row)
}
print(`\n${tableOf(rows)}`)
process.exit(rows.some(isBad) ? 1 : 0)

function tested(name: string): Fault {
  const found = TESTED.find((fault) => fault.name === name)
  if (!found) throw new Error(`no test makes ${name}`)
  return found
}

async function makeRow(fault: Fault): Promise<Row> {
  if ('notBuilt' in fault) return notBuiltRow(fault, fault.notBuilt)
  try {
    const asked = {
      rounds: values.rounds === undefined ? null : Number(values.rounds),
      random: seeded(seed),
      minutes: Number(values.minutes ?? 30),
    }
    return rowOf(fault, await fault.run(asked))
  } catch (error) {
    return failedRow(fault, error)
  }
}
