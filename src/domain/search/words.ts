import { SEARCH_MIN } from './api.ts'

/** Whether a text can be searched in names: at least one word of SEARCH_MIN characters. A shorter one would read every client. */
export const hasWords = (text: string): boolean =>
  text.split(/\s+/).some((word) => [...word.normalize('NFC')].length >= SEARCH_MIN)

/**
 * The document number in a text, as prefix and number: 'af 5', 'AF-000005' and 'FV-12' with a prefix, '5' without. Null when the text
 * is not a document number.
 */
export function documentOf(text: string): { prefix: string | null; number: number } | null {
  const match = /^\s*([a-z]{1,6})?[\s-]*(\d{1,12})\s*$/i.exec(text)
  return match?.[2] === undefined ? null : { prefix: match[1]?.toUpperCase() ?? null, number: Number(match[2]) }
}
