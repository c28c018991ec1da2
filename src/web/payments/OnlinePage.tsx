import { useState } from 'react'
import { Link } from 'react-router'
import { instantLabel, shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { ATTEMPT_LABELS, ATTEMPT_STATUSES } from '#domain/payments/attempt.ts'
import { paymentApi, TRANSACTION_SORTS } from '#domain/payments/online-api.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { ClientLink } from '#web/clients/ClientLink.tsx'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { AttemptSheet } from './AttemptSheet.tsx'
import { CasesCard } from './CasesCard.tsx'
import { TRANSACTION_COLUMNS } from './transaction-columns.tsx'
import { useVoucherDownload } from './use-voucher-download.ts'

const columns: readonly Column<Transaction>[] = [
  {
    key: 'client',
    header: 'Cliente',
    cell: ({ client }) => <ClientLink id={client.id} client={client} />,
    card: 'title',
  },
  { key: 'at', header: 'Fecha', cell: (one) => instantLabel(new Date(one.at)), sortable: true },
  ...TRANSACTION_COLUMNS,
]

/** Every online payment attempt in any state, and the open payment cases (TRX-02). */
export function OnlinePage() {
  const url = useTableUrl({ list: 'online', sorts: TRANSACTION_SORTS })
  const [shown, setShown] = useState<string | null>(null)
  const filters = readFilters(url.filters)
  const query = { ...url.query, is_online: 'true' as const, ...filters }
  const download = useVoucherDownload()
  const list = useRead(paymentApi.transactions, { query }, { keepPrevious: true })
  const cases = useRead(paymentApi.cases, {})
  const isFiltered = url.q !== '' || filters.status !== undefined
  const opened = list.data?.data.find((one) => one.id === shown)
  return (
    <Page
      title="Pagos en línea"
      subtitle="Cada intento de pagar en línea, con lo que dijo Wompi"
      actions={
        <>
          <ExportMenu list="transactions" filters={query} />
          <LinkButton to={paths.transactions}>Pagos recibidos</LinkButton>
        </>
      }
    >
      <Settled reads={[list, cases]}>
        <CasesCard cases={cases.data?.data ?? []} />
        <Table
          caption="Intentos de pago en línea"
          columns={columns}
          {...listProps(url, list)}
          rowKey={(one) => one.id}
          rowName={(one) => `pago de ${one.client.name} del ${shortDayLabel(one.day)}`}
          tools={
            <>
              <SearchField label="Buscar por nombre, cédula o referencia" value={url.q} onSearch={url.onSearch} />
              <TableFilters>
                <SelectFilter
                  label="Estado"
                  options={SHOWN_STATUSES.map((value) => ({ value, label: ATTEMPT_LABELS[value] }))}
                  value={filters.status}
                  onChange={(value) => url.onFilter('status', value)}
                />
              </TableFilters>
              <FilterChips
                chips={filters.status ? [{ key: 'status', label: `Estado: ${ATTEMPT_LABELS[filters.status]}` }] : []}
                onRemove={(key) => url.onFilter(key, '')}
                onClear={url.onClear}
              />
            </>
          }
          empty={<NoAttempts isFiltered={isFiltered} onClear={url.onClear} />}
          actions={[{ kind: 'view', onPress: (one) => setShown(one.id) }, download]}
        />
        {opened && <AttemptSheet attempt={opened} onClose={() => setShown(null)} />}
      </Settled>
    </Page>
  )
}

const readFilters = (filters: Readonly<Record<string, string>>) => ({
  status: ATTEMPT_STATUSES.find((known) => known === filters['status']),
})

/** The states of the filter: two states of the attempt have the same label. */
const SHOWN_STATUSES = ['pending', 'unknown', 'approved', 'declined', 'error', 'expired', 'voided'] as const

function NoAttempts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con otro estado o con otro nombre.</NoMatch>
  return (
    <EmptyState
      title="Aún nadie ha pagado en línea"
      action={<Link to={paths.transactions}>Ver los pagos recibidos</Link>}
    >
      Cuando un cliente pague en línea, aquí lo ves al momento.
    </EmptyState>
  )
}
