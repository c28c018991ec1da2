import type { Endpoint, Endpoints, Input, Reply } from '#domain/core/api.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Ctx, PublicCtx } from './context.ts'

type CtxOf<E extends Endpoint> = E['roles'] extends 'public' ? PublicCtx : Ctx

/** One endpoint done: read, decide, write, record. Returns what the reply schema says; throws a Refusal for an expected no. */
export type Verb<E extends Endpoint> = (ctx: CtxOf<E>, input: Input<E>) => Promise<Reply<E>>

/** An endpoint with what runs it, as serve.ts and the walking tests see it. */
export type Route = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly isBuilt: boolean
  // Method syntax: a verb that needs a narrower context is still a route, because `answer` has checked the actor before.
  run(
    ctx: PublicCtx,
    input: { params: Readonly<Record<string, string>>; query: unknown; body: unknown },
  ): Promise<unknown>
}

/** Joins a feature's endpoints to its verbs. A missing or mistyped verb does not compile. */
export function implement<const E extends Endpoints>(
  endpoints: E,
  verbs: { readonly [K in keyof E]: Verb<E[K]> },
): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const verb = verbs[name]
    if (!verb) throw new Error(`no verb for ${endpoint.method} ${endpoint.path}`)
    return { name, endpoint, isBuilt: true, run: verb }
  })
}

/** Endpoints that are agreed but whose room comes later: they answer 501 and are the named list of app.ts that must end empty. */
export function pending(endpoints: Endpoints): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    isBuilt: false,
    run: async () => {
      throw new Refusal('not_built', 'Esta función todavía no está habilitada en tu versión de Enlace')
    },
  }))
}
