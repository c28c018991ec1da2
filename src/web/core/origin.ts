import * as z from 'zod/mini'

/** Why somebody was sent elsewhere: the integrations are not on (RTE-08), or their role may not be there (RTE-07). */
export type Reason = 'integrations' | 'role'

/** What a redirect carries in the history: where the person wanted to go, or why they were sent elsewhere. */
export type RouteState = { readonly from: string } | { readonly why: Reason }

type Place = { pathname: string; search: string; hash: string }

/** The state of a redirect that remembers where it came from. */
export const originState = ({ pathname, search, hash }: Place): RouteState => ({ from: `${pathname}${search}${hash}` })

/** Where the person wanted to go, inside this site, or null. */
export function originOf(state: unknown): string | null {
  const carried = z.safeParse(Carried, state)
  return carried.success ? carried.data.from : null
}

/** Whether the person was sent here for that reason. */
export const cameFor = (reason: Reason, state: unknown): boolean => z.safeParse(Why, state).data?.why === reason

const Carried = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) })
const Why = z.object({ why: z.enum(['integrations', 'role']) })
