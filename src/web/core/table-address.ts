import { type Day, isDay } from '#domain/core/days.ts'
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, PAGE_SIZE_MIN } from '#domain/core/paging.ts'

/** The part of a list that the address requests. An invalid value becomes the nearest valid one. */
export type TableAddress = {
  readonly page: number
  readonly pageSize: number
  readonly sort: { readonly key: string; readonly direction: 'asc' | 'desc' } | null
  /** The searched text, or empty. */
  readonly q: string
  /** The active filters, by name. */
  readonly filters: Readonly<Record<string, string>>
}

/** The server accepts six digits. */
const PAGE_MAX = 999_999
/** Parameters that are not filters: page, order, search, the company that a superadmin views, an open dialog, and a record beside the list. */
const NOT_FILTERS = ['page', 'page_size', 'sort', 'q', 'company_id', 'new', 'peek']

/** Parses the address of a list. `sort=-createdAt` is descending. */
export function readTableAddress(search: URLSearchParams, pageSize: number = PAGE_SIZE_DEFAULT): TableAddress {
  const page = Number(search.get('page'))
  const size = Number(search.get('page_size'))
  const sort = search.get('sort') ?? ''
  return {
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1,
    pageSize: Number.isInteger(size) && size >= PAGE_SIZE_MIN && size <= PAGE_SIZE_MAX ? size : pageSize,
    sort: sort === '' ? null : { key: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' },
    q: search.get('q') ?? '',
    filters: Object.fromEntries([...search].filter(([name, value]) => !NOT_FILTERS.includes(name) && value !== '')),
  }
}

/** The parameters of the address, which a change may have that the screen does not show yet: another change starts from them. */
export const currentSearch = (): URLSearchParams => new URLSearchParams(window.location.search)

/** The address with some changes. An empty value removes its parameter; a change without `page` returns to the first page. */
export function changeAddress(search: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(search)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A filter whose value is the id of a record; undefined when it is not an id. */
export const idFilterOf = (filters: Readonly<Record<string, string>>, name: string): string | undefined =>
  UUID.test(filters[name] ?? '') ? filters[name] : undefined

/** A filter whose value is a day; undefined when it is not one. */
export function dayFilterOf(filters: Readonly<Record<string, string>>, name: string): Day | undefined {
  const text = filters[name]
  return text !== undefined && isDay(text) ? text : undefined
}

export const sortText = (sort: TableAddress['sort']): string =>
  sort === null ? '' : `${sort.direction === 'desc' ? '-' : ''}${sort.key}`
