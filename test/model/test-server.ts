import type { FastifyInstance } from 'fastify'
import { routes, tasks } from '#server/app.ts'
import type { World } from '#server/core/context.ts'
import { buildServer } from '#server/core/serve.ts'
import { checkAttempt } from '#server/payments/check-attempt.ts'
import type { Death } from './steps.ts'

export type Asked = {
  method: 'GET' | 'POST'
  /** Below /api. */
  path: string
  token?: string
  key?: string
  body?: object
  headers?: Record<string, string>
}
export type Answer = { status: number; json: unknown }

/** A job of the product, by the name it is enqueued with; `check` is what its clock does for one attempt. */
export type Job = { task: 'run.massive' | 'payment.event' | 'check'; payload: Record<string, string> }

/** The product as a sequence meets it: its API over HTTP, its jobs, and the hour that it believes. */
export type House = {
  ask(asked: Asked): Promise<Answer>
  work(job: Job): Promise<void>
  setNow(now: number): Promise<void>
  /** The next request or job is cut by kill -9, and asked again of whoever comes after. Null: it is not. */
  dieNext(death: Death | null): void
  /** How many times it was killed. */
  kills(): number
  close(): Promise<void>
}

/** Does a job in a world, as the queue would. */
export async function doJob(world: World, { task, payload }: Job): Promise<void> {
  if (task === 'check') await checkAttempt(world, payload['company_id'] ?? '', payload['attempt_id'] ?? '')
  else await tasks[task]?.(world, payload)
}

export const headersOf = ({ token, key, body, headers }: Asked): Record<string, string> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(key === undefined ? {} : { 'idempotency-key': key }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...headers,
})

/** The product in this process, over a test's own pool, with an hour of its own. Nothing kills it. */
export async function houseInProcess(shared: World): Promise<House> {
  let now = Date.now()
  const world: World = { ...shared, clock: () => new Date(now) }
  const app: FastifyInstance = await buildServer(world, routes)
  return {
    ask: async (asked) => {
      const response = await app.inject({
        method: asked.method,
        url: `/api${asked.path}`,
        headers: headersOf(asked),
        ...(asked.body === undefined ? {} : { payload: asked.body }),
      })
      return { status: response.statusCode, json: response.json() }
    },
    work: (job) => doJob(world, job),
    setNow: async (at) => {
      now = at
    },
    dieNext: () => undefined,
    kills: () => 0,
    close: () => app.close(),
  }
}
