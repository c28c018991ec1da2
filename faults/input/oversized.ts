import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { openDesk } from '../desk.ts'
import type { Fault } from '../fault.ts'
import { at } from '../load.ts'
import { withMachine } from '../machine.ts'
import { listWrong, watch } from '../server.ts'

const GROWTH_MAX_MIB = 150
const MIB = 1_024 * 1_024
const REFUSED: ReadonlySet<number> = new Set([400, 408, 413, 415])

type Hostile = { name: string; headers?: Record<string, string>; chunk: Buffer; count: number }

const deep = Buffer.from(`{"plan":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)
const keys = Buffer.from(`{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join(',')}}`)
const someKeys = Buffer.from(`{${Array.from({ length: 15_000 }, (_, n) => `"k${n}":1`).join(',')}}`)
const gzipped = gzipSync(Buffer.alloc(10 * MIB, 32))

const BODIES: readonly Hostile[] = [
  {
    name: 'JSON of 2 MB',
    headers: { 'content-length': String(2 * MIB) },
    chunk: Buffer.alloc(64 * 1_024, 32),
    count: 32,
  },
  { name: 'JSON of 2 MB without its length', chunk: Buffer.alloc(64 * 1_024, 32), count: 32 },
  { name: 'one GB', headers: { 'content-length': String(1_024 * MIB) }, chunk: Buffer.alloc(MIB, 32), count: 1_024 },
  { name: 'one GB without its length', chunk: Buffer.alloc(MIB, 32), count: 1_024 },
  { name: 'gzip', headers: { 'content-encoding': 'gzip' }, chunk: gzipped, count: 1 },
  { name: 'JSON 10,000 deep', chunk: deep, count: 1 },
  { name: '100,000 keys', chunk: keys, count: 1 },
  { name: '15,000 keys', chunk: someKeys, count: 1 },
  { name: 'not JSON', chunk: Buffer.from('{"plan":'), count: 1 },
]

/**
 * F15: bodies above every limit. Expected: 413, 400 or 415, or a cut after the refusal, never 5xx; the memory grows by less than 150 MiB
 * and other people are answered. The bodies are the input campaign's.
 */
export const oversizedBodies: Fault = {
  name: 'F15',
  set: 'input',
  title: 'bodies that are too large, too deep or compressed',
  run: ({ rounds }) =>
    withMachine(async (machine) => {
      const api = await machine.start('api')
      const { token } = await openDesk(machine, api.url(), 1)
      const times = rounds ?? 3
      const { result, ...watched } = await watch(api, { token }, async () => {
        const answers: string[] = []
        for (let round = 0; round < times; round += 1)
          for (const one of BODIES) {
            const status = await post(`${api.url()}/api/admin/plans`, token, one)
            if (!REFUSED.has(status) && status !== 0) answers.push(`${one.name}: ${status}`)
          }
        return answers
      })
      const growth = watched.highestMiB - watched.beforeMiB
      return {
        times: times * BODIES.length,
        lost: null,
        twice: null,
        recoveredMs: null,
        problems: [...new Set(result), ...listWrong(watched.wrong), ...(await machine.listProblems())],
        late: growth > GROWTH_MAX_MIB ? [`the memory grew by ${Math.round(growth)} MiB`] : [],
        note: `memory +${Math.round(growth)} MiB; other people p95 ${at(watched.times, 0.95)} ms`,
      }
    }),
}

/** Sends a body until it is over or refused. Returns the status; 0 when the connection was cut without one. */
function post(url: string, token: string, { headers = {}, chunk, count }: Hostile): Promise<number> {
  return new Promise((resolve) => {
    const sending = request(url, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    })
    let left = count
    const state = { isOver: false }
    const isOver = (): boolean => state.isOver
    const end = (status: number): void => {
      state.isOver = true
      sending.destroy()
      resolve(status)
    }
    sending.on('error', () => end(0))
    sending.on('response', (response) => {
      response.resume()
      end(response.statusCode ?? 0)
    })
    const write = (): void => {
      while (left > 0 && !isOver()) {
        left -= 1
        if (!sending.write(chunk)) return void sending.once('drain', write)
      }
      if (!isOver()) sending.end()
    }
    write()
  })
}
