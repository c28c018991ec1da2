import type { FastifyInstance } from 'fastify'
import { routes, tasks } from '#server/app.ts'
import { applyDueChangesOf } from '#server/contracts/jobs.ts'
import type { World } from '#server/core/context.ts'
import { buildServer } from '#server/core/serve.ts'
import { correctPassedCutsOf } from '#server/invoices/jobs.ts'
import { checkAttempt } from '#server/payments/check-attempt.ts'
import type { CrashPoint } from './steps.ts'

export type ApiRequest = {
  method: 'GET' | 'POST'
  /** Below /api. */
  path: string
  token?: string
  key?: string
  body?: object
  /** The text of a CSV file, sent as a form. */
  upload?: string
  headers?: Record<string, string>
}
export type Answer = { status: number; json: unknown }

/**
 * A job of the product, by its task name; `check` is the scheduled status check of one attempt, and `hourly` the hourly jobs of
 * contracts and invoices for one company.
 */
export type Job = { task: 'run.massive' | 'payment.event' | 'check' | 'hourly'; payload: Record<string, string> }

/** The product under test: its API over HTTP, its jobs and its clock. */
export type TestServer = {
  ask(request: ApiRequest): Promise<Answer>
  work(job: Job): Promise<void>
  setNow(now: number): Promise<void>
  /** The next request or job is interrupted by kill -9 and repeated on another process. Null: it is not. */
  crashAt(crashPoint: CrashPoint | null): void
  /** How many times it was killed. */
  crashes(): number
  close(): Promise<void>
}

/** Runs a job as the queue would. */
export async function doJob(world: World, { task, payload }: Job): Promise<void> {
  const companyId = payload['company_id'] ?? ''
  if (task === 'check') await checkAttempt(world, companyId, payload['attempt_id'] ?? '')
  else if (task === 'hourly') {
    const failed = (await applyDueChangesOf(world, companyId)) + (await correctPassedCutsOf(world, companyId))
    if (failed > 0) throw new Error(`${failed} due changes of a company failed`)
  } else await tasks[task]?.(world, payload)
}

const BOUNDARY = 'a-line-that-no-file-has'

/** The bytes of the body of a request. */
export const contentOf = ({ body, upload }: ApiRequest): string | undefined =>
  upload === undefined
    ? body && JSON.stringify(body)
    : `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="saldos.csv"\r\ncontent-type: text/csv\r\n\r\n${upload}\r\n--${BOUNDARY}--\r\n`

export const headersOf = ({ token, key, body, upload, headers }: ApiRequest): Record<string, string> => ({
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  ...(key === undefined ? {} : { 'idempotency-key': key }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(upload === undefined ? {} : { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
  ...headers,
})

/** The product in this process, with the test's pool and its own clock. It never crashes. */
export async function inProcessServer(shared: World): Promise<TestServer> {
  let now = Date.now()
  const world: World = { ...shared, clock: () => new Date(now) }
  const app: FastifyInstance = await buildServer(world, routes)
  return {
    ask: async (request) => {
      const payload = contentOf(request)
      const response = await app.inject({
        method: request.method,
        url: `/api${request.path}`,
        headers: headersOf(request),
        ...(payload === undefined ? {} : { payload }),
      })
      return { status: response.statusCode, json: response.json() }
    },
    work: (job) => doJob(world, job),
    setNow: async (at) => {
      now = at
    },
    crashAt: () => undefined,
    crashes: () => 0,
    close: () => app.close(),
  }
}
