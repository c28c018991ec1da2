import { useEffect, useState } from 'react'
import type * as placeModule from '#domain/places/place.ts'
import { SelectField } from '#web/ui/TextField.tsx'

type Places = Pick<typeof placeModule, 'departments' | 'municipalitiesOf'>

type Props = {
  /** The noun of the body that the two fields are of: `client.department`, `client.city`. */
  of: string
  errors: Readonly<Record<string, string>>
  place: { department: string; city: string } | undefined
}

/** Department and municipality from DANE's list, which is loaded only when a form needs it. */
export function PlaceFields({ of, errors, place }: Props) {
  const [places, setPlaces] = useState<Places | null>(null)
  const [department, setDepartment] = useState(place?.department ?? '')
  useEffect(() => void import('#domain/places/place.ts').then(setPlaces), [])
  const first = { value: '', label: 'Elige' }
  const departments = places?.departments().map(({ name }) => ({ value: name, label: name })) ?? []
  const cities =
    places?.municipalitiesOf(department).map(({ municipality }) => ({ value: municipality, label: municipality })) ?? []
  const at = (field: string) => ({ id: `${of}.${field}`, name: `${of}.${field}`, error: errors[`${of}.${field}`] })
  return (
    <div className="form__pair">
      <SelectField
        label="Departamento"
        {...at('department')}
        options={[first, ...departments]}
        value={department}
        onChange={({ target }) => setDepartment(target.value)}
      />
      <SelectField
        key={`${department}${cities.length}`}
        label="Municipio"
        {...at('city')}
        options={[first, ...cities]}
        defaultValue={department === place?.department ? place.city : ''}
      />
    </div>
  )
}
