/** The characters of Windows-1252 from 0x80 to 0x9f; the five codes without a character are spaces here. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const FIRST_HIGH = 0x80

const CODES: ReadonlyMap<string, number> = new Map(
  [...HIGH].flatMap((character, index) => (character === ' ' ? [] : [[character, FIRST_HIGH + index] as const])),
)

/** What is written for a character that Windows-1252 does not have. */
const REPLACEMENT = '?'

/**
 * A text with only characters of Windows-1252: an accent that it does not have is removed ('ő' is 'o'), and any other character is '?'.
 * Check what a program may run as a formula after this, not before: '＝' becomes '='.
 */
export const windowsText = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : Array.from(text.normalize('NFC'), windowsCharacter).join('')

/** The bytes of a text in Windows-1252. Throws RangeError for a character that `windowsText` replaces. */
export const windowsBytes = (text: string): Buffer => Buffer.from(Array.from(text, codeOf))

function windowsCharacter(character: string): string {
  if (isWindows(character)) return character
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== '' && Array.from(plain).every(isWindows) ? plain : REPLACEMENT
}

const isWindows = (character: string): boolean => character.length === 1 && (CODES.has(character) || isLatin(character))

function isLatin(character: string): boolean {
  const code = character.charCodeAt(0)
  return code < FIRST_HIGH || (code >= 0xa0 && code <= 0xff)
}

function codeOf(character: string): number {
  const code = CODES.get(character)
  if (code !== undefined) return code
  if (!isLatin(character) || character.length > 1) throw new RangeError(`not in Windows-1252: ${character}`)
  return character.charCodeAt(0)
}
