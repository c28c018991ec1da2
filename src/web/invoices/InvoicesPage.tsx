import type { ComponentProps } from 'react'
import { useNavigate } from 'react-router'
import { clientApi } from '#domain/clients/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { INVOICE_SORTS, invoiceApi } from '#domain/invoices/api.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { InvoiceRow } from '#domain/invoices/invoice.ts'
import { listProps } from '#web/core/list-props.ts'
import { ListWithPeek } from '#web/core/PeekPanel.tsx'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { useOpened } from '#web/core/use-opened.ts'
import { usePeek } from '#web/core/use-peek.ts'
import { useRowSelection } from '#web/core/use-row-selection.ts'
import { ListActions } from '#web/exports/ExportMenu.tsx'
import { useMunicipality } from '#web/places/use-municipality.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { ViewMenu } from '#web/views/ViewMenu.tsx'
import { ElectronicBadge, InvoiceBadges } from './InvoiceBadges.tsx'
import { InvoiceBulkBar } from './InvoiceBulkBar.tsx'
import { chipsOf, InvoiceFilters, readFilters } from './InvoiceFilters.tsx'
import { InvoicePeek } from './InvoicePeek.tsx'
import { OneOffDialog } from './OneOffDialog.tsx'
import './invoices.css'

const columns: readonly Column<InvoiceRow>[] = [
  {
    key: 'number',
    header: 'Número',
    cell: (invoice) => (
      <RowLink className="invoice-number" to={paths.view('invoice', invoice.id)}>
        {invoice.number}
      </RowLink>
    ),
    sortable: true,
  },
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: (invoice) => (
      <span className="two-lines">
        <RowLink to={paths.invoicesOf(invoice.client_id)} title={`Ver solo las facturas de ${invoice.client.name}`}>
          {invoice.client.name}
        </RowLink>
        <small>{invoice.no_contract ?? invoice.client.identification}</small>
      </span>
    ),
  },
  {
    key: 'due_on',
    header: 'Vence',
    cell: (invoice) => shortDayLabel(invoice.due_on),
    sortable: true,
    cardLabel: 'vence',
  },
  {
    key: 'total',
    header: 'Total',
    cell: (invoice) => pesosLabel(invoice.total),
    align: 'end',
    card: 'hidden',
  },
  {
    key: 'balance',
    header: 'Saldo',
    cell: (invoice) => <strong>{pesosLabel(invoice.balance)}</strong>,
    align: 'end',
    card: 'amount',
  },
  {
    key: 'status',
    header: 'Estado',
    cell: (invoice) => (
      <>
        <InvoiceBadges invoice={invoice} />{' '}
        {needsWork(invoice.electronic?.status) && <ElectronicBadge electronic={invoice.electronic} />}
      </>
    ),
    card: 'badge',
  },
]

/** The states that a person must mend: the list shows no other one. */
const needsWork = (status: ElectronicStatus | undefined): boolean => status === 'rejected' || status === 'manual'

