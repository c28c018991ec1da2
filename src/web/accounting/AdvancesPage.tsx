import type { AdvanceRow } from '#domain/accounting/portfolio.ts'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { isDay } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { Page } from '#web/ui/Page.tsx'
import { TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { DayFilter } from './DayFilter.tsx'

/** The credit in favour of each client at the end of a day. */
export function AdvancesPage() {
  const url = useTableUrl({ list: 'advances', pageSize: 20 })
  const text = url.filters['on'] ?? ''
  const query = { page: url.query.page, page_size: url.query.page_size, on: isDay(text) ? text : undefined }
  const list = useRead(portfolioApi.advances, { query }, { keepPrevious: true })
  const on = query.on ?? list.data?.on
  return (
    <Page
      title="Saldos a favor a una fecha"
      subtitle="Lo que la empresa debía a sus clientes al final de un día: anticipos y pagos de más"
      actions={<ExportMenu list="advances" filters={{ ...query, on }} />}
    >
      <Settled reads={[list]}>
        {list.data && (
          <div className="figures-row">
            <Figure label="Saldos a favor (PUC 280505)" value={pesosLabel(list.data.credit)} />
          </div>
        )}
        <Table
          caption="Saldos a favor por cliente"
          columns={COLUMNS}
          {...listProps(url, list)}
          rowKey={({ id }) => id}
          rowName={({ client }) => client.name}
          tools={
            <TableFilters>
              <DayFilter on={on} onFilter={url.onFilter} />
            </TableFilters>
          }
          empty={
            <EmptyState title="Nadie tenía saldo a favor ese día">
              Aquí aparecen los clientes con anticipos o pagos de más al final del día.
            </EmptyState>
          }
        />
      </Settled>
    </Page>
  )
}

const COLUMNS: readonly Column<AdvanceRow>[] = [
  { key: 'client', header: 'Cliente', cell: ({ client }) => client.name, card: 'title' },
  { key: 'identification', header: 'Identificación', cell: ({ client }) => client.identification },
  {
    key: 'credit',
    header: 'Saldo a favor',
    cell: ({ credit }) => <strong>{pesosLabel(credit)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
