import { PORTFOLIO_AGE_LABELS, type PortfolioRow, type PortfolioTotals } from '#domain/accounting/portfolio.ts'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useRead } from '#web/core/queries.ts'
import { Figure } from '#web/ui/Facts.tsx'
import { TableFilters } from '#web/ui/SelectFilter.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { BookPage, useBookUrl } from './BookPage.tsx'
import { ClientLines } from './ClientLines.tsx'
import { DayFilter } from './DayFilter.tsx'
import { InvoiceLink } from './InvoiceLink.tsx'

/** What was owed at the end of a day, by age, invoice by invoice. */
export function PortfolioPage() {
  const { url, page, dayOf } = useBookUrl('portfolio')
  const query = { ...page, on: dayOf('on') }
  const list = useRead(portfolioApi.list, { query }, { keepPrevious: true })
  const on = query.on ?? list.data?.on
  return (
    <BookPage
      title="Cartera a una fecha"
      subtitle="Lo que debían los clientes al final de un día, también lo que está en reclamo. La edad cuenta desde el último día para pagar."
      links={<LinkButton to={paths.advances}>Ver los saldos a favor</LinkButton>}
      exported={{ list: 'portfolio', filters: { ...query, on } }}
      url={url}
      list={list}
      figures={list.data && <Totals totals={list.data.totals} />}
      caption="Facturas que se debían"
      columns={COLUMNS}
      rowName={({ number }) => `factura ${number}`}
      filters={
        <TableFilters>
          <DayFilter on={on} onFilter={url.onFilter} />
        </TableFilters>
      }
      empty={{
        title: 'Nadie debía nada ese día',
        text: 'Aquí aparecen las facturas que no se habían pagado al final del día.',
      }}
    />
  )
}

const Totals = ({ totals: { ages, balance, credit } }: { totals: PortfolioTotals }) => (
  <>
    <Figure label="Cartera" value={pesosLabel(balance)} />
    {ages.map(({ age, invoices, balance: own }) => (
      <Figure key={age} label={PORTFOLIO_AGE_LABELS[age]} value={pesosLabel(own)} note={invoicesLabel(invoices)} />
    ))}
    <Figure label="Saldos a favor, aparte" value={pesosLabel(credit)} note="No se restan de la cartera" />
  </>
)

const invoicesLabel = (count: number): string => (count === 1 ? '1 factura' : `${count} facturas`)

const COLUMNS: readonly Column<PortfolioRow>[] = [
  {
    key: 'number',
    header: 'Factura',
    cell: ({ id, number }) => <InvoiceLink id={id} number={number} />,
    card: 'title',
  },
  { key: 'client', header: 'Cliente', cell: ({ client }) => <ClientLines client={client} /> },
  { key: 'issued_on', header: 'Emitida', cell: ({ issued_on }) => shortDayLabel(issued_on) },
  { key: 'due_on', header: 'Vence', cell: ({ due_on }) => shortDayLabel(due_on) },
  { key: 'age', header: 'Edad', cell: ({ age }) => PORTFOLIO_AGE_LABELS[age] },
  {
    key: 'balance',
    header: 'Saldo',
    cell: ({ balance }) => <strong>{pesosLabel(balance)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
