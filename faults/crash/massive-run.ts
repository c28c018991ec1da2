import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { withMachine } from '../machine.ts'
import { compareRuns, makeBilling, readRun, startRun, untilRun } from './invoicing.ts'

const CONTRACTS = 4_000
/** After a kill the work goes on within a minute of the restart. */
const RESUMED_MAX_MS = 60_000

/**
 * F1: kill -9 of the worker, or of the API, at a random moment of a massive run, and a restart, until the run is done. Expected: one
 * invoice for each contract and period, no gap in the numbers, and the work goes on within 60 s. The limit is the crash campaign's.
 */
export const killedRun: Fault = {
  name: 'F1',
  set: 'crash',
  title: 'kill -9 of the worker or the API during a massive run',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const [api, work] = [await machine.start('api'), await machine.start('work')]
      const billing = await makeBilling(machine, CONTRACTS)
      const kills = rounds ?? 4
      const resumedMs: number[] = []
      let inside = 0
      for (let kill = 0; kill < kills; kill += 1) {
        const period = `20${26 - Math.floor(kill / 12)}-${String((kill % 12) + 1).padStart(2, '0')}`
        const run = await startRun(() => api.url(), billing, period)
        await untilRun(machine.owner, run, ({ status }) => status !== 'queued')
        const victim = kill % 4 === 3 ? api : work
        await wait(random.between(0, 900))
        await victim.end('SIGKILL')
        const before = await readRun(machine.owner, run)
        if (before.status === 'running') inside += 1
        await victim.restart()
        const began = performance.now()
        await untilRun(machine.owner, run, (now) => now.status === 'done' || now.created > before.created)
        if (before.status === 'running') resumedMs.push(performance.now() - began)
        await untilRun(machine.owner, run, ({ status }) => status === 'done')
      }
      const { problems, ...counts } = await compareRuns(machine.owner, billing, kills)
      const slowest = Math.max(0, ...resumedMs)
      return {
        times: kills,
        ...counts,
        recoveredMs: slowest,
        problems: [...problems, ...(await machine.listProblems())],
        late: slowest > RESUMED_MAX_MS ? [`a run went on after ${Math.round(slowest)} ms`] : [],
        note: `${kills * CONTRACTS} invoices; ${inside} kills were inside a run`,
      }
    }),
}
