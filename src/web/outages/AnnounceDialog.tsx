import { useState } from 'react'
import { outageApi } from '#domain/outages/api.ts'
import { useChange } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { PlaceFields } from '#web/places/PlaceFields.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { CheckboxField, TextField } from '#web/ui/TextField.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { DeviceField } from './DeviceField.tsx'
import { inputOf, instantOf } from './instant-input.ts'

const NAMES = ['department', 'city', 'device_id', 'cause', 'started_at', 'expected_end_at', 'is_notified'] as const

const PLACES = [
  { value: 'municipality', label: 'Un municipio' },
  { value: 'device', label: 'Un equipo de la red' },
] as const
type PlaceKind = (typeof PLACES)[number]['value']

/** Announces an outage of a municipality or of a device. The clients see it in their portal, and get one email when the user asks for it. */
export function AnnounceDialog({ onClose }: { onClose: () => void }) {
  const announce = useChange(outageApi.announce)
  const [kind, setKind] = useState<PlaceKind>('municipality')
  const [now] = useState(() => inputOf(new Date()))
  const form = useForm({
    schema: outageApi.announce.body,
    read: (typed) => ({
      outage: {
        ...(kind === 'device'
          ? { device_id: typed['outage.device_id'] ?? '' }
          : { department: typed['outage.department'], city: typed['outage.city'] }),
        cause: typed['outage.cause'],
        started_at: instantOf(typed['outage.started_at']),
        expected_end_at: instantOf(typed['outage.expected_end_at']) || null,
        is_notified: Boolean(typed['outage.is_notified']),
      },
    }),
    fields: NAMES.map((name) => `outage.${name}`),
    submit: async (body) => {
      toastSuccess((await announce.mutateAsync({ body })).message)
      onClose()
    },
  })
  return (
    <FormDialog title="Anunciar una falla" label="Anunciar" busyLabel="Anunciando…" form={form} onClose={onClose}>
      <ChoiceField label="Dónde" name="place_kind" options={PLACES} value={kind} onChange={setKind} />
      {kind === 'device' ? (
        <DeviceField field={form.field('outage.device_id')} onMunicipality={() => setKind('municipality')} />
      ) : (
        <PlaceFields of="outage" errors={form.errors} place={undefined} />
      )}
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
      <CheckboxField
        name="outage.is_notified"
        label={`Enviar un correo a los clientes del ${kind === 'device' ? 'equipo' : 'municipio'}`}
        defaultChecked={true}
      />
    </FormDialog>
  )
}
