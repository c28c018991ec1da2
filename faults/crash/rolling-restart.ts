import { setTimeout as wait } from 'node:timers/promises'
import { openDesk } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { at, startLoad } from '../load.ts'
import { withMachine } from '../machine.ts'

/** The time a process has to end after SIGTERM; after it the product ends at once with code 1. */
const EXIT_MAX_MS = 15_000

/**
 * F21: SIGTERM to one of two servers in turns, under load, and a start again. Expected: the requests that a server has accepted are
 * answered, it ends with code 0 within 15 s (the crash campaign's limit), and no acknowledged payment is lost.
 */
export const rollingRestart: Fault = {
  name: 'F21',
  set: 'crash',
  title: 'SIGTERM under load, one server after the other',
  run: ({ rounds, random }) =>
    withMachine(async (machine) => {
      const parts = [await machine.start('serve'), await machine.start('serve')]
      const desk = await openDesk(machine, parts[0]?.url() ?? '')
      // A proxy sends nothing to a server that is being stopped.
      const open = new Set(parts)
      const load = startLoad(desk, () => [...open].map((part) => part.url()), { random })
      const times = rounds ?? 6
      const endedMs: number[] = []
      const codes: (number | null)[] = []
      for (let turn = 0; turn < times; turn += 1) {
        const part = parts[turn % parts.length]
        if (!part) continue
        await wait(random.between(500, 1_500))
        open.delete(part)
        const began = performance.now()
        codes.push(await part.end('SIGTERM'))
        endedMs.push(performance.now() - began)
        await part.restart()
        open.add(part)
      }
      await wait(500)
      const { problems, ...verdict } = await load.stop(machine.owner)
      const cut = load.sent.filter(({ status }) => status === 0).length
      const slowest = Math.max(...endedMs)
      return {
        times,
        lost: verdict.lost,
        twice: verdict.twice,
        recoveredMs: null,
        problems: [
          ...problems,
          ...(cut > 0 ? [`${cut} accepted requests were cut`] : []),
          ...(codes.every((code) => code === 0) ? [] : [`exit codes ${codes.join(', ')}`]),
          ...(await machine.listProblems()),
        ],
        late: slowest > EXIT_MAX_MS ? [`a process ended after ${Math.round(slowest)} ms`] : [],
        note: `${verdict.acknowledged} payments; ended in ${Math.round(slowest)} ms at most; answer p95 ${at(
          load.sent.map(({ ms }) => ms),
          0.95,
        )} ms`,
      }
    }),
}
