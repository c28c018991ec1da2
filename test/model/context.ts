import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import type { Simulator } from '#simulators/wompi/simulator.ts'
import type { MadeUser } from '#test/factory.ts'
import { type Attempt, type Invoice, type Ledger, numberOf, todayOf } from './ledger.ts'
import type { ProviderStatus } from './money.ts'
import type { Answer, ApiRequest, TestServer } from './test-server.ts'

/** A successful request with an idempotency key, to be repeated. `other`: another valid body, where there is one. */
type SentRequest = {
  path: string
  token: string
  key: string
  body: object
  other: object | null
  status: number
  json: unknown
}

/** The state of a sequence: its company, the product, the model and the provider. */
export type ModelContext = {
  server: TestServer
  owner: Pool
  ledger: Ledger
  simulator: Simulator
  merchant: SimulatedMerchant
  company: { id: string; name: string; endpoint: string }
  financial: MadeUser & { token: string }
  admin: MadeUser & { token: string }
  sentRequests: SentRequest[]
  /** The requests and their answers, printed with a failure. */
  log: string[]
  countStep: (kind: string, isRefused: boolean) => void
  /** The account of each client when it was last compared with its documents. */
  comparedAccounts: Map<string, string>
  /** How many events were sent: each has its own instant. */
  eventsSent: number
}

/** The refusals that the model predicts, with their HTTP status. */
const STATUS = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  duplicate: 409,
  idempotency_conflict: 409,
  refused: 422,
  too_many: 429,
} as const
export type Refusal = keyof typeof STATUS

class Mismatch extends Error {}

/** Throws when the product's value differs from the model's. */
export function assertEqual(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Mismatch(`${what}: the product has ${JSON.stringify(actual)} and the model ${JSON.stringify(expected)}`)
}

export const centavos = (pesos: number): number => Math.round(pesos * 100)
export const Id = z.object({ data: z.object({ id: z.string() }) })

/** `upload`: the text of a CSV file, in the place of a body. */
type Post = {
  kind: string
  path: string
  body?: object
  upload?: string
  token?: string
  other?: object | null
  key?: string
}

/**
 * Sends a change whose outcome the model has predicted; `refusal` is null when it must succeed. Returns the body of a success, and
 * null after the expected refusal.
 */
export async function ask(context: ModelContext, post: Post, refusal: Refusal | null): Promise<unknown> {
  const { kind, path, body = {}, upload, token = context.financial.token, key = randomUUID() } = post
  const content = upload === undefined ? { body } : { upload }
  const answer = await send(context, { method: 'POST', path, token, key, ...content })
  context.log.push(`${todayOf(context.ledger)} ${kind} ${path} ${upload ?? JSON.stringify(body)} → ${answer.status}`)
  context.countStep(kind, refusal !== null)
  if (refusal !== null) {
    assertRefused(`${kind} ${path}`, answer, refusal)
    return null
  }
  if (answer.status >= 300)
    throw new Mismatch(`${kind} ${path} must succeed: ${answer.status} ${JSON.stringify(answer.json)}`)
  if (post.other !== undefined) context.sentRequests.push({ path, token, key, body, other: post.other, ...answer })
  return answer.json
}

const NO_CONNECTION = z.object({ message: z.templateLiteral(['No podemos responder en este momento.', z.string()]) })
/** The pool waits two seconds for a connection: as many tries last at least a minute. */
const TRIES_MAX = 30

/** Sends a request, and repeats it while the answer is that no connection was free: nothing was done. A busy machine answers so. */
async function send({ server }: ModelContext, request: ApiRequest): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await server.ask(request)
    const isUnserved = answer.status === 503 && z.safeParse(NO_CONNECTION, answer.json).success
    if (!isUnserved || tries === TRIES_MAX) return answer
  }
}

const Code = z.object({ code: z.string() })

export function assertRefused(what: string, answer: Answer, refusal: Refusal): void {
  const code = z.safeParse(Code, answer.json)
  assertEqual(
    what,
    [answer.status, code.success ? code.data.code : answer.json],
    [STATUS[refusal], refusal.toUpperCase()],
  )
}

export async function read<S extends z.ZodMiniType>(
  context: ModelContext,
  path: string,
  schema: S,
  token = context.financial.token,
): Promise<z.output<S>> {
  const answer = await send(context, { method: 'GET', path, token })
  if (answer.status !== 200) throw new Mismatch(`GET ${path} answered ${answer.status}: ${JSON.stringify(answer.json)}`)
  return z.parse(schema, answer.json)
}

export const byId = <T extends { id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.id < b.id ? -1 : 1))

const Numbers = z.object({ data: z.array(z.object({ id: z.string(), number: z.string() })) })

/** Reads the ids of invoices that a job or a file made. */
export async function readIds(context: ModelContext, invoices: readonly Invoice[]): Promise<void> {
  if (invoices.length === 0) return
  const { data } = await read(context, '/invoice', Numbers)
  for (const invoice of invoices)
    invoice.id = data.find(({ number }) => number === numberOf(context.ledger, invoice))?.id ?? ''
}

/** One item of a list; undefined when the list is empty. */
export const pickFrom = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

/** The provider's transaction of an attempt. */
export const transactionOf = ({ simulator }: ModelContext, attempt: Attempt) =>
  simulator.transactions().find((one) => one.reference === attempt.reference)
export const providerStatusOf = (context: ModelContext, attempt: Attempt): ProviderStatus =>
  transactionOf(context, attempt)?.status ?? null
