import { paths } from '#domain/core/paths.ts'
import type { Role } from '#domain/core/roles.ts'
import { hasBothIntegrations, type SignedInUser } from '#domain/core/signed-in-user.ts'
import { type RouteState, redirectState } from '#web/core/origin.ts'
import type { Session } from '#web/core/stored-session.ts'

/** The conditions of a route: any one of its roles, and its own checks. */
export type GuardRule = {
  readonly roles: readonly Role[]
  /** The module of users: admin with both integrations on (RTE-08). */
  readonly needsIntegrations?: true
  /** A further check of the route. False redirects to the dashboard. */
  readonly validate?: (user: SignedInUser) => boolean
}

export type Redirect = { readonly to: string; readonly state?: RouteState }

type RouterLocation = { pathname: string; search: string; hash: string }

/**
 * Whether a guarded screen is shown, or the redirect instead (RTE-05 to RTE-09), in the order of the requirements.
 * It is not a security check: the server checks every call (AUT-07).
 */
export function guardDecision(rule: GuardRule, location: RouterLocation, session: Session): 'render' | Redirect {
  const { user, ending } = session
  const toLogin: Redirect = { to: paths.login, state: redirectState(location) }
  if (ending === 'left') return { to: paths.home }
  if (ending === 'expired') return isProtected(location.pathname) ? { to: paths.home } : toLogin
  if (!session.isAuthenticated || session.token === null) {
    return isUnder(location.pathname, paths.dashboard) ? { to: paths.home, state: redirectState(location) } : toLogin
  }
  if (session.isUndecodable) return { to: paths.home }
  if (user === null) return toLogin
  if (!rule.roles.includes(user.metadata.role)) return { to: paths.notFound, state: { why: 'role' } }
  if (rule.needsIntegrations && !(user.metadata.role === 'admin' && hasBothIntegrations(user))) {
    return { to: paths.dashboard, state: { why: 'integrations' } }
  }
  if (rule.validate && !rule.validate(user)) return { to: paths.dashboard }
  return 'render'
}

/** The paths that redirect to the home page when the session expires (RTE-09). */
const PROTECTED_PATHS = ['/dashboard', '/payments', '/transactions']

export const isProtected = (pathname: string): boolean => PROTECTED_PATHS.some((path) => isUnder(pathname, path))

/** Whether an address is a path or one below it. */
export const isUnder = (pathname: string, path: string): boolean => pathname === path || pathname.startsWith(`${path}/`)
