import { useEffect } from 'react'
import { isShortcutKey } from '#web/core/shortcut-key.ts'

/** The link of each row of the queue: the row that has the focus is the current one. */
const ROW_LINKS = '.pqr-queue tbody tr [data-case]'

/**
 * The keys of the queue: J or the arrow down, K or the arrow up, move the focus between its rows; Enter opens the row by itself.
 * `press` receives another key and the id of the current row, null without one; it returns whether the key did something.
 */
export function useQueueKeys(press: (key: string, id: string | null) => boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isShortcutKey(event)) return
      const key = event.key.toLowerCase()
      const step = key === 'j' || key === 'arrowdown' ? 1 : key === 'k' || key === 'arrowup' ? -1 : 0
      if (step === 0 ? press(key, currentId()) : focusRow(step)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [press])
}

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(ROW_LINKS)]
const currentIndex = (links: readonly HTMLElement[]): number =>
  links.findIndex((link) => link.closest('tr')?.contains(document.activeElement) === true)

/** Moves the focus to the next or the previous row. False without one. */
function focusRow(step: number): boolean {
  const links = rowLinks()
  const current = currentIndex(links)
  const next = links[current === -1 ? 0 : current + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next !== undefined
}

function currentId(): string | null {
  const links = rowLinks()
  return links[currentIndex(links)]?.dataset['case'] ?? null
}
