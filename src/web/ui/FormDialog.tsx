import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FormProblem } from './FormProblem.tsx'

type Props = {
  title: string
  /** The label of the submit button. */
  label: string
  /** The label of the submit button while the form is sent. */
  busyLabel?: string
  tone?: 'primary' | 'danger'
  form: ComponentProps<typeof FormProblem>['form'] & {
    isBusy: boolean
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
  onClose: () => void
  /** The button to the previous step, instead of 'Cancelar'. */
  back?: ReactNode
  children: ReactNode
}

/** A form in a dialog: its errors, its fields, and two buttons. */
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
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {back || <Button onClick={onClose}>Cancelar</Button>}
          <Button type="submit" form={formId} variant={tone} busy={form.isBusy ? busyLabel : undefined}>
            {label}
          </Button>
        </>
      }
    >
      <form id={formId} className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form} />
        {children}
      </form>
    </Dialog>
  )
}
