import { useRef } from 'react'
import { toastError, toastInfo } from '#web/ui/Toasts.tsx'
import { REFUSED_COPY, shareFile } from './share.ts'

type Props = {
  fetch: () => Promise<File>
  text: string
  /** What to do when the file came too late for the browser: 'El recibo está listo: toca Compartir otra vez'. */
  again: string
}

/**
 * Fetches a file and passes it on. A browser opens its sheet only soon after a tap: a file that came later is kept, and the next
 * call passes it on at once. Throws a `Failure` of the request.
 */
export function useShareFile({ fetch, text, again }: Props): () => Promise<void> {
  const kept = useRef<File | null>(null)
  return async () => {
    const ready = kept.current
    kept.current = null
    const file = ready ?? (await fetch())
    const shared = await shareFile(file, text)
    if (shared === 'opened') return
    if (shared === 'refused' || ready !== null) return toastError(REFUSED_COPY)
    kept.current = file
    toastInfo(again)
  }
}
