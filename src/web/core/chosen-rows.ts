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

/** What can be done with the chosen rows depends on this. */
export type Choice = {
  readonly count: number
  /** The rows of the list at the filter of the screen. */
  readonly total: number
  readonly isAll: boolean
  readonly hasTooMany: boolean
  /** The query of the list that has exactly the chosen rows, in the order of the screen. */
  readonly filters: Filters
}

/** The list on the screen. */
export type ShownList = {
  list: { data: readonly { id: string }[]; meta?: { total: number } | undefined } | undefined
  /** The query of the list. Another search or filter is another list: nothing of it is chosen yet. */
  filters: Filters
}

/** The rows that the user chose in a list, over its pages. They are outside of its screen, which a choice does not draw again. */
export type ChosenRows = {
  /** For the table: the same object for as long as the list is shown. */
  readonly table: TableSelection
  readonly get: () => Choice
  readonly subscribe: TableSelection['subscribe']
  readonly onAll: () => void
  readonly onClear: () => void
  /** Called after each drawing of the screen. */
  readonly show: (list: ShownList) => void
}

const NO_DATA: readonly never[] = []

export function createChosenRows(): ChosenRows {
  const listeners = new Set<() => void>()
  let shown = readList({ list: undefined, filters: {} })
  let kept = { key: shown.key, selection: NO_ROWS }
  let choice = choiceOf(NO_ROWS, shown)
  const current = (): RowSelection => (kept.key === shown.key ? kept.selection : NO_ROWS)
  const notify = (): void => {
    choice = choiceOf(current(), shown)
    for (const listener of listeners) listener()
  }
  const choose = (selection: RowSelection): void => {
    kept = { key: shown.key, selection }
    notify()
  }
  const idsOfPage = (): string[] => shown.rows.map(({ id }) => id)
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    table: {
      subscribe,
      isChosen: (id) => isChosen(current(), id),
      page: () => pageStateOf(current(), idsOfPage()),
      onRow: (id, isRange) => choose(toggleRow(current(), idsOfPage(), id, isRange)),
      onPage: () => choose(togglePage(current(), idsOfPage())),
    },
    get: () => choice,
    subscribe,
    onAll: () => choose(ALL_ROWS),
    onClear: () => choose(NO_ROWS),
    show: (list) => {
      const next = readList(list)
      const { key, rows, total, sort } = shown
      if (next.key === key && next.rows === rows && next.total === total && next.sort === sort) return
      shown = next
      notify()
    },
  }
}

type Shown = ReturnType<typeof readList>

function readList({ list, filters: { page: _page, page_size: _size, sort, ...conditions } }: ShownList) {
  return {
    /** Names the list: the same for each of its pages and orders. */
    key: JSON.stringify(conditions),
    conditions,
    sort,
    rows: list?.data ?? NO_DATA,
    total: list?.meta?.total ?? 0,
  }
}

const choiceOf = (selection: RowSelection, { conditions, sort, total }: Shown): Choice => ({
  count: selection.isAll ? total : selection.ids.size,
  total,
  isAll: selection.isAll,
  hasTooMany: hasTooMany(selection),
  filters: selection.isAll ? { ...conditions, sort } : { ids: [...selection.ids].join(','), sort },
})
