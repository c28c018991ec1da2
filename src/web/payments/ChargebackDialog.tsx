import { useState } from 'react'
import { pesosLabel } from '#domain/core/money.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** Records that the provider took back the money of an approved payment, with a recent password. */
export function ChargebackDialog({ attempt, onClose }: { attempt: Transaction; onClose: () => void }) {
  const chargeback = useChange(paymentApi.chargeback)
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: paymentApi.chargeback.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await chargeback.mutateAsync({ params: { id: attempt.id }, body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Contracargo del pago de ${attempt.client.name}`}
      label="Registrar contracargo"
      busyLabel="Registrando…"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <p>
        Regístralo cuando Wompi te avise que devolvió estos {pesosLabel(attempt.amount)}. El recibo queda reversado y{' '}
        {attempt.invoices.length === 1 ? 'su factura se debe de nuevo.' : 'sus facturas se deben de nuevo.'}
      </p>
      <TextField label="Qué informó Wompi" {...form.field('reason')} maxLength={160} />
    </FormDialog>
  )
}
