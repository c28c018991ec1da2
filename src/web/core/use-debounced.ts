import { useEffect, useState } from 'react'

/** Long enough to send one request for a word that is typed without a pause. */
const PAUSE_MS = 150

/** The text after a pause in its changes. */
export function useDebounced(text: string, pauseMs = PAUSE_MS): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return debounced
}
