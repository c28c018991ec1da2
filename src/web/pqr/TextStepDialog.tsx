import type * as z from 'zod/mini'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { useDraft } from '#web/core/use-draft.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props<S extends z.ZodMiniType> = {
  pqr: Pick<PqrCase, 'id' | 'version' | 'reference'>
  title: string
  label: string
  /** The field of the body that has the text. */
  name: string
  fieldLabel: string
  hint: string
  schema: S
  send: (body: z.output<S>) => Promise<{ message: string }>
  onClose: () => void
}

/** A step of the desk that has one text. */
export function TextStepDialog<S extends z.ZodMiniType>(props: Props<S>) {
  const { pqr, title, label, name, fieldLabel, hint, schema, send, onClose } = props
  const form = useForm({
    draft: useDraft(`pqr-${name}/${pqr.id}`, `${title}, ${pqr.reference}`),
    schema,
    fields: [name],
    read: (typed) => ({ [name]: typed[name], version: pqr.version }),
    submit: async (body) => {
      const { message } = await send(body)
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={title} label={label} form={form} onClose={onClose}>
      <TextAreaField label={fieldLabel} hint={hint} {...form.field(name)} rows={5} maxLength={TEXT_MAX} />
    </FormDialog>
  )
}
