import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import type { SimulatedMerchant } from '#simulators/wompi/rules.ts'
import type { Simulator } from '#simulators/wompi/simulator.ts'
import type { MadeUser } from '#test/factory.ts'
import type { Answer, House } from './house.ts'
import { type Attempt, type Ledger, todayOf } from './ledger.ts'
import type { Truth } from './money.ts'

/** A request that went well under a key, to be asked again. `other`: another body that would fit as well, where there is one. */
type Kept = {
  path: string
  token: string
  key: string
  body: object
  other: object | null
  status: number
  json: unknown
}

/** A company that lives a sequence: the product, the model beside it, and the provider's side. */
export type Scene = {
  house: House
  owner: Pool
  ledger: Ledger
  simulator: Simulator
  merchant: SimulatedMerchant
  company: { id: string; name: string; endpoint: string }
  financial: MadeUser & { token: string }
  kept: Kept[]
  /** What was asked and answered, for whoever reads a failure. */
  story: string[]
  tally: (kind: string, isRefused: boolean) => void
  /** How many events were sent: each has its own instant. */
  sent: number
}

/** The words of a refusal that the model foretells, and what each is over HTTP. */
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

export class Mismatch extends Error {}

/** Throws when what the product says is not what the model says. */
export function agree(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Mismatch(`${what}: the product says ${JSON.stringify(actual)} and the model ${JSON.stringify(expected)}`)
}

export const centavos = (pesos: number): number => Math.round(pesos * 100)
export const Id = z.object({ data: z.object({ id: z.string() }) })

type Post = { kind: string; path: string; body?: object; token?: string; other?: object | null; key?: string }

/**
 * Asks for a change whose outcome the model has foretold: null when it must go well. Returns the answer's body then, and null when
 * it was refused as it should.
 */
export async function ask(scene: Scene, post: Post, refusal: Refusal | null): Promise<unknown> {
  const { kind, path, body = {}, token = scene.financial.token, key = randomUUID() } = post
  const answer = await scene.house.ask({ method: 'POST', path, token, key, body })
  scene.story.push(`${todayOf(scene.ledger)} ${kind} ${path} ${JSON.stringify(body)} → ${answer.status}`)
  scene.tally(kind, refusal !== null)
  if (refusal !== null) {
    agreeRefused(`${kind} ${path}`, answer, refusal)
    return null
  }
  if (answer.status >= 300)
    throw new Mismatch(`${kind} ${path} must go well: ${answer.status} ${JSON.stringify(answer.json)}`)
  if (post.other !== undefined) scene.kept.push({ path, token, key, body, other: post.other, ...answer })
  return answer.json
}

const Code = z.object({ code: z.string() })

export function agreeRefused(what: string, answer: Answer, refusal: Refusal): void {
  const code = z.safeParse(Code, answer.json)
  agree(what, [answer.status, code.success ? code.data.code : answer.json], [STATUS[refusal], refusal.toUpperCase()])
}

export async function read<S extends z.ZodMiniType>(
  scene: Scene,
  path: string,
  schema: S,
  token = scene.financial.token,
): Promise<z.output<S>> {
  const answer = await scene.house.ask({ method: 'GET', path, token })
  if (answer.status !== 200) throw new Mismatch(`GET ${path} answered ${answer.status}: ${JSON.stringify(answer.json)}`)
  return z.parse(schema, answer.json)
}

export const byId = <T extends { id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** One of what there is; undefined when there is nothing. */
export const picked = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

/** What the provider holds about an attempt. */
export const transactionOf = ({ simulator }: Scene, attempt: Attempt) =>
  simulator.transactions().find((one) => one.reference === attempt.reference)
export const truthOf = (scene: Scene, attempt: Attempt): Truth => transactionOf(scene, attempt)?.status ?? null
