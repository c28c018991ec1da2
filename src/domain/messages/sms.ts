/** The basic alphabet of GSM-7 (3GPP TS 23.038, 6.2.1), without the escape. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** What GSM-7 writes with an escape before it: each one counts two. */
const ESCAPED = new Set('^{}[]~\\|€')

const isGsm = (character: string): boolean => BASIC.has(character) || ESCAPED.has(character)

/** What has no base character, as a person would type it. */
const TYPED: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '´': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '-',
  '·': '.',
  '\t': ' ',
}

/**
 * A text with what GSM-7 has not replaced by what it has, so that one accent does not double its price: á is a, and typographic quotes,
 * dashes and blanks are plain ones. ñ, é, ü, ¿ and ¡ are in GSM-7 and stay. What has no replacement stays too.
 */
export const foldedSms = (text: string): string =>
  [...text.normalize('NFC')].map((character) => (isGsm(character) ? character : replacementOf(character))).join('')

function replacementOf(character: string): string {
  const typed = TYPED[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return typed !== '' && [...typed].every(isGsm) ? typed : character
}

/** How long a text is as an SMS. `units`: septets of GSM-7, or units of UCS-2. `parts`: each one is paid for. */
export type SmsSize = { encoding: 'gsm7' | 'ucs2'; units: number; parts: number }

/** The units of one part, and of each part of several: their header takes some. */
const CAPACITY = { gsm7: { one: 160, each: 153 }, ucs2: { one: 70, each: 67 } } as const

/** The size of a text as it is sent: one character outside GSM-7 makes the whole of it UCS-2. */
export function smsSize(text: string): SmsSize {
  const characters = [...text]
  const encoding = characters.every(isGsm) ? 'gsm7' : 'ucs2'
  const sizes = characters.map((character) =>
    encoding === 'gsm7' ? (ESCAPED.has(character) ? 2 : 1) : character.length,
  )
  const units = sizes.reduce((total, size) => total + size, 0)
  const { one, each } = CAPACITY[encoding]
  return { encoding, units, parts: units <= one ? 1 : partsOf(sizes, each) }
}

/** A character of two units is not divided between two parts. */
function partsOf(sizes: readonly number[], capacity: number): number {
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > capacity) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}
