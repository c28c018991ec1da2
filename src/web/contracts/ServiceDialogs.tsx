import { useState } from 'react'
import { contractApi, SUSPENSION_KINDS } from '#domain/contracts/api.ts'
import { dayLabel } from '#domain/core/days.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { Corrections } from './Corrections.tsx'
import type { StepProps } from './StepDialog.tsx'

type Kind = (typeof SUSPENSION_KINDS)[number]
const KIND_LABELS = { arrears: 'Por mora', voluntary: 'A pedido del cliente' } as const
const KINDS = SUSPENSION_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))

/** Suspends the service from today on. */
export function SuspendDialog({ contract, onClose }: StepProps) {
  const suspend = useChange(contractApi.suspend)
  const [kind, setKind] = useState<Kind>('arrears')
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
      <SelectField
        label="Por qué"
        {...form.field('kind')}
        options={KINDS}
        onChange={({ target }) => setKind(KINDS.find(({ value }) => value === target.value)?.value ?? 'arrears')}
      />
      <SuspendPreview key={kind} contract={contract} kind={kind} />
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}

/** What is billed of the days without service, and the days of a pause (R2.11). */
function SuspendPreview({ contract, kind }: Pick<StepProps, 'contract'> & { kind: Kind }) {
  const { data, error } = useRead(contractApi.suspendPreview, { params: { no: contract.no_contract }, body: { kind } })
  if (error) return <Alert tone="bad">{error.message}</Alert>
  if (!data) return null
  const { billed_until, pause_begins_on, pause_ends_on } = data.data
  return (
    <div aria-live="polite">
      {pause_begins_on !== null && pause_ends_on !== null && (
        <Alert>
          La pausa se pide antes de que empiece el período: puede empezar el {dayLabel(pause_begins_on)} y, si nadie la
          termina antes, acaba el {dayLabel(pause_ends_on)}.
        </Alert>
      )}
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
    <FormDialog title={`Anular ${contract.no_contract}`} label="Anular" tone="danger" form={form} onClose={onClose}>
      <p>El contrato no se instala ni se cobra. Su número queda como anulado y no se usa otra vez.</p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
