import { Link } from 'react-router'
import { IDENTIFICATION_LABELS } from '#domain/clients/client.ts'
import { paths } from '#domain/core/paths.ts'
import type { PqrCase } from '#domain/pqr/case.ts'
import { useSession } from '#web/core/session.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'

/** Who filed the case and how to reach the person; the financial desk opens the client. */
export function PetitionerCard({ pqr: { petitioner, client_id } }: { pqr: PqrCase }) {
  const canOpen = useSession().user?.metadata.role === 'financial' && client_id !== null
  const { name, type_identification, identification, phone, email, address } = petitioner
  return (
    <Card title={client_id === null ? 'Quién radicó (no es cliente)' : 'Cliente'}>
      <Facts
        facts={[
          { label: 'Nombre', value: canOpen ? <Link to={paths.client(client_id)}>{name}</Link> : name },
          { label: IDENTIFICATION_LABELS[type_identification], value: identification },
          { label: 'Teléfono', value: phone === null ? '—' : <a href={`tel:+57${phone}`}>{phone}</a> },
          { label: 'Correo', value: email ?? '—' },
          { label: 'Dirección', value: address ?? '—' },
        ]}
      />
    </Card>
  )
}
