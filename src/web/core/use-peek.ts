import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useMedia } from '#web/ui/use-media.ts'
import { areShortcutsOn } from './shortcut-setting.ts'

/** From this width a record fits beside its list. */
const WIDE = '(width >= 1280px)'
const PARAMETER = 'peek'

export type Peek = {
  /** The record that is open beside the list; null without one, and in a narrower window. */
  id: string | null
  /** Opens a record. Undefined in a narrower window. */
  onOpen: ((id: string) => void) | undefined
  onClose: () => void
  /** Opens the row of the page before or after the open one. Undefined at the end of the page. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/**
 * The record of a list that is open beside it, kept in the address without a history entry. `ids`: the rows of the page. The key V
 * opens the row that has the focus.
 */
export function usePeek(ids: readonly string[]): Peek {
  const [search, setSearch] = useSearchParams()
  const isWide = useMedia(WIDE)
  const id = isWide ? search.get(PARAMETER) : null
  const change = (next: string | null): void =>
    setSearch(
      (before) => {
        const params = new URLSearchParams(before)
        if (next === null) params.delete(PARAMETER)
        else params.set(PARAMETER, next)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
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
  const index = id === null ? -1 : ids.indexOf(id)
  const stepTo = (to: string | undefined) => (index < 0 || to === undefined ? undefined : () => change(to))
  return {
    id,
    onOpen: isWide ? change : undefined,
    onClose: () => change(null),
    onPrevious: stepTo(ids[index - 1]),
    onNext: stepTo(ids[index + 1]),
  }
}

/** The row that has the focus when V is pressed; undefined for another key, and while the user types. */
function rowOf({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): string | undefined {
  if (key.toLowerCase() !== 'v' || altKey || ctrlKey || metaKey || !(target instanceof HTMLElement)) return undefined
  const row = target.closest<HTMLElement>('tr[data-row]')
  return row?.dataset['row']
}
