import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FormProblem } from './FormProblem.tsx'

type Props = {
  title: string
  /** What sending does: the button says so. */
  label: string
  /** What the button says while it is sent. */
  busyLabel?: string
  tone?: 'primary' | 'danger'
  form: ComponentProps<typeof FormProblem>['form'] & {
    isBusy: boolean
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: why it was not accepted, its fields, and two buttons. */
export function FormDialog({
  title,
  label,
  busyLabel = 'Guardando…',
  tone = 'primary',
  form,
  onClose,
  children,
}: Props) {
  const formId = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
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
