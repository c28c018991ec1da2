import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { session, useSession } from '#web/core/session.ts'
import { toastWarning } from '#web/ui/Toasts.tsx'

/**
 * Says that the session expired to who was inside (ERR-02); the guard takes them out. On a public screen nothing is said, and
 * there the way it finished is forgotten.
 */
export function SessionEndWatcher({ isGuarded }: { isGuarded: (pathname: string) => boolean }) {
  const { ending } = useSession()
  const { pathname } = useLocation()
  const isInside = isGuarded(pathname)
  useEffect(() => {
    if (ending === 'expired' && isInside) toastWarning('Tu sesión ha expirado')
    if (ending !== null && !isInside) session.acknowledgeEnding()
  }, [ending, isInside])
  return null
}
