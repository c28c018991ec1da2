import type { FastifyRequest } from 'fastify'
import { type Endpoint, isEvent, isUpload, type SignedBody, type WebhookBody } from '#domain/core/api.ts'
import type { Actor } from './context.ts'
import { readUpload } from './multipart.ts'

/** The body of a request for its verb: JSON, a file with its fields, an e-mail, or an event with its signature. */
export function bodyFor(endpoint: Endpoint, actor: Actor | null, request: FastifyRequest): unknown {
  if (isUpload(endpoint)) return readUpload(endpoint, actor, request)
  if (!isEvent(endpoint)) return request.body
  if (endpoint.bodyAs === 'signed_event') {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const signed: SignedBody = { bytes, signature: header(request, 'x-hub-signature-256') ?? null }
    return signed
  }
  const event: WebhookBody = { event: request.body, signature: header(request, 'x-event-checksum') ?? null }
  return event
}

/** A header of a request by its name in small characters: its first value. */
export const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
