import { authApi } from '#domain/auth/api.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { call } from '#web/core/call.ts'
import { session } from '#web/core/session.ts'
import { TOUR_STOPS } from './tour-stops.ts'

/** Gives the way to start the tour of a person's role. Having started it counts as having seen it. */
export function useTour(user: SignedInUser | null): () => void {
  return () => {
    if (user === null) return
    const stops = TOUR_STOPS[user.metadata.role]
    void import('./tour.ts').then(({ walkTour }) => walkTour(stops))
    rememberTour(user)
  }
}

/** Remembers, on the user at the server, that the tour was offered. It is offered once. */
export function rememberTour(user: SignedInUser): void {
  if (user.metadata.tour_seen) return
  session.updateProfile({ ...user, metadata: { ...user.metadata, tour_seen: true } })
  void call(authApi.tourSeen, {}).catch(() => undefined)
}
