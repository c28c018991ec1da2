import { useState } from 'react'
import { clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { ClientPicker } from '#web/clients/ClientPicker.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import type { useForm } from '#web/core/use-form.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { PetitionerFields } from './PetitionerFields.tsx'

type Props = {
  client: Client | null
  onClient: (client: Client | null) => void
  isClient: boolean
  onIsClient: (isClient: boolean) => void
  form: Pick<ReturnType<typeof useForm>, 'field' | 'errors'>
}

const KINDS = [
  { value: 'client', label: 'Es cliente' },
  {
    value: 'other',
    label: 'No es cliente',
    about: 'Alguien que pidió el servicio o recibió un cobro ajeno, por ejemplo.',
  },
] as const

/** The person of a case that the desk files: a client, or the data of a person who is none. */
export function DeskPersonFields({ client, onClient, isClient, onIsClient, form }: Props) {
  const isFinancial = useSession().user?.metadata.role === 'financial'
  return (
    <div className="form">
      <ChoiceField
        label="Esa persona"
        name="person_kind"
        options={KINDS}
        value={isClient ? 'client' : 'other'}
        onChange={(kind) => onIsClient(kind === 'client')}
      />
      {!isClient && <PetitionerFields field={form.field} />}
      {isClient && isFinancial && (
        <ClientPicker
          client={client}
          onPick={onClient}
          id="pqr.client_id"
          ifNone="elige «No es cliente» o créalo en Gestión de clientes."
          error={form.errors['pqr.client_id']}
        />
      )}
      {isClient && !isFinancial && (
        <ClientByDocument client={client} onClient={onClient} error={form.errors['pqr.client_id']} />
      )}
    </div>
  )
}

type ByDocumentProps = Pick<Props, 'client' | 'onClient'> & { error: string | undefined }

/** The client with an exact document: a technician does not read the list of clients. */
function ClientByDocument({ client, onClient, error }: ByDocumentProps) {
  const [typed, setTyped] = useState(client?.identification ?? '')
  const cedula = typed.replaceAll(/[.\s]/g, '')
  const isComplete = /^[A-Za-z0-9-]{5,20}$/.test(cedula)
  const read = useRead(clientApi.findByCedula, { params: { cedula } }, { enabled: isComplete && client === null })
  const found = isComplete ? read.data?.data : undefined
  return (
    <>
      <TextField
        label="Documento del cliente"
        hint="Completo, con o sin puntos"
        id="pqr.client_id"
        error={error}
        autoComplete="off"
        inputMode="numeric"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          onClient(null)
        }}
      />
      <div role="status">
        {client !== null && <Alert tone="good">{client.name}</Alert>}
        {client === null && found && (
          <Alert>
            {found.name}.{' '}
            <button type="button" className="button button--secondary button--dense" onClick={() => onClient(found)}>
              Es esta persona
            </button>
          </Alert>
        )}
        {client === null && isComplete && read.error && (
          <Alert tone="warn">No encontramos un cliente con ese documento. Revísalo o elige «No es cliente».</Alert>
        )}
      </div>
    </>
  )
}
