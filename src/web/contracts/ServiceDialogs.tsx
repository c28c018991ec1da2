import { contractApi } from '#domain/contracts/api.ts'
import { dayLabel } from '#domain/core/days.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { Corrections } from './Corrections.tsx'
import type { StepProps } from './StepDialog.tsx'

/** Suspends the service for arrears from today on. */
export function SuspendDialog({ contract, onClose }: StepProps) {
  const suspend = useChange(contractApi.suspend)
  const form = useForm({
    schema: contractApi.suspend.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await suspend.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Suspender el servicio" label="Suspender" tone="danger" form={form} onClose={onClose}>
      <p>Los días sin servicio no se cobran. Si lo pide el cliente porque viaja, usa «Pausar».</p>
      <SuspendPreview contract={contract} />
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}

/** What is billed of the days without service, and whether the contract owes anything. */
function SuspendPreview({ contract }: Pick<StepProps, 'contract'>) {
  const { data, error } = useRead(contractApi.suspendPreview, { params: { no: contract.no_contract }, body: {} })
  if (error) return <Alert tone="bad">{error.message}</Alert>
  if (!data) return null
  const { billed_until, is_overdue } = data.data
  return (
    <div aria-live="polite">
      {!is_overdue && <Alert tone="warn">No debe nada vencido: la reconexión no se le cobrará.</Alert>}
      {billed_until !== null && (
        <p>
          Ya está facturado hasta el {dayLabel(billed_until)}. Los días sin servicio se devuelven con una nota crédito
          al reconectar o en cada corte.
        </p>
      )}
    </div>
  )
}

type ReconnectProps = { contract: { no_contract: string; client: { name: string } }; onClose: () => void }

/** Reconnects the service from today on. The charge is shown before it is confirmed (PLN-07). */
export function ReconnectDialog({ contract, onClose }: ReconnectProps) {
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
        {preview.data && <Corrections corrections={preview.data.data.corrections} />}
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
    <FormDialog
      title={`Anular ${contract.no_contract}`}
      label="Anular el contrato"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <p>El contrato no se instala ni se cobra. Su número queda como anulado y no se usa otra vez.</p>
      {contract.signed_at !== null && (
        <p>
          Lo que se facturó de él se anula con notas crédito, lo que el cliente pagó se le devuelve, y le escribimos con
          el día.
        </p>
      )}
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
