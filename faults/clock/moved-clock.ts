import { addMonths, dayOf } from '#domain/core/days.ts'
import { routes, tasks } from '#server/app.ts'
import { buildServer } from '#server/core/serve.ts'
import { compareRuns, makeBilling, readRun } from '../crash/invoicing.ts'
import type { Fault } from '../fault.ts'
import { type Machine, withMachine } from '../machine.ts'
import { openWorld } from '../world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const CONTRACTS = 100
/** Forward and back, by ten minutes and by a day. */
const STEPS_MS = [10 * MINUTE_MS, -10 * MINUTE_MS, DAY_MS, -DAY_MS]

/**
 * F10: the clock of the product is ten minutes and a day ahead and behind, and steps back while the same period is billed again; in
 * this process, because the program has no switch for its clock. Expected: one invoice for each contract and period, a closed session
 * does not open again, an open one is as the database's clock says, and the audit chain is whole. The steps are the clock campaign's.
 */
export const movedClock: Fault = {
  name: 'F10',
  set: 'clock',
  title: 'the clock of the product ten minutes and a day ahead and behind',
  run: () =>
    withMachine(async (machine) => {
      const billing = await makeBilling(machine, CONTRACTS)
      const { world, setNow } = openMovedWorld(machine)
      const app = await buildServer(world, routes)
      try {
        const problems: string[] = []
        const headers = { authorization: `Bearer ${billing.token}` }
        const period = addMonths(dayOf(new Date()), -1).slice(0, 7)
        for (const step of STEPS_MS) {
          setNow(step)
          const started = await app.inject({
            method: 'POST',
            url: '/api/invoice/massive',
            headers,
            payload: { period },
          })
          const run = String(started.json().data?.id ?? '')
          if (started.statusCode !== 202) problems.push(`a run was answered ${started.statusCode}`)
          else {
            // The clock steps while the job runs.
            const job = tasks['run.massive']?.(world, { company_id: billing.companyId, run_id: run })
            setNow(-step)
            await job
            const { status } = await readRun(machine.owner, run)
            if (status !== 'done') problems.push(`a run ended ${status}`)
          }
        }
        const token = billing.token
        await app.inject({ method: 'POST', url: '/api/auth/logout', headers, payload: {} })
        for (const step of STEPS_MS) {
          setNow(step)
          const { statusCode } = await app.inject({
            url: '/api/profile',
            headers: { authorization: `Bearer ${token}` },
          })
          if (statusCode !== 401) problems.push(`a closed session was answered ${statusCode}`)
        }
        const counts = await compareRuns(machine.owner, billing, 1)
        return {
          times: STEPS_MS.length * 2,
          lost: counts.lost,
          twice: counts.twice,
          recoveredMs: null,
          problems: [...problems, ...counts.problems, ...(await machine.listProblems())],
          late: [],
          note: `${STEPS_MS.length} runs of one period; recovery codes expire by the clock of the database and are not part of it`,
        }
      } finally {
        await app.close()
        await world.pool.end()
      }
    }),
}

/** The product in this process; its clock is the real one plus the last step. */
function openMovedWorld({ appUrl, dataDir }: Machine) {
  let stepMs = 0
  return {
    world: openWorld(appUrl, dataDir, () => new Date(Date.now() + stepMs)),
    setNow: (ms: number): void => {
      stepMs = ms
    },
  }
}
