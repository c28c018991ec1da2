import type { FastifyRequest } from 'fastify'
import type { Endpoint, UploadBody } from '#domain/core/api.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { assertAllowed } from './answer.ts'
import type { Actor } from './context.ts'
import { isExpected } from './failure.ts'

/** The file of a multipart request, in memory up to its limit, with the text fields. */
export async function readUpload(
  endpoint: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
): Promise<UploadBody> {
  assertAllowed(endpoint, actor)
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media', 'Envía el archivo como multipart/form-data, en el campo file')
  }
  // The caller left before this: no event of the stream follows, and the place of the upload would never be given back.
  if (request.raw.destroyed) throw incomplete()
  const { file, fields } = await readParts(endpoint, request).catch((error: unknown) => {
    throw isExpected(error) ? error : incomplete()
  })
  if (file === null) throw refuseField('invalid', 'file', 'Elige un archivo')
  return { file, fields }
}

const incomplete = (): Refusal => refuseField('invalid', 'file', 'El archivo llegó incompleto: envíalo de nuevo')

/** Reads the parts. Fails with an error of the reader, which has no code, for a form without boundary or an interrupted one. */
async function readParts(endpoint: Endpoint, request: FastifyRequest) {
  let file: UploadBody['file'] | null = null
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      assertPart(endpoint, part.fieldname)
      file = { part: part.fieldname, name: part.filename, bytes: await part.toBuffer() }
    } else if (typeof part.value === 'string') fields[part.fieldname] = part.value
  }
  return { file, fields }
}

/** Refuses a file in a part that the endpoint does not have, before its bytes are read. */
function assertPart({ bodyAs }: Endpoint, part: string): void {
  if (typeof bodyAs !== 'object' || bodyAs.parts.includes(part)) return
  throw refuseField('invalid', 'file', `Envía el archivo en una de estas partes: ${bodyAs.parts.join(', ')}`)
}
