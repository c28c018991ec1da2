import { useState } from 'react'
import { outageApi } from '#domain/outages/api.ts'
import { OUTAGE_PLACES_MAX } from '#domain/outages/outage.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CheckboxField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { inputOf, instantOf } from './instant-input.ts'
import './OutagePlaces.css'
import { PlaceField, type PlaceKind, placeBodyOf, placeFieldsOf } from './PlaceField.tsx'

const NAMES = ['cause', 'started_at', 'expected_end_at', 'is_notified'] as const

/** A place of the form. `key`: it stays when another one is taken away. */
type FormPlace = { key: number; kind: PlaceKind }
const nameOf = (index: number): string => `outage.places.${index}`

/**
 * Announces an outage of one or several municipalities and devices. The clients see it in their portal, and get one email when the user asks
 * for it.
 */
export function AnnounceDialog({ onClose }: { onClose: () => void }) {
  const announce = useChange(outageApi.announce)
  const [places, setPlaces] = useState<readonly FormPlace[]>([{ key: 0, kind: 'municipality' }])
  const [now] = useState(() => inputOf(new Date()))
  const form = useForm({
    schema: outageApi.announce.body,
    read: (typed) => ({
      outage: {
        places: places.map(({ kind }, index) => placeBodyOf(nameOf(index), kind, typed)),
        cause: typed['outage.cause'],
        started_at: instantOf(typed['outage.started_at']),
        expected_end_at: instantOf(typed['outage.expected_end_at']) || null,
        is_notified: Boolean(typed['outage.is_notified']),
      },
    }),
    fields: [...places.flatMap((_, index) => placeFieldsOf(nameOf(index))), ...NAMES.map((name) => `outage.${name}`)],
    submit: async (body) => {
      toastSuccess((await announce.mutateAsync({ body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title="Anunciar una falla" label="Anunciar" busyLabel="Anunciando…" form={form} onClose={onClose}>
      <AnnouncedPlaces places={places} onChange={setPlaces} errors={form.errors} />
      <TextField
        label="Causa"
        hint="La leen los clientes. Por ejemplo: corte de la fibra en la vía"
        {...form.field('outage.cause')}
        maxLength={200}
        autoComplete="off"
      />
      <div className="form__pair">
        <TextField label="Desde" {...form.field('outage.started_at')} type="datetime-local" defaultValue={now} />
        <TextField
          label="Se espera que vuelva"
          hint="Opcional"
          {...form.field('outage.expected_end_at')}
          type="datetime-local"
        />
      </div>
      <CheckboxField name="outage.is_notified" label={notifiedLabel(places)} defaultChecked={true} />
    </FormDialog>
  )
}

function notifiedLabel([first, ...others]: readonly FormPlace[]): string {
  if (others.length > 0) return 'Enviar un solo correo a cada cliente de estos lugares'
  return `Enviar un correo a los clientes del ${first?.kind === 'device' ? 'equipo' : 'municipio'}`
}

type PlacesProps = {
  places: readonly FormPlace[]
  onChange: (places: readonly FormPlace[]) => void
  errors: Readonly<Record<string, string>>
}

/** One place, or several with a title each. */
function AnnouncedPlaces({ places, onChange, errors }: PlacesProps) {
  const add = (): void =>
    onChange([...places, { key: Math.max(...places.map(({ key }) => key)) + 1, kind: 'municipality' }])
  const fieldOf = ({ key, kind }: FormPlace, index: number) => (
    <PlaceField
      of={nameOf(index)}
      kind={kind}
      onKind={(chosen) => onChange(places.map((place) => (place.key === key ? { key, kind: chosen } : place)))}
      errors={errors}
    />
  )
  return (
    <>
      {places.map((place, index) => (
        <section key={place.key} className="form" aria-label={`Lugar ${index + 1}`}>
          {places.length > 1 && (
            <h3 className="outage-place__title">
              Lugar {index + 1}
              <Button
                size="dense"
                aria-label={`Quitar el lugar ${index + 1}`}
                onClick={() => onChange(places.filter(({ key }) => key !== place.key))}
              >
                Quitar
              </Button>
            </h3>
          )}
          {fieldOf(place, index)}
        </section>
      ))}
      {places.length < OUTAGE_PLACES_MAX && (
        <div>
          <Button onClick={add}>Agregar otro lugar</Button>
        </div>
      )}
    </>
  )
}
