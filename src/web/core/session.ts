import { useSyncExternalStore } from 'react'
import type { Role } from '#domain/core/roles.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { DRAFTS_PREFIX, type Items, localItems, sessionItems } from './items.ts'
import { maintenanceFlag } from './maintenance-flag.ts'
import { decodeSession, encodeSession, type Session, SIGNED_OUT } from './stored-session.ts'

const SESSION_KEY = 'auth-storage'
export const PAYMENT_KEY = 'payment-cache'

/** The session of this browser over its storage (AUT-02, AUT-03). `wipe` empties local and session storage. */
export function sessionOver(items: Items, wipe: (keeps: { drafts: boolean }) => void) {
  let current = decodeSession(items.get(SESSION_KEY))
  const listeners = new Set<() => void>()

  const setCurrent = (session: Session): void => {
    current = session
    for (const listener of listeners) listener()
  }
  const save = (session: Session): void => {
    items.set(SESSION_KEY, encodeSession(session))
    setCurrent(session)
  }
  const hasAnyRole = (roles: readonly Role[]): boolean =>
    current.user !== null && roles.includes(current.user.metadata.role)

  return {
    get: (): Session => current,
    setAuth: (user: SignedInUser, token: string) => save({ ...SIGNED_OUT, user, token, isAuthenticated: true }),
    /** Replaces the stored user. A late response does not restore a session that another tab closed. */
    updateProfile: (user: SignedInUser) =>
      items.get(SESSION_KEY) === null ? setCurrent(SIGNED_OUT) : save({ ...current, user, isUndecodable: false }),
    clearAuth: () => save(SIGNED_OUT),
    /** The user closes the session: the cached payment is removed first. */
    logout: () => {
      items.remove(PAYMENT_KEY, 'Error al limpiar caché de pagos:')
      wipe({ drafts: false })
      setCurrent({ ...SIGNED_OUT, ending: 'left' })
    },
    /** The session ended at the server: the drafts of forms remain (ERR-02). */
    end: () => {
      wipe({ drafts: true })
      setCurrent({ ...SIGNED_OUT, ending: 'expired' })
    },
    /** The user is on a public screen: the ending is cleared. */
    acknowledgeEnding: () => {
      if (current.ending !== null) setCurrent(SIGNED_OUT)
    },
    hasRole: (role: Role): boolean => current.user?.metadata.role === role,
    hasAnyRole,
    /** A user has one role, so 'all' behaves like 'any', as the specification says. */
    hasAllRoles: hasAnyRole,
    /** Reads the storage again: another tab changed it. */
    follow: () => setCurrent(decodeSession(items.get(SESSION_KEY))),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const session = sessionOver(localItems, wipeStorage)

export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get, session.get)

/** Applies the changes that other tabs make to the session. Called once, at the start. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === SESSION_KEY || key === null) session.follow()
  })
}

/** Clears all of the storage except a maintenance flag that was set by hand (RTE-10), and the drafts where they remain. */
function wipeStorage(keeps: { drafts: boolean }): void {
  const flag = maintenanceFlag.handSet()
  for (const key of localItems.keys()) if (!keeps.drafts || !key.startsWith(DRAFTS_PREFIX)) localItems.remove(key)
  sessionItems.clear()
  if (flag !== null) localItems.set('app_maintenance_mode', flag)
}
