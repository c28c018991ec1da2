import type { ImportColumn, TargetColumn } from './columns.ts'

export const NAMES = [
  'first_name',
  'second_name',
  'last_name',
  'second_lastname',
  'business_name',
] as const satisfies readonly ImportColumn[]
export type Names = Partial<Record<(typeof NAMES)[number], string>>

/** The cells of a row by what they mean; empty ones are left out. */
export type Cells = Partial<Record<TargetColumn, string>>

/**
 * First and second name and surname, also where the file has them joint: of four words two are surnames, of three one is, and
 * with a comma the surnames come first ('Ruiz Díaz, Ana'). What stands in a column of its own wins.
 */
export function namesOf(cells: Cells, isBusiness: boolean): Names {
  const own: Names = {}
  for (const field of NAMES) {
    const text = cells[field]
    if (text !== undefined) own[field] = text
  }
  if (isBusiness) {
    // A business whose list has no column for it stands under the names, whole.
    const whole = cells.full_name ?? (cells.last_names === undefined ? cells.first_names : undefined)
    if (own.business_name !== undefined || whole !== undefined) return { business_name: whole, ...own }
  }
  const { names, surnames } = cells.full_name === undefined ? partsOf(cells) : wholeParts(cells.full_name)
  return {
    ...twoOf(names, 'first_name', 'second_name'),
    ...twoOf(surnames, 'last_name', 'second_lastname'),
    ...own,
  }
}

type Parts = { names: readonly string[]; surnames: readonly string[] }

const partsOf = (cells: Cells): Parts => ({ names: wordsOf(cells.first_names), surnames: wordsOf(cells.last_names) })

function wholeParts(text: string): Parts {
  const [before = '', after] = text.split(',')
  if (after?.trim()) return { names: wordsOf(after), surnames: wordsOf(before) }
  const words = wordsOf(before)
  const count = words.length > 3 ? 2 : 1
  return { names: words.slice(0, count), surnames: words.slice(count) }
}

/** The words of a name; 'de', 'la' and the like belong to the word that follows: 'María', 'de los Ángeles'. */
const wordsOf = (text = ''): string[] => text.match(/(?:\b(?:del?|las?|los)\s+)*\S+/giu) ?? []

function twoOf(words: readonly string[], first: (typeof NAMES)[number], second: (typeof NAMES)[number]): Names {
  const [head, ...rest] = words
  return { ...(head ? { [first]: head } : {}), ...(rest.length > 0 ? { [second]: rest.join(' ') } : {}) }
}
