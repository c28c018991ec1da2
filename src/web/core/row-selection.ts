import { CHOSEN_ROWS_MAX } from '#domain/core/paging.ts'

/**
 * The chosen rows of a list: some rows by their ids, from any of its pages, or all that match its filter. `anchor`: the last row that
 * was chosen by itself, where a range with Shift begins.
 */
export type RowSelection = {
  readonly ids: ReadonlySet<string>
  readonly isAll: boolean
  readonly anchor: string | null
}

export const NO_ROWS: RowSelection = { ids: new Set(), isAll: false, anchor: null }
export const ALL_ROWS: RowSelection = { ids: new Set(), isAll: true, anchor: null }

export const isChosen = ({ ids, isAll }: RowSelection, id: string): boolean => isAll || ids.has(id)

/** Whether more rows were chosen by hand than an action accepts. */
export const hasTooMany = ({ ids, isAll }: RowSelection): boolean => !isAll && ids.size > CHOSEN_ROWS_MAX

/** How many of the rows of a page are chosen. */
export function pageStateOf(selection: RowSelection, page: readonly string[]): 'none' | 'some' | 'all' {
  const count = page.filter((id) => isChosen(selection, id)).length
  if (count === 0) return 'none'
  return count === page.length ? 'all' : 'some'
}

/**
 * Chooses a row, or takes it out. With `isRange`, the rows of the page from the anchor to it become what the row becomes. A row that
 * is taken out of all rows leaves the other rows of the page.
 */
export function toggleRow(
  selection: RowSelection,
  page: readonly string[],
  id: string,
  isRange: boolean,
): RowSelection {
  const isAdded = !isChosen(selection, id)
  const ids = new Set(selection.isAll ? page : selection.ids)
  const [from, to] = [page.indexOf(selection.anchor ?? ''), page.indexOf(id)]
  const changed = isRange && from >= 0 && to >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  for (const one of changed) {
    if (isAdded) ids.add(one)
    else ids.delete(one)
  }
  return { ids, isAll: false, anchor: id }
}

/** Chooses every row of a page; when all of them are chosen, takes them out. */
export function togglePage(selection: RowSelection, page: readonly string[]): RowSelection {
  if (selection.isAll) return NO_ROWS
  const isFull = pageStateOf(selection, page) === 'all'
  const ids = new Set(selection.ids)
  for (const id of page) {
    if (isFull) ids.delete(id)
    else ids.add(id)
  }
  return { ids, isAll: false, anchor: null }
}
