import type { Endpoint, Reply } from '#domain/core/api.ts'
import { addressOf, replyOf } from './call.ts'
import { readJson, send } from './send.ts'

/** Sends a file and its short fields to a multipart endpoint. `onSent` receives the sent part, from 0 to 1. Throws a `Failure` with a sentence for the user. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  fields: Readonly<Record<string, string>> = {},
  onSent?: (part: number) => void,
): Promise<Reply<E>> {
  const body = new FormData()
  // The fields are first, so that the server has read them when the file begins.
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', file)
  return replyOf(
    endpoint,
    await send(endpoint, { url: addressOf(endpoint), body, ...(onSent ? { onSent } : {}) }, readJson),
  )
}
