import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changedAddress, readTableAddress, sortText, type TableAddress } from './table-address.ts'

export type TableUrl = TableAddress & {
  onPage: (page: number) => void
  onPageSize: (size: number) => void
  onSort: (sort: TableAddress['sort']) => void
  onSearch: (text: string) => void
  /** An empty value takes the filter off. */
  onFilter: (name: string, value: string) => void
  /** Takes off the search and every filter; the order stays. */
  onClear: () => void
  /** The paging part of the list's query, as `useRead` wants it. */
  query: { page: number; page_size: number; sort: string | undefined; q: string | undefined }
}

/** Page, order, search and filters of a list, kept in the address (TBL-02): it can be sent, reloaded and gone back from. */
export function useTableUrl({ pageSize }: { pageSize?: number } = {}): TableUrl {
  const [search, setSearch] = useSearchParams()
  return useMemo(() => {
    const address = readTableAddress(search, pageSize)
    const change = (changes: Readonly<Record<string, string>>, replace = false): void =>
      setSearch((now) => changedAddress(now, changes), { replace, preventScrollReset: true })
    return {
      ...address,
      onPage: (page) => change({ page: page === 1 ? '' : String(page) }),
      onPageSize: (size) => change({ page_size: String(size) }),
      onSort: (sort) => change({ sort: sortText(sort) }),
      // Each pause in typing is not a place to go back to.
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
