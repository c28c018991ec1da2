import { useState } from 'react'
import type { WriteOffCandidate } from '#domain/accounting/write-off.ts'
import { writeOffApi } from '#domain/accounting/write-off-api.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pesosLabel, sum } from '#domain/core/money.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

const DAY = 'write_off.posted_on'
const REASON = 'write_off.reason'
const IDS = 'write_off.invoice_ids'

/** Confirms the write-off of the chosen invoices: how many, how much, why, and on which day of the books. */
export function WriteOffDialog({
  debts,
  onWrittenOff,
  onClose,
}: {
  debts: readonly WriteOffCandidate[]
  onWrittenOff: () => void
  onClose: () => void
}) {
  const post = useChange(writeOffApi.post)
  const [key] = useState(() => crypto.randomUUID())
  const [day, setDay] = useState<Day | null>(() => dayOf(new Date()))
  const form = useForm({
    schema: writeOffApi.post.body,
    read: (values) => ({
      write_off: {
        posted_on: day ?? '',
        reason: values[REASON] ?? '',
        invoice_ids: debts.map(({ invoice_id }) => invoice_id),
      },
    }),
    fields: [DAY, REASON, IDS],
    submit: async (body) => {
      const { message } = await post.mutateAsync({ body, idempotencyKey: key })
      toastSuccess(message)
      onWrittenOff()
      onClose()
    },
  })
  const what = debts.length === 1 ? '1 factura' : `${debts.length} facturas`
  const amount = pesosLabel(sum(debts.map(({ balance }) => balance)))
  return (
    <FormDialog
      title={`Castigar ${what} por ${amount}`}
      label={`Sí, castigar ${what}`}
      busyLabel="Castigando…"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <p>
        Salen de la cartera y no se cobran más. No quedan pagadas: si el cliente paga después, el pago se registra como
        recuperación. El IVA no cambia.
      </p>
      <TextField label="Motivo" {...form.field(REASON)} maxLength={200} autoComplete="off" />
      <DayField label="Fecha en la contabilidad" {...form.field(DAY)} value={day} onChange={setDay} />
    </FormDialog>
  )
}
