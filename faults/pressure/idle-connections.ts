import { setTimeout as wait } from 'node:timers/promises'
import { openDesk, send } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { at } from '../load.ts'
import { withMachine } from '../machine.ts'
import { listWrong, watch } from '../server.ts'
import { type Crowd, openCrowd } from './crowd.ts'

const IDLE = 10_000
/** One process has a limit of descriptors of its own. */
const PROCESSES = 2
const HELD_MS = 20_000
const OPEN_MAX_MS = 60_000
/** An idle connection is closed after 65 s. */
const CLOSED_MAX_MS = 75_000
const P95_MAX_MS = 300
const MEMORY_MAX_MIB = 700

/**
 * F16, the second part: 10,000 connections that were answered once and then say nothing. Expected: p95 of other people below 300 ms while
 * they are held, no error, memory below 700 MiB, and the server closes them when their time of keep-alive is over. It needs the right to
 * more than 12,000 open files, as the load campaign says.
 */
export const idleConnections: Fault = {
  name: 'F16',
  set: 'load',
  title: '10,000 idle connections',
  run: () =>
    withMachine(async (machine) => {
      const api = await machine.start('api')
      const { token } = await openDesk(machine, api.url(), 1)
      const port = Number(new URL(api.url()).port)
      const start = 'GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n'
      const crowds: Crowd[] = []
      const count = async (): Promise<{ answered: number; cut: number }> => {
        const all = await Promise.all(crowds.map((crowd) => crowd.counts()))
        return {
          answered: all.reduce((sum, { answered }) => sum + answered, 0),
          cut: all.reduce((sum, { cut }) => sum + cut, 0),
        }
      }
      const until = async (isReached: (now: { answered: number; cut: number }) => boolean, maxMs: number) => {
        const began = performance.now()
        while (!isReached(await count()) && performance.now() - began < maxMs) await wait(200)
        return performance.now() - began
      }
      try {
        while (crowds.length < PROCESSES)
          crowds.push(await openCrowd(port, [{ count: IDLE / PROCESSES, start, reads: true }]))
        await until(({ answered }) => answered === IDLE, OPEN_MAX_MS)
        const opened = await count()
        const { result: held, ...watched } = await watch(api, { token, perSecond: 40 }, async () => {
          await wait(HELD_MS)
          return count()
        })
        const closedMs = await until(({ cut }) => cut === IDLE, CLOSED_MAX_MS)
        const after = await send(`${api.url()}/api/admin/plans`, { token })
        const p95 = at(watched.times, 0.95)
        return {
          times: IDLE,
          lost: null,
          twice: null,
          recoveredMs: null,
          problems: [
            ...(opened.answered === IDLE ? [] : [`only ${opened.answered} of ${IDLE} connections were answered`]),
            ...(held.cut === 0 ? [] : [`${held.cut} connections were cut before their time`]),
            ...(after.status === 200 ? [] : [`afterwards an answer was ${after.status}`]),
            ...(watched.highestMiB > MEMORY_MAX_MIB ? [`memory ${Math.round(watched.highestMiB)} MiB`] : []),
            ...listWrong(watched.wrong),
            ...(await machine.listProblems()),
          ],
          late: [
            ...(p95 > P95_MAX_MS ? [`p95 of other people ${p95} ms`] : []),
            ...(closedMs >= CLOSED_MAX_MS ? ['idle connections were not closed'] : []),
          ],
          note: `other people p95 ${p95} ms of ${watched.times.length}; memory ${Math.round(watched.beforeMiB)} to ${Math.round(watched.highestMiB)} MiB`,
        }
      } finally {
        for (const crowd of crowds) await crowd.close()
      }
    }),
}
