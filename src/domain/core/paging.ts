import * as z from 'zod/mini'
import { patternText, searchText } from './text.ts'

/** The page sizes that a user can choose (TBL-02, decided). */
export const PAGE_SIZES = [4, 8, 20, 50] as const
export const PAGE_SIZE_DEFAULT = 4
/** The range of the sizes in the address of a screen, which also offers the number of rows that fit in its window. */
export const PAGE_SIZE_MIN = 4
export const PAGE_SIZE_MAX = 50
export const API_PAGE_SIZE_DEFAULT = 20
const API_PAGE_SIZE_MAX = 100
/** The maximum of rows in a list that is requested without `page`: one request must not take long from the others. */
export const WHOLE_LIST_MAX = 500
export const PAGE_BUTTONS_MAX = 5

/** A whole number in the URL. */
export const integerText = (field: string, max: number) =>
  z.pipe(
    patternText(15, /^\d{1,15}$/, `${field} debe ser un número entero desde 1`),
    z.transform((digits: string) => Math.max(1, Math.min(Number(digits), max))),
  )

/** The page in the query of every list: strings in the URL. A number outside of 1 to its maximum is the nearest one inside. */
export const pageQuery = {
  page: z.optional(integerText('La página', 1_000_000)),
  page_size: z.optional(integerText('El tamaño de página', API_PAGE_SIZE_MAX)),
}

/** The same, with a search text. */
export const pagingQuery = { ...pageQuery, q: z.optional(searchText()) }

/** The rows that a user may choose by hand; more are chosen by a filter. */
export const CHOSEN_ROWS_MAX = 100

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The filter of a list by the ids of chosen rows, separated by commas. */
export const idsFilter = z.optional(
  z.pipe(
    patternText(
      CHOSEN_ROWS_MAX * 37,
      new RegExp(`^${UUID}(,${UUID}){0,${CHOSEN_ROWS_MAX - 1}}$`, 'i'),
      `Elige de 1 a ${CHOSEN_ROWS_MAX} filas: sus identificadores van separados por comas`,
    ),
    z.transform((ids: string) => ids.toLowerCase().split(',')),
  ),
)

/** One of the sort keys of a list; a '-' before the key sorts in descending order. */
export type Sort<Key extends string> = Key | `-${Key}`

const sortsOf = <Key extends string>(keys: readonly Key[]): Sort<Key>[] =>
  keys.flatMap((key) => [key, `-${key}` as const])

/** The order in the query of a list (TBL-02). A list without it has one fixed order and refuses `sort`. */
export const sortQuery = <const Key extends string>(keys: readonly Key[]) => ({
  sort: z.optional(z.enum(sortsOf(keys), { error: `Ordena por ${keys.join(', ')}; con un - antes, de mayor a menor` })),
})

/** The text of a URL as an order of the list. Undefined when the list does not have that order. */
export const parseSort = <Key extends string>(text: string, keys: readonly Key[]): Sort<Key> | undefined =>
  sortsOf(keys).find((sort) => sort === text)

export const PageMeta = z.object({ total: z.number(), page: z.number(), page_size: z.number() })

/** 'Mostrando 1 a 8 de 10 resultados' (TBL-02). */
export function rangeLabel(page: number, pageSize: number, total: number): string {
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  return `Mostrando ${first} a ${Math.min(page * pageSize, total)} de ${new Intl.NumberFormat('es-CO').format(total)} resultados`
}

/** The rows that a PDF has at most: a longer report or list is a spreadsheet. */
export const PDF_ROWS_MAX = 1_000
