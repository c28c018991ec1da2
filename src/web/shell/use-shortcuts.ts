import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { isShortcutKey } from '#web/core/shortcut-key.ts'
import { shortcutOf } from './shortcuts.ts'

/** How long after G the second key may come. */
const SECOND_KEY_MS = 1_500

/** The shortcuts of one key, on every guarded screen. `showList` opens the list of them. Never while the user types or a dialog is open. */
export function useShortcuts(user: SignedInUser | null, showList: () => void): void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // The user may be read again between the two keys. Null: the key before was another one; 0 would be the start of the page.
  const pressedG = useRef<number | null>(null)
  useEffect(() => {
    if (user === null || user.metadata.is_first_login) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || !isShortcutKey(event)) return
      const isAfterG = pressedG.current !== null && event.timeStamp - pressedG.current < SECOND_KEY_MS
      const shortcut = shortcutOf(user, pathname, event.key, isAfterG)
      pressedG.current = shortcut?.kind === 'wait' ? event.timeStamp : null
      if (shortcut === null || shortcut.kind === 'wait') return
      event.preventDefault()
      if (shortcut.kind === 'go') void navigate(shortcut.to)
      else if (shortcut.kind === 'new') void navigate({ search: withNew(window.location.search) }, { replace: true })
      else if (shortcut.kind === 'list') showList()
      else document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [user, pathname, navigate, showList])
}

const withNew = (search: string): string => {
  const next = new URLSearchParams(search)
  next.set('new', '')
  return `?${next}`
}
