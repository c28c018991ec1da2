import { useState } from 'react'
import { instantLabel } from '#domain/core/days.ts'
import { outageApi } from '#domain/outages/api.ts'
import { type OutageDetail, type OutagePlace, placeName } from '#domain/outages/outage.ts'
import { useChange } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { inputOf, instantOf } from './instant-input.ts'
import './OutagePlaces.css'
import { PlaceField, type PlaceKind, placeBodyOf, placeFieldsOf } from './PlaceField.tsx'

/** What is done with a place; `place` null: with all of them. */
export type PlaceAction = { action: 'end' | 'correct' | 'remove'; place: OutagePlace | null }

/** 'Medellín, Antioquia', or 'Equipo Torre Norte'. */
export const placeLabel = ({
  city,
  department,
  device,
}: Omit<OutagePlace, 'id' | 'started_at' | 'ended_at'>): string =>
  device ? `Equipo ${device.name}` : `${city}, ${department}`

type PlacesProps = { outage: OutageDetail; onOpen: (opened: PlaceAction) => void }

/** The places of an outage with their hours, and what can be done with each. */
export function OutagePlaces({ outage, onOpen }: PlacesProps) {
  const isFinancial = useSession().user?.metadata.role === 'financial'
  const isKept = outage.state !== 'cancelled'
  return (
    <section aria-label="Lugares de la falla">
      <h3 className="outage-place__title">Lugares de la falla</h3>
      <RowList label="Lugares de la falla">
        {outage.places.map((place) => (
          <li key={place.id}>
            <span className="two-lines">
              {placeLabel(place)}
              <small>{hoursOf(place)}</small>
            </span>
            <span className="outage-place__actions">
              {isKept && place.ended_at === null && (
                <PlaceButton name="Ya volvió" place={place} onPress={() => onOpen({ action: 'end', place })} />
              )}
              {isKept && isFinancial && place.ended_at !== null && (
                <PlaceButton name="Corregir horas" place={place} onPress={() => onOpen({ action: 'correct', place })} />
              )}
              {isKept && isFinancial && (
                <PlaceButton name="Quitar" place={place} onPress={() => onOpen({ action: 'remove', place })} />
              )}
            </span>
          </li>
        ))}
      </RowList>
    </section>
  )
}

type ButtonProps = { name: string; place: OutagePlace; onPress: () => void }

const PlaceButton = ({ name, place, onPress }: ButtonProps) => (
  <Button size="dense" aria-label={`${name}: ${placeName(place)}`} onClick={onPress}>
    {name}
  </Button>
)

function hoursOf({ started_at, ended_at }: OutagePlace): string {
  const since = `Desde el ${instantLabel(new Date(started_at))}`
  return ended_at === null ? `${since}, sigue` : `${since} hasta el ${instantLabel(new Date(ended_at))}`
}

type FormProps = { outage: OutageDetail; onClose: () => void }

/** Another place of an outage that lasts, with the hour from which it has no service. */
export function AddPlaceDialog({ outage, onClose }: FormProps) {
  const add = useChange(outageApi.addPlace)
  const [kind, setKind] = useState<PlaceKind>('municipality')
  const [now] = useState(() => inputOf(new Date()))
  const form = useForm({
    schema: outageApi.addPlace.body,
    read: (typed) => ({
      place: { ...placeBodyOf('place', kind, typed), started_at: instantOf(typed['place.started_at']) },
    }),
    fields: [...placeFieldsOf('place'), 'place.started_at'],
    submit: async (body) => {
      toastSuccess((await add.mutateAsync({ params: { id: outage.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title="Agregar un lugar a la falla" label="Agregar" form={form} onClose={onClose}>
      {outage.is_notified && <p>Sus clientes reciben el correo de la falla, si no lo recibieron ya.</p>}
      <PlaceField of="place" kind={kind} onKind={setKind} errors={form.errors} />
      <TextField
        label="Sin servicio desde"
        {...form.field('place.started_at')}
        type="datetime-local"
        defaultValue={now}
      />
    </FormDialog>
  )
}

/** Takes away a place that did not have the outage. */
export function RemovePlaceDialog({ outage, place, onClose }: FormProps & { place: OutagePlace }) {
  const remove = useChange(outageApi.removePlace)
  const form = useForm({
    schema: outageApi.removePlace.body,
    fields: ['reason'],
    submit: async (body) => {
      toastSuccess((await remove.mutateAsync({ params: { id: outage.id, place_id: place.id }, body })).message)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Quitar ${placeName(place)} de la falla`}
      label="Quitar"
      tone="danger"
      form={form}
      onClose={onClose}
    >
      <p>Sus contratos quedan sin los minutos de este lugar. Lo que ya está en una factura no se cobra de nuevo.</p>
      <TextField label="Motivo" hint="Por ejemplo: sí tenía servicio" {...form.field('reason')} maxLength={300} />
    </FormDialog>
  )
}
