import type { Endpoint, Endpoints, Input, Reply } from '#domain/core/api.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Ctx, PublicCtx } from './context.ts'

type CtxOf<E extends Endpoint> = E['roles'] extends 'public' ? PublicCtx : Ctx

/** The implementation of one endpoint: read, decide, write, record. Returns a value of the reply schema; throws a Refusal for an expected failure. */
export type Verb<E extends Endpoint> = (ctx: CtxOf<E>, input: Input<E>) => Promise<Reply<E>>

/** An endpoint with its implementation, for serve.ts and the tests over all routes. */
export type Route = {
  readonly name: string
  readonly endpoint: Endpoint
  readonly isBuilt: boolean
  // Method syntax allows a verb with a narrower context type: `answer` has checked the actor before.
  run(
    ctx: PublicCtx,
    input: { params: Readonly<Record<string, string>>; query: unknown; body: unknown },
  ): Promise<unknown>
}

/** The routes of a module: its endpoints with their verbs. A missing verb or a wrong type does not compile. */
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

/** Routes of endpoints that are not built yet: they answer 501. Only for the list NOT_BUILT of app.ts. */
export function notBuilt(endpoints: Endpoints): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    isBuilt: false,
    run: async () => {
      throw new Refusal('not_built', 'Esta función todavía no está habilitada en tu versión de Enlace')
    },
  }))
}
