import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const YEAR_S = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()

/** The theme that a cookie text asks for; the system's when it asks for none. */
export function themeIn(cookie: string): Theme {
  const said = /(?:^|;\s*)enlace-theme=(\w+)/.exec(cookie)?.[1]
  return THEMES.find((theme) => theme === said) ?? 'system'
}

/**
 * Chooses a theme on this device. In a cookie and not in local storage, because leaving the session empties that and a screen
 * that turns white at every login would hurt.
 */
export function chooseTheme(theme: Theme): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is not there in every browser we serve
  document.cookie = `enlace-theme=${theme}; Path=/; SameSite=Strict; Max-Age=${theme === 'system' ? 0 : YEAR_S}`
  applyTheme()
  for (const listener of listeners) listener()
}

/** Puts the chosen theme on the page. Called before the first paint of the app, too. */
export function applyTheme(): void {
  const theme = themeIn(document.cookie)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => themeIn(document.cookie))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
