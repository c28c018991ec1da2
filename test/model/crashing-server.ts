import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import * as z from 'zod/mini'
import type { CrashPoint } from './steps.ts'
import { type Answer, type ApiRequest, contentOf, headersOf, type Job, type TestServer } from './test-server.ts'

const CHILD = path.resolve(import.meta.dirname, 'server-child.ts')
const ChildReply = z.object({
  id: z.number(),
  url: z.optional(z.string()),
  problem: z.optional(z.nullable(z.string())),
})
type ChildReply = z.output<typeof ChildReply>

type Process = {
  url: string
  instruct(instruction: { now?: number; job?: Job; crashPoint?: CrashPoint }): Promise<void>
  hasExited(): boolean
  kill(): Promise<void>
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function startChild(env: Record<string, string>): Promise<Process> {
  const child: ChildProcess = fork(CHILD, [], { env: { ...process.env, ...env }, execArgv: [] })
  const waiting = new Map<number, (reply: ChildReply) => void>()
  let last = 0
  const answer = (id: number): Promise<ChildReply> =>
    new Promise((resolve, reject) => {
      waiting.set(id, resolve)
      child.once('exit', () => reject(new Error('the process exited')))
    })
  child.setMaxListeners(0)
  child.on('message', (message) => {
    const reply = z.parse(ChildReply, message)
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  const hasExited = (): boolean => child.exitCode !== null || child.signalCode !== null
  const { url = '' } = await answer(0)
  return {
    url,
    hasExited,
    instruct: async (instruction) => {
      last += 1
      const reply = answer(last)
      child.send({ id: last, ...instruction })
      const { problem } = await reply
      if (problem) throw new Error(problem)
    },
    kill: async () => {
      if (hasExited()) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * The product in a process that crashes, with a standby process already started. `expireLeases` ends the leases of the crashed
 * process, so that its work can be taken over.
 */
export async function crashingServer(
  env: Record<string, string>,
  expireLeases: () => Promise<void>,
): Promise<TestServer> {
  let current = await startChild(env)
  let standby = startChild(env)
  standby.catch(() => undefined)
  let now = Date.now()
  let nextCrash: CrashPoint | null = null
  let crashes = 0
  const takeOver = async (): Promise<void> => {
    current = await standby
    standby = startChild(env)
    standby.catch(() => undefined)
    await current.instruct({ now })
    await expireLeases()
  }
  /** Runs `work`. When a crash is planned, the process is killed in the middle and `work` is repeated on the standby. */
  const retryAfterCrash = async <T>(work: () => Promise<T>): Promise<T> => {
    if (nextCrash === null) return work()
    const crashPoint = nextCrash
    nextCrash = null
    await current.instruct({ crashPoint })
    await work().catch(() => null)
    await current.kill()
    crashes += 1
    // The last messages of the crashed process still arrive.
    await wait(10)
    await takeOver()
    return work()
  }
  const sendRequest = async (request: ApiRequest): Promise<Answer> => {
    const body = contentOf(request)
    const response = await fetch(`${current.url}/api${request.path}`, {
      method: request.method,
      headers: headersOf(request),
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, json: await response.json() }
  }
  return {
    ask: (request) => (request.method === 'GET' ? sendRequest(request) : retryAfterCrash(() => sendRequest(request))),
    work: (job) => retryAfterCrash(() => current.instruct({ job })),
    setNow: async (at) => {
      now = at
      await current.instruct({ now })
    },
    crashAt: (crashPoint) => {
      nextCrash = crashPoint
    },
    crashes: () => crashes,
    close: async () => {
      await current.kill()
      await (await standby).kill()
    },
  }
}
