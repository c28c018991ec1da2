import type { ReactNode } from 'react'
import type { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'

const FORM_ID = 'contract-step'

type Props = {
  title: string
  label: string
  tone?: 'primary' | 'danger'
  form: ReturnType<typeof useForm>
  onClose: () => void
  children: ReactNode
}

/** A short form in a dialog: what is asked, and two buttons. */
export function FormFrame({ title, label, tone = 'primary', form, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" form={FORM_ID} variant={tone} busy={form.isBusy ? 'Guardando…' : undefined}>
            {label}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form} />
        {children}
      </form>
    </Dialog>
  )
}