/** Gestión de facturas (INV-01). */
export function InvoicesPage() {
  const navigate = useNavigate()
  const url = useTableUrl({ list: 'invoices', sorts: INVOICE_SORTS })
  const [opened, setOpened] = useOpened()
  const filters = readFilters(url.filters)
  const query = { ...url.query, ...filters }
  const download = useDownloadAction({ endpoint: invoiceApi.pdf, inputOf: pdfOf, keyOf: ({ id }: InvoiceRow) => id })
  const list = useRead(invoiceApi.list, { query }, { keepPrevious: true })
  const total = useRead(invoiceApi.total, { query: { q: url.query.q, ...filters } }, { keepPrevious: true })
  const names = useNames(filters)
  const chosen = useRowSelection({ list: list.data, filters: query })
  const peek = usePeek(list, url)
  const isFiltered = url.q !== '' || Object.values(filters).some((value) => value !== undefined)
  return (
    <Page
      title="Gestión de facturas"
      subtitle={list.data?.meta && subtitleOf(list.data.meta.total, total.data?.data, isFiltered)}
      actions={<Actions filters={query} onCreate={() => setOpened('')} />}
    >
      <ListWithPeek panel={peek.id !== null && <InvoicePeek id={peek.id} peek={peek} />}>
        <Table
          caption="Facturas de la empresa"
          columns={columns}
          {...listProps(url, list)}
          rowKey={(invoice) => invoice.id}
          rowName={(invoice) => invoice.number}
          selection={chosen.table}
          tools={
            <>
              <SearchField label="Buscar por nombre, cédula, contrato o número" value={url.q} onSearch={url.onSearch} />
              <InvoiceFilters
                status={filters.status ?? ''}
                balance={filters.balance ?? ''}
                period={filters.period ?? ''}
                electronic={filters.electronic ?? ''}
                onFilter={url.onFilter}
                onFilters={url.onFilters}
              />
              <ViewMenu list="invoices" at="narrow" />
              <FilterChips
                chips={chipsOf(filters, names)}
                onRemove={(key) => url.onFilter(key, '')}
                onClear={url.onClear}
              />
            </>
          }
          empty={<NoInvoices isFiltered={isFiltered} onClear={url.onClear} />}
          actions={[
            { kind: 'view', onPress: (invoice) => void navigate(paths.view('invoice', invoice.id)) },
            { kind: 'peek', isShown: () => peek.onOpen !== undefined, onPress: ({ id }) => peek.onOpen?.(id) },
            download,
          ]}
          peek={peek}
        />
      </ListWithPeek>
      <InvoiceBulkBar chosen={chosen} />
      {opened !== null && <OneOffDialog onClose={() => setOpened(null)} />}
    </Page>
  )
}

/** The names of the client, the municipality and the technician of the filter. */
function useNames({ client_id, municipality_code, technician_id }: ReturnType<typeof readFilters>) {
  const client = useRead(clientApi.get, { params: { id: client_id ?? '' } }, { enabled: client_id !== undefined })
  const people = useRead(contractApi.technicians, {}, { enabled: technician_id !== undefined })
  return {
    client: client.data?.data.name,
    place: useMunicipality(municipality_code),
    technician: people.data?.data.find(({ id }) => id === technician_id)?.name,
  }
}

type ActionProps = Pick<ComponentProps<typeof ListActions>, 'filters'> & { onCreate: () => void }

function Actions({ filters, onCreate }: ActionProps) {
  const navigate = useNavigate()
  const placeOf = (label: string, to: string) => ({ label, onPress: () => void navigate(to) })
  return (
    <>
      <ViewMenu list="invoices" at="wide" />
      <ListActions
        list="invoices"
        filters={filters}
        main={placeOf('Facturación masiva', paths.massive)}
        others={[{ label: 'Nueva factura', onPress: onCreate }]}
        places={[
          placeOf('Cartera y cortes', paths.collections),
          placeOf('Centrales de riesgo', paths.bureau),
          placeOf('Notas crédito', paths.notes),
          placeOf('Reclamos', paths.disputes),
          placeOf('Devoluciones', paths.contractRefunds),
          placeOf('Pagos recibidos', paths.transactions),
          placeOf('Tareas de las listas', paths.bulk),
        ]}
      />
    </>
  )
}

/** '1.204 facturas · $ 18.391.270,00 por cobrar con estos filtros'. */
/** What is disputed is not collected: it is apart. */
function subtitleOf(
  invoices: number,
  total: { balance: Money; disputed: Money } | undefined,
  isFiltered: boolean,
): string {
  const text = `${count(invoices)} ${invoices === 1 ? 'factura' : 'facturas'}`
  if (total === undefined) return text
  const apart = total.disputed > 0 ? ` y ${pesosLabel(total.disputed)} en reclamo` : ''
  return `${text} · ${pesosLabel(minus(total.balance, total.disputed))} por cobrar${apart}${isFiltered ? ' con estos filtros' : ''}`
}

const pdfOf = ({ id }: InvoiceRow) => ({ params: { id } })

function NoInvoices({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const navigate = useNavigate()
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con otro nombre, otro período o sin filtros.</NoMatch>
  return (
    <EmptyState
      title="Aún no hay facturas"
      action={
        <Button variant="primary" onClick={() => void navigate(paths.massive)}>
          Facturar el mes
        </Button>
      }
    >
      Con la facturación masiva cobras a todos tus contratos activos de una vez.
    </EmptyState>
  )
}

const count = (value: number): string => new Intl.NumberFormat('es-CO').format(value)
