import { useState } from 'react'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The day on which an answer was delivered on paper or by telephone. */
export function DeliverDialog({ pqr, onClose }: { pqr: PqrCase; onClose: () => void }) {
  const deliver = useChange(pqrApi.deliver)
  const [on, setOn] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: pqrApi.deliver.body,
    fields: ['delivered_on'],
    read: () => ({ delivered_on: on ?? '', version: pqr.version }),
    submit: async (body) => {
      const { message } = await deliver.mutateAsync({ params: { id: pqr.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Registrar la entrega de la respuesta" label="Registrar entrega" form={form} onClose={onClose}>
      <DayField
        label="Día en que se entregó"
        hint="El plazo para el recurso cuenta desde ese día"
        {...form.field('delivered_on')}
        value={on}
        onChange={setOn}
      />
    </FormDialog>
  )
}
