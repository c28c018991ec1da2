import { useCallback, useEffect, useRef } from 'react'
import type { FormDraft } from './DraftNotice.tsx'
import { type Typing, watchTyping } from './typed-values.ts'

/** Watches what the user types in a form: for the question before it is lost, and for its draft. */
export function useTyping(draft: FormDraft | undefined) {
  const typing = useRef<Typing>(null)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  const watch = useCallback((form: HTMLFormElement) => {
    const watched = watchTyping(form, () => latest.current?.save(watched.changes()))
    const close = latest.current?.open(form)
    typing.current = watched
    return () => {
      watched.stop()
      typing.current = null
      close?.()
    }
  }, [])
  const isChanged = (): boolean => Object.keys(typing.current?.changes() ?? {}).length > 0
  return { watch, guard: { isChanged, discard: (): void => draft?.remove() } }
}
