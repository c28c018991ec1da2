import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { networkApi } from '#domain/network/api.ts'
import { DEVICE_KIND_LABELS, type NetworkDevice } from '#domain/network/device.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { Query } from '#web/core/Query.tsx'
import { useChange, useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { DeviceDialog } from './DeviceDialog.tsx'
import { deviceState } from './network-words.ts'

type Open = NetworkDevice | 'new' | 'assign' | null

/** The devices of a company: how each one is, and what waits for a person. The administrator adds and changes them. */
export function DevicesPage() {
  const role = useSession().user?.metadata.role
  const companyId = useSearchParams()[0].get('company_id')
  const query = companyId === null ? {} : { company_id: companyId }
  const canChange = role === 'admin' || role === 'superadmin'
  const isAsking = role === 'superadmin' && companyId === null
  const [open, setOpen] = useState<Open>(null)
  return (
    <Page
      title="Equipos de red"
      subtitle="Dónde se cortan, se reconectan y cambian de velocidad los servicios"
      actions={
        !isAsking && (
          <>
            {role !== 'superadmin' && <LinkButton to={paths.network}>Órdenes</LinkButton>}
            {role === 'network' && <Button onClick={() => setOpen('assign')}>Asignar conexiones</Button>}
            {canChange && (
              <Button variant="primary" onClick={() => setOpen('new')}>
                Nuevo equipo
              </Button>
            )}
          </>
        )
      }
    >
      {isAsking ? (
        <EmptyState title="Elige una empresa">Abre sus equipos desde su ficha, en Gestión de empresas.</EmptyState>
      ) : (
        <Devices query={query} canChange={canChange} onOpen={setOpen} />
      )}
      {open === 'assign' && <AssignDialog onClose={() => setOpen(null)} />}
      {open !== null && open !== 'assign' && (
        <DeviceDialog device={open === 'new' ? null : open} query={query} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}

type ListProps = { query: { company_id?: string }; canChange: boolean; onOpen: (open: Open) => void }

function Devices({ query, canChange, onOpen }: ListProps) {
  const read = useRead(networkApi.devices, { query })
  return (
    <Query of={read} lines={6} height={28}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title="Aún no hay equipos">
            {canChange
              ? 'Agrega un webhook, un MikroTik o un router con RADIUS: empieza observando, sin cambiar nada.'
              : 'Quien administra la empresa los agrega.'}
          </EmptyState>
        ) : (
          <div className="card-pair">
            {data.map((device) => (
              <DeviceCard
                key={device.id}
                device={device}
                query={query}
                canChange={canChange}
                onEdit={() => onOpen(device)}
              />
            ))}
          </div>
        )
      }
    </Query>
  )
}

type CardProps = { device: NetworkDevice; query: { company_id?: string }; canChange: boolean; onEdit: () => void }

function DeviceCard({ device, query, canChange, onEdit }: CardProps) {
  const { tone, label, note } = deviceState(device)
  const isOwn = query.company_id === undefined
  return (
    <Card title={device.name} actions={<Badge tone={tone}>{label}</Badge>}>
      {note !== null && <p>{note}</p>}
      <Facts
        facts={[
          { label: 'Conexión', value: DEVICE_KIND_LABELS[device.kind] },
          { label: 'Dirección', value: device.url ?? device.nas_address },
          { label: 'Servicios', value: device.services },
          { label: 'Órdenes en cola', value: device.queued },
          { label: 'Diferencias', value: isOwn ? <Differences device={device} /> : device.differences },
          {
            label: 'Respondió',
            value: device.answered_at === null ? 'Nunca' : instantLabel(new Date(device.answered_at)),
          },
        ]}
      />
      <DeviceActions device={device} query={query} canChange={canChange} onEdit={onEdit} />
    </Card>
  )
}

const Differences = ({ device }: { device: NetworkDevice }) =>
  device.compared_at === null ? (
    'Sin comparar'
  ) : (
    <Link to={`${paths.networkDifferences}?device_id=${device.id}`}>{device.differences}</Link>
  )

function DeviceActions({ device, query, canChange, onEdit }: CardProps) {
  const test = useChange(networkApi.testDevice)
  const compare = useChange(networkApi.compare)
  const confirm = useChange(networkApi.confirm)
  const params = { id: device.id }
  const done = {
    onSuccess: ({ message }: { message: string }) => toastSuccess(message),
    onError: (failure: Parameters<typeof toastFailure>[0]) => toastFailure(failure, 'No se pudo: inténtalo de nuevo'),
  }
  const isOwn = query.company_id === undefined
  return (
    <div className="form__actions">
      {canChange && (
        <>
          <Button size="dense" aria-label={`Cambiar ${device.name}`} onClick={onEdit}>
            Cambiar
          </Button>
          <Button
            size="dense"
            aria-label={`Probar ${device.name}`}
            busy={test.isPending ? 'Probando…' : undefined}
            onClick={() => test.mutate({ params, query }, done)}
          >
            Probar
          </Button>
        </>
      )}
      {isOwn && device.kind === 'routeros' && device.mode !== 'off' && (
        <Button
          size="dense"
          aria-label={`Comparar ${device.name}`}
          busy={compare.isPending ? 'Leyendo…' : undefined}
          onClick={() => compare.mutate({ params }, done)}
        >
          Comparar
        </Button>
      )}
      {isOwn && (device.halted === 'cuts' || device.halted === 'differences') && (
        <Button
          size="dense"
          variant="danger"
          busy={confirm.isPending ? 'Confirmando…' : undefined}
          onClick={() => confirm.mutate({ params }, done)}
        >
          {device.halted === 'cuts' ? 'Confirmar los cortes' : 'Corregir las diferencias'}
        </Button>
      )}
    </div>
  )
}
