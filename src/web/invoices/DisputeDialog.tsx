import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { MoneyField } from '#web/ui/MoneyField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { disputeBody } from './desk-forms.ts'

const FORM_ID = 'dispute-form'

type Props = { invoice: Invoice; onClose: () => void }

/** INV-11: what the client claims is not charged while the claim is open. */
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
    <Dialog
      title={`Reclamo sobre ${invoice.number}`}
      onClose={onClose}
      footer={<Foot form={form} label="Abrir reclamo" onClose={onClose} />}
    >
      <form id={FORM_ID} className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form} />
        <MoneyField
          label="Valor en reclamo"
          kind="decimal"
          id="amount"
          name="amount"
          initial={invoice.balance / 100}
          error={form.errors['amount']}
        />
        <TextField
          label="Qué reclama el cliente"
          id="reason"
          name="reason"
          maxLength={500}
          error={form.errors['reason']}
        />
      </form>
    </Dialog>
  )
}

/** The decision over a claim: from then on the sum is payable again. */
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
    <Dialog
      title="Cerrar el reclamo"
      onClose={onClose}
      footer={<Foot form={form} label="Cerrar reclamo" onClose={onClose} />}
    >
      <p>Si el cliente tiene razón, haz primero la nota crédito por lo que corresponda.</p>
      <form id={FORM_ID} className="form" noValidate onSubmit={form.onSubmit}>
        <FormProblem form={form} />
        <TextField
          label="Decisión"
          id="resolution"
          name="resolution"
          maxLength={500}
          error={form.errors['resolution']}
        />
      </form>
    </Dialog>
  )
}

function Foot({ form, label, onClose }: { form: { isBusy: boolean }; label: string; onClose: () => void }) {
  return (
    <>
      <Button onClick={onClose}>Cancelar</Button>
      <Button type="submit" form={FORM_ID} variant="primary" busy={form.isBusy ? 'Guardando…' : undefined}>
        {label}
      </Button>
    </>
  )
}
