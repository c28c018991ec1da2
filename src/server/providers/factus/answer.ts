import * as z from 'zod/mini'
import type { FactusProblem } from '#domain/providers/factus-document.ts'
import { fieldOf, problemsOf } from './problems.ts'
import type { HttpReply, UnknownCause } from './send.ts'

/**
 * The answer to a call. No other kind exists, and no call throws.
 *
 * - `ok`: the provider answered with the data.
 * - `rejected`: it refused, with reasons. 404: it does not exist. 422 with a rejection of DIAN: the document is stored at the provider
 *   and blocks the next ones until it is deleted.
 * - `pending`: 409, a document that is not validated blocks the others.
 * - `unauthorized`: the credentials are not accepted.
 * - `limited`: nothing was done; the same call can be sent after the seconds. `by`: the provider's limit of calls, or Enlace, which
 *   sends nothing for a while to a provider that does not answer.
 * - `unknown`: the call may have had an effect. Look for the document by its reference before it is sent again.
 */
export type Answer<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'rejected'; status: number; errors: FactusProblem[] }
  | { kind: 'pending'; message: string }
  | { kind: 'unauthorized'; reason: 'client' | 'user' | 'token' }
  | { kind: 'limited'; by: 'provider' | 'breaker'; retryAfterSeconds: number }
  | { kind: 'unknown'; cause: UnknownCause }

const RETRY_DEFAULT_SECONDS = 60
const RETRY_MAX_SECONDS = 3_600

/** Reads the reply to a call with a token: the status decides the kind, and the shape of `data` is checked. */
export function readReply<S extends z.ZodMiniType>(schema: S, reply: HttpReply): Answer<z.output<S>> {
  if (reply.kind === 'unknown') return reply
  const { status, body } = reply
  if (status >= 200 && status < 300) {
    const parsed = z.safeParse(schema, fieldOf(body, 'data'))
    return parsed.success ? { kind: 'ok', data: parsed.data } : { kind: 'unknown', cause: 'shape' }
  }
  return readRefusal(reply)
}

/** Reads the reply to a call without data, such as a delete: 200 with a sentence, or 204. */
export function readDone(reply: HttpReply): Answer<null> {
  if (reply.kind === 'unknown') return reply
  return reply.status >= 200 && reply.status < 300 ? { kind: 'ok', data: null } : readRefusal(reply)
}

function readRefusal({
  status,
  headers,
  body,
}: Extract<HttpReply, { kind: 'reply' }>): Exclude<Answer<never>, { kind: 'ok' }> {
  if (status === 401) return { kind: 'unauthorized', reason: 'token' }
  if (status === 409) return { kind: 'pending', message: problemsOf(body)[0]?.message ?? '' }
  if (status === 429) return limitedBy('provider', retrySeconds(headers))
  if (status < 400) return { kind: 'unknown', cause: 'shape' }
  return { kind: 'rejected', status, errors: problemsOf(body) }
}

export const limitedBy = (
  by: 'provider' | 'breaker',
  seconds: number,
): Extract<Answer<never>, { kind: 'limited' }> => ({
  kind: 'limited',
  by,
  retryAfterSeconds: Math.min(Math.max(1, Math.ceil(seconds)), RETRY_MAX_SECONDS),
})

/** The seconds of `Retry-After`; a date or an absent header is the default. */
export function retrySeconds(headers: Headers): number {
  const text = headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : RETRY_DEFAULT_SECONDS
}
