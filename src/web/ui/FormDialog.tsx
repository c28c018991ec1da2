import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { CancelButton, Dialog } from './Dialog.tsx'
import { DraftNotice, type FormDraft } from './DraftNotice.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormFailure, type Problem } from './FormProblem.tsx'
import { useTyping } from './use-typing.ts'

type Form = Problem & {
  isBusy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Keeps what the user types until it is sent. */
  draft?: FormDraft | undefined
}

type Props = {
  title: string
  /** The label of the submit button. */
  label: string
  /** The label of the submit button while the form is sent. */
  busyLabel?: string
  tone?: 'primary' | 'danger'
  form: Form
  onClose: () => void
  /** The button to the previous step, instead of 'Cancelar'. */
  back?: ReactNode
  children: ReactNode
}

/** A form in a dialog: its errors, its fields, and two buttons. A failure of the whole form is shown beside the buttons. */
export function FormDialog({
  title,
  label,
  busyLabel = 'Guardando…',
  tone = 'primary',
  form,
  onClose,
  back,
  children,
}: Props) {
  const formId = useId()
  const { draft, summary, failure, attempt, isBusy, onSubmit } = form
  const { watch, guard } = useTyping(draft)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      guard={guard}
      footer={
        <>
          {failure !== null && <FormFailure failure={failure} attempt={attempt} />}
          {back || <CancelButton />}
          <Button type="submit" form={formId} variant={tone} busy={isBusy ? busyLabel : undefined}>
            {label}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate ref={watch} onSubmit={onSubmit}>
        {draft?.offer && <DraftNotice draft={draft.offer} />}
        <ErrorSummary errors={failure === null ? summary : []} />
        {children}
      </form>
    </Dialog>
  )
}
