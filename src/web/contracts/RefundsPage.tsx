import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type ContractRefund,
  REFUND_REASON_LABELS,
  REFUND_STATE_LABELS,
  REFUND_STATES,
  type RefundState,
  refundStateOn,
} from '#domain/contracts/refund.ts'
import { contractRefundApi } from '#domain/contracts/refund-api.ts'
import { type Day, dayOf, shortDayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ClientLink } from '#web/clients/ClientLink.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'

const columnsOn = (today: Day): readonly Column<ContractRefund>[] => [
  {
    key: 'no_contract',
    header: 'Contrato',
    cell: ({ no_contract, reason }) => (
      <span className="two-lines">
        <RowLink to={paths.contract(no_contract)}>{no_contract}</RowLink>
        <small>{REFUND_REASON_LABELS[reason]}</small>
      </span>
    ),
  },
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: ({ client_id, client }) => <ClientLink id={client_id} client={client} />,
  },
  {
    key: 'due_on',
    header: 'Último día',
    cardLabel: 'a más tardar',
    cell: ({ due_on }) => (due_on === null ? 'Sin plazo' : shortDayLabel(due_on)),
  },
  {
    key: 'amount',
    header: 'Por devolver',
    cell: ({ amount, returned }) => <strong>{pesosLabel(minus(amount, returned))}</strong>,
    align: 'end',
    card: 'amount',
  },
  {
    key: 'returned',
    header: 'Devuelto',
    cell: ({ returned }) => pesosLabel(returned),
    align: 'end',
    cardLabel: 'devuelto',
  },
  {
    key: 'state',
    header: 'Estado',
    cell: (refund) => {
      const state = refundStateOn(refund, today)
      return <Badge tone={TONES[state]}>{REFUND_STATE_LABELS[state]}</Badge>
    },
    card: 'badge',
  },
]

const TONES = { pending: 'warn', overdue: 'bad', closed: 'quiet' } as const

/** What the company pays back of void contracts: what is due first, with a filter of what is overdue (R2.26). */
export function RefundsPage() {
  const navigate = useNavigate()
  const [today] = useState(() => dayOf(new Date()))
  const url = useTableUrl({ list: 'contract-refunds' })
  const state = REFUND_STATES.find((known) => known === url.filters['state'])
  const { q: _q, ...page } = url.query
  const list = useRead(contractRefundApi.list, { query: { ...page, state } }, { keepPrevious: true })
  return (
    <Page
      title="Devoluciones"
      subtitle="Lo que pagaron los clientes de contratos que quedaron sin efecto. Una devolución se registra en el saldo a favor del cliente"
    >
      <Table
        caption="Devoluciones"
        columns={columnsOn(today)}
        {...listProps(url, list)}
        rowKey={(refund) => refund.contract_id}
        rowName={(refund) => `devolución del contrato ${refund.no_contract}`}
        tools={
          <>
            <TableFilters>
              <SelectFilter
                label="Estado"
                options={REFUND_STATES.map((value) => ({ value, label: FILTER_LABELS[value] }))}
                value={state}
                onChange={(value) => url.onFilter('state', value)}
              />
            </TableFilters>
            <FilterChips
              chips={state ? [{ key: 'state', label: `Estado: ${FILTER_LABELS[state]}` }] : []}
              onRemove={(key) => url.onFilter(key, '')}
              onClear={url.onClear}
            />
          </>
        }
        empty={<NoRefunds state={state} onClear={url.onClear} />}
        actions={[{ kind: 'view', onPress: (refund) => void navigate(paths.client(refund.client_id)) }]}
      />
    </Page>
  )
}

const FILTER_LABELS: Readonly<Record<RefundState, string>> = {
  pending: 'Por devolver',
  overdue: 'Vencidas',
  closed: 'Cerradas',
}

function NoRefunds({ state, onClear }: { state: RefundState | undefined; onClear: () => void }) {
  if (state !== undefined)
    return (
      <NoMatch onClear={onClear}>
        {state === 'overdue' ? 'No hay devoluciones vencidas.' : 'No hay devoluciones en ese estado.'}
      </NoMatch>
    )
  return (
    <EmptyState title="No hay devoluciones" action={<RowLink to={paths.contracts}>Ver los contratos</RowLink>}>
      Aparecen cuando un cliente se retracta, o cuando se anula un contrato que no se instaló a tiempo, y había pagado.
    </EmptyState>
  )
}
