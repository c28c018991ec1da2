import { useState } from 'react'
import { type Day, dayOf } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { MANUAL_METHODS, METHOD_LABELS, receivedOf } from '#domain/payments/payment.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { PAYMENT_FIELDS, paymentBody } from '#web/invoices/desk-forms.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { useUnusualPayment } from './UnusualPayment.tsx'

const METHODS = MANUAL_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))

/** A payment received at the desk, with the amounts that a business withheld (TRX-03). An excess becomes credit of the client. */
export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const create = useChange(manualPaymentApi.create)
  const [key] = useState(() => crypto.randomUUID())
  const [paidOn, setPaidOn] = useState<Day | null>(() => dayOf(new Date()))
  const { confirmed, question } = useUnusualPayment()
  const form = useForm({
    schema: manualPaymentApi.create.body,
    read: (typed) => paymentBody(typed, { client_id: invoice.client_id, invoice_id: invoice.id }),
    fields: PAYMENT_FIELDS,
    submit: async (body) => {
      if (!(await confirmed(receivedOf(body.payment), invoice.balance))) return
      const { message } = await create.mutateAsync({ body, idempotencyKey: key })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <>
      <FormDialog
        title={`Registrar pago de ${invoice.number}`}
        label="Registrar pago"
        busyLabel="Registrando…"
        form={form}
        onClose={onClose}
      >
        <p>
          {invoice.client.name} debe {pesosLabel(invoice.balance)} de esta factura. Si paga de más, queda a su favor.
        </p>
        <MoneyField label="Dinero recibido" {...form.field('payment.amount')} initial={invoice.payable / 100} />
        <div className="form__pair">
          <SelectField label="Cómo pagó" {...form.field('payment.method')} options={METHODS} />
          <DayField label="Fecha del pago" {...form.field('payment.paid_on')} value={paidOn} onChange={setPaidOn} />
        </div>
        <TextField
          label="Referencia (opcional)"
          hint="El número de la consignación o de la transferencia"
          {...form.field('payment.reference')}
          maxLength={80}
          autoComplete="off"
        />
        <details className="more">
          <summary>El cliente retuvo impuestos</summary>
          <div className="form">
            <p>La factura se cierra con el dinero recibido más lo retenido, según su certificado.</p>
            <MoneyField label="Retefuente" {...form.field('payment.retentions.retefuente')} />
            <MoneyField label="ReteIVA" {...form.field('payment.retentions.reteiva')} />
            <MoneyField label="ReteICA" {...form.field('payment.retentions.reteica')} />
          </div>
        </details>
      </FormDialog>
      {question}
    </>
  )
}
