import { useRef, useState } from 'react'
import { dayOf, shortDayLabel, timeLabel } from '#domain/core/days.ts'
import type { FormDraft } from '#web/ui/DraftNotice.tsx'
import { typeValues } from '#web/ui/typed-values.ts'
import { type Draft, drafts, ownerOf } from './drafts.ts'
import { session } from './session.ts'

/**
 * Keeps what the user types in a long form on this device until it is sent or discarded, and offers it when the form opens again.
 * `form`: the form and its record ('client/<id>'). `title`: what the user calls it.
 */
export function useDraft(form: string, title: string): FormDraft {
  const [owner] = useState(() => ownerOf(session.get().user))
  const [found, setFound] = useState<Draft | null>(() => (owner === null ? null : drafts.get(owner, form)))
  const element = useRef<HTMLFormElement>(null)
  const remove = (): void => {
    if (owner !== null) drafts.remove(owner, form)
    setFound(null)
  }
  const restore = (draft: Draft): void => {
    if (element.current !== null) void typeValues(element.current, draft.values)
  }
  return {
    offer:
      found === null
        ? null
        : {
            savedAt: whenLabel(new Date(found.saved_at)),
            isRestored: found.is_interrupted,
            onContinue: () => {
              restore(found)
              setFound(null)
            },
            onDiscard: remove,
          },
    open: (opened) => {
      element.current = opened
      if (found?.is_interrupted) restore(found)
      return () => {
        element.current = null
        interrupt(owner, form)
      }
    },
    save: (values) => {
      if (owner === null || session.get().token === null) return
      if (Object.keys(values).length === 0) drafts.remove(owner, form)
      else drafts.save(owner, form, { title, values, is_interrupted: false })
    },
    remove,
  }
}

/** Marks the draft of a form that was open when the session ended. */
function interrupt(owner: string | null, form: string): void {
  if (owner === null || session.get().token !== null) return
  const draft = drafts.get(owner, form)
  if (draft !== null) drafts.save(owner, form, { ...draft, is_interrupted: true })
}

/** 'de hoy 10:42 a. m.', or 'del 21/11/2026 10:42 a. m.'. */
function whenLabel(at: Date): string {
  const day = dayOf(at)
  return `${day === dayOf(new Date()) ? 'de hoy' : `del ${shortDayLabel(day)}`} ${timeLabel(at)}`
}
