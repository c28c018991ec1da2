import { useSyncExternalStore } from 'react'

const YEAR_S = 365 * 24 * 60 * 60
const NAME = 'enlace-shortcuts'
const listeners = new Set<() => void>()

/** Whether the shortcuts of one key are on, in a cookie header. */
export const areShortcutsOn = (cookie: string): boolean => !/(?:^|;\s*)enlace-shortcuts=off(?:;|$)/.test(cookie)

/**
 * Switches the shortcuts of one key on this device (WCAG 2.1.4): a person who dictates presses keys by accident. In a cookie, because
 * the logout clears local storage.
 */
export function switchShortcuts(isOn: boolean): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- some supported browsers do not have the cookie store
  document.cookie = `${NAME}=off; Path=/; SameSite=Strict; Max-Age=${isOn ? 0 : YEAR_S}`
  for (const listener of listeners) listener()
}

export const useShortcutsOn = (): boolean => useSyncExternalStore(subscribe, () => areShortcutsOn(document.cookie))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
