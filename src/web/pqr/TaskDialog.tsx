import { pqrApi } from '#domain/pqr/api.ts'
import { type PqrCase, TEXT_MAX } from '#domain/pqr/case.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextAreaField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

type Props = { pqr: Pick<PqrCase, 'id' | 'version'>; task: PqrCase['tasks'][number]; onClose: () => void }

/** The confirmation of a task that gives money back, with what was done. */
export function TaskDialog({ pqr: { id, version }, task, onClose }: Props) {
  const finish = useChange(pqrApi.task)
  const form = useForm({
    schema: pqrApi.task.body,
    fields: ['note'],
    // Empty is no note: the schema asks for it.
    read: ({ note }) => ({ note, version }),
    submit: async (body) => {
      const { message } = await finish.mutateAsync({ params: { id, task_id: task.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="¿Ya lo devolviste?" label="Marcar como hecha" form={form} onClose={onClose}>
      <p>{task.text}</p>
      <TextAreaField
        label="Qué se hizo"
        hint="El número de la nota crédito, o cómo y qué día se devolvió el dinero. Queda en el caso."
        {...form.field('note')}
        rows={4}
        maxLength={TEXT_MAX}
      />
    </FormDialog>
  )
}
