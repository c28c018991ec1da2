import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { outageApi } from '#domain/outages/api.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { SelectField, TextField } from '#web/ui/TextField.tsx'

/** With more devices than these the list has a search. */
const SHORT_LIST = 10

type Props = { field: { id: string; name: string; error: string | undefined }; onMunicipality: () => void }

/** The device of an outage. A company without devices reads what to do instead. */
export function DeviceField({ field, onMunicipality }: Props) {
  const read = useRead(outageApi.devices, {})
  const [search, setSearch] = useState('')
  const isNetwork = useSession().user?.metadata.role === 'network'
  return (
    <Query of={read} lines={2} height={40}>
      {({ data: devices }) => {
        if (devices.length === 0) {
          return (
            <EmptyState
              title="Tu empresa no tiene equipos en Enlace"
              action={<Button onClick={onMunicipality}>Anunciarla por municipio</Button>}
            >
              El administrador los agrega en Red, Equipos, y redes asigna allí las conexiones de los contratos.
              {isNetwork && <Link to={paths.networkDevices}>Ver los equipos</Link>}
            </EmptyState>
          )
        }
        const found = devices.filter(({ name }) => plain(name).includes(plain(search)))
        return (
          <>
            {devices.length > SHORT_LIST && (
              <TextField
                label="Buscar equipo"
                name={`${field.name}_search`}
                value={search}
                onChange={({ target }) => setSearch(target.value)}
                autoComplete="off"
              />
            )}
            <SelectField
              key={search}
              label="Equipo"
              hint={found.length === 0 ? 'Ningún equipo tiene ese nombre' : 'Solo quedan sin servicio sus conexiones'}
              {...field}
              options={[
                ...(found.length === 1 ? [] : [{ value: '', label: 'Elige' }]),
                ...found.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </>
        )
      }}
    </Query>
  )
}

/** A text to compare: without capitals and accents. */
const plain = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
