import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CLIENT_SORTS, clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { READ_ERRORS } from '#web/core/read-errors.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { RowAction } from '#web/ui/table-actions.ts'
import { ClientDialog } from './ClientDialog.tsx'
import { ClientTools } from './ClientTools.tsx'
import { moreFilterChips, readClientFilters } from './client-filters.ts'
import { StatusDialog } from './StatusDialog.tsx'
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
  { key: 'phone', header: 'Celular', cell: (client) => client.phone ?? '—', card: 'hidden' },
  { key: 'city', header: 'Ciudad', cell: (client) => client.city, card: 'hidden' },
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

type Open = { kind: 'create' } | { kind: 'edit' | 'status'; client: Client } | null

/** Gestión de clientes (CLI-01). */
export function ClientsPage() {
  const navigate = useNavigate()
  const url = useTableUrl({ list: 'clients', sorts: CLIENT_SORTS })
  const [open, setOpen] = useState<Open>(null)
  const close = (): void => setOpen(null)
  const filters = readClientFilters(url.filters)
  const { is_active, texts, days } = filters
  const query = { ...url.query, ...texts, ...days, is_active }
  const list = useRead(clientApi.list, { query }, { keepPrevious: true })
  return (
    <Page
      title="Gestión de clientes"
      subtitle={list.data?.meta && `${new Intl.NumberFormat('es-CO').format(list.data.meta.total)} clientes`}
      actions={
        <>
          <ExportMenu
            list="clients"
            filters={{ ...query, is_active: is_active === undefined ? undefined : String(is_active) }}
          />
          <Button onClick={() => void navigate(paths.clientImport)}>Importar</Button>
          <Button variant="primary" onClick={() => setOpen({ kind: 'create' })}>
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
        tools={<ClientTools url={url} filters={filters} />}
        empty={
          <NoClients
            isFiltered={url.q !== '' || is_active !== undefined || moreFilterChips(filters).length > 0}
            onClear={url.onClear}
            onCreate={() => setOpen({ kind: 'create' })}
          />
        }
        actions={useRowActions(setOpen)}
      />
      {open?.kind === 'create' && (
        <ClientDialog onClose={close} onDone={(client) => void navigate(paths.client(client.id))} />
      )}
      {open?.kind === 'edit' && <ClientDialog client={open.client} onClose={close} onDone={close} />}
      {open?.kind === 'status' && <StatusDialog client={open.client} onClose={close} />}
    </Page>
  )
}

function useRowActions(open: (dialog: Open) => void): readonly RowAction<Client>[] {
  const navigate = useNavigate()
  const openStatus = (client: Client): void => open({ kind: 'status', client })
  return [
    { kind: 'view', onPress: (client) => void navigate(paths.client(client.id)) },
    { kind: 'edit', onPress: (client) => open({ kind: 'edit', client }) },
    { kind: 'closeAccess', isShown: ({ user }) => user.is_active, onPress: openStatus },
    { kind: 'openAccess', isShown: ({ user }) => !user.is_active, onPress: openStatus },
  ]
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
