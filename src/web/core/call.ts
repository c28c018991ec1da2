import * as z from 'zod/mini'
import { type Endpoint, type Input, pathOf, type Reply } from '#domain/core/api.ts'
import { failureOf } from './failure.ts'
import { type CallOptions, readJson, send } from './send.ts'
import { queryText, toWire, withList } from './wire.ts'

export const API_BASE = '/api'

type OptionalIfEmpty<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [name in Name]?: undefined }
  : object extends Value
    ? { readonly [name in Name]?: Value }
    : { readonly [name in Name]: Value }

/** The input of an endpoint: the parameters of its path, its query, its body (decoded: money in centavos). */
export type CallInput<E extends Endpoint> = OptionalIfEmpty<'params', Input<E>['params']> &
  OptionalIfEmpty<'query', Input<E>['query']> &
  OptionalIfEmpty<'body', Input<E>['body']>

/** Makes one API call and returns its decoded reply. Throws a `Failure` with a sentence for the user. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> & CallOptions): Promise<Reply<E>> {
  const { idempotencyKey, background, signal, maySend } = input
  const request = { ...requestOf(endpoint, input), idempotencyKey, background, signal, maySend }
  return replyOf(endpoint, await send(endpoint, request, readJson))
}

/** The decoded reply. Throws a `Failure` when the response does not match the schema of the endpoint. */
export function replyOf<E extends Endpoint>(endpoint: E, body: unknown): Reply<E> {
  const reply = z.safeParse<E['reply']>(endpoint.reply, withList(endpoint.reply, body))
  if (reply.success) return reply.data
  throw failureOf({
    status: 200,
    code: 'UNREADABLE',
    message: 'Recibimos una respuesta que no entendemos. Intenta de nuevo en un momento.',
  })
}

/** The address of a call and its body as JSON. */
export const requestOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>): { url: string; body?: string } => ({
  url: urlOf(endpoint, input),
  ...(endpoint.body ? { body: JSON.stringify(toWire(endpoint.body, input.body)) } : {}),
})

/** The address of a call, which is also the key of its cached response. */
export const urlOf = <E extends Endpoint>(endpoint: E, { params, query }: CallInput<E>): string =>
  `${API_BASE}${pathOf(endpoint, params ?? {})}${queryText(endpoint.query ? toWire(endpoint.query, query) : query)}`

/** The address of a call without parameters. */
export const addressOf = (endpoint: Endpoint): string => `${API_BASE}${endpoint.path}`
