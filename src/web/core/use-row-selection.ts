import { useState } from 'react'
import type { TableSelection } from '#web/ui/Table.tsx'
import {
  ALL_ROWS,
  hasTooMany,
  isChosen,
  NO_ROWS,
  pageStateOf,
  type RowSelection,
  togglePage,
  toggleRow,
} from './row-selection.ts'

type Filters = Readonly<Record<string, string | number | undefined>>

export type ChosenRows = {
  /** For the table. */
  table: TableSelection
  count: number
  /** The rows of the list at the filter of the screen. */
  total: number
  isAll: boolean
  hasTooMany: boolean
  /** The query of the list that has exactly the chosen rows, in the order of the screen. */
  filters: Filters
  onAll: () => void
  onClear: () => void
}

type List = {
  list: { data: { id: string }[]; meta?: { total: number } | undefined } | undefined
  /** The query of the list on the screen. Another search or filter is another list: nothing of it is chosen yet. */
  filters: Filters
}

/** The rows that the user chose in a list, over its pages. */
export function useRowSelection({ list: loaded, filters }: List): ChosenRows {
  const total = loaded?.meta?.total ?? 0
  const { page: _page, page_size: _size, sort, ...conditions } = filters
  const list = JSON.stringify(conditions)
  const [state, setState] = useState<{ list: string; selection: RowSelection }>({ list, selection: NO_ROWS })
  const selection = state.list === list ? state.selection : NO_ROWS
  const choose = (next: RowSelection): void => setState({ list, selection: next })
  const ids = (loaded?.data ?? []).map(({ id }) => id)
  return {
    table: {
      isChosen: (id) => isChosen(selection, id),
      page: pageStateOf(selection, ids),
      onRow: (id, isRange) => choose(toggleRow(selection, ids, id, isRange)),
      onPage: () => choose(togglePage(selection, ids)),
    },
    count: selection.isAll ? total : selection.ids.size,
    total,
    isAll: selection.isAll,
    hasTooMany: hasTooMany(selection),
    filters: selection.isAll ? { ...conditions, sort } : { ids: [...selection.ids].join(','), sort },
    onAll: () => choose(ALL_ROWS),
    onClear: () => choose(NO_ROWS),
  }
}
