import { useSyncExternalStore } from 'react'
import type { Role } from '#domain/core/roles.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { type Items, localItems, sessionItems } from './items.ts'
import { maintenanceFlag } from './maintenance-flag.ts'
import { decodeSession, encodeSession, type Session, SIGNED_OUT } from './stored-session.ts'

const SESSION_KEY = 'auth-storage'
export const PAYMENT_KEY = 'payment-cache'

/** The session of this browser over its storage (AUT-02, AUT-03). `wipe` empties local and session storage. */
export function sessionOver(items: Items, wipe: () => void) {
  let current = decodeSession(items.get(SESSION_KEY))
  const listeners = new Set<() => void>()

  const become = (session: Session): void => {
    current = session
    for (const listener of listeners) listener()
  }
  const save = (session: Session): void => {
    items.set(SESSION_KEY, encodeSession(session))
    become(session)
  }
  const hasAnyRole = (roles: readonly Role[]): boolean =>
    current.user !== null && roles.includes(current.user.metadata.role)

  return {
    get: (): Session => current,
    setAuth: (user: SignedInUser, token: string) => save({ ...SIGNED_OUT, user, token, isAuthenticated: true }),
    /** Replaces the stored user. What another tab cleared by leaving is not written back by an answer that came late. */
    updateProfile: (user: SignedInUser) =>
      items.get(SESSION_KEY) === null ? become(SIGNED_OUT) : save({ ...current, user, isUndecodable: false }),
    clearAuth: () => save(SIGNED_OUT),
    /** Leaves on purpose: the payment under way is forgotten first. */
    logout: () => {
      items.remove(PAYMENT_KEY, 'Error al limpiar caché de pagos:')
      wipe()
      become({ ...SIGNED_OUT, ending: 'left' })
    },
    /** The server no longer knows this session (ERR-02). */
    end: () => {
      wipe()
      become({ ...SIGNED_OUT, ending: 'expired' })
    },
    /** The guarded screens are behind: how it finished matters no more. */
    acknowledgeEnding: () => {
      if (current.ending !== null) become(SIGNED_OUT)
    },
    hasRole: (role: Role): boolean => current.user?.metadata.role === role,
    hasAnyRole,
    /** A person has one role, so 'all' behaves like 'any', as the specification says. */
    hasAllRoles: hasAnyRole,
    /** Reads the storage again: another tab changed it. */
    follow: () => become(decodeSession(items.get(SESSION_KEY))),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const session = sessionOver(localItems, wipeStorage)

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get, session.get)

/** Follows what other tabs do to the session. Called once, at start. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) session.follow()
  })
}

/** Everything goes but a maintenance flag set by hand, which is not ours to remove (RTE-10). */
function wipeStorage(): void {
  const flag = maintenanceFlag.handSet()
  localItems.clear()
  sessionItems.clear()
  if (flag !== null) localItems.set('app_maintenance_mode', flag)
}
