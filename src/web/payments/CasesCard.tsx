import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import type { PaymentCase } from '#domain/payments/transaction.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** The open payment cases, each with the button that closes it. Renders nothing when there is none. */
export function CasesCard({ cases }: { cases: readonly PaymentCase[] }) {
  const [open, setOpen] = useState<PaymentCase | null>(null)
  if (cases.length === 0) return null
  return (
    <Card title={cases.length === 1 ? 'Un caso por revisar' : `${cases.length} casos por revisar`}>
      {cases.map((paymentCase) => (
        <Alert key={paymentCase.id} tone="warn">
          <p>{paymentCase.says}</p>
          <p>
            {instantLabel(new Date(paymentCase.opened_at))}
            {paymentCase.amount !== null && ` · ${pesosLabel(paymentCase.amount)}`}
            {paymentCase.count > 1 && ` · ${paymentCase.count} veces`}
          </p>
          <Button size="dense" onClick={() => setOpen(paymentCase)}>
            Cerrar el caso
          </Button>
        </Alert>
      ))}
      {open && <ResolveCaseDialog paymentCase={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function ResolveCaseDialog({ paymentCase, onClose }: { paymentCase: PaymentCase; onClose: () => void }) {
  const resolve = useChange(paymentApi.resolve)
  const form = useForm({
    schema: paymentApi.resolve.body,
    fields: ['resolution'],
    submit: async (body) => {
      const { message } = await resolve.mutateAsync({ params: { id: paymentCase.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cerrar el caso" label="Cerrar caso" form={form} onClose={onClose}>
      <p>{paymentCase.says}</p>
      <TextField label="Qué se hizo" {...form.field('resolution')} maxLength={200} />
    </FormDialog>
  )
}
