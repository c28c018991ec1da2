import * as z from 'zod/mini'
import { API_PAGE_SIZE_DEFAULT } from '#domain/core/paging.ts'

/**
 * A value in the format of the API: money in pesos, the rest unchanged. Applies only the codecs of the schema, because a
 * one-way transform (trim, uppercase) has no inverse and the server applies it again.
 */
export function toWire(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (schema instanceof z.ZodMiniCodec) return z.encode(schema, value)
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    return toWire(schema._zod.def.innerType, value)
  }
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((item) => toWire(schema._zod.def.element, item))
  }
  if (schema instanceof z.ZodMiniObject && typeof value === 'object') {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema._zod.def.shape
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, shape[key] ? toWire(shape[key], field) : field]),
    )
  }
  return value
}

/** '?page=2&q=fibra', or an empty text. Undefined and empty values are omitted. */
export function queryText(query: unknown): string {
  if (typeof query !== 'object' || query === null) return ''
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}

/** Gives an empty list to a response that should contain a list and does not (AUT-06). */
export function withList(reply: z.core.$ZodType, body: unknown): unknown {
  if (!(reply instanceof z.ZodMiniObject) || !(reply._zod.def.shape.data instanceof z.ZodMiniArray)) return body
  const envelope: object = typeof body === 'object' && body !== null ? body : {}
  if ('data' in envelope && Array.isArray(envelope.data)) return body
  return { ...envelope, data: [], meta: { total: 0, page: 1, page_size: API_PAGE_SIZE_DEFAULT } }
}
