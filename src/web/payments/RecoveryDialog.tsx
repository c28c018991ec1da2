import { useState } from 'react'
import { pesosLabel, toPesos } from '#domain/core/money.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { receivedOf } from '#domain/payments/payment.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { PAYMENT_FIELDS, paymentBody } from '#web/invoices/desk-forms.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ReceivingFields } from './ReceivingFields.tsx'
import { TurnNotice } from './TurnNotice.tsx'
import { useUnusualPayment } from './UnusualPayment.tsx'

type Props = {
  invoice: Pick<Invoice, 'id' | 'number' | 'client_id' | 'client' | 'written_off'>
  onClose: () => void
}

/** A payment of a written-off invoice: its debt is recovered for what is paid, and what is over it is credit in favour (ACC-07). */
export function RecoveryDialog({ invoice, onClose }: Props) {
  const { id, number, client_id, client, written_off } = invoice
  const create = useChange(manualPaymentApi.create)
  const [key] = useState(() => crypto.randomUUID())
  const { confirmed, question } = useUnusualPayment()
  const form = useForm({
    schema: manualPaymentApi.create.body,
    read: (typed) => {
      const { payment } = paymentBody(typed, { client_id, chosen: null, keepsAdvance: false })
      return { payment: { ...payment, invoice_ids: [id] } }
    },
    fields: PAYMENT_FIELDS,
    submit: async (body) => {
      if (!(await confirmed(receivedOf(body.payment), written_off))) return
      const { message } = await create.mutateAsync({ body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <>
      <FormDialog
        title={`Registrar recuperación de ${number}`}
        label="Registrar recuperación"
        busyLabel="Registrando…"
        form={form}
        onClose={onClose}
      >
        <TurnNotice />
        <p>
          De esta factura de {client.name} están castigados <span className="amount">{pesosLabel(written_off)}</span>.
          Lo que pague se registra como recuperación de cartera, con su recibo.
        </p>
        <MoneyField label="Dinero recibido" {...form.field('payment.amount')} initial={toPesos(written_off)} />
        <ReceivingFields field={form.field} />
      </FormDialog>
      {question}
    </>
  )
}
