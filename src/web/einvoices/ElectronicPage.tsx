import { Link, useNavigate, useSearchParams } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ELECTRONIC_SORTS, einvoiceApi } from '#domain/einvoices/api.ts'
import { DOCUMENT_KIND_LABELS } from '#domain/einvoices/document.ts'
import type { ElectronicRow } from '#domain/einvoices/electronic.ts'
import { electronicLifecycle } from '#domain/einvoices/lifecycle.ts'
import { REASONS } from '#domain/einvoices/rejection.ts'
import { listProps } from '#web/core/list-props.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { Settled } from '#web/core/Settled.tsx'
import { useSession } from '#web/core/session.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { RangesCard } from '#web/integrations/RangesCard.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { type CompanyQuery, electronicPath } from './company-query.ts'
import { ElectronicBadge } from './ElectronicBadge.tsx'
import { ElectronicTools } from './ElectronicTools.tsx'
import { electronicFilters } from './electronic-filters.ts'
import { FileIssuerCard } from './FileIssuerCard.tsx'
import { MissingCard } from './MissingCard.tsx'
import { MonthFilesCard } from './MonthFilesCard.tsx'
import { QueueCard } from './QueueCard.tsx'
import { ReconciliationCard } from './ReconciliationCard.tsx'
import { shortCode } from './words.ts'
import './einvoices.css'

const columnsOf = (company: CompanyQuery): readonly Column<ElectronicRow>[] => [
  {
    key: 'document',
    header: 'Documento',
    card: 'title',
    cell: (row) => (
      <span className="two-lines">
        <RowLink to={electronicPath(row.id, company)}>{row.number ?? row.document}</RowLink>
        <small className="in-card">
          {DOCUMENT_KIND_LABELS[row.kind]} {row.number === null ? '' : `${row.document} en Enlace`}
        </small>
      </span>
    ),
  },
  {
    key: 'client',
    header: 'Cliente',
    cell: ({ client }) => (
      <span className="two-lines">
        {client.name}
        <small>{client.identification}</small>
      </span>
    ),
  },
  {
    key: 'cufe',
    header: 'CUFE',
    cell: ({ cufe }) => (cufe === null ? 'Sin CUFE' : <code title={cufe}>{shortCode(cufe)}</code>),
    card: 'hidden',
  },
  { key: 'queued_at', header: 'Emitida', cell: ({ issued_on }) => shortDayLabel(issued_on), sortable: true },
  { key: 'total', header: 'Total', cell: ({ total }) => pesosLabel(total), align: 'end', card: 'amount' },
  {
    key: 'status',
    header: 'Estado en la DIAN',
    card: 'badge',
    cell: ({ status, is_trial, environment, reason }) => (
      <span className="two-lines">
        <ElectronicBadge status={status} is_trial={is_trial} environment={environment} />
        {reason !== null && <small>{REASONS[reason].words}</small>}
      </span>
    ),
  },
  { key: 'tries', header: 'Intentos', cell: ({ tries }) => tries, align: 'end', card: 'hidden' },
]

/** How often the list is read again: the documents are sent while a person looks at it. */
const POLL_MS = 15_000

/** Facturas Electrónicas: the documents by their state at the DIAN, the queue, the ranges and the reconciliation (EIN-01 to EIN-05). */
export function ElectronicPage() {
  const { user } = useSession()
  const [search] = useSearchParams()
  const companyId = search.get('company_id')
  // A superadmin belongs to no company: the address contains the company's id.
  const isAsking = user?.metadata.role === 'superadmin' && companyId === null
  return (
    <Page title="Facturas Electrónicas" subtitle="Lo que se envía a la DIAN. Los pagos no esperan a que valide.">
      {isAsking ? (
        <EmptyState title="Elige una empresa">
          Abre las facturas electrónicas de una empresa desde su ficha, en Gestión de empresas.
        </EmptyState>
      ) : (
        <Documents company={companyId === null ? {} : { company_id: companyId }} />
      )}
    </Page>
  )
}

function Documents({ company }: { company: CompanyQuery }) {
  const navigate = useNavigate()
  const url = useTableUrl({ list: 'electronic', sorts: ELECTRONIC_SORTS })
  const filters = electronicFilters(url.filters)
  const queue = useRead(einvoiceApi.queue, { query: company }, { pollMs: POLL_MS })
  const list = useRead(
    einvoiceApi.list,
    { query: { ...url.query, ...filters, ...company } },
    { keepPrevious: true, pollMs: POLL_MS },
  )
  const download = useDownloadAction({
    endpoint: einvoiceApi.pdf,
    inputOf: ({ id }: ElectronicRow) => ({ params: { id }, query: company }),
    keyOf: ({ id }) => id,
  })
  const retry = useRetry(company)
  const isFiltered = url.q !== '' || Object.values(filters).some((value) => value !== undefined)
  const isOff = queue.data?.data.is_on === false
  return (
    <Settled reads={[queue, list]}>
      <div className="card-pair">
        <QueueCard queue={queue} company={company} />
        <RangesCard query={company} />
      </div>
      <Table
        caption="Documentos electrónicos de la empresa"
        columns={columnsOf(company)}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={({ document }) => document}
        tools={<ElectronicTools url={url} filters={filters} />}
        empty={<NoDocuments isFiltered={isFiltered} isOff={isOff} onClear={url.onClear} />}
        actions={[
          { kind: 'view', onPress: ({ id }) => void navigate(electronicPath(id, company)) },
          {
            ...retry,
            isShown: ({ status, reason }) =>
              electronicLifecycle.can(status, 'retry') && status !== 'queued' && reason !== 'processed',
          },
          download,
        ]}
      />
      <MonthFilesCard company={company} />
      {queue.data && (isOff || queue.data.data.is_file) && <FileIssuerCard company={company} />}
      {queue.data && <MissingCard company={company} isOff={isOff} />}
      {queue.data && !isOff && !queue.data.data.is_file && <ReconciliationCard company={company} />}
    </Settled>
  )
}

/** Sends the document of a row again. */
function useRetry(company: CompanyQuery) {
  const { mutate } = useChange(einvoiceApi.retry)
  return {
    kind: 'resend' as const,
    onPress: ({ id }: ElectronicRow) =>
      mutate(
        { params: { id }, query: company, body: {} },
        {
          onSuccess: ({ message }) => toastSuccess(message),
          onError: (error) => toastFailure(error, 'No pudimos enviarlo de nuevo'),
        },
      ),
  }
}

function NoDocuments({ isFiltered, isOff, onClear }: { isFiltered: boolean; isOff: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con otro estado, otro nombre o sin filtros.</NoMatch>
  if (isOff)
    return (
      <EmptyState kind="off" title="Conecta Factus para emitir">
        Guarda y prueba las credenciales en <Link to={paths.integration}>Integración</Link>. Desde ese día, cada factura
        se envía sola.
      </EmptyState>
    )
  return (
    <EmptyState title="Aún no hay documentos electrónicos">
      Cada factura y cada nota crédito que emitas se envía sola a la DIAN y aparece aquí.
    </EmptyState>
  )
}
