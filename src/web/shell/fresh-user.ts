import { useEffect } from 'react'
import { authApi } from '#domain/auth/api.ts'
import { useRead } from '#web/core/queries.ts'
import { session } from '#web/core/session.ts'

/**
 * Asks the server who is signed in, when the shell opens and whenever something changed, and believes it over what is stored:
 * the menu follows a new role, a new logo or an integration that was switched on.
 */
export function useFreshUser(isSignedIn: boolean): void {
  const { data } = useRead(authApi.me, {}, { background: true, enabled: isSignedIn })
  const said = data?.data.user
  useEffect(() => {
    const { user } = session.get()
    if (said && user && JSON.stringify(said) !== JSON.stringify(user)) session.updateProfile(said)
  }, [said])
}
