import { useState } from 'react'
import { type OpenRetraction, RETRACTION_CHANNEL_LABELS } from '#domain/contracts/retraction.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { ASKED_CHANNELS } from '#domain/contracts/version.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { ConfirmDialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Alert } from '#web/ui/States.tsx'
import { SelectField } from '#web/ui/TextField.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { dayText } from './contract-form.ts'

type Props = { contract: { no_contract: string }; retraction: OpenRetraction; onClose: () => void }

/** The desk records that a client retracts, with the day and the channel of its request (R2.26). */
export function RetractDialog({ contract, retraction, onClose }: Props) {
  const retract = useChange(retractionApi.retract)
  const [askedOn, setAskedOn] = useState<Day | null>(() => (retraction.began_on === null ? dayOf(new Date()) : null))
  const form = useForm({
    schema: retractionApi.retract.body,
    read: ({ asked_channel, ...typed }) => ({
      asked_on: dayText(typed, 'asked_on'),
      ...(asked_channel === '' ? {} : { asked_channel }),
    }),
    fields: ['asked_on', 'asked_channel'],
    submit: async (body) => {
      const { message } = await retract.mutateAsync({ params: { no: contract.no_contract }, body })
      toastSuccess(message)
      onClose()
    },
  })
  const options = ASKED_CHANNELS.map((value) => ({ value, label: RETRACTION_CHANNEL_LABELS[value] }))
  return (
    <FormDialog title="Registrar retracto" label="Registrar retracto" tone="danger" form={form} onClose={onClose}>
      <p>
        El contrato queda sin efecto y el cliente no paga nada por él. Lo facturado se anula con notas crédito, y lo que
        pagó queda apartado para devolvérselo: no paga otras deudas. El último día para pedirlo es el{' '}
        {dayLabel(retraction.until)}.
      </p>
      {retraction.began_on !== null && (
        <Alert tone="warn">
          El servicio empezó el {dayLabel(retraction.began_on)}. Solo hay retracto si lo pidió antes de ese día: escribe
          el día en que lo pidió. El servicio termina hoy, y los equipos quedan por recoger.
        </Alert>
      )}
      {!retraction.is_distance && (
        <Alert tone="warn">
          Este contrato se firmó con la empresa. La ley da el retracto si se vendió por teléfono, en la casa del cliente
          o con financiación tuya; si fue en tu oficina, aceptarlo es decisión de la empresa.
        </Alert>
      )}
      <DayField label="Día en que lo pidió" {...form.field('asked_on')} value={askedOn} onChange={setAskedOn} />
      <SelectField
        label="Por dónde lo pidió"
        {...form.field('asked_channel')}
        options={[{ value: '', label: 'Elige' }, ...options]}
      />
    </FormDialog>
  )
}

/** A client retracts by itself. */
export function OwnRetractDialog({ contract, onClose }: Omit<Props, 'retraction'>) {
  const retract = useChange(retractionApi.retract)
  const confirm = (): void =>
    retract.mutate(
      { params: { no: contract.no_contract }, body: {} },
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
      title="¿Te retractas del contrato?"
      confirm="Sí, me retracto"
      busy={retract.isPending ? 'Registrando…' : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>
        El contrato {contract.no_contract} queda sin efecto y no te instalamos el servicio. No pagas nada, y lo que ya
        pagaste por él te lo devolvemos en dinero, sin descuentos. Para tener el servicio después hay que firmar otro
        contrato.
      </p>
    </ConfirmDialog>
  )
}
