import { useState } from 'react'
import { outageApi } from '#domain/outages/api.ts'
import { type OutageDetail, type OutagePlace, outagePlace, placeName } from '#domain/outages/outage.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { inputOf, instantOf } from './instant-input.ts'

type FormProps = { outage: OutageDetail; onClose: () => void }

/** When the service came back: in one place, or in every place that has no end (`place` null). */
export function EndDialog({ outage, place, onClose }: FormProps & { place: OutagePlace | null }) {
  const end = useChange(outageApi.end)
  const [now] = useState(() => inputOf(new Date()))
  const form = useForm({
    schema: outageApi.end.body,
    read: (typed) => ({ ended_at: instantOf(typed['ended_at']), ...(place && { place_id: place.id }) }),
    fields: ['ended_at'],
    submit: async (body) => {
      toastSuccess((await end.mutateAsync({ params: { id: outage.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Terminó la falla de ${place ? placeName(place) : outagePlace(outage)}`}
      label="Registrar el final"
      form={form}
      onClose={onClose}
    >
      {place === null && outage.places.length > 1 && (
        <p>
          Todos los lugares que siguen sin servicio quedan con esta hora. Si uno volvió antes, registra el suyo primero.
        </p>
      )}
      <TextField label="Volvió" {...form.field('ended_at')} type="datetime-local" defaultValue={now} />
    </FormDialog>
  )
}

export function CorrectDialog({ outage, place, onClose }: FormProps & { place: OutagePlace }) {
  const correct = useChange(outageApi.correct)
  const form = useForm({
    schema: outageApi.correct.body,
    read: (typed) => ({
      started_at: instantOf(typed['started_at']),
      ended_at: instantOf(typed['ended_at']),
      reason: typed['reason'],
      place_id: place.id,
    }),
    fields: ['started_at', 'ended_at', 'reason'],
    submit: async (body) => {
      toastSuccess((await correct.mutateAsync({ params: { id: outage.id }, body })).message)
      onClose()
    },
  })
  const value = (instant: string | null): string => (instant === null ? '' : inputOf(new Date(instant)))
  return (
    <FormDialog
      title={outage.places.length > 1 ? `Corregir las horas de ${placeName(place)}` : 'Corregir las horas'}
      label="Corregir"
      form={form}
      onClose={onClose}
    >
      <p>Lo que falte por compensar va en la próxima factura. Lo que ya está en una factura no se cobra de nuevo.</p>
      <div className="form__pair">
        <TextField
          label="Empezó"
          {...form.field('started_at')}
          type="datetime-local"
          defaultValue={value(place.started_at)}
        />
        <TextField
          label="Volvió"
          {...form.field('ended_at')}
          type="datetime-local"
          defaultValue={value(place.ended_at)}
        />
      </div>
      <TextField label="Motivo" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}

export function CancelDialog({ outage, onClose }: FormProps) {
  const cancel = useChange(outageApi.cancel)
  const form = useForm({
    schema: outageApi.cancel.body,
    fields: ['reason'],
    submit: async (body) => {
      toastSuccess((await cancel.mutateAsync({ params: { id: outage.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Anular la falla de ${outagePlace(outage)}`}
      label="Anular"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <TextField
        label="Motivo"
        hint="Por ejemplo: era otro municipio u otro equipo"
        {...form.field('reason')}
        maxLength={300}
      />
    </FormDialog>
  )
}
