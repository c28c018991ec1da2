import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import type { PaymentCase } from '#domain/payments/transaction.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'

/** What a person must look at, with the way to close each. Nothing at all when there is none. */
export function CasesCard() {
  const { data } = useRead(paymentApi.cases, {})
  const [open, setOpen] = useState<PaymentCase | null>(null)
  const cases = data?.data ?? []
  if (cases.length === 0) return null
  return (
    <Card title={cases.length === 1 ? 'Un caso por revisar' : `${cases.length} casos por revisar`}>
      {cases.map((one) => (
        <Alert key={one.id} tone="warn">
          <p>{one.says}</p>
          <p>
            {instantLabel(new Date(one.opened_at))}
            {one.amount !== null && ` · ${pesosLabel(one.amount)}`}
            {one.count > 1 && ` · ${one.count} veces`}
          </p>
          <Button size="dense" onClick={() => setOpen(one)}>
            Cerrar el caso
          </Button>
        </Alert>
      ))}
      {open && <ResolveCaseDialog found={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function ResolveCaseDialog({ found, onClose }: { found: PaymentCase; onClose: () => void }) {
  const resolve = useChange(paymentApi.resolve)
  const form = useForm({
    schema: paymentApi.resolve.body,
    fields: ['resolution'],
    submit: async (body) => {
      const { message } = await resolve.mutateAsync({ params: { id: found.id }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Cerrar el caso" label="Cerrar caso" form={form} onClose={onClose}>
      <p>{found.says}</p>
      <TextField label="Qué se hizo" {...form.field('resolution')} maxLength={200} />
    </FormDialog>
  )
}
