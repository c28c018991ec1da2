import * as z from 'zod/mini'
import type { Endpoint } from '#domain/core/api.ts'
import { type FieldError, notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { type Actor, contextOf, type Request, type World } from './context.ts'
import { claimOf, firstAnswer } from './idempotency.ts'
import { inTransaction } from './tx.ts'
import type { Route } from './verb.ts'

export type RawInput = {
  params: Readonly<Record<string, string>>
  query: unknown
  body: unknown
  idempotencyKey: string | undefined
}

const KEY_MAX = 255

/**
 * Answers one request: who may, what it says, what it does, what goes back. Knows nothing of HTTP's framework.
 * Returns the encoded reply. Throws a Refusal for every expected no.
 */
export async function answer(world: World, route: Route, asked: Request, raw: RawInput): Promise<unknown> {
  assertAllowed(route.endpoint, asked.actor)
  const input = parseInput(route.endpoint, raw)
  const companyId = namedCompany(route.endpoint, asked.actor, input)
  const request = companyId === undefined ? asked : { ...asked, companyId }
  const run = async (open?: Parameters<typeof contextOf>[2]) =>
    encodeReply(route.endpoint, await route.run(contextOf(world, request, open), input))
  if (route.endpoint.method !== 'POST' || request.actor === null || route.endpoint.idempotency === 'never') return run()
  if (raw.idempotencyKey !== undefined) assertKey(raw.idempotencyKey)
  if (route.endpoint.idempotency === 'own') {
    const own = raw.idempotencyKey === undefined ? request : { ...request, idempotencyKey: raw.idempotencyKey }
    return encodeReply(route.endpoint, await route.run(contextOf(world, own), input))
  }
  if (raw.idempotencyKey === undefined) {
    if (route.endpoint.idempotency === 'required') {
      throw new Refusal(
        'idempotency_key_required',
        'Falta el encabezado Idempotency-Key: sin él una repetición cobraría dos veces',
      )
    }
    return run()
  }
  return answerWithKey(world, route.endpoint, request, request.actor, raw, raw.idempotencyKey, run)
}

function assertKey(key: string): void {
  if (key.length === 0 || key.length > KEY_MAX)
    throw new Refusal('invalid', `Idempotency-Key debe tener entre 1 y ${KEY_MAX} caracteres`)
}

/** Refuses whoever may not call an endpoint. Before a file is taken in, too: nobody fills the memory without a role. */
export function assertAllowed(endpoint: Endpoint, actor: Actor | null): void {
  if (endpoint.roles === 'public') return
  if (actor === null) throw new Refusal('not_signed_in', 'No autorizado')
  if (!endpoint.roles.includes(actor.role)) throw new Refusal('forbidden', 'Tu usuario no tiene acceso a esta sección')
  if (actor.isFirstLogin && endpoint.firstLogin !== true) {
    throw new Refusal('first_login_required', 'Primero crea tu contraseña nueva')
  }
}

/** The company that the verb works on, where its endpoint lets a superadmin name one; undefined where it does not. */
function namedCompany(
  { company }: Endpoint,
  actor: Actor | null,
  input: { params: Readonly<Record<string, string>>; query: unknown },
): string | undefined {
  if (company === undefined || actor === null) return undefined
  const named = company === 'params.id' ? input.params['id'] : z.parse(CompanyQuery, input.query).company_id
  if (actor.role !== 'superadmin') {
    if (named !== undefined && named !== actor.companyId) throw notFound('Esa empresa no existe')
    return undefined
  }
  if (named === undefined) throw refuseField('invalid', 'company_id', 'Elige la empresa')
  return named
}

const CompanyQuery = z.looseObject({ company_id: z.optional(z.string()) })

function parseInput(
  endpoint: Endpoint,
  raw: RawInput,
): { params: Readonly<Record<string, string>>; query: unknown; body: unknown } {
  // An id that cannot exist is answered like one that does not.
  if (endpoint.params && !z.safeParse(endpoint.params, raw.params).success) throw notFound()
  const query = parseWith(endpoint.query ?? EmptyObject, raw.query ?? {})
  if (endpoint.multipart || endpoint.webhook) return { params: raw.params, query, body: raw.body }
  const body = endpoint.body ? parseWith(endpoint.body, raw.body ?? {}) : parseWith(EmptyObject, raw.body ?? {})
  return { params: raw.params, query, body }
}

const EmptyObject = z.strictObject({})

function parseWith(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.slice(0, ERRORS_MAX).flatMap(fieldErrors)
  throw new Refusal('invalid', errors[0]?.message ?? 'Revisa los datos', { errors })
}

/** What an answer says of a request that is wrong in many places: it must not grow with what was sent. */
const ERRORS_MAX = 100
const UNKNOWN_NAMED_MAX = 10
const UNKNOWN_NAME_MAX_CHARS = 60

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const at = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const named = issue.keys.slice(0, UNKNOWN_NAMED_MAX).map((key) => key.slice(0, UNKNOWN_NAME_MAX_CHARS))
    const errors = named.map((key) => ({ field: [...at, key].join('.'), message: `El campo ${key} no se reconoce` }))
    const left = issue.keys.length - named.length
    const rest = { field: at.join('.'), message: `Y ${left} campos más que no se reconocen` }
    return left === 0 ? errors : [...errors, rest]
  }
  return [{ field: at.join('.'), message: issue.message === 'Invalid input' ? typeMessage(issue) : issue.message }]
}

const TYPE_MESSAGES: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto',
  number: 'Debe ser un número',
  boolean: 'Debe ser verdadero o falso',
  object: 'Falta este grupo de datos',
  array: 'Debe ser una lista',
}

/** A sentence for the issues that carry none of their own: a value of the wrong kind. */
function typeMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return TYPE_MESSAGES[issue.expected] ?? 'El valor no es válido'
  return 'El valor no es válido'
}

/** The reply check: what the schema does not name does not leave the house, and money becomes pesos. */
const encodeReply = (endpoint: Endpoint, reply: unknown): unknown =>
  endpoint.download ? reply : z.encode(endpoint.reply, reply)

/** Runs the whole verb in the transaction that keeps its answer. */
async function answerWithKey(
  world: World,
  endpoint: Endpoint,
  request: Request,
  actor: Actor,
  raw: RawInput,
  key: string,
  run: (open: Parameters<typeof contextOf>[2]) => Promise<unknown>,
): Promise<unknown> {
  const scope = {
    companyId: actor.companyId,
    actorId: actor.userId,
    actorName: actor.name,
    actorRole: actor.role,
    ip: request.caller.ip,
    requestId: request.requestId,
  }
  const claim = claimOf(endpoint, actor.userId, key, raw)
  return inTransaction(world.pool, 'enlace_app', scope, (tx) => firstAnswer(tx, claim, () => run(tx)))
}
