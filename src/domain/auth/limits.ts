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
  /** Of one address, from the known browsers of one company's accounts: a reserve that the requests of unknown browsers do not use. */
  readonly knownRecoveriesPerHour: number
  readonly knownRecoveriesPerDay: number
  /** Exported lists of one user. */
  readonly exportsPerHour: number
  /** The copies of the own data that a client may take in 24 hours. */
  readonly copiesPerDay: number
}

export const LIMITS: Record<'production' | 'demo', Limits> = {
  production: {
    sessions: 5,
    networkFailures: 100,
    recoveriesPerHour: 3,
    recoveriesPerDay: 6,
    recoveriesPerNetworkHour: 10,
    knownRecoveriesPerHour: 3,
    knownRecoveriesPerDay: 4,
    exportsPerHour: 10,
    copiesPerDay: 3,
  },
  demo: {
    sessions: 50,
    networkFailures: 1_000,
    recoveriesPerHour: 30,
    recoveriesPerDay: 60,
    recoveriesPerNetworkHour: 100,
    knownRecoveriesPerHour: 30,
    knownRecoveriesPerDay: 40,
    exportsPerHour: 1_000,
    copiesPerDay: 1_000,
  },
}

export const NETWORK_WINDOW_S = 15 * 60
/** The failures of a name are reset a day after the first one; those from one network or browser also at a correct password there. */
export const ACCOUNT_WINDOW_S = 24 * 60 * 60

/**
 * Searches without a session that find nothing, of one contract, document or case in a day from all networks. From the first limit on, a
 * network in which this subject was not found waits for the end of the day; from the second on, every network: the owner of a document
 * that others try from a few networks does not wait.
 */
export const LOOKUP_FAILURES_PER_DAY = 1_000
export const LOOKUP_FAILURES_PER_DAY_MAX = 10_000

/**
 * Wrong passwords of one name in a day, from unknown browsers of every network. From the first limit on, a network in which this name
 * failed waits for the end of the day; from the second on, every network. A known browser never waits for them.
 */
export const NAME_FAILURES_PER_DAY = 300
export const NAME_FAILURES_PER_DAY_MAX = 1_000

/** The days in which a browser is known to an account after its last login there. */
export const KNOWN_BROWSER_DAYS = 180

/** The accounts of one name or address whose password is compared at a login: of each company, and of all. */
export const LOGIN_ACCOUNTS_PER_COMPANY = 3
export const LOGIN_ACCOUNTS_MAX = 12

/** Changes of the own address that one user may request in a day, and the hours in which the link to confirm one is valid. */
export const EMAIL_CHANGES_PER_DAY = 5
export const EMAIL_LINK_HOURS = 24

/** The hours without codes and links after a company changed the address of an account. */
export const RECOVERY_HELD_HOURS = 24

/** The hours after which a first password that another user set expires. */
export const FIRST_PASSWORD_HOURS = 72

/** A recovery code: its minutes of validity and its wrong tries. The permit that replaces it is valid for the same time. */
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
/** The wrong tries of a code from browsers that did not ask for it, all together. */
export const CODE_TRIES_OF_OTHERS = 3

const FIRST_DELAYED_FAILURE = 5
const DELAY_MAX_S = 900

/**
 * The seconds of wait for an account after `failures` failures in a row: 0 before the fifth, then 1, 2, 4 … up to fifteen minutes.
 * A delay and not a lock, which counts where the failures come from.
 */
export function delayAfter(failures: number): number {
  return failures < FIRST_DELAYED_FAILURE ? 0 : Math.min(DELAY_MAX_S, 2 ** (failures - FIRST_DELAYED_FAILURE))
}

/** The failures of one name, and the waits, as the counters have them now. */
export type LoginCounts = {
  /** Failures of the name in this network, and the seconds that they block it. */
  readonly here: number
  readonly hereWaitS: number
  /** Failures of the name in every network, and the seconds until they are reset. */
  readonly everywhere: number
  readonly everywhereLeftS: number
  /** The seconds that the failures of all names block this network. */
  readonly networkWaitS: number
}

/**
 * The seconds that an unknown browser waits before it may try a name. A network in which the name did not fail waits only when the
 * name failed too often everywhere: other users behind one address, and unknown users in other networks, do not stop its owner.
 */
export function unknownWait({ here, hereWaitS, everywhere, everywhereLeftS, networkWaitS }: LoginCounts): number {
  if (everywhere >= NAME_FAILURES_PER_DAY_MAX) return everywhereLeftS
  if (here === 0) return 0
  return Math.max(hereWaitS, networkWaitS, everywhere >= NAME_FAILURES_PER_DAY ? everywhereLeftS : 0)
}

/** '1 segundo', '8 segundos', '15 minutos', '3 horas': a wait as text, rounded up. */
export function waitLabel(seconds: number): string {
  if (seconds < 60) return seconds <= 1 ? '1 segundo' : `${Math.ceil(seconds)} segundos`
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} horas`
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}
