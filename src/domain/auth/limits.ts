import type { Role } from '#domain/core/roles.ts'

/** How long a session lives: without a sign of its person, and at all. */
export const SESSION_LIFE: Record<Role, { readonly idleMinutes: number; readonly absoluteHours: number }> = {
  superadmin: { idleMinutes: 15, absoluteHours: 8 },
  admin: { idleMinutes: 30, absoluteHours: 12 },
  financial: { idleMinutes: 30, absoluteHours: 12 },
  technical: { idleMinutes: 30, absoluteHours: 12 },
  network: { idleMinutes: 30, absoluteHours: 12 },
  client: { idleMinutes: 30, absoluteHours: 24 },
}

/** How long a delicate action needs no password again: after a login, and after confirming it. */
export const FRESH_AFTER_LOGIN_MINUTES = 15
export const FRESH_AFTER_CONFIRMING_MINUTES = 5

/** What may be done only so often. The demo is wider: many people share its few accounts, and all ask from one address. */
export type Limits = {
  /** Open sessions of one person; one more ends the oldest. */
  readonly sessions: number
  /** Wrong passwords and codes from one network in `NETWORK_WINDOW_S`. */
  readonly networkFailures: number
  readonly recoveriesPerHour: number
  readonly recoveriesPerDay: number
  readonly recoveriesPerNetworkHour: number
  /** Lists taken away as files, of one person. */
  readonly exportsPerHour: number
}

export const LIMITS: Record<'production' | 'demo', Limits> = {
  production: {
    sessions: 5,
    networkFailures: 100,
    recoveriesPerHour: 3,
    recoveriesPerDay: 6,
    recoveriesPerNetworkHour: 10,
    exportsPerHour: 10,
  },
  demo: {
    sessions: 50,
    networkFailures: 1_000,
    recoveriesPerHour: 30,
    recoveriesPerDay: 60,
    recoveriesPerNetworkHour: 100,
    exportsPerHour: 1_000,
  },
}

export const NETWORK_WINDOW_S = 15 * 60
/** Failures of an account are forgotten a day after the first, or at the first right password. */
export const ACCOUNT_WINDOW_S = 24 * 60 * 60

/** A recovery code: how long it lives and how many wrong tries it bears. The link it is changed for lives as long. */
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

const FIRST_DELAYED_FAILURE = 5
const DELAY_MAX_S = 900

/**
 * Seconds that an account waits after its n-th failure in a row: none before the fifth, then 1, 2, 4 … up to fifteen minutes.
 * Soft on purpose, so that nobody can lock another person out for good.
 */
export function delayAfter(failures: number): number {
  return failures < FIRST_DELAYED_FAILURE ? 0 : Math.min(DELAY_MAX_S, 2 ** (failures - FIRST_DELAYED_FAILURE))
}

/** '1 segundo', '8 segundos', '15 minutos': a wait as a person reads it, rounded up. */
export function waitLabel(seconds: number): string {
  if (seconds < 60) return seconds <= 1 ? '1 segundo' : `${Math.ceil(seconds)} segundos`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
