import { PAGE_SIZE_DEFAULT, PAGE_SIZES } from '#domain/core/paging.ts'

/** What part of a list the address asks for. Whatever is typed there by hand becomes something that can be shown. */
export type TableAddress = {
  readonly page: number
  readonly pageSize: number
  readonly sort: { readonly key: string; readonly direction: 'asc' | 'desc' } | null
  /** What is searched for; empty when nothing is. */
  readonly q: string
  /** The filters that are on, by name. */
  readonly filters: Readonly<Record<string, string>>
}

const PAGE_MAX = 1_000_000
/** Not filters: how the list is read, and whose it is (a superadmin's company). */
const OWN = ['page', 'page_size', 'sort', 'q', 'company_id']

/** Reads the address of a list. `sort=-createdAt` is descending. */
export function readTableAddress(search: URLSearchParams, pageSize: number = PAGE_SIZE_DEFAULT): TableAddress {
  const page = Number(search.get('page'))
  const size = Number(search.get('page_size'))
  const sort = search.get('sort') ?? ''
  return {
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, PAGE_MAX) : 1,
    pageSize: PAGE_SIZES.some((known) => known === size) ? size : pageSize,
    sort: sort === '' ? null : { key: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' },
    q: search.get('q') ?? '',
    filters: Object.fromEntries([...search].filter(([name, value]) => !OWN.includes(name) && value !== '')),
  }
}

/** The same address with something changed. What is empty leaves it, and anything but the page begins at the first one again. */
export function changedAddress(search: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const next = new URLSearchParams(search)
  if (!('page' in changes)) next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

export const sortText = (sort: TableAddress['sort']): string =>
  sort === null ? '' : `${sort.direction === 'desc' ? '-' : ''}${sort.key}`
