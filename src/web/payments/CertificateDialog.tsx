import { useState } from 'react'
import type { Day } from '#domain/core/days.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import type { Payment } from '#domain/payments/payment.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { certificateBody } from '#web/invoices/desk-forms.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The certificate of the withholdings, which the client gives after the payment (R1.12). */
export function CertificateDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const change = useChange(manualPaymentApi.certificate)
  const [issuedOn, setIssuedOn] = useState<Day | null>(payment.certificate?.issued_on ?? null)
  const form = useForm({
    schema: manualPaymentApi.certificate.body,
    read: (typed) => certificateBody(typed),
    fields: ['number', 'issued_on'],
    submit: async (body) => {
      const { message } = await change.mutateAsync({ params: { id: payment.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Certificado del recibo ${payment.number}`} label="Guardar" form={form} onClose={onClose}>
      <TextField
        label="Número del certificado"
        {...form.field('number')}
        defaultValue={payment.certificate?.number}
        maxLength={40}
        autoComplete="off"
      />
      <DayField label="Fecha del certificado" {...form.field('issued_on')} value={issuedOn} onChange={setIssuedOn} />
    </FormDialog>
  )
}
