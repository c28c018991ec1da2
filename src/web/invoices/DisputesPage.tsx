import { Link, useNavigate } from 'react-router'
import { dayOf, shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { disputeApi } from '#domain/invoices/api.ts'
import { DISPUTE_STATE_LABELS, DISPUTE_STATES, type DisputeRow } from '#domain/invoices/dispute.ts'
import { ClientLink } from '#web/clients/ClientLink.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { endLabel } from './DisputeHistory.tsx'
import './invoices.css'

const columns: readonly Column<DisputeRow>[] = [
  {
    key: 'number',
    header: 'Factura',
    cell: (dispute) => (
      <RowLink className="invoice-number" to={paths.view('invoice', dispute.invoice_id)}>
        {dispute.number}
      </RowLink>
    ),
  },
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: ({ client_id, client }) => <ClientLink id={client_id} client={client} />,
  },
  {
    key: 'opened_at',
    header: 'Abierto',
    cardLabel: 'abierto',
    cell: ({ opened_at, opened_by }) => (
      <span className="two-lines">
        {shortDayLabel(dayOf(new Date(opened_at)))}
        <small>{opened_by}</small>
      </span>
    ),
  },
  {
    key: 'reason',
    header: 'Qué reclama',
    cell: ({ reason, reference, ...dispute }) => (
      <span className="two-lines dispute-reason">
        {reason}
        {reference && <small className="in-card">Radicado {reference}</small>}
        {dispute.outcome !== null && <small className="in-card">{endLabel({ reason, reference, ...dispute })}</small>}
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Valor',
    cell: ({ amount }) => <strong>{pesosLabel(amount)}</strong>,
    align: 'end',
    card: 'amount',
  },
  {
    key: 'status',
    header: 'Estado',
    cell: ({ outcome }) =>
      outcome === null ? <Badge tone="warn">Abierto</Badge> : <Badge tone="quiet">Cerrado</Badge>,
    card: 'badge',
  },
]

/** The disputes of invoices: the open ones, the oldest first, and then the ended ones with their decision (INV-11). */
export function DisputesPage() {
  const navigate = useNavigate()
  const url = useTableUrl({ list: 'disputes' })
  const status = DISPUTE_STATES.find((known) => known === url.filters['status'])
  const { q: _q, ...page } = url.query
  const query = { ...page, status }
  const list = useRead(disputeApi.list, { query }, { keepPrevious: true })
  return (
    <Page
      title="Reclamos de facturas"
      subtitle="Lo que está en reclamo no se cobra ni se vence hasta que se decide"
      actions={<ExportMenu list="disputes" filters={query} />}
    >
      <Table
        caption="Reclamos de facturas"
        columns={columns}
        {...listProps(url, list)}
        rowKey={(dispute) => dispute.id}
        rowName={(dispute) => `reclamo de la factura ${dispute.number}`}
        tools={
          <>
            <TableFilters>
              <SelectFilter
                label="Estado"
                options={DISPUTE_STATES.map((value) => ({ value, label: DISPUTE_STATE_LABELS[value] }))}
                value={status}
                onChange={(value) => url.onFilter('status', value)}
              />
            </TableFilters>
            <FilterChips
              chips={status ? [{ key: 'status', label: `Estado: ${DISPUTE_STATE_LABELS[status]}` }] : []}
              onRemove={(key) => url.onFilter(key, '')}
              onClear={url.onClear}
            />
          </>
        }
        empty={<NoDisputes isFiltered={status !== undefined} onClear={url.onClear} />}
        actions={[{ kind: 'view', onPress: (dispute) => void navigate(paths.view('invoice', dispute.invoice_id)) }]}
      />
    </Page>
  )
}

function NoDisputes({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatch onClear={onClear}>No hay reclamos en ese estado.</NoMatch>
  return (
    <EmptyState title="No hay reclamos" action={<Link to={paths.invoices}>Ver las facturas</Link>}>
      Un reclamo se abre desde la factura que el cliente no reconoce.
    </EmptyState>
  )
}
