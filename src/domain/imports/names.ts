import type { ImportColumn, TargetColumn } from './columns.ts'

export const NAMES = [
  'first_name',
  'second_name',
  'last_name',
  'second_lastname',
  'business_name',
] as const satisfies readonly ImportColumn[]
export type Names = Partial<Record<(typeof NAMES)[number], string>>

/** The cells of a row by target column, without empty ones. */
export type Cells = Partial<Record<TargetColumn, string>>

/**
 * First and second name and surname, also from a joint column. In a full name, the first word is the name, or the first two of four
 * or more words; with a comma the surnames are before it ('Ruiz Díaz, Ana'). A separate column overrides a joint one.
 */
export function namesOf(cells: Cells, isBusiness: boolean): Names {
  const own: Names = {}
  for (const field of NAMES) {
    const text = cells[field]
    if (text !== undefined) own[field] = text
  }
  if (isBusiness) {
    // Without a column for the business name, it is the complete text of the names.
    const joint = cells.full_name ?? (cells.last_names === undefined ? cells.first_names : undefined)
    if (own.business_name !== undefined || joint !== undefined) return { business_name: joint, ...own }
  }
  const { names, surnames } = cells.full_name === undefined ? partsOf(cells) : partsOfFullName(cells.full_name)
  return {
    ...twoOf(names, 'first_name', 'second_name'),
    ...twoOf(surnames, 'last_name', 'second_lastname'),
    ...own,
  }
}

type Parts = { names: readonly string[]; surnames: readonly string[] }

const partsOf = (cells: Cells): Parts => ({ names: wordsOf(cells.first_names), surnames: wordsOf(cells.last_names) })

function partsOfFullName(text: string): Parts {
  const [before = '', after] = text.split(',')
  if (after?.trim()) return { names: wordsOf(after), surnames: wordsOf(before) }
  const words = wordsOf(before)
  const count = words.length > 3 ? 2 : 1
  return { names: words.slice(0, count), surnames: words.slice(count) }
}

/** The words of a name; 'de', 'del', 'la', 'las' and 'los' are part of the next word: 'María', 'de los Ángeles'. */
const wordsOf = (text = ''): string[] => text.match(/(?:\b(?:del?|las?|los)\s+)*\S+/giu) ?? []

function twoOf(words: readonly string[], first: (typeof NAMES)[number], second: (typeof NAMES)[number]): Names {
  const [firstWord, ...rest] = words
  return { ...(firstWord ? { [first]: firstWord } : {}), ...(rest.length > 0 ? { [second]: rest.join(' ') } : {}) }
}
