import { useState } from 'react'
import type { WriteOffMove } from '#domain/accounting/write-off.ts'
import { writeOffApi } from '#domain/accounting/write-off-api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** Undoes a write-off: its invoice is owed again. */
export function UndoWriteOffDialog({ move, onClose }: { move: WriteOffMove; onClose: () => void }) {
  const undo = useChange(writeOffApi.undo)
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: writeOffApi.undo.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await undo.mutateAsync({ params: { id: move.write_off_id }, body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Deshacer el castigo de ${move.number}`}
      label="Deshacer castigo"
      busyLabel="Deshaciendo…"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <p>
        {move.client.name} vuelve a deber {pesosLabel(move.left ?? move.amount)} de esa factura, con fecha de hoy.
      </p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
