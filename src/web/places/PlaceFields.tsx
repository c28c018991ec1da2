import { useEffect, useState } from 'react'
import type * as placeModule from '#domain/places/place.ts'
import { SelectField } from '#web/ui/TextField.tsx'

type Places = Pick<typeof placeModule, 'departments' | 'municipalitiesOf'>

type Props = {
  /** The noun of the body that the two fields are of: `client.department`, `client.city`. Left out for a bare body. */
  of?: string
  errors: Readonly<Record<string, string>>
  place: { department: string; city: string } | undefined
}

const FIRST = { value: '', label: 'Elige' }
const optionOf = (name: string) => ({ value: name, label: name })

/** Department and municipality from DANE's list, which is loaded only when a form needs it. */
export function PlaceFields({ of, errors, place }: Props) {
  const [places, setPlaces] = useState<Places | null>(null)
  const [department, setDepartment] = useState(place?.department ?? '')
  useEffect(() => void import('#domain/places/place.ts').then(setPlaces), [])
  // Until the list is loaded the form has the place that it edits, and can be sent.
  const departments = places ? places.departments().map(({ name }) => name) : place ? [place.department] : []
  const cities = places
    ? places.municipalitiesOf(department).map(({ municipality }) => municipality)
    : place
      ? [place.city]
      : []
  const at = (field: string) => {
    const name = of === undefined ? field : `${of}.${field}`
    return { id: name, name, error: errors[name] }
  }
  return (
    <div className="form__pair">
      <SelectField
        label="Departamento"
        {...at('department')}
        options={[FIRST, ...departments.map(optionOf)]}
        value={department}
        onChange={({ target }) => setDepartment(target.value)}
      />
      <SelectField
        key={`${department}${cities.length}`}
        label="Municipio"
        {...at('city')}
        options={[FIRST, ...cities.map(optionOf)]}
        defaultValue={department === place?.department ? place.city : ''}
      />
    </div>
  )
}
