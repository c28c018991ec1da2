import { installationReportApi } from '#domain/installations/api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** Closes the task of a report with what was done. */
export function FinishTaskDialog({ id, reason, onClose }: { id: string; reason: string; onClose: () => void }) {
  const finish = useChange(installationReportApi.finishTask)
  const form = useForm({
    schema: installationReportApi.finishTask.body,
    fields: ['note'],
    submit: async (body) => {
      toastSuccess((await finish.mutateAsync({ params: { id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cerrar la tarea del acta" label="Marcar como hecha" form={form} onClose={onClose}>
      <p>{reason}</p>
      <TextField label="Qué se hizo" hint="Queda en el acta con tu nombre" {...form.field('note')} maxLength={300} />
    </FormDialog>
  )
}
