import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { session, useSession } from '#web/core/session.ts'
import { toastWarning } from '#web/ui/Toasts.tsx'

/**
 * Shows that the session expired on a guarded screen (ERR-02); the guard redirects. On a public screen it shows nothing and
 * clears the ending.
 */
export function SessionEndWatcher({ isGuarded }: { isGuarded: (pathname: string) => boolean }) {
  const { ending } = useSession()
  const { pathname } = useLocation()
  const isOnGuardedScreen = isGuarded(pathname)
  useEffect(() => {
    if (ending === 'expired' && isOnGuardedScreen) toastWarning('Tu sesión ha expirado')
    if (ending !== null && !isOnGuardedScreen) session.acknowledgeEnding()
  }, [ending, isOnGuardedScreen])
  return null
}
