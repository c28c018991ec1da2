import { toPesos } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { disputeBody } from './desk-forms.ts'

type Props = { invoice: Invoice; onClose: () => void }

/** INV-11: the disputed amount is not charged while the dispute is open. */
export function DisputeDialog({ invoice, onClose }: Props) {
  const open = useChange(invoiceApi.dispute)
  const form = useForm({
    schema: invoiceApi.dispute.body,
    read: disputeBody,
    fields: ['amount', 'reason'],
    submit: async (body) => {
      const { message } = await open.mutateAsync({ params: { id: invoice.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Reclamo sobre ${invoice.number}`} label="Abrir reclamo" form={form} onClose={onClose}>
      <MoneyField label="Valor en reclamo" {...form.field('amount')} initial={toPesos(invoice.balance)} />
      <TextField label="Qué reclama el cliente" {...form.field('reason')} maxLength={500} />
    </FormDialog>
  )
}

/** The decision on a dispute: from then on the amount is payable again. */
export function ResolveDialog({ invoice, onClose }: Props) {
  const resolve = useChange(invoiceApi.resolveDispute)
  const form = useForm({
    schema: invoiceApi.resolveDispute.body,
    fields: ['resolution'],
    submit: async (body) => {
      const { message } = await resolve.mutateAsync({ params: { id: invoice.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cerrar el reclamo" label="Cerrar reclamo" form={form} onClose={onClose}>
      <p>Si el cliente tiene razón, haz primero la nota crédito por lo que corresponda.</p>
      <TextField label="Decisión" {...form.field('resolution')} maxLength={500} />
    </FormDialog>
  )
}
