import { contractApi, SUSPENSION_KINDS } from '#domain/contracts/api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import type { StepProps } from './StepDialog.tsx'

const KIND_LABELS = { arrears: 'Por mora', voluntary: 'A pedido del cliente' } as const
const KINDS = SUSPENSION_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))

/** Suspends the service from today on. */
export function SuspendDialog({ contract, onClose }: StepProps) {
  const suspend = useChange(contractApi.suspend)
  const form = useForm({
    schema: contractApi.suspend.body,
    fields: ['kind', 'reason'],
    submit: async (body) => {
      const { message } = await suspend.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Suspender el servicio" label="Suspender" tone="danger" form={form} onClose={onClose}>
      <p>Los días sin servicio no se cobran.</p>
      <SelectField label="Por qué" {...form.field('kind')} options={KINDS} />
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}

/** Reconnects the service from today on. The charge is shown before it is confirmed (PLN-07). */
export function ReconnectDialog({ contract, onClose }: StepProps) {
  const reconnect = useChange(contractApi.reconnect)
  const preview = useRead(contractApi.reconnectPreview, { params: { no: contract.no_contract } })
  const confirm = (): void =>
    reconnect.mutate(
      { params: { no: contract.no_contract } },
      {
        onSuccess: ({ message }) => {
          toastSuccess(message)
          onClose()
        },
        onError: (error) => toastError(error.message),
      },
    )
  return (
    <ConfirmDialog
      title="¿Reconectar el servicio?"
      confirm="Reconectar"
      busy={reconnect.isPending ? 'Reconectando…' : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{contract.client.name} vuelve a tener servicio desde hoy.</p>
      <div aria-live="polite">
        {preview.data && <p>{preview.data.data.reason}</p>}
        {preview.error && <Alert tone="bad">{preview.error.message}</Alert>}
      </div>
    </ConfirmDialog>
  )
}

/** Voids a contract that was never in service. */
export function CancelDialog({ contract, onClose }: StepProps) {
  const cancel = useChange(contractApi.cancel)
  const form = useForm({
    schema: contractApi.cancel.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await cancel.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Anular ${contract.no_contract}`} label="Anular" tone="danger" form={form} onClose={onClose}>
      <p>El contrato no se instala ni se cobra. Su número queda como anulado y no se usa otra vez.</p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
