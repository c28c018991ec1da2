import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import * as z from 'zod/mini'
import { type Answer, type Asked, type House, headersOf, type Job } from './house.ts'
import type { Death } from './steps.ts'

const CHILD = path.resolve(import.meta.dirname, 'house-child.ts')
const Said = z.object({ id: z.number(), url: z.optional(z.string()), problem: z.optional(z.nullable(z.string())) })
type Said = z.output<typeof Said>

type Process = {
  url: string
  tell(told: { now?: number; job?: Job; death?: Death }): Promise<void>
  isDead(): boolean
  kill(): Promise<void>
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function begin(env: Record<string, string>): Promise<Process> {
  const child: ChildProcess = fork(CHILD, [], { env: { ...process.env, ...env }, execArgv: [] })
  const waiting = new Map<number, (said: Said) => void>()
  let last = 0
  const answer = (id: number): Promise<Said> =>
    new Promise((resolve, reject) => {
      waiting.set(id, resolve)
      child.once('exit', () => reject(new Error('the process is gone')))
    })
  child.setMaxListeners(0)
  child.on('message', (message) => {
    const said = z.parse(Said, message)
    waiting.get(said.id)?.(said)
    waiting.delete(said.id)
  })
  const isDead = (): boolean => child.exitCode !== null || child.signalCode !== null
  const { url = '' } = await answer(0)
  return {
    url,
    isDead,
    tell: async (told) => {
      last += 1
      const said = answer(last)
      child.send({ id: last, ...told })
      const { problem } = await said
      if (problem) throw new Error(problem)
    },
    kill: async () => {
      if (isDead()) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/**
 * The product in processes that die: one serves, and the next one is already being started. `revive` lets pass the time after which
 * the work of a dead process is taken over.
 */
export async function mortalHouse(env: Record<string, string>, revive: () => Promise<void>): Promise<House> {
  let current = await begin(env)
  let spare = begin(env)
  spare.catch(() => undefined)
  let now = Date.now()
  let next: Death | null = null
  let kills = 0
  const takeOver = async (): Promise<void> => {
    current = await spare
    spare = begin(env)
    spare.catch(() => undefined)
    await current.tell({ now })
    await revive()
  }
  /** Does it, unless its process is to die: then whoever comes after does it from the start. */
  const steadily = async <T>(work: () => Promise<T>): Promise<T> => {
    if (next === null) return work()
    const death = next
    next = null
    await current.tell({ death })
    await work().catch(() => null)
    await current.kill()
    kills += 1
    // What the dead process had sent already arrives.
    await wait(10)
    await takeOver()
    return work()
  }
  const speak = async (asked: Asked): Promise<Answer> => {
    const response = await fetch(`${current.url}/api${asked.path}`, {
      method: asked.method,
      headers: headersOf(asked),
      ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
    })
    return { status: response.status, json: await response.json() }
  }
  return {
    ask: (asked) => (asked.method === 'GET' ? speak(asked) : steadily(() => speak(asked))),
    work: (job) => steadily(() => current.tell({ job })),
    setNow: async (at) => {
      now = at
      await current.tell({ now })
    },
    dieNext: (death) => {
      next = death
    },
    kills: () => kills,
    close: async () => {
      await current.kill()
      await (await spare).kill()
    },
  }
}
