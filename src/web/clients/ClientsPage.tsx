import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CLIENT_SORTS, clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { READ_ERRORS } from '#web/core/read-errors.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { ClientDialog } from './ClientDialog.tsx'
import './clients.css'

const columns: readonly Column<Client>[] = [
  {
    key: 'name',
    header: 'Nombre',
    cell: (client) => (
      <Link className="client-name" to={paths.client(client.id)}>
        {client.name}
      </Link>
    ),
    card: 'title',
    sortable: true,
  },
  {
    key: 'identification',
    header: 'Identificación',
    cell: (client) => client.identification,
    sortable: true,
  },
  { key: 'phone', header: 'Celular', cell: (client) => client.phone ?? '—' },
  { key: 'city', header: 'Ciudad', cell: (client) => client.city, sortable: true },
  { key: 'plan', header: 'Plan', cell: (client) => planOf(client) },
  {
    key: 'balance',
    header: 'Saldo',
    cell: (client) => <strong>{pesosLabel(client.balance)}</strong>,
    align: 'end',
    card: 'amount',
  },
  {
    key: 'is_active',
    header: 'Estado',
    cell: (client) =>
      client.user.is_active ? <Badge tone="good">Activo</Badge> : <Badge tone="quiet">Inactivo</Badge>,
    card: 'badge',
  },
]

function planOf(client: Client): string {
  const running = client.contracts.filter(
    (contract) => contract.status !== 'terminated' && contract.status !== 'cancelled',
  )
  if (running.length > 1) return `${running.length} contratos`
  return running[0]?.plan.name ?? 'Sin contrato'
}

/** Whether a client may sign in. */
const USER_STATUSES = [
  { value: 'true', label: 'Activo' },
  { value: 'false', label: 'Inactivo' },
]

/** Gestión de clientes (CLI-01). */
export function ClientsPage() {
  const navigate = useNavigate()
  const url = useTableUrl({ sorts: CLIENT_SORTS })
  const [isCreating, setCreating] = useState(false)
  const active = USER_STATUSES.find((status) => status.value === url.filters['is_active'])
  const query = { ...url.query, ...(active ? { is_active: active.value === 'true' } : {}) }
  const list = useRead(clientApi.list, { query }, { keepPrevious: true })
  return (
    <Page
      title="Gestión de clientes"
      subtitle={list.data?.meta && `${new Intl.NumberFormat('es-CO').format(list.data.meta.total)} clientes`}
      actions={
        <>
          <ExportMenu list="clients" filters={{ ...query, is_active: active?.value }} />
          <Button onClick={() => void navigate(paths.clientImport)}>Importar</Button>
          <Button variant="primary" onClick={() => setCreating(true)}>
            Crear cliente
          </Button>
        </>
      }
    >
      <Table
        caption="Clientes de la empresa"
        columns={columns}
        {...listProps(url, list, READ_ERRORS.clients)}
        rowKey={(client) => client.id}
        rowName={(client) => client.name}
        tools={<Tools url={url} active={active} />}
        empty={
          <NoClients
            isFiltered={url.q !== '' || active !== undefined}
            onClear={url.onClear}
            onCreate={() => setCreating(true)}
          />
        }
        actions={[{ kind: 'view', onPress: (client) => void navigate(paths.client(client.id)) }]}
      />
      {isCreating && (
        <ClientDialog onClose={() => setCreating(false)} onDone={(client) => void navigate(paths.client(client.id))} />
      )}
    </Page>
  )
}

type ToolsProps = { url: ReturnType<typeof useTableUrl>; active: (typeof USER_STATUSES)[number] | undefined }

function Tools({ url, active }: ToolsProps) {
  return (
    <>
      <SearchField label="Buscar por nombre, cédula, celular o contrato" value={url.q} onSearch={url.onSearch} />
      <TableFilters>
        <SelectFilter
          label="Estado"
          options={USER_STATUSES}
          value={active?.value}
          onChange={(value) => url.onFilter('is_active', value)}
        />
      </TableFilters>
      <FilterChips
        chips={active ? [{ key: 'is_active', label: `Estado: ${active.label}` }] : []}
        onRemove={(key) => url.onFilter(key, '')}
        onClear={url.onClear}
      />
    </>
  )
}

function NoClients({
  isFiltered,
  onClear,
  onCreate,
}: {
  isFiltered: boolean
  onClear: () => void
  onCreate: () => void
}) {
  if (isFiltered) {
    return (
      <EmptyState kind="no-match" action={<Button onClick={onClear}>Limpiar filtros</Button>}>
        Prueba con parte del nombre, con la cédula o con el número del contrato.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Aún no tienes clientes"
      action={
        <Button variant="primary" onClick={onCreate}>
          Crear el primer cliente
        </Button>
      }
    >
      También puedes traerlos todos de un archivo de Excel o CSV con Importar.
    </EmptyState>
  )
}
