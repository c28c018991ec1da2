import { useState } from 'react'
import {
  type Client,
  IDENTIFICATION_LABELS,
  IDENTIFICATION_TYPES,
  identificationProblem,
  isIdentification,
} from '#domain/clients/client.ts'
import { SEGMENT_LABELS, SEGMENTS } from '#domain/core/segment.ts'
import { PlaceFields } from '#web/places/PlaceFields.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'
import type { CLIENT_FIELDS } from './client-form.ts'

type Props = {
  client?: Client
  errors: Readonly<Record<string, string>>
  isBusiness: boolean
  onType: (type: string) => void
}

const TYPES = IDENTIFICATION_TYPES.map((value) => ({ value, label: IDENTIFICATION_LABELS[value] }))
const USES = SEGMENTS.map((value) => ({ value, label: SEGMENT_LABELS[value] }))
const STRATA = [
  { value: '', label: 'Sin estrato' },
  ...['1', '2', '3', '4', '5', '6'].map((value) => ({ value, label: value })),
]

/** The data of a client, in groups: identity, use, contact, address. */
export function ClientFields({ client, errors, isBusiness, onType }: Props) {
  const at = atOf(errors)
  return (
    <>
      <Identity client={client} errors={errors} onType={onType} />
      {isBusiness ? (
        <TextField label="Razón social" {...at('client.business_name')} defaultValue={client?.business_name ?? ''} />
      ) : (
        <div className="form__pair">
          <TextField label="Primer nombre" {...at('client.first_name')} defaultValue={client?.first_name ?? ''} />
          <TextField label="Segundo nombre" {...at('client.second_name')} defaultValue={client?.second_name ?? ''} />
          <TextField label="Primer apellido" {...at('client.last_name')} defaultValue={client?.last_name ?? ''} />
          <TextField
            label="Segundo apellido"
            {...at('client.second_lastname')}
            defaultValue={client?.second_lastname ?? ''}
          />
        </div>
      )}
      {!isBusiness && (
        <TextField
          label="Nacionalidad"
          hint="Opcional"
          {...at('client.nacionality')}
          maxLength={60}
          defaultValue={client?.nacionality ?? ''}
        />
      )}
      <UseAndContact client={client} errors={errors} isBusiness={isBusiness} />
      <TextField label="Correo" {...at('client.email')} inputMode="email" defaultValue={client?.email ?? ''} />
      <PlaceFields of="client" errors={errors} place={client} />
      <TextField label="Dirección" {...at('client.address')} maxLength={160} defaultValue={client?.address ?? ''} />
      <TextField
        label="Día de pago"
        hint="Del 1 al 31. Sin él, vence diez días después de emitida"
        {...at('client.payment_date')}
        inputMode="numeric"
        maxLength={2}
        defaultValue={String(client?.payment_date ?? '')}
      />
    </>
  )
}

function UseAndContact({
  client,
  errors,
  isBusiness,
}: Omit<Props, 'client' | 'onType'> & { client: Client | undefined }) {
  const at = atOf(errors)
  return (
    <div className="form__pair">
      <SelectField
        key={isBusiness ? 'business' : 'person'}
        label="Uso del servicio"
        {...at('client.segment')}
        options={USES}
        defaultValue={client?.segment ?? (isBusiness ? 'business' : 'residential')}
      />
      <SelectField
        label="Estrato"
        hint="El de la dirección. Decide el IVA"
        {...at('client.stratum')}
        options={STRATA}
        defaultValue={String(client?.stratum ?? '')}
      />
      <TextField
        label="Celular"
        hint="10 dígitos"
        {...at('client.phone')}
        inputMode="tel"
        defaultValue={client?.phone ?? ''}
      />
      <TextField
        label="Teléfono fijo"
        {...at('client.telephone')}
        inputMode="tel"
        defaultValue={client?.telephone ?? ''}
      />
    </div>
  )
}

/** The name of a control and its error. */
const atOf = (errors: Props['errors']) => (field: (typeof CLIENT_FIELDS)[number]) => ({
  id: field,
  name: field,
  error: errors[field],
  autoComplete: 'off',
})

/** The identity document; the check digit of a NIT is verified while the user types, not only when the form is sent. */
function Identity({
  client,
  errors,
  onType,
}: {
  client: Client | undefined
  errors: Props['errors']
  onType: Props['onType']
}) {
  const [type, setType] = useState(client?.type_identification ?? 'CC')
  const [number, setNumber] = useState(client?.identification ?? '')
  const [isLeft, setLeft] = useState(false)
  const isWrong = isLeft && number !== '' && !isIdentification(type, number)
  return (
    <div className="form__pair">
      <SelectField
        label="Tipo de documento"
        id="client.type_identification"
        name="client.type_identification"
        error={errors['client.type_identification']}
        options={TYPES}
        value={type}
        onChange={({ target }) => {
          setType(IDENTIFICATION_TYPES.find((known) => known === target.value) ?? 'CC')
          onType(target.value)
        }}
      />
      <TextField
        label="Número de documento"
        id="client.identification"
        name="client.identification"
        hint={type === 'NIT' ? 'Con su dígito de verificación: 900123456-8' : 'Sin puntos ni espacios'}
        error={errors['client.identification'] ?? (isWrong ? identificationProblem(type, number) : undefined)}
        defaultValue={client?.identification}
        autoComplete="off"
        onChange={({ target }) => {
          setNumber(target.value.replace(/[.\s]/g, ''))
          setLeft(isWrong)
        }}
        onBlur={() => setLeft(true)}
      />
    </div>
  )
}
