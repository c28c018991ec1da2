import { useCallback, useSyncExternalStore } from 'react'

/** The width below which dialogs are sheets and the filters of a list are in one. */
export const PHONE = '(width < 640px)'

/** The width below which the buttons of a list are in one menu, and its saved views are beside its filters. */
export const NARROW = '(width < 1024px)'

/** Whether the window matches a media query. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
