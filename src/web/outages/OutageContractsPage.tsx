import { Link, useParams } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { type Money, pesosLabel, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { outageApi } from '#domain/outages/api.ts'
import { durationLabel } from '#domain/outages/compensation.ts'
import { type OutageContract, type OutageDetail, outagePlace } from '#domain/outages/outage.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'

const columnsOf = (isOpen: boolean): readonly Column<OutageContract>[] => [
  { key: 'client', header: 'Cliente', card: 'title', cell: ({ client }) => client.name },
  {
    key: 'no_contract',
    header: 'Contrato',
    cell: ({ no_contract }) => <Link to={paths.contract(no_contract)}>{no_contract}</Link>,
  },
  {
    key: 'address',
    header: 'Dirección',
    cell: ({ address, city }) => `${address}, ${city}`,
  },
  { key: 'phone', header: 'Celular', cell: ({ phone }) => phone ?? 'Sin celular' },
  {
    key: 'minutes',
    header: 'Sin servicio',
    align: 'end',
    cell: ({ minutes }) => (minutes > 0 ? durationLabel(minutes) : isOpen ? 'Sigue' : 'No cuenta'),
  },
  {
    key: 'compensation',
    header: 'Compensación',
    align: 'end',
    cell: ({ billed, waiting }) => compensationOf(billed, waiting) || (isOpen ? 'Al terminar' : 'Nada'),
  },
]

function compensationOf(billed: Money, waiting: Money): string {
  const parts = [
    billed === ZERO ? null : `${pesosLabel(billed)} ya en factura`,
    waiting === ZERO ? null : `${pesosLabel(waiting)} en la próxima`,
  ]
  return parts.filter((part) => part !== null).join(' y ')
}

/** The contracts that an outage left without service: whom to call, and what is given back to each (SUS-07). */
export function OutageContractsPage() {
  const { id = '' } = useParams()
  const url = useTableUrl({ list: 'outage-contracts', pageSize: 20 })
  const filters = { outage_id: id, ...(url.query.q !== undefined && { q: url.query.q }) }
  const outage = useRead(outageApi.get, { params: { id } }).data?.data
  const query = { page: url.query.page, page_size: url.query.page_size, ...filters }
  const list = useRead(outageApi.contracts, { query }, { keepPrevious: true })
  return (
    <Page
      title={outage ? `Falla de ${outagePlace(outage)}` : 'Contratos sin servicio'}
      subtitle={outage && subtitleOf(outage)}
      actions={
        <>
          <ExportMenu list="outage_contracts" filters={filters} />
          <LinkButton to={paths.outages}>Todas las fallas</LinkButton>
        </>
      }
    >
      <Table
        caption="Contratos sin servicio"
        columns={columnsOf(outage?.state === 'open')}
        {...listProps(url, list)}
        rowKey={(row) => row.id}
        rowName={({ client, no_contract }) => `${client.name}, ${no_contract}`}
        tools={<SearchField label="Buscar por nombre o contrato" value={url.q} onSearch={url.onSearch} />}
        empty={
          url.q === '' ? (
            <EmptyState title="Ningún contrato quedó sin servicio">
              Los contratos se anotan unos segundos después de anunciar la falla.
            </EmptyState>
          ) : (
            <NoMatch onClear={url.onClear}>Prueba con otro nombre o contrato.</NoMatch>
          )
        }
      />
    </Page>
  )
}

function subtitleOf({ cause, started_at, ended_at }: OutageDetail): string {
  const until = ended_at === null ? 'sigue' : `hasta el ${instantLabel(new Date(ended_at))}`
  return `${cause} · desde el ${instantLabel(new Date(started_at))} · ${until}`
}
