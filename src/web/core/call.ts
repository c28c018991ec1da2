import * as z from 'zod/mini'
import { authApi } from '#domain/auth/api.ts'
import { type Endpoint, type Input, pathOf, type Reply } from '#domain/core/api.ts'
import { type Failure, failureOf, failureOfFetch, failureOfReply, isSessionEnd, sessionEnded } from './failure.ts'
import { maintenanceFlag } from './maintenance-flag.ts'
import { session } from './session.ts'
import { queryText, toWire, withList } from './wire.ts'

const BASE = '/api'
const TIMEOUT_MS = 30_000

type Needed<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [name in Name]?: undefined }
  : object extends Value
    ? { readonly [name in Name]?: Value }
    : { readonly [name in Name]: Value }

/** What an endpoint asks for: the parameters of its path, its query, its body (decoded: money as centavos). */
export type CallInput<E extends Endpoint> = Needed<'params', Input<E>['params']> &
  Needed<'query', Input<E>['query']> &
  Needed<'body', Input<E>['body']>

export type CallOptions = {
  readonly idempotencyKey?: string
  /** Asked by a clock and not by a person: it does not keep the session alive. */
  readonly background?: boolean
  readonly signal?: AbortSignal
}

/**
 * Makes one call of the API and gives back its decoded reply. Throws a `Failure` with a sentence for the person; one that
 * says the session is over ends it here (ERR-01).
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> & CallOptions): Promise<Reply<E>> {
  const token = session.get().token
  const response = await answerOf(endpoint, input, token)
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok)
    throw heeded(endpoint, token, failureOfReply(response.status, body, response.headers.get('retry-after')))
  const reply = z.safeParse<E['reply']>(endpoint.reply, withList(endpoint.reply, body))
  if (reply.success) return reply.data
  throw failureOf({
    status: response.status,
    code: 'UNREADABLE',
    message: 'Recibimos una respuesta que no entendemos. Intenta de nuevo en un momento.',
  })
}

/** The address of a call, which is also the key of its cached answer. */
export const urlOf = <E extends Endpoint>(endpoint: E, { params, query }: CallInput<E>): string =>
  `${BASE}${pathOf(endpoint, params ?? {})}${queryText(endpoint.query ? toWire(endpoint.query, query) : query)}`

/** The address of a call that has no parameters. */
export const addressOf = (endpoint: Endpoint): string => `${BASE}${endpoint.path}`

const FORBIDDEN_IN_TOKEN = /[<>{}[\]\\|"'&%^`~]/

/** AUT-05: an empty token, or one with any of those characters, is not sent at all; and none is sent to sign in. */
export const carriesToken = (endpoint: Endpoint, token: string | null): token is string =>
  token !== null && token !== '' && !FORBIDDEN_IN_TOKEN.test(token) && endpoint.path !== authApi.login.path

async function answerOf<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & CallOptions,
  token: string | null,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (carriesToken(endpoint, token)) headers.set('authorization', `Bearer ${token}`)
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey)
  if (input.background) headers.set('enlace-background', '1')
  if (endpoint.body) headers.set('content-type', 'application/json')
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await fetch(urlOf(endpoint, input), {
      method: endpoint.method,
      headers,
      credentials: 'same-origin',
      signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
      ...(endpoint.body ? { body: JSON.stringify(toWire(endpoint.body, input.body)) } : {}),
    })
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw failureOfFetch(error)
  }
}

/** The calls that pass their errors through: whoever makes them has no session yet, or is leaving it. */
const WITHOUT_SESSION: ReadonlySet<string> = new Set(
  [authApi.login, authApi.recovery, authApi.validateOtp, authApi.resetPassword, authApi.logout].map(({ path }) => path),
)

/** What a failure means beyond its call. An answer to a token that has since been replaced ends nothing. */
function heeded(endpoint: Endpoint, token: string | null, failure: Failure): Failure {
  if (failure.code === 'MAINTENANCE') maintenanceFlag.obeyServer(true)
  if (WITHOUT_SESSION.has(endpoint.path) || !isSessionEnd(failure)) return failure
  if (token !== null && session.get().token === token) session.end()
  return sessionEnded()
}
