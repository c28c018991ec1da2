import { useEffect, useState } from 'react'
import { IDENTIFICATION_LABELS, IDENTIFICATION_TYPES } from '#domain/clients/client.ts'
import type { ImportPreview } from '#domain/imports/api.ts'
import type { ImportDefaults } from '#domain/imports/defaults.ts'
import type * as placeModule from '#domain/places/place.ts'
import { DayField } from '#web/ui/DayField.tsx'
import { Card } from '#web/ui/Page.tsx'
import { SelectField } from '#web/ui/TextField.tsx'

type Places = Pick<typeof placeModule, 'departments' | 'municipalitiesOf'>
type Option = { value: string; label: string }

const NONE: Option = { value: '', label: 'La que traiga cada fila' }
const optionOf = (name: string): Option => ({ value: name, label: name })
const STRATA: readonly Option[] = ['1', '2', '3', '4', '5', '6'].map((value) => ({ value, label: `Estrato ${value}` }))
const DAYS: readonly Option[] = Array.from({ length: 31 }, (_, index) => optionOf(String(index + 1)))
const TYPES: readonly Option[] = IDENTIFICATION_TYPES.map((value) => ({ value, label: IDENTIFICATION_LABELS[value] }))
const PRICES: readonly Option[] = [
  { value: '', label: 'Como en tu empresa' },
  { value: 'with_vat', label: 'Con IVA incluido' },
  { value: 'without_vat', label: 'Sin IVA' },
]
const CONTRACT_PRICES: readonly Option[] = [
  { value: 'plan', label: 'El de su plan' },
  { value: 'list', label: 'El que trae la lista' },
]
const BALANCES: readonly Option[] = [
  { value: 'list', label: 'En un solo saldo, el de esta lista' },
  { value: 'invoices', label: 'Factura por factura, en otro archivo después' },
]
const RETIRED: readonly Option[] = [
  { value: 'balance', label: 'Solo si deben o tienen saldo' },
  { value: 'all', label: 'Todos' },
]

type Props = {
  preview: ImportPreview
  defaults: ImportDefaults
  onChange: (defaults: ImportDefaults) => void
}

/** What no other system exports, asked once per company: it is used in the rows where the file has nothing. */
export function ImportMissing({ preview, defaults, onChange }: Props) {
  const places = usePlaces()
  // An empty choice is no default, so its key is removed.
  const put = (field: keyof ImportDefaults, value: string | null): void => {
    const { [field]: _old, ...others } = defaults
    onChange(value === null || value === '' ? others : { ...others, [field]: value })
  }
  const select = (label: string, field: keyof ImportDefaults, options: readonly Option[]) => (
    <SelectField
      label={label}
      options={options}
      value={defaults[field] ?? options[0]?.value ?? ''}
      onChange={({ target }) => put(field, target.value)}
    />
  )
  const departments = places?.departments().map(({ name }) => optionOf(name)) ?? given(defaults.department)
  const cities =
    places?.municipalitiesOf(defaults.department ?? '').map(({ municipality }) => optionOf(municipality)) ??
    given(defaults.city)
  return (
    <Card title={preview.source ? `Lo que ${preview.source.name} no trae` : 'Lo que tu archivo no trae'}>
      <div className="form">
        <p>Lo usamos en las filas donde el archivo no lo dice, y lo recordamos para la próxima.</p>
        <div className="import-columns">
          <SelectField
            label="Departamento de tus clientes"
            options={[NONE, ...departments]}
            value={defaults.department ?? ''}
            onChange={({ target }) => {
              const { department: _department, city: _city, ...others } = defaults
              onChange(target.value === '' ? others : { ...others, department: target.value })
            }}
          />
          {select('Municipio de tus clientes', 'city', [NONE, ...cities])}
          {select('Estrato de tus clientes', 'stratum', [NONE, ...STRATA])}
          {select('Documento de tus clientes', 'type_identification', [
            { value: '', label: 'Cédula, o NIT si lleva dígito' },
            ...TYPES,
          ])}
          {select('Día de pago de tus clientes', 'payment_date', [NONE, ...DAYS])}
          {select('Los precios de los planes vienen', 'prices', PRICES)}
          {select('Valor del contrato, si la lista y el plan no coinciden', 'contract_price', CONTRACT_PRICES)}
          {select('Lo que te deben', 'balances', BALANCES)}
          {select('Clientes retirados', 'retired', RETIRED)}
          <DayField
            label="Fecha de corte de los saldos"
            value={defaults.cut_off_on ?? null}
            onChange={(day) => put('cut_off_on', day)}
            hint="Hoy si la dejas vacía"
          />
        </div>
      </div>
    </Card>
  )
}

const given = (name: string | undefined): Option[] => (name === undefined ? [] : [optionOf(name)])

/** The list of DANE, which is loaded only when this screen needs it. */
function usePlaces(): Places | null {
  const [places, setPlaces] = useState<Places | null>(null)
  useEffect(() => void import('#domain/places/place.ts').then(setPlaces), [])
  return places
}
