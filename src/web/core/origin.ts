import * as z from 'zod/mini'

/** The reason of a redirect: an integration is not connected (RTE-08), or the role may not open the route (RTE-07). */
export type RedirectReason = 'integrations' | 'role'

/** The history state of a redirect: the requested address, or the reason. */
export type RouteState = { readonly from: string } | { readonly why: RedirectReason }

type RouterLocation = { pathname: string; search: string; hash: string }

/** The state of a redirect that keeps the requested address. */
export const redirectState = ({ pathname, search, hash }: RouterLocation): RouteState => ({
  from: `${pathname}${search}${hash}`,
})

/** The requested address inside this site, or null. */
export function originOf(state: unknown): string | null {
  const parsed = z.safeParse(OriginState, state)
  return parsed.success ? parsed.data.from : null
}

/** Whether the user was redirected here for that reason. */
export const wasRedirectedFor = (reason: RedirectReason, state: unknown): boolean =>
  z.safeParse(ReasonState, state).data?.why === reason

const OriginState = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) })
const ReasonState = z.object({ why: z.enum(['integrations', 'role']) })
