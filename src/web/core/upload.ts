import { type Endpoint, pathOf, type Reply } from '#domain/core/api.ts'
import { BASE, replyOf } from './call.ts'
import { readJson, send } from './send.ts'

/** The part that contains the file, and the parameters of the path. */
type UploadOptions = { part?: string; params?: Readonly<Record<string, string>> }

/** Sends a file and its short fields to a multipart endpoint. Throws a `Failure` with a sentence for the user. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: File,
  fields: Readonly<Record<string, string>> = {},
  { part = 'file', params = {} }: UploadOptions = {},
): Promise<Reply<E>> {
  const body = new FormData()
  // The fields are first, so that the server has read them when the file begins.
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set(part, file)
  return replyOf(endpoint, await send(endpoint, { url: `${BASE}${pathOf(endpoint, params)}`, body }, readJson))
}
