import type { Role } from '#domain/core/roles.ts'

/** Minimum characters: staff 15, clients 10 (docs/decisions/0006). No composition rules, no forced rotation, pasting allowed. */
export const PASSWORD_MIN: Record<Role, number> = {
  superadmin: 15,
  admin: 15,
  financial: 15,
  technical: 15,
  network: 15,
  client: 10,
}
export const PASSWORD_MAX = 128

/** A known text of fewer characters is too common to be refused inside a password. */
const KNOWN_TEXT_MIN = 4
/** A password with more characters than these around a common word ('colombia2026!') is not treated as common. */
const AFFIXES_MAX = 10

/**
 * The reason why a password is refused, or null. `known`: the texts that an attacker would try first for this user (see
 * `knownTexts`). `isCommon`: whether a form of the password is in the list of common passwords.
 */
export function passwordProblem(
  password: string,
  role: Role,
  known: readonly string[],
  isCommon: (form: string) => boolean,
): string | null {
  const length = [...password].length
  if (length < PASSWORD_MIN[role]) return `La contraseña debe tener al menos ${PASSWORD_MIN[role]} caracteres`
  if (length > PASSWORD_MAX) return `La contraseña debe tener máximo ${PASSWORD_MAX} caracteres`
  const plain = withoutAccents(password)
  if (isRepetitive(plain) || commonForms(plain).some(isCommon)) return 'Esa contraseña es muy conocida; elige otra'
  const contained = known.map(withoutAccents).find((text) => text.length >= KNOWN_TEXT_MIN && plain.includes(text))
  return contained === undefined ? null : 'La contraseña no puede contener tu nombre, tu usuario ni el de la empresa'
}

/** The words that identify a user and the company: names split into words, usernames and e-mails without their domain. */
export function knownTexts(names: readonly string[], username: string, email: string | null): string[] {
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
  return [...words, username, email ?? ''].map((text) => text.split('@')[0] ?? '').filter((text) => text !== '')
}

/** Lower case without accents, as in the list of common passwords. */
export const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** A repeated sequence of one to four characters: '1111…', 'abcabc…', '12341234…'. */
const isRepetitive = (plain: string): boolean => /^(.{1,4}?)\1+$/su.test(plain)

/** The password, the password without digits and signs at its ends, and the word that it repeats. */
function commonForms(plain: string): string[] {
  const word = plain.replace(/^\P{L}+|\P{L}+$/gu, '')
  const repeated = /^(.{5,}?)\1+$/su.exec(word)?.[1]
  return [plain, ...(plain.length - word.length <= AFFIXES_MAX ? [word, repeated ?? word] : [])]
}
