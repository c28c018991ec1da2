import { useSearchParams } from 'react-router'

/**
 * The dialog that the address of a list or a record opens: '?new=' for a new record, '?new=payment' for a payment of a client. Null
 * without one. Its changes add no history entry: Back does not open a dialog again.
 */
export function useOpened(): [string | null, (value: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const change = (value: string | null): void => {
    // A list changes the address before its screen is drawn with it.
    const next = new URLSearchParams(window.location.search)
    if (value === null) next.delete(PARAMETER)
    else next.set(PARAMETER, value)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return [search.get(PARAMETER), change]
}

const PARAMETER = 'new'
