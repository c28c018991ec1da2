import { useState } from 'react'
import type { Client } from '#domain/clients/client.ts'
import { cededPriceLabel } from '#domain/contracts/cession.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { type Money, pesosLabel } from '#domain/core/money.ts'
import { PickClientDialog } from '#web/clients/PickClientDialog.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { dayText } from './contract-form.ts'
import type { StepProps } from './StepDialog.tsx'

/** Registers that the holder asked to cede the contract: who receives it, and what each of them pays (CON-07). */
export function CedeDialog({ contract, onClose }: StepProps) {
  const [client, setClient] = useState<Client | null>(null)
  if (client === null)
    return <PickClientDialog title="¿Quién recibe el contrato?" onPick={setClient} onClose={onClose} />
  return <RequestDialog contract={contract} client={client} onClose={onClose} />
}

function RequestDialog({ contract, client, onClose }: StepProps & { client: Client }) {
  const params = { no: contract.no_contract }
  const cede = useChange(cessionApi.cession)
  const [requestedOn, setRequestedOn] = useState<Day | null>(() => dayOf(new Date()))
  const previewed = { client_id: client.id, ...(requestedOn !== null && { requested_on: requestedOn }) }
  const { data, error } = useRead(cessionApi.cessionPreview, { params, body: previewed }, { keepPrevious: true })
  const form = useForm({
    schema: cessionApi.cession.body,
    read: (typed) => ({ client_id: client.id, requested_on: dayText(typed, 'requested_on') }),
    fields: ['client_id', 'requested_on'],
    submit: async (request) => {
      const { message } = await cede.mutateAsync({ params, body: request })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title={`Ceder a ${client.name}`} label="Registrar la solicitud" form={form} onClose={onClose}>
      <p>
        {contract.client.name} pide que el contrato pase a {client.name}. Respondes después, con la aceptación escrita
        de quien lo recibe.
      </p>
      <DayField
        label="Día en que lo pidió"
        hint="El plazo para responder corre desde ese día"
        {...form.field('requested_on')}
        value={requestedOn}
        onChange={setRequestedOn}
      />
      <div aria-live="polite">
        {error && <Alert tone="bad">{error.message}</Alert>}
        {data && (
          <Alert>
            {data.data.debt > 0
              ? `Los ${pesosLabel(data.data.debt)} que debe ${contract.client.name} siguen a su nombre. `
              : `${contract.client.name} no debe nada de este contrato. `}
            {waitingCopy(data.data, contract.client.name)}
            Si la aceptas hoy, {client.name} paga desde el {dayLabel(data.data.effective_on)}:{' '}
            {cededPriceLabel(data.data, contract.price_includes_vat)}.
            {data.data.permanence_ends_on !== null &&
              ` La permanencia sigue hasta el ${dayLabel(data.data.permanence_ends_on)}.`}{' '}
            Hay plazo para responder hasta el {dayLabel(data.data.answer_by)}.
          </Alert>
        )}
      </div>
    </FormDialog>
  )
}

/** What waits for an invoice and is settled with the holder who leaves. */
function waitingCopy(
  { waiting_charges, waiting_refunds }: { waiting_charges: Money; waiting_refunds: Money },
  holder: string,
): string {
  const charged =
    waiting_charges > 0 ? `Los ${pesosLabel(waiting_charges)} de cargos por facturar se le cobran a ${holder}. ` : ''
  const refunded = waiting_refunds > 0 ? `Los ${pesosLabel(waiting_refunds)} por devolver son de ${holder}. ` : ''
  return `${charged}${refunded}`
}

/** Accepts the cession that waits for its answer. */
export function AcceptCessionDialog({ contract, onClose }: StepProps) {
  const accept = useChange(cessionApi.acceptCession)
  const form = useForm({
    schema: cessionApi.acceptCession.body,
    fields: ['acceptance'],
    submit: async (body) => {
      const { message } = await accept.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Aceptar la cesión" label="Aceptar" form={form} onClose={onClose}>
      <p>
        Desde el período que sigue, el contrato es del nuevo titular. Lo facturado hasta ahí sigue siendo del anterior.
      </p>
      <TextField
        label="Cómo aceptó por escrito el nuevo titular"
        hint="Por ejemplo: carta firmada del 3 de diciembre, que queda en los anexos"
        {...form.field('acceptance')}
        maxLength={300}
      />
    </FormDialog>
  )
}

/** Refuses the cession that waits for its answer. */
export function RefuseCessionDialog({ contract, onClose }: StepProps) {
  const refuse = useChange(cessionApi.refuseCession)
  const form = useForm({
    schema: cessionApi.refuseCession.body,
    fields: ['reason'],
    submit: async (body) => {
      const { message } = await refuse.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <FormDialog title="Rechazar la cesión" label="Rechazar" tone="danger" form={form} onClose={onClose}>
      <p>El contrato sigue con su titular, a quien le avisamos.</p>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
