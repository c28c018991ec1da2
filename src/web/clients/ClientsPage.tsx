import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CLIENT_SORTS, clientApi } from '#domain/clients/api.ts'
import type { Client } from '#domain/clients/client.ts'
import { type Money, minus, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { listProps } from '#web/core/list-props.ts'
import { ListWithPeek } from '#web/core/PeekPanel.tsx'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { READ_ERRORS } from '#web/core/read-errors.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { type Peek, usePeek } from '#web/core/use-peek.ts'
import { useRowSelection } from '#web/core/use-row-selection.ts'
import { ListActions } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { RowAction } from '#web/ui/table-actions.ts'
import { ViewMenu } from '#web/views/ViewMenu.tsx'
import { ClientBulkBar } from './ClientBulkBar.tsx'
import { ClientDialog } from './ClientDialog.tsx'
import { ClientPeek } from './ClientPeek.tsx'
import { ClientTools } from './ClientTools.tsx'
import { queryOf, readClientFilters } from './client-filters.ts'
import { StatusDialog } from './StatusDialog.tsx'
import './clients.css'

const columns: readonly Column<Client>[] = [
  {
    key: 'name',
    header: 'Nombre',
    cell: (client) => (
      <RowLink className="client-name" to={paths.client(client.id)}>
        {client.name}
      </RowLink>
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
    cell: (client) => <strong>{pesosLabel(minus(client.balance, client.disputed))}</strong>,
    align: 'end',
    card: 'amount',
    sortable: true,
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

type Open = { kind: 'edit' | 'status'; client: Client }

/** Gestión de clientes (CLI-01). `plans`: the options of the filter by plan. */
export function ClientsPage({ plans }: { plans: readonly { id: string; name: string }[] }) {
  const navigate = useNavigate()
  const url = useTableUrl({ list: 'clients', sorts: CLIENT_SORTS })
  const [open, setOpen] = useState<Open | null>(null)
  const [opened, setOpened] = useOpened()
  const filters = readClientFilters(url.filters)
  const query = { ...url.query, ...queryOf(filters) }
  const listFilters = { ...query, is_active: filters.is_active === undefined ? undefined : String(filters.is_active) }
  const list = useRead(clientApi.list, { query }, { keepPrevious: true })
  const total = useRead(clientApi.total, { query: { q: url.query.q, ...queryOf(filters) } }, { keepPrevious: true })
  const chosen = useRowSelection({ list: list.data, filters: listFilters })
  const peek = usePeek(list, url)
  const isFiltered = url.q !== '' || Object.values(queryOf(filters)).some((value) => value !== undefined)
  const [first] = list.data?.data ?? []
  const place =
    filters.municipality_code !== undefined && first?.municipality_code === filters.municipality_code
      ? first
      : undefined
  return (
    <Page
      title="Gestión de clientes"
      subtitle={list.data?.meta && subtitleOf(list.data.meta.total, total.data?.data.debt, isFiltered)}
      actions={
        <>
          <ViewMenu list="clients" at="wide" />
          <ListActions
            list="clients"
            filters={listFilters}
            main={{ label: 'Crear cliente', onPress: () => setOpened('') }}
            others={[{ label: 'Importar', onPress: () => void navigate(paths.clientImport) }]}
            places={[{ label: 'Tareas de las listas', onPress: () => void navigate(paths.bulk) }]}
          />
        </>
      }
    >
      <ListWithPeek panel={peek.id !== null && <ClientPeek id={peek.id} peek={peek} />}>
        <Table
          caption="Clientes de la empresa"
          columns={columns}
          {...listProps(url, list, READ_ERRORS.clients)}
          rowKey={(client) => client.id}
          rowName={(client) => client.name}
          selection={chosen.table}
          tools={<ClientTools url={url} filters={filters} names={{ plans, city: place?.city }} place={place} />}
          empty={<NoClients isFiltered={isFiltered} onClear={url.onClear} onCreate={() => setOpened('')} />}
          actions={useRowActions(setOpen, peek)}
          peek={peek}
        />
      </ListWithPeek>
      <ClientBulkBar chosen={chosen} />
      {opened !== null && <NewClientDialog onClose={() => setOpened(null)} />}
      {open !== null && <RowDialog open={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)

function NewClientDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const openClient = (client: Client): void => {
    onClose()
    void navigate(paths.client(client.id))
  }
  return <ClientDialog onClose={onClose} onDone={openClient} />
}

const RowDialog = ({ open: { kind, client }, onClose }: { open: Open; onClose: () => void }) =>
  kind === 'edit' ? (
    <ClientDialog client={client} onClose={onClose} onDone={onClose} />
  ) : (
    <StatusDialog client={client} onClose={onClose} />
  )

/** '1.204 clientes · deben $ 18.391.270,00 con estos filtros'. */
function subtitleOf(clients: number, debt: Money | undefined, isFiltered: boolean): string {
  const text = `${count(clients)} ${clients === 1 ? 'cliente' : 'clientes'}`
  if (debt === undefined) return text
  return `${text} · ${clients === 1 ? 'debe' : 'deben'} ${pesosLabel(debt)}${isFiltered ? ' con estos filtros' : ''}`
}

function useRowActions(open: (dialog: Open) => void, peek: Peek): readonly RowAction<Client>[] {
  const navigate = useNavigate()
  const openStatus = (client: Client): void => open({ kind: 'status', client })
  return [
    { kind: 'view', onPress: (client) => void navigate(paths.client(client.id)) },
    { kind: 'peek', isShown: () => peek.onOpen !== undefined, onPress: ({ id }) => peek.onOpen?.(id) },
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
  if (isFiltered)
    return <NoMatch onClear={onClear}>Prueba con parte del nombre, con la cédula o con el número del contrato.</NoMatch>
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
