import type { Role } from '#domain/core/roles.ts'

/** The duration of a session: without requests of its user (idle), and in total (absolute). */
export const SESSION_LIFE: Record<Role, { readonly idleMinutes: number; readonly absoluteHours: number }> = {
  superadmin: { idleMinutes: 15, absoluteHours: 8 },
  admin: { idleMinutes: 30, absoluteHours: 12 },
  financial: { idleMinutes: 30, absoluteHours: 12 },
  technical: { idleMinutes: 30, absoluteHours: 12 },
  network: { idleMinutes: 30, absoluteHours: 12 },
  client: { idleMinutes: 30, absoluteHours: 24 },
}

/** The minutes in which a sensitive action does not require the password again: after a login, and after its confirmation. */
export const FRESH_AFTER_LOGIN_MINUTES = 15
export const FRESH_AFTER_CONFIRMING_MINUTES = 5

/** The limits per user and per network. The demo has higher ones: many users share its few accounts and one IP address. */
export type Limits = {
  /** Open sessions of one user; a new one above the limit ends the oldest. */
  readonly sessions: number
  /** Wrong passwords and codes from one network in `NETWORK_WINDOW_S`. */
  readonly networkFailures: number
  readonly recoveriesPerHour: number
  readonly recoveriesPerDay: number
  readonly recoveriesPerNetworkHour: number
  /** Exported lists of one user. */
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
/** The failures of an account are reset a day after the first one, or at the first correct password. */
export const ACCOUNT_WINDOW_S = 24 * 60 * 60

/** A recovery code: its minutes of validity and its wrong tries. The permit that replaces it is valid for the same time. */
export const CODE_MINUTES = 10
export const CODE_TRIES = 5

const FIRST_DELAYED_FAILURE = 5
const DELAY_MAX_S = 900

/**
 * The seconds of wait for an account after `failures` failures in a row: 0 before the fifth, then 1, 2, 4 … up to fifteen minutes.
 * A delay and not a lock, so that an attacker cannot lock the account of another user permanently.
 */
export function delayAfter(failures: number): number {
  return failures < FIRST_DELAYED_FAILURE ? 0 : Math.min(DELAY_MAX_S, 2 ** (failures - FIRST_DELAYED_FAILURE))
}

/** '1 segundo', '8 segundos', '15 minutos': a wait as text, rounded up. */
export function waitLabel(seconds: number): string {
  if (seconds < 60) return seconds <= 1 ? '1 segundo' : `${Math.ceil(seconds)} segundos`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
