import { useState } from 'react'
import { shortInstantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { networkApi } from '#domain/network/api.ts'
import {
  type NetworkOrder,
  ORDER_ACTION_LABELS,
  ORDER_ACTIONS,
  ORDER_STATE_LABELS,
  ORDER_STATES,
} from '#domain/network/order.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { ORDER_TONES, orderNote } from './network-words.ts'
import { OrderDialog } from './OrderDialog.tsx'

/** Polls while orders are being sent. */
const POLL_MS = 5_000

const columns: readonly Column<NetworkOrder>[] = [
  {
    key: 'no_contract',
    header: 'Contrato',
    card: 'title',
    cell: ({ no_contract, client }) => (
      <span className="two-lines">
        <RowLink to={paths.contract(no_contract)}>{no_contract}</RowLink>
        <small>{client}</small>
      </span>
    ),
  },
  { key: 'action', header: 'Orden', cell: ({ action }) => ORDER_ACTION_LABELS[action] },
  {
    key: 'device',
    header: 'Equipo',
    cell: ({ device, username }) => (
      <span className="two-lines">
        {device.name}
        <small>{username}</small>
      </span>
    ),
  },
  {
    key: 'created_at',
    header: 'Fecha',
    cell: ({ created_at }) => shortInstantLabel(new Date(created_at)),
  },
  { key: 'note', header: 'Detalle', cell: (order) => orderNote(order) },
  {
    key: 'state',
    header: 'Estado',
    card: 'badge',
    cell: ({ state }) => <Badge tone={ORDER_TONES[state]}>{ORDER_STATE_LABELS[state]}</Badge>,
  },
]

/** The orders to the network: what was asked, how it went, and each try (SUS-06). */
export function OrdersPage() {
  const url = useTableUrl({ list: 'network-orders' })
  const [open, setOpen] = useState<NetworkOrder | null>(null)
  const state = ORDER_STATES.find((known) => known === url.filters['state'])
  const action = ORDER_ACTIONS.find((known) => known === url.filters['action'])
  const no_contract = /^[A-Z]{1,4}-\d{6}$/.test(url.q.toUpperCase()) ? url.q.toUpperCase() : undefined
  const { page, page_size } = url.query
  const list = useRead(
    networkApi.orders,
    { query: { page, page_size, state, action, no_contract } },
    { keepPrevious: true, pollMs: POLL_MS },
  )
  const isFiltered = url.q !== '' || state !== undefined || action !== undefined
  return (
    <Page title="Red" subtitle="Lo que se le pidió a cada equipo, y cómo le fue" actions={<OtherScreens />}>
      <Table
        caption="Órdenes a la red"
        columns={columns}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={({ action: one, no_contract: number }) => `la orden ${ORDER_ACTION_LABELS[one]} de ${number}`}
        tools={
          <>
            <SearchField label="Buscar por contrato, como AF-000123" value={url.q} onSearch={url.onSearch} />
            <TableFilters>
              <SelectFilter
                label="Estado"
                options={ORDER_STATES.map((value) => ({ value, label: ORDER_STATE_LABELS[value] }))}
                value={state}
                onChange={(value) => url.onFilter('state', value)}
              />
              <SelectFilter
                label="Orden"
                all="Todas"
                options={ORDER_ACTIONS.map((value) => ({ value, label: ORDER_ACTION_LABELS[value] }))}
                value={action}
                onChange={(value) => url.onFilter('action', value)}
              />
            </TableFilters>
            <FilterChips
              chips={[
                ...(state ? [{ key: 'state', label: `Estado: ${ORDER_STATE_LABELS[state]}` }] : []),
                ...(action ? [{ key: 'action', label: `Orden: ${ORDER_ACTION_LABELS[action]}` }] : []),
              ]}
              onRemove={(key) => url.onFilter(key, '')}
              onClear={url.onClear}
            />
          </>
        }
        empty={<NoOrders isFiltered={isFiltered} onClear={url.onClear} />}
        actions={[{ kind: 'view', onPress: setOpen }]}
      />
      {open && <OrderDialog id={open.id} onClose={() => setOpen(null)} />}
    </Page>
  )
}

const OtherScreens = () => (
  <>
    <LinkButton to={paths.networkDifferences}>Diferencias</LinkButton>
    <LinkButton to={paths.networkDevices}>Equipos</LinkButton>
  </>
)

function NoOrders({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con otro estado o con el número completo.</NoMatch>
  return (
    <EmptyState title="Aún no hay órdenes" action={<RowLink to={paths.networkDevices}>Ver los equipos</RowLink>}>
      Cuando un contrato con conexión se suspenda, se reconecte o cambie de plan, su orden sale aquí.
    </EmptyState>
  )
}
