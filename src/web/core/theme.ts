import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const YEAR_S = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()

/** The theme in a cookie header; the system's without one. */
export function themeOfCookie(cookie: string): Theme {
  const value = /(?:^|;\s*)enlace-theme=(\w+)/.exec(cookie)?.[1]
  return THEMES.find((theme) => theme === value) ?? 'system'
}

/**
 * Chooses a theme on this device. The theme is in a cookie because the logout clears local storage, and a screen that changes
 * from dark to white at every login is unpleasant.
 */
export function chooseTheme(theme: Theme): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- some supported browsers do not have the cookie store
  document.cookie = `enlace-theme=${theme}; Path=/; SameSite=Strict; Max-Age=${theme === 'system' ? 0 : YEAR_S}`
  applyTheme()
  for (const listener of listeners) listener()
}

/** Applies the chosen theme to the page. Also called before the first paint of the app. */
export function applyTheme(): void {
  const theme = themeOfCookie(document.cookie)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => themeOfCookie(document.cookie))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
