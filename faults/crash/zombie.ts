import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../fault.ts'
import { withMachine } from '../machine.ts'
import { compareRuns, makeBilling, startRun, untilRun } from './invoicing.ts'

const CONTRACTS = 4_000
/** The lease of a run, the wait between two searches for runs without a heartbeat, and the campaign's 5 s. */
const TAKEN_OVER_MAX_MS = 35_000

/**
 * F20: SIGSTOP of a worker in the middle of a run, another worker takes the run over and ends it, SIGCONT. Expected: the first one's
 * commit is refused by its token, each contract has one invoice, and the takeover is within 35 s of
 * the start of the other one (the crash campaign's 30 s and 5 s).
 */
export const stoppedWorker: Fault = {
  name: 'F20',
  set: 'crash',
  title: 'SIGSTOP of a worker during a run, SIGCONT after the takeover',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const api = await machine.start('api')
      const billing = await makeBilling(machine, CONTRACTS)
      const times = rounds ?? 1
      const takenMs: number[] = []
      const fences: number[] = []
      for (let round = 0; round < times; round += 1) {
        const stopped = await machine.start('work')
        const run = await startRun(() => api.url(), billing, `2026-${String(round + 1).padStart(2, '0')}`)
        await untilRun(machine.owner, run, ({ created }) => created > 0)
        await wait(random.between(0, 150))
        stopped.send('SIGSTOP')
        const other = await machine.start('work')
        const began = performance.now()
        const { fence } = await untilRun(machine.owner, run, (now) => now.fence > 1 || now.status === 'done')
        if (fence > 1) takenMs.push(performance.now() - began)
        fences.push(fence)
        await untilRun(machine.owner, run, ({ status }) => status === 'done')
        stopped.send('SIGCONT')
        await wait(2_000)
        for (const part of [stopped, other]) await part.end('SIGTERM')
      }
      const { problems, ...counts } = await compareRuns(machine.owner, billing, times)
      const slowest = Math.max(0, ...takenMs)
      return {
        times,
        ...counts,
        recoveredMs: slowest,
        problems: [
          ...problems,
          ...(takenMs.length === times ? [] : [`${times - takenMs.length} runs ended before the stop`]),
          ...(await machine.listProblems()),
        ],
        late: slowest > TAKEN_OVER_MAX_MS ? [`a run was taken over after ${Math.round(slowest)} ms`] : [],
        note: `${times * CONTRACTS} invoices; tokens ${fences.join(', ')}`,
      }
    }),
}
