import * as z from 'zod/mini'
import { type Endpoint, isEvent, isUpload } from '#domain/core/api.ts'
import { type FieldError, notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { scopeOfCall } from '#domain/core/scope.ts'
import { assertClockRight } from './clock.ts'
import { type Actor, contextOf, type Request, scopeOf, type World } from './context.ts'
import { assertFresh } from './fresh.ts'
import { claimOf, firstAnswer } from './idempotency.ts'
import { admitReading, recordReading } from './reading.ts'
import { assertShallow, assertStorable } from './storable.ts'
import { inTransaction, type Tx } from './tx.ts'
import type { Route } from './verb.ts'

export type RawInput = {
  params: Readonly<Record<string, string>>
  query: unknown
  body: unknown
  idempotencyKey: string | undefined
}

const KEY_MAX = 255

/**
 * Answers one request: checks the actor, parses the input, runs the verb, encodes the reply. Independent of the HTTP framework.
 * Throws a Refusal for every expected failure.
 */
export async function answer(world: World, route: Route, received: Request, raw: RawInput): Promise<unknown> {
  assertAllowed(route.endpoint, received.actor)
  const input = parseInput(route.endpoint, raw)
  const companyId = chosenCompany(route.endpoint, received.actor, input)
  // After the input: a form shows its errors before it asks for the password. Before the key: the same try continues with it.
  if (route.endpoint.stepUp === true && received.actor !== null) assertFresh({ actor: received.actor })
  const request = companyId === undefined ? received : { ...received, companyId }
  const run = async (openTx?: Tx) => {
    const ctx = contextOf(world, request, openTx)
    if (isDated(route.endpoint)) await ctx.tx((tx) => assertClockRight(world, tx))
    await admitReading(ctx, route.endpoint)
    const reply = await route.run(ctx, input)
    await recordReading(world, route.endpoint, request, input.params, reply)
    return encodeReply(route.endpoint, reply)
  }
  if (route.endpoint.method !== 'POST' || route.endpoint.idempotency === 'never') return run()
  // A verb that stores the key itself receives it also without a session.
  if (route.endpoint.idempotency === 'own') {
    if (raw.idempotencyKey !== undefined) assertKey(raw.idempotencyKey)
    const withKey = raw.idempotencyKey === undefined ? request : { ...request, idempotencyKey: raw.idempotencyKey }
    const ctx = contextOf(world, withKey)
    if (isDated(route.endpoint)) await ctx.tx((tx) => assertClockRight(world, tx))
    return encodeReply(route.endpoint, await route.run(ctx, input))
  }
  if (request.actor === null) return run()
  if (raw.idempotencyKey !== undefined) assertKey(raw.idempotencyKey)
  if (raw.idempotencyKey === undefined) {
    if (route.endpoint.idempotency === 'required') {
      throw new Refusal(
        'idempotency_key_required',
        'Falta el encabezado Idempotency-Key: sin él una repetición cobraría dos veces',
      )
    }
    return run()
  }
  // The verb runs in the transaction that stores its reply under the key.
  const claim = claimOf(route.endpoint, request.actor.userId, raw.idempotencyKey, raw)
  // In the actor's own company, also when a superadmin chose another: the key is stored with its person.
  return inTransaction(world.pool, 'enlace_app', scopeOf(request), (tx) => firstAnswer(tx, claim, () => run(tx)))
}

/** Whether the reply depends on the day of the process: it must be that of the database too. */
const isDated = ({ dated, idempotency }: Endpoint): boolean => dated === true || idempotency === 'required'

function assertKey(key: string): void {
  if (key.length === 0 || key.length > KEY_MAX)
    throw new Refusal('invalid', `Idempotency-Key debe tener entre 1 y ${KEY_MAX} caracteres`)
}

/** Refuses an actor without access to the endpoint. Also called before an upload is read, to protect the memory. */
export function assertAllowed(endpoint: Endpoint, actor: Actor | null): void {
  if (endpoint.roles === 'public') return
  if (actor === null) throw new Refusal('not_signed_in', 'No autorizado')
  assertInScope(endpoint, actor)
  if (!endpoint.roles.includes(actor.role)) throw new Refusal('forbidden', 'Tu usuario no tiene acceso a esta sección')
  if (actor.isFirstLogin && endpoint.firstLogin !== true) {
    throw new Refusal('first_login_required', 'Primero crea tu contraseña nueva')
  }
  if (actor.needsTwoFactor && endpoint.firstLogin !== true) {
    throw new Refusal('two_factor_required', 'Primero configura tu verificación en dos pasos')
  }
}

/** Refuses a call that is outside of the scopes of a key of the API, and one that only a person makes. */
function assertInScope(endpoint: Endpoint, { scopes }: Actor): void {
  if (scopes === null) return
  const needed = scopeOfCall(endpoint)
  if (needed === null || !scopes.includes(needed))
    throw new Refusal('forbidden', 'Esta clave no tiene permiso para esa llamada')
  if (endpoint.personOnly === true)
    throw new Refusal('forbidden', 'Esto lo hace una persona con su usuario: una clave de la API no puede')
}

/** The company that a superadmin chose; undefined when the endpoint does not allow it, and for other roles. */
function chosenCompany(
  { company }: Endpoint,
  actor: Actor | null,
  input: { params: Readonly<Record<string, string>>; query: unknown },
): string | undefined {
  if (company === undefined || actor === null) return undefined
  const chosenId = company === 'params.id' ? input.params['id'] : z.parse(CompanyQuery, input.query).company_id
  if (actor.role !== 'superadmin') {
    if (chosenId !== undefined && chosenId !== actor.companyId) throw notFound('Esa empresa no existe')
    return undefined
  }
  if (chosenId === undefined) throw refuseField('invalid', 'company_id', 'Elige la empresa')
  return chosenId
}

const CompanyQuery = z.looseObject({ company_id: z.optional(z.string()) })

function parseInput(
  endpoint: Endpoint,
  raw: RawInput,
): { params: Readonly<Record<string, string>>; query: unknown; body: unknown } {
  // An id of wrong shape gets the same 404 as an unknown id.
  if (endpoint.params && !z.safeParse(endpoint.params, raw.params).success) throw notFound()
  assertStorable(raw.params)
  assertStorable(raw.query)
  // An event of another system is stored as it came.
  if (endpoint.bodyAs === 'event') assertShallow(raw.body)
  else assertStorable(raw.body)
  const query = parseWith(endpoint.query ?? EmptyObject, raw.query ?? {})
  if (isEvent(endpoint) || endpoint.bodyAs === 'email') return { params: raw.params, query, body: raw.body }
  if (isUpload(endpoint)) {
    parseWith(endpoint.body ?? EmptyObject, z.parse(UploadFields, raw.body).fields)
    return { params: raw.params, query, body: raw.body }
  }
  const body = endpoint.body ? parseWith(endpoint.body, raw.body ?? {}) : parseWith(EmptyObject, raw.body ?? {})
  return { params: raw.params, query, body }
}

const EmptyObject = z.strictObject({})
const UploadFields = z.looseObject({ fields: z.record(z.string(), z.string()) })

function parseWith(schema: z.ZodMiniType, value: unknown): unknown {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.slice(0, ERRORS_MAX).flatMap(fieldErrors).slice(0, ERRORS_MAX)
  throw new Refusal('invalid', errors[0]?.message ?? 'Revisa los datos', { errors })
}

/** Field errors in one reply: its size must not depend on the size of the request. */
const ERRORS_MAX = 20
const UNKNOWN_FIELDS_MAX = 10
const UNKNOWN_NAME_MAX_CHARS = 60

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const at = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const shown = issue.keys.slice(0, UNKNOWN_FIELDS_MAX).map((key) => key.slice(0, UNKNOWN_NAME_MAX_CHARS))
    const errors = shown.map((key) => ({ field: [...at, key].join('.'), message: `El campo ${key} no se reconoce` }))
    const left = issue.keys.length - shown.length
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

/** The message of an issue without its own message: a value of the wrong type. */
function typeMessage(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return TYPE_MESSAGES[issue.expected] ?? 'El valor no es válido'
  return 'El valor no es válido'
}

/** Encodes the reply: fields outside the schema are removed, and money becomes pesos. */
const encodeReply = (endpoint: Endpoint, reply: unknown): unknown =>
  endpoint.replyAs === 'printed' || isFile(endpoint, reply) ? reply : z.encode(endpoint.reply, reply)

/** Whether the reply is a file and not JSON. */
export const isFile = ({ replyAs }: Endpoint, reply: unknown): boolean =>
  replyAs === 'file' || (replyAs === 'json_or_file' && typeof reply === 'object' && reply !== null && 'file' in reply)
