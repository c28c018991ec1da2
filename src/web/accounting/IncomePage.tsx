import { useState } from 'react'
import type { IncomeRow, IncomeTotals } from '#domain/accounting/income.ts'
import { incomeApi } from '#domain/accounting/income-api.ts'
import { dayOf, shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { isPeriod, type Period, periodLabel, periodOf, previousPeriod } from '#domain/core/period.ts'
import { capitalise } from '#domain/core/text.ts'
import { useRead } from '#web/core/queries.ts'
import { Figure } from '#web/ui/Facts.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { BookPage, useBookUrl } from './BookPage.tsx'
import { ClientLines } from './ClientLines.tsx'
import { InvoiceLink } from './InvoiceLink.tsx'

/** The months that can be chosen: those of two years. */
const MONTHS_SHOWN = 24

/** The income of a month by its days of service, and what is invoiced ahead, invoice by invoice. */
export function IncomePage() {
  const { url, page } = useBookUrl()
  const [months] = useState(() => lastMonths(periodOf(dayOf(new Date()))))
  const chosen = url.filters['period'] ?? ''
  const period = isPeriod(chosen) ? chosen : months[0]
  const query = { ...page, period }
  const list = useRead(incomeApi.list, { query }, { keepPrevious: true })
  const sums = useRead(incomeApi.list, { query: { page: 1, page_size: 1, period } })
  const totals = sums.data?.totals
  return (
    <BookPage
      title="Ingresos por mes de servicio"
      subtitle="Lo que se factura por anticipado es ingreso del mes en que se presta el servicio"
      exported={{ list: 'income', filters: query }}
      url={url}
      list={list}
      sums={sums}
      figures={totals && <Totals totals={totals} />}
      caption="Ingresos por factura"
      columns={COLUMNS}
      rowName={({ number }) => `factura ${number}`}
      filters={
        <TableFilters>
          <SelectFilter
            label="Mes"
            all={null}
            options={months.map((value) => ({ value, label: capitalise(periodLabel(value)) }))}
            value={period}
            onChange={(value) => url.onFilter('period', value)}
          />
        </TableFilters>
      }
      empty={{
        title: 'Ese mes no tiene ingresos',
        text: 'Aquí aparecen las facturas del mes y las que se facturaron antes por sus días.',
      }}
    />
  )
}

/** The current month and those before it. */
function lastMonths(current: Period): Period[] {
  const months = [current]
  for (let month = previousPeriod(current); months.length < MONTHS_SHOWN; month = previousPeriod(month)) {
    months.push(month)
  }
  return months
}

function Totals({ totals }: { totals: IncomeTotals }) {
  const later = totals.deferred_by_month.map(({ period, amount }) => `${periodLabel(period)}: ${pesosLabel(amount)}`)
  return (
    <>
      <Figure
        label="Facturado sin IVA"
        value={pesosLabel(totals.invoiced)}
        note={`Menos notas crédito por ${pesosLabel(totals.credited)}`}
      />
      <Figure
        label="Venía por anticipado (PUC 2705)"
        value={pesosLabel(totals.deferred_before)}
        note="Facturado en meses anteriores"
      />
      <Figure
        label="Queda por anticipado (PUC 2705)"
        value={pesosLabel(totals.deferred_after)}
        note={later.length === 0 ? 'Nada es de meses siguientes' : later.join(' · ')}
      />
      <Figure
        label="Ingreso del mes"
        value={pesosLabel(totals.income)}
        note="Facturado − notas + lo que venía − lo que queda"
      />
    </>
  )
}

const COLUMNS: readonly Column<IncomeRow>[] = [
  {
    key: 'number',
    header: 'Factura',
    cell: ({ id, number }) => <InvoiceLink id={id} number={number} />,
    card: 'title',
  },
  {
    key: 'client',
    header: 'Cliente',
    cell: ({ client }) => <ClientLines client={client} />,
  },
  {
    key: 'days',
    header: 'Emitida y servicio',
    cell: ({ issued_on, service }) => (
      <span className="two-lines">
        {shortDayLabel(issued_on)}
        {service && (
          <small>
            {shortDayLabel(service.from_on)} a {shortDayLabel(service.to_on)}
          </small>
        )}
      </span>
    ),
  },
  { key: 'invoiced', header: 'Facturado', cell: ({ invoiced }) => pesosLabel(invoiced), align: 'end' },
  { key: 'credited', header: 'Notas', cell: ({ credited }) => pesosLabel(credited), align: 'end' },
  { key: 'before', header: 'Venía', cell: ({ deferred_before }) => pesosLabel(deferred_before), align: 'end' },
  { key: 'after', header: 'Queda', cell: ({ deferred_after }) => pesosLabel(deferred_after), align: 'end' },
  {
    key: 'income',
    header: 'Ingreso',
    cell: ({ income }) => <strong>{pesosLabel(income)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
