/** The seconds in which an application shows one code, and the periods before and after now whose code is accepted too. */
export const TOTP_PERIOD_S = 30
export const TOTP_WINDOW = 1
export const TOTP_DIGITS = 6

/** The recovery codes of a person, and the characters of one. 49 random bits: they are typed by hand and counted like passwords. */
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_CHARS = 10

/** Lower case and digits without those that look alike: 0 and o, 1, i and l. 31 characters. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'

/** A typed code without spaces and dashes, in lower case. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toLowerCase()

/** Whether a plain code has the form of a code of the application; any other is compared with the recovery codes. */
export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)

/** 'k7mp2-x9qrd': a recovery code as it is shown. */
export const recoveryCodeLabel = (plain: string): string => `${plain.slice(0, 5)}-${plain.slice(5)}`
