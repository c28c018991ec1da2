import { authApi } from '#domain/auth/api.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { call } from '#web/core/call.ts'
import { session } from '#web/core/session.ts'

/** The function that starts the tour of the user's role. It also marks the tour as seen. */
export function useTour(user: SignedInUser | null): () => void {
  return () => {
    if (user === null) return
    void import('./tour.ts').then(({ runTour }) => runTour(user.metadata.role))
    rememberTour(user)
  }
}

/** Records in the user at the server that the tour was offered. It is offered once. */
export function rememberTour(user: SignedInUser): void {
  if (user.metadata.tour_seen) return
  session.updateProfile({ ...user, metadata: { ...user.metadata, tour_seen: true } })
  void call(authApi.tourSeen, {}).catch(() => undefined)
}
