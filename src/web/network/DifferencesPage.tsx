import { Link } from 'react-router'
import { shortInstantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { type NetworkDifference, networkApi } from '#domain/network/api.ts'
import { DIFFERENCE_LABELS } from '#domain/network/compare.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { Page } from '#web/ui/Page.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'

const columns: readonly Column<NetworkDifference>[] = [
  {
    key: 'no_contract',
    header: 'Contrato',
    card: 'title',
    cell: ({ no_contract, client, found }) =>
      no_contract === null ? (
        found
      ) : (
        <span className="two-lines">
          <Link to={paths.contract(no_contract)}>{no_contract}</Link>
          <small>{client}</small>
        </span>
      ),
  },
  { key: 'kind', header: 'Diferencia', cell: ({ kind }) => DIFFERENCE_LABELS[kind] },
  { key: 'wanted', header: 'Debe estar', cell: ({ wanted }) => wanted, cardLabel: 'debe estar' },
  { key: 'found', header: 'El equipo tiene', cell: ({ found }) => found, cardLabel: 'tiene' },
  { key: 'device', header: 'Equipo', cell: ({ device }) => device.name },
  { key: 'found_at', header: 'Leído', cell: ({ found_at }) => shortInstantLabel(new Date(found_at)), card: 'hidden' },
]

/** What differs between what the devices have and what they must have, by their last comparison. */
export function DifferencesPage() {
  const url = useTableUrl({ list: 'network-differences' })
  const devices = useRead(networkApi.devices, {})
  const deviceId = url.filters['device_id']
  const device = devices.data?.data.find(({ id }) => id === deviceId)
  const { page, page_size } = url.query
  const list = useRead(
    networkApi.differences,
    { query: { page, page_size, device_id: device?.id } },
    { keepPrevious: true },
  )
  return (
    <Page
      title="Diferencias"
      subtitle="Cada equipo se lee cada 15 minutos; si aplica las órdenes, lo que difiere se corrige solo"
      actions={
        <>
          <LinkButton to={paths.network}>Órdenes</LinkButton>
          <LinkButton to={paths.networkDevices}>Equipos</LinkButton>
        </>
      }
    >
      <Table
        caption="Diferencias con los equipos"
        columns={columns}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={({ no_contract, found }) => `la diferencia de ${no_contract ?? found}`}
        tools={
          <TableFilters>
            <SelectFilter
              label="Equipo"
              options={(devices.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={device?.id}
              onChange={(value) => url.onFilter('device_id', value)}
            />
          </TableFilters>
        }
        empty={
          device === undefined ? (
            <EmptyState title="No hay diferencias" action={<Link to={paths.networkDevices}>Ver los equipos</Link>}>
              Los equipos comparados están como deben.
            </EmptyState>
          ) : (
            <NoMatch onClear={url.onClear}>Ese equipo está como debe.</NoMatch>
          )
        }
      />
    </Page>
  )
}
