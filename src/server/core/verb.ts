import type { Readable } from 'node:stream'
import type { Endpoint, Endpoints, Input, Reply } from '#domain/core/api.ts'
import type { Ctx, PublicCtx, World } from './context.ts'

type CtxOf<E extends Endpoint> = E['roles'] extends 'public' ? PublicCtx : Ctx

type ReplyOf<E extends Endpoint> = E['replyAs'] extends 'printed'
  ? PrintedReply
  : E['replyAs'] extends 'json_or_file'
    ? Reply<E> | FileReply
    : Reply<E>

/** The bytes of a JSON reply, kept by the verb: printing it for each request would keep the other requests waiting. */
type PrintedReply = { json: Uint8Array }

/** A file instead of JSON. With `body` its content is read while it is sent; `bytes` is then its size. */
type FileReply = { file: { name: string; type: string } & ({ bytes: Uint8Array } | { body: Readable; bytes: number }) }

/** The implementation of one endpoint: read, decide, write, record. Returns a value of the reply schema; throws a Refusal for an expected failure. */
export type Verb<E extends Endpoint> = (ctx: CtxOf<E>, input: Input<E>) => Promise<ReplyOf<E>>

/** An endpoint with its implementation, for serve.ts and the tests over all routes. */
export type Route = {
  readonly name: string
  readonly endpoint: Endpoint
  // Method syntax allows a verb with a narrower context type: `answer` has checked the actor before.
  run(
    ctx: PublicCtx,
    input: { params: Readonly<Record<string, string>>; query: unknown; body: unknown },
  ): Promise<unknown>
  /** Of a webhook: the last parts of its path that are of a company. A request to any other counts for the network of its caller. */
  readonly listAddresses?: (world: World) => Promise<string[]>
}

/** The routes of a module: its endpoints with their verbs. A missing verb or a wrong type does not compile. */
export function implement<const E extends Endpoints>(
  endpoints: E,
  verbs: { readonly [K in keyof E]: Verb<E[K]> },
): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const verb = verbs[name]
    if (!verb) throw new Error(`no verb for ${endpoint.method} ${endpoint.path}`)
    return { name, endpoint, run: verb }
  })
}
