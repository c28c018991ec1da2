import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openDesk } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { at } from '../load.ts'
import { withMachine } from '../machine.ts'
import { listWrong, watch } from '../server.ts'

const HEADERS = 2_000
const BODIES = 500
/** Headers have 8 s and requests 30 s; the server looks once a second. */
const HEADERS_MAX_MS = 11_500
const BODIES_MAX_MS = 31_500
const DRIP_MS = 2_000
const GOOD_P95_MAX_MS = 500

/**
 * F14: 2,000 sockets that send their headers and 500 that send their bodies a byte at a time. Expected: headers are cut within 11 s and
 * bodies within 31 s, and other people's p95 stays under 500 ms. Numbers and limits are the input campaign's; half a second is added
 * for the clocks.
 */
export const slowSenders: Fault = {
  name: 'F14',
  set: 'input',
  title: 'sockets that send headers or bodies a byte at a time',
  run: () =>
    withMachine(async (machine) => {
      const api = await machine.start('api')
      const { token } = await openDesk(machine, api.url(), 1)
      const port = Number(new URL(api.url()).port)
      const body = `POST /api/admin/plans HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`
      const { result, beforeMiB, highestMiB, times, wrong } = await watch(api, { token, perSecond: 40 }, async () => {
        const [headers, bodies] = await Promise.all([
          Promise.all(
            Array.from({ length: HEADERS }, () => dripUntilCut(port, 'GET / HTTP/1.1\r\nhost: x\r\n', HEADERS_MAX_MS)),
          ),
          Promise.all(Array.from({ length: BODIES }, () => dripUntilCut(port, body, BODIES_MAX_MS))),
        ])
        return { headers, bodies }
      })
      const p95 = at(times, 0.95)
      const [headers, bodies] = [Math.max(...result.headers), Math.max(...result.bodies)]
      return {
        times: HEADERS + BODIES,
        lost: null,
        twice: null,
        recoveredMs: null,
        problems: [...listWrong(wrong), ...(await machine.listProblems())],
        late: [
          ...(headers > HEADERS_MAX_MS ? [`headers were cut after ${Math.round(headers)} ms`] : []),
          ...(bodies > BODIES_MAX_MS ? [`bodies were cut after ${Math.round(bodies)} ms`] : []),
          ...(p95 > GOOD_P95_MAX_MS ? [`p95 of other people ${p95} ms`] : []),
        ],
        note: `cut after ${Math.round(headers)} and ${Math.round(bodies)} ms at most; other people p95 ${p95} ms of ${times.length}; memory ${Math.round(beforeMiB)} to ${Math.round(highestMiB)} MiB`,
      }
    }),
}

/** Opens a socket, sends `start` and then a byte now and then. Returns the milliseconds until the server cut it. */
async function dripUntilCut(port: number, start: string, maxMs: number): Promise<number> {
  const socket: Socket = connect(port, '127.0.0.1')
  const began = performance.now()
  const state = { isOpen: true }
  const isOpen = (): boolean => state.isOpen
  const cut = (): void => void (state.isOpen = false)
  socket.on('error', cut).on('close', cut).on('end', cut).resume()
  socket.write(start)
  while (isOpen() && performance.now() - began < 3 * maxMs) {
    await wait(DRIP_MS / 8)
    if (isOpen() && Math.random() < 1 / 8) socket.write('a')
  }
  socket.destroy()
  return performance.now() - began
}
