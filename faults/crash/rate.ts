import { setTimeout as wait } from 'node:timers/promises'
import { openDesk, send } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { at, startLoad } from '../load.ts'
import { type Machine, withMachine } from '../machine.ts'

const PER_SECOND = 200
const TICK_MS = 20
const BEFORE_MS = 4_000
const AFTER_MS = 4_000
/** The share of the rate that must really be sent, or the row says little. */
const SENT_MIN = 0.95
const RECOVERED_MAX_MS = 10_000
const EXPECTED: ReadonlySet<number> = new Set([200, 503])

/**
 * RATE: PostgreSQL is restarted, by a fast stop and by kill -9 in turns, while 200 requests a second are sent whatever the answers are, and
 * people pay. Expected: 200 or 503 with Retry-After, no request without an answer, nothing lost or twice, and good answers within 10 s.
 */
export const restartedUnderRate: Fault = {
  name: 'RATE',
  set: 'crash',
  title: 'PostgreSQL restarted under 200 requests a second',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const server = await machine.start('serve')
      const desk = await openDesk(machine, server.url())
      const load = startLoad(desk, () => [server.url()], { random, payers: 2, readers: 0 })
      const reads = startReads(`${server.url()}/api/admin/plans`, desk.token)
      const times = rounds ?? 2
      const recoveredMs: number[] = []
      for (let round = 0; round < times; round += 1) {
        await load.recoveredSince(performance.now())
        await wait(BEFORE_MS)
        const began = performance.now()
        await restart(machine, round % 2 === 0 ? 'SIGINT' : 'SIGKILL')
        await load.recoveredSince(performance.now())
        await reads.recoveredSince(performance.now())
        recoveredMs.push(performance.now() - began)
        await wait(AFTER_MS)
      }
      const { rate, statuses, withoutRetry, ms } = await reads.stop()
      const { problems, ...verdict } = await load.stop(machine.owner)
      const wrong = [...statuses].filter(([status]) => !EXPECTED.has(status))
      const slowest = Math.max(...recoveredMs)
      return {
        times,
        lost: verdict.lost,
        twice: verdict.twice,
        recoveredMs: slowest,
        problems: [
          ...problems,
          ...wrong.map(([status, count]) => `${count} reads were answered ${status}`),
          ...(withoutRetry > 0 ? [`${withoutRetry} answers 503 without Retry-After`] : []),
          ...(server.isRunning() ? [] : ['the process of the product ended']),
          ...(await machine.listProblems()),
        ],
        late: [
          ...(rate < PER_SECOND * SENT_MIN ? [`only ${rate.toFixed(0)} requests a second were sent`] : []),
          ...(slowest > RECOVERED_MAX_MS ? [`good again after ${Math.round(slowest)} ms`] : []),
        ],
        note: `${rate.toFixed(0)} reads a second, measured; ${statuses.get(200) ?? 0} answers 200, ${statuses.get(503) ?? 0} answers 503; p95 ${at(ms, 0.95)} ms; ${verdict.acknowledged} payments`,
      }
    }),
}

async function restart(machine: Machine, signal: NodeJS.Signals): Promise<void> {
  process.kill(machine.databasePid(), signal)
  await machine.startDatabase()
}

/** Sends reads at the rate, whatever the answers are: a slow server gets no fewer of them. */
function startReads(url: string, token: string) {
  const began = performance.now()
  const state = { isOn: true }
  const isOn = (): boolean => state.isOn
  const [statuses, ms, good] = [new Map<number, number>(), [] as number[], [] as number[]]
  const asking: Promise<void>[] = []
  let withoutRetry = 0
  const ask = async (): Promise<void> => {
    const asked = performance.now()
    const { status, retryAfter } = await send(url, { token })
    ms.push(performance.now() - asked)
    if (status === 200) good.push(asked)
    if (status === 503 && retryAfter === null) withoutRetry += 1
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const sending = (async () => {
    while (isOn()) {
      const due = ((performance.now() - began) / 1_000) * PER_SECOND
      while (asking.length < due) asking.push(ask())
      await wait(TICK_MS)
    }
    return asking.length / ((performance.now() - began) / 1_000)
  })()
  return {
    recoveredSince: async (instant: number): Promise<void> => {
      while (!good.some((asked) => asked >= instant)) await wait(TICK_MS)
    },
    stop: async () => {
      state.isOn = false
      const rate = await sending
      await Promise.all(asking)
      return { rate, statuses, withoutRetry, ms }
    },
  }
}
