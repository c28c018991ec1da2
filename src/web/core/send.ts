import type { Endpoint } from '#domain/core/api.ts'
import { isTokenText } from '#domain/core/token.ts'
import { type Failure, failureOfFetch, failureOfReply, isSessionEnd, sessionEnded } from './failure.ts'
import { maintenanceFlag } from './maintenance-flag.ts'
import { session } from './session.ts'

const TIMEOUT_MS = 30_000

export type CallOptions = {
  readonly idempotencyKey?: string | undefined
  /** Asked by a clock and not by a person: it does not keep the session alive. */
  readonly background?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

type Sending = CallOptions & {
  readonly url: string
  /** JSON as text, or a form with a file. */
  readonly body?: string | FormData
}

/**
 * Sends one request of the API and gives back what `read` takes out of a good answer. All the calls, uploads and downloads of
 * the browser go through here: the token (AUT-05), the time limit (AUT-06), the end of the session (ERR-01) and maintenance
 * (RTE-10) are decided in this file only. Throws a `Failure` with a sentence for the person.
 */
export async function send<Answer>(
  endpoint: Endpoint,
  sending: Sending,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const { token } = session.get()
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(sending.url, {
      method: endpoint.method,
      headers: headersOf(endpoint, sending, token),
      credentials: 'same-origin',
      signal: sending.signal ? AbortSignal.any([sending.signal, limit]) : limit,
      ...(sending.body === undefined ? {} : { body: sending.body }),
    })
    if (response.ok) return await read(response)
    const failure = failureOfReply(response.status, await readJson(response), response.headers.get('retry-after'))
    throw actOn(endpoint, token, failure)
  } catch (error) {
    if (sending.signal?.aborted) throw error
    throw failureOfFetch(error)
  }
}

/** The body of an answer, or undefined where it is not JSON. An answer that is cut on its way throws. */
export const readJson = (response: Response): Promise<unknown> =>
  response.json().catch((error: unknown) => {
    if (error instanceof SyntaxError) return undefined
    throw error
  })

/** AUT-05: an empty token, or one with any of those characters, is not sent at all; and none is sent to sign in. */
export const carriesToken = (endpoint: Endpoint, token: string | null): token is string =>
  token !== null && isTokenText(token) && endpoint.session !== 'opens'

function headersOf(endpoint: Endpoint, { body, idempotencyKey, background }: Sending, token: string | null): Headers {
  const headers = new Headers({ accept: 'application/json, */*;q=0.9' })
  if (carriesToken(endpoint, token)) headers.set('authorization', `Bearer ${token}`)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (background) headers.set('enlace-background', '1')
  // The browser itself writes the type of a form, with its boundary.
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  return headers
}

/** What a failure means beyond its call. An answer to a token that has since been replaced ends nothing. */
function actOn(endpoint: Endpoint, token: string | null, failure: Failure): Failure {
  if (failure.code === 'MAINTENANCE') maintenanceFlag.obeyServer(true)
  if (endpoint.session !== undefined || !isSessionEnd(failure)) return failure
  if (token !== null && session.get().token === token) session.end()
  return sessionEnded()
}
