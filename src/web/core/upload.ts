import * as z from 'zod/mini'
import type { Endpoint, Reply } from '#domain/core/api.ts'
import { addressOf, carriesToken } from './call.ts'
import { failureOf, failureOfFetch, failureOfReply, isSessionEnd, sessionEnded } from './failure.ts'
import { session } from './session.ts'

const TIMEOUT_MS = 60_000

/** Sends a file, and the short fields that go with it, to a multipart endpoint. Throws a `Failure` with a sentence. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  fields: Readonly<Record<string, string>> = {},
): Promise<Reply<E>> {
  const { token } = session.get()
  const headers = new Headers({ accept: 'application/json' })
  if (carriesToken(endpoint, token)) headers.set('authorization', `Bearer ${token}`)
  const body = new FormData()
  // Fields first: who reads the stream knows them when the file comes.
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', file)
  const response = await fetch(addressOf(endpoint), {
    method: endpoint.method,
    headers,
    body,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw failureOfFetch(error)
  })
  const answer: unknown = await response.json().catch(() => undefined)
  if (!response.ok) {
    const failure = failureOfReply(response.status, answer, response.headers.get('retry-after'))
    if (!isSessionEnd(failure)) throw failure
    if (token !== null && session.get().token === token) session.end()
    throw sessionEnded()
  }
  const reply = z.safeParse<E['reply']>(endpoint.reply, answer)
  if (reply.success) return reply.data
  throw failureOf({
    status: response.status,
    code: 'UNREADABLE',
    message: 'Recibimos una respuesta que no entendemos. Intenta de nuevo.',
  })
}
