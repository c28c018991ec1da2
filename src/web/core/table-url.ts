import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { parseSort, type Sort } from '#domain/core/paging.ts'
import { type ListSettings, useListSettings } from './list-settings.ts'
import { changeAddress, currentSearch, readTableAddress, sortText, type TableAddress } from './table-address.ts'

/** The address of a list, and its changes. */
export type TableState = TableAddress & {
  /** `isReplacing`: without a history entry. */
  onPage: (page: number, isReplacing?: boolean) => void
  onPageSize: (size: number) => void
  onSort: (sort: TableAddress['sort']) => void
  onSearch: (text: string) => void
  /** An empty value removes the filter. */
  onFilter: (name: string, value: string) => void
  /** The same for several filters at once. */
  onFilters: (changes: Readonly<Record<string, string>>) => void
  /** Removes the search and every filter; the order remains. */
  onClear: () => void
  /** The columns and the density that the user chose. Undefined for a list without a name. */
  view: ListView | undefined
}

type ListView = Pick<ListSettings, 'hidden' | 'isCompact'> & {
  onChange: (changes: Partial<Pick<ListSettings, 'hidden' | 'isCompact'>>) => void
}

export type TableUrl<Key extends string = never> = TableState & {
  /** Page, order and search for the query of `useRead`. */
  query: { page: number; page_size: number; sort: Sort<Key> | undefined; q: string | undefined }
}

const NO_SORTS: readonly never[] = []

type Options<Key extends string> = {
  /** The name of the list: the user's page size, columns and density are remembered by it on this device. */
  list?: string
  /** The page size before the first choice. */
  pageSize?: number
  /** The sort keys of the list; another order in the address is ignored. */
  sorts?: readonly Key[]
}

/** Page, order, search and filters of a list, kept in the address (TBL-02), so that the user can share it, reload it and go back. */
export function useTableUrl<const Key extends string = never>({
  list,
  pageSize,
  sorts = NO_SORTS,
}: Options<Key> = {}): TableUrl<Key> {
  const [search, setSearch] = useSearchParams()
  const [settings, changeSettings] = useListSettings(list)
  return useMemo(() => {
    const address = readTableAddress(search, settings.pageSize ?? pageSize)
    const sort = parseSort(sortText(address.sort), sorts)
    const change = (changes: Readonly<Record<string, string>>, replace = false): void =>
      setSearch(changeAddress(currentSearch(), changes), { replace, preventScrollReset: true })
    return {
      ...address,
      sort: sort === undefined ? null : address.sort,
      onPage: (page, isReplacing) => change({ page: page === 1 ? '' : String(page) }, isReplacing),
      onPageSize: (size) => {
        changeSettings({ pageSize: size })
        change({ page_size: String(size) })
      },
      onSort: (order) => change({ sort: sortText(order) }),
      // A search adds no history entry: each pause in typing would be one.
      onSearch: (q) => change({ q }, true),
      onFilter: (name, value) => change({ [name]: value }),
      onFilters: (changes) => change(changes),
      onClear: () => change({ q: '', ...Object.fromEntries(Object.keys(address.filters).map((name) => [name, ''])) }),
      view: list === undefined ? undefined : { ...settings, onChange: changeSettings },
      query: {
        page: address.page,
        page_size: address.pageSize,
        sort,
        q: address.q || undefined,
      },
    }
  }, [search, setSearch, settings, changeSettings, list, pageSize, sorts])
}
