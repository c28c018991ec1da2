import { type Endpoint, pathOf, type Reply } from '#domain/core/api.ts'
import { API_BASE, replyOf } from './call.ts'
import { type CallOptions, readJson, send } from './send.ts'

/** The part that contains the file, the parameters of the path, and who receives the sent part, from 0 to 1. */
type UploadOptions = Pick<CallOptions, 'idempotencyKey' | 'background' | 'maySend'> & {
  part?: string
  params?: Readonly<Record<string, string>>
  onSent?: (part: number) => void
}

/** Sends a file and its short fields to a multipart endpoint. Throws a `Failure` with a sentence for the user. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  fields: Readonly<Record<string, string>> = {},
  { part = 'file', params = {}, onSent, ...options }: UploadOptions = {},
): Promise<Reply<E>> {
  const body = new FormData()
  // The fields are first, so that the server has read them when the file begins.
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set(part, file)
  const request = { ...options, url: `${API_BASE}${pathOf(endpoint, params)}`, body, ...(onSent ? { onSent } : {}) }
  return replyOf(endpoint, await send(endpoint, request, readJson))
}
