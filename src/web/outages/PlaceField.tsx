import { PlaceFields } from '#web/places/PlaceFields.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DeviceField } from './DeviceField.tsx'

const KINDS = [
  { value: 'municipality', label: 'Un municipio' },
  { value: 'device', label: 'Un equipo de la red' },
] as const
export type PlaceKind = (typeof KINDS)[number]['value']

type Props = {
  /** The names of its fields begin with it: 'place' has 'place.department', 'place.city' and 'place.device_id'. */
  of: string
  kind: PlaceKind
  onKind: (kind: PlaceKind) => void
  errors: Readonly<Record<string, string>>
}

/** A place of an outage: a municipality, or a device of the network. */
export function PlaceField({ of, kind, onKind, errors }: Props) {
  const device = `${of}.device_id`
  return (
    <>
      <ChoiceField label="Dónde" name={`${of}.kind`} options={KINDS} value={kind} onChange={onKind} />
      {kind === 'device' ? (
        <DeviceField
          field={{ id: device, name: device, error: errors[device] }}
          onMunicipality={() => onKind('municipality')}
        />
      ) : (
        <PlaceFields of={of} errors={errors} place={undefined} />
      )}
    </>
  )
}

/** The fields of a place, in the order of the screen. */
export const placeFieldsOf = (of: string): string[] => [`${of}.department`, `${of}.city`, `${of}.device_id`]

/** The body of a place, of what was typed. */
export const placeBodyOf = (of: string, kind: PlaceKind, typed: Readonly<Record<string, unknown>>) =>
  kind === 'device'
    ? { device_id: typed[`${of}.device_id`] ?? '' }
    : { department: typed[`${of}.department`], city: typed[`${of}.city`] }
