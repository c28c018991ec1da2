import { type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMedia } from '#web/ui/use-media.ts'
import { areShortcutsOn } from './shortcut-setting.ts'
import { currentSearch } from './table-address.ts'
import type { TableUrl } from './table-url.ts'

/** From this width a record fits beside its list. */
const WIDE = '(width >= 1280px)'
const PARAMETER = 'peek'

export type Peek = {
  /** The record that is open beside the list; null without one, and in a narrower window. */
  id: string | null
  /** False when the page that is shown has no row of the open record: it was paid, and the list is of those who owe. */
  isListed: boolean
  /** Opens a record. Undefined in a narrower window. */
  onOpen: ((id: string) => void) | undefined
  onClose: () => void
  /** Opens the row before or after the open one, also of another page. Undefined at the beginning and at the end of the list. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

type List = {
  data: { data: readonly { id: string }[]; meta?: { total: number } | undefined } | undefined
  /** Whether `data` is of the page before, while this one loads. */
  isPlaceholderData: boolean
}

/**
 * The record of a list that is open beside it, kept in the address without a history entry. The key V opens the row that has the focus.
 * With another page, order or filter that does not have the record, its first row opens.
 */
export function usePeek(list: List, url: Pick<TableUrl<string>, 'query' | 'filters' | 'onPage'>): Peek {
  const [search, setSearch] = useSearchParams()
  const isWide = useMedia(WIDE)
  const id = isWide ? search.get(PARAMETER) : null
  const ids = list.data?.data.map((row) => row.id) ?? []
  const isListed = id !== null && ids.includes(id)
  const change = (next: string | null): void => {
    const params = currentSearch()
    if (next === null) params.delete(PARAMETER)
    else params.set(PARAMETER, next)
    setSearch(params, { replace: true, preventScrollReset: true })
  }
  useEffect(() => {
    if (!isWide) return undefined
    const onKey = (event: KeyboardEvent): void => {
      const row = rowOf(event)
      if (row === undefined || !areShortcutsOn(document.cookie)) return
      event.preventDefault()
      change(row)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  const isFromEnd = useFollowing({ key: JSON.stringify([url.query, url.filters]), list, id, isListed, change })
  const { page, page_size: size } = url.query
  const index = id === null ? -1 : ids.indexOf(id)
  const stepTo = (step: 1 | -1): (() => void) | undefined => {
    // Without its row, the list begins again.
    const to = index < 0 ? ids[0] : ids[index + step]
    if (to !== undefined) return () => change(to)
    const isLastPage = step === 1 ? page * size >= (list.data?.meta?.total ?? 0) : page === 1
    if (index < 0 || isLastPage) return undefined
    return () => {
      isFromEnd.current = step === -1
      url.onPage(page + step, true)
    }
  }
  return {
    id,
    isListed: isListed || list.data === undefined || list.isPlaceholderData,
    onOpen: isWide ? change : undefined,
    onClose: () => change(null),
    onPrevious: stepTo(-1),
    onNext: stepTo(1),
  }
}

type Following = {
  /** The page, the order and the filters of the list. */
  key: string
  list: List
  id: string | null
  isListed: boolean
  change: (id: string | null) => void
}

/** Opens a row of a page that was not shown before and does not have the record: the last one after the result is set, else the first. */
function useFollowing({ key, list, id, isListed, change }: Following): RefObject<boolean> {
  const shownKey = useRef<string | null>(null)
  const isFromEnd = useRef(false)
  useEffect(() => {
    if (list.data === undefined || list.isPlaceholderData || shownKey.current === key) return
    const isOther = shownKey.current !== null
    shownKey.current = key
    if (isOther && id !== null && !isListed) change(list.data.data.at(isFromEnd.current ? -1 : 0)?.id ?? null)
    isFromEnd.current = false
  })
  return isFromEnd
}

/** The row that has the focus when V is pressed; undefined for another key, and while the user types. */
function rowOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): string | undefined {
  if (key.toLowerCase() !== 'v' || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return undefined
  const row = target.closest<HTMLElement>('tr[data-row]')
  return row?.dataset['row']
}
