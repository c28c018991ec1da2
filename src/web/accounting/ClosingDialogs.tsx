import { useState } from 'react'
import { closingApi } from '#domain/accounting/api.ts'
import type { Day } from '#domain/core/days.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const DAY = 'closing.closed_through'
const REASON = 'closing.reason'

/** Closes the books through a day. */
export function CloseDialog({ onClose }: { onClose: () => void }) {
  const change = useChange(closingApi.close)
  const [day, setDay] = useState<Day | null>(null)
  const form = useForm({
    schema: closingApi.close.body,
    read: () => ({ closing: { closed_through: day ?? '' } }),
    fields: [DAY],
    submit: async (body) => {
      const { message } = await change.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cerrar la contabilidad" label="Cerrar hasta ese día" form={form} onClose={onClose}>
      <p>
        Desde ese momento nada lleva fecha de ese día ni de uno anterior. Un pago en línea de un día cerrado, que se
        sepa después, queda en la contabilidad del día en que se sepa.
      </p>
      <DayField label="Cerrar hasta el" {...form.field(DAY)} value={day} onChange={setDay} />
    </FormDialog>
  )
}

/** Opens closed days again: with a reason, and after the password was confirmed. */
export function ReopenDialog({ onClose }: { onClose: () => void }) {
  const change = useChange(closingApi.close)
  const [day, setDay] = useState<Day | null>(null)
  const form = useForm({
    schema: closingApi.close.body,
    // A text that is not a day must not open every day.
    read: (typed) => ({ closing: { closed_through: typed[DAY] === '' ? null : (day ?? ''), reason: typed[REASON] } }),
    fields: [DAY, REASON],
    submit: async (body) => {
      const { message } = await change.mutateAsync({ body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Abrir días cerrados" label="Abrir días" tone="danger" form={form} onClose={onClose}>
      <p>
        Lo que cambie en esos días puede no coincidir con lo que ya declaraste. Queda en la bitácora, con tu motivo.
      </p>
      <DayField
        label="Dejar cerrado hasta el"
        hint="Déjalo vacío para abrir todos los días"
        {...form.field(DAY)}
        value={day}
        onChange={setDay}
      />
      <TextField label="Motivo" {...form.field(REASON)} maxLength={300} />
    </FormDialog>
  )
}
