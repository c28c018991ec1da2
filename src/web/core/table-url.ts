import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changeAddress, readTableAddress, sortText, type TableAddress } from './table-address.ts'

export type TableUrl = TableAddress & {
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  onSort: (sort: TableAddress['sort']) => void
  onSearch: (text: string) => void
  /** An empty value removes the filter. */
  onFilter: (name: string, value: string) => void
  /** Removes the search and every filter; the order remains. */
  onClear: () => void
  /** Page, order and search for the query of `useRead`. */
  query: { page: number; page_size: number; sort: string | undefined; q: string | undefined }
}

/** Page, order, search and filters of a list, kept in the address (TBL-02), so that the user can share it, reload it and go back. */
export function useTableUrl({ pageSize }: { pageSize?: number } = {}): TableUrl {
  const [search, setSearch] = useSearchParams()
  return useMemo(() => {
    const address = readTableAddress(search, pageSize)
    const change = (changes: Readonly<Record<string, string>>, replace = false): void =>
      setSearch((now) => changeAddress(now, changes), { replace, preventScrollReset: true })
    return {
      ...address,
      onPage: (page) => change({ page: page === 1 ? '' : String(page) }),
      onPageSize: (size) => change({ page_size: String(size) }),
      onSort: (sort) => change({ sort: sortText(sort) }),
      // A search adds no history entry: each pause in typing would be one.
      onSearch: (q) => change({ q }, true),
      onFilter: (name, value) => change({ [name]: value }),
      onClear: () => change({ q: '', ...Object.fromEntries(Object.keys(address.filters).map((name) => [name, ''])) }),
      query: {
        page: address.page,
        page_size: address.pageSize,
        sort: sortText(address.sort) || undefined,
        q: address.q || undefined,
      },
    }
  }, [search, setSearch, pageSize])
}
