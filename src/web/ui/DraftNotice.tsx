import { Button } from './Button.tsx'
import { Alert } from './States.tsx'
import type { TypedValues } from './typed-values.ts'

/** The values of a form that the user typed earlier and did not send. */
export type DraftOffer = {
  /** 'de hoy 10:42 a. m.' */
  savedAt: string
  /** The form is filled in with them already, because the session ended while it was open. */
  isRestored: boolean
  onContinue: () => void
  onDiscard: () => void
}

/** The draft of a form on this device: what the form reports to it, and what it offers (useDraft). */
export type FormDraft = {
  offer: DraftOffer | null
  /** The form is on the screen. The result is called when it is gone. */
  open(form: HTMLFormElement): () => void
  save(values: TypedValues): void
  remove(): void
}

/** Offers the draft of a form, above its fields. */
export function DraftNotice({ draft }: { draft: DraftOffer }) {
  return (
    <Alert>
      <div className="draft" role="status">
        <span>
          {draft.isRestored
            ? `Recuperamos lo que habías escrito (${draft.savedAt}).`
            : `Tienes un borrador ${draft.savedAt}`}
        </span>
        {!draft.isRestored && (
          <Button size="dense" onClick={draft.onContinue}>
            Continuar
          </Button>
        )}
        <Button size="dense" onClick={draft.onDiscard}>
          Descartar
        </Button>
      </div>
    </Alert>
  )
}
