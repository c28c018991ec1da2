import type { Role } from '#domain/core/roles.ts'

/** Staff 15 characters, clients 10 (docs/decisions/0006). No composition rules, no forced rotation, pasting allowed. */
export const PASSWORD_MIN: Record<Role, number> = {
  superadmin: 15,
  admin: 15,
  financial: 15,
  technical: 15,
  network: 15,
  client: 10,
}
export const PASSWORD_MAX = 128

/** A text of fewer letters says too little about a person to be forbidden inside a password. */
const TELLING_LENGTH = 4
/** How much may hang around a well-known word ('colombia2026!') before the password counts as another one. */
const TRIMMINGS_MAX = 10

/**
 * Why a password cannot be chosen, or null. `known` are texts anybody would try first for this person (see `knownTexts`);
 * `isCommon` looks up a form of it in the list of passwords that everybody uses.
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
  const plain = plainForm(password)
  if (isMonotonous(plain) || commonForms(plain).some(isCommon)) return 'Esa contraseña es muy conocida; elige otra'
  const guess = known.map(plainForm).find((text) => text.length >= TELLING_LENGTH && plain.includes(text))
  return guess === undefined ? null : 'La contraseña no puede contener tu nombre, tu usuario ni el de la empresa'
}

/** The words by which a person and the company are known: names cut into words, an e-mail without its domain. */
export function knownTexts(names: readonly string[], username: string, email: string | null): string[] {
  const words = names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))
  return [...words, username, email ?? ''].map((text) => text.split('@')[0] ?? '').filter((text) => text !== '')
}

/** Lower case without accents: how the list of common passwords is written. */
export const plainForm = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** One short piece over and over: '1111…', 'abcabc…', '12341234…'. */
const isMonotonous = (plain: string): boolean => /^(.{1,4}?)\1+$/su.test(plain)

/** The password itself, what remains without digits and signs at its ends, and what it repeats. */
function commonForms(plain: string): string[] {
  const word = plain.replace(/^\P{L}+|\P{L}+$/gu, '')
  const repeated = /^(.{5,}?)\1+$/su.exec(word)?.[1]
  return [plain, ...(plain.length - word.length <= TRIMMINGS_MAX ? [word, repeated ?? word] : [])]
}
