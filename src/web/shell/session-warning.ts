import type { SessionLeft } from '#domain/auth/api.ts'

const WARN_SECONDS = 120

/**
 * Whether a session is near its end, and the time after which the server is asked again: at the beginning of the warning, or after
 * the end.
 */
export function warningOf(left: SessionLeft): { isNear: boolean; askAgainMs: number } {
  // A third of a short session: the warning is not always on the screen.
  const warnSeconds = Math.min(WARN_SECONDS, left.idle_seconds / 3)
  return left.seconds_left <= warnSeconds
    ? { isNear: true, askAgainMs: (left.seconds_left + 1) * 1_000 }
    : { isNear: false, askAgainMs: (left.seconds_left - warnSeconds) * 1_000 }
}
