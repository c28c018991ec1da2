import type { Endpoint } from '#domain/core/api.ts'
import { isTokenText } from '#domain/core/token.ts'
import { type Failure, failureOfFetch, failureOfReply, isSessionEnd, sessionEndedFailure } from './failure.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'
import { maintenanceFlag } from './maintenance-flag.ts'
import { session } from './session.ts'
import { withStepUp } from './step-up.ts'

const TIMEOUT_MS = 30_000

export type CallOptions = {
  readonly idempotencyKey?: string | undefined
  /** A request of a timer and not of the user: it does not extend the session. */
  readonly background?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether this request may have the session of this moment: what one person left to send is not sent with the session of the next. */
  readonly maySend?: (() => boolean) | undefined
}

type RequestOptions = CallOptions & {
  readonly url: string
  /** JSON as text, or a form with a file. */
  readonly body?: string | FormData
  /** Receives the sent part of a form, from 0 to 1. */
  readonly onSent?: (part: number) => void
}

/**
 * Sends one API request and returns the result of `read` over a successful response. All the calls, uploads and downloads of
 * the browser use this function: the token (AUT-05), the time limit (AUT-06), the end of the session (ERR-01) and maintenance
 * (RTE-10) are decided in this file only. A delicate call asks the user for the password first, when the server requires it.
 * Throws a `Failure` with a sentence for the user.
 */
export const send = <Answer>(
  endpoint: Endpoint,
  options: RequestOptions,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> => withStepUp(() => sendOnce(endpoint, options, read))

async function sendOnce<Answer>(
  endpoint: Endpoint,
  options: RequestOptions,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  // In the same turn as the token is read.
  if (options.maySend?.() === false) throw sessionEndedFailure()
  const { token } = session.get()
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await request(options, {
      method: endpoint.method,
      headers: headersOf(endpoint, options, token),
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    })
    if (response.ok) return await read(response)
    const failure = failureOfReply(response.status, await readJson(response), response.headers.get('retry-after'))
    throw applyFailure(endpoint, token, failure)
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw failureOfFetch(error)
  }
}

type Init = { method: string; headers: Headers; signal: AbortSignal }

const request = ({ url, body, onSent }: RequestOptions, init: Init): Promise<Response> =>
  onSent && body instanceof FormData
    ? fetchWithProgress(url, { ...init, body }, onSent)
    : fetch(url, { ...init, credentials: 'same-origin', ...(body === undefined ? {} : { body }) })

/** The body of a response, or undefined when it is not JSON. Throws when the connection closes before the end. */
export const readJson = (response: Response): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined
    throw error
  })

/** AUT-05: an empty token, or one with a forbidden character, is not sent; and no token is sent to the login. */
export const sendsToken = (endpoint: Endpoint, token: string | null): token is string =>
  token !== null && isTokenText(token) && endpoint.session !== 'opens'

function headersOf(
  endpoint: Endpoint,
  { body, idempotencyKey, background }: RequestOptions,
  token: string | null,
): Headers {
  const headers = new Headers({ accept: 'application/json, */*;q=0.9' })
  if (sendsToken(endpoint, token)) headers.set('authorization', `Bearer ${token}`)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (background) headers.set('enlace-background', '1')
  // The browser writes the content type of a form, with its boundary.
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  return headers
}

/** Applies a failure to the maintenance flag and the session. A response to a replaced token does not end the session. */
function applyFailure(endpoint: Endpoint, token: string | null, failure: Failure): Failure {
  if (failure.code === 'MAINTENANCE') maintenanceFlag.applyServerState(true)
  if (endpoint.session !== undefined || !isSessionEnd(failure)) return failure
  if (token !== null && session.get().token === token) session.end()
  return sessionEndedFailure()
}
