import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { PqrRow } from '#domain/pqr/case.ts'
import { PQR_STATUS_LABELS } from '#domain/pqr/lifecycle.ts'
import { PQR_SORTS } from '#domain/pqr/list-query.ts'
import { PQR_TYPE_LABELS, TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useSession } from '#web/core/session.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Page } from '#web/ui/Page.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ViewMenu } from '#web/views/ViewMenu.tsx'
import { DueBadge } from './DueBadge.tsx'
import { QueueTools } from './QueueTools.tsx'
import { queueQuery, readQueueFilters } from './queue-filters.ts'
import { useQueueKeys } from './use-queue-keys.ts'
import { statusTone } from './words.ts'
import './pqr.css'

const columns: readonly Column<PqrRow>[] = [
  { key: 'due', header: 'Vence', cell: ({ due }) => <DueBadge due={due} />, sortable: true, card: 'badge' },
  {
    key: 'subject',
    header: 'Asunto',
    card: 'title',
    cell: (one) => (
      <span className="two-lines">
        <RowLink to={paths.pqrCase(one.id)} data-case={one.id}>
          {one.subject}
        </RowLink>
        <small className="figures in-card">{one.reference}</small>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Estado',
    cell: ({ status }) => <Badge tone={statusTone(status)}>{PQR_STATUS_LABELS[status]}</Badge>,
  },
  {
    key: 'client',
    header: 'Quién',
    cell: ({ petitioner, no_contract }) => (
      <span className="two-lines">
        {petitioner.name}
        <small>{no_contract ?? petitioner.identification}</small>
      </span>
    ),
  },
  {
    key: 'type',
    header: 'Tipo y tema',
    cell: ({ type, typology }) => (
      <span className="two-lines">
        {PQR_TYPE_LABELS[type]}
        <small>{TYPOLOGY_LABELS[typology]}</small>
      </span>
    ),
    card: 'hidden',
  },
  {
    key: 'assignee',
    header: 'Responsable',
    cell: ({ assignee }) => assignee?.name ?? 'Sin asignar',
  },
]

/** How often the queue is read again: another desk takes and answers cases of it. */
const POLL_MS = 30_000

/** Gestión de PQR: the queue by business days left, with its filters and its keys (PQR-02). */
export function QueuePage() {
  const navigate = useNavigate()
  const role = useSession().user?.metadata.role
  const url = useTableUrl({ list: 'pqr', sorts: PQR_SORTS })
  const filters = readQueueFilters(url.filters)
  const query = { ...url.query, ...queueQuery(filters) }
  const list = useRead(pqrApi.list, { query }, { keepPrevious: true, pollMs: POLL_MS })
  const people = useRead(pqrApi.people, {}).data?.data ?? []
  const take = useTake()
  useQueueKeys(
    useCallback(
      (key: string, id: string | null): boolean => {
        if (key === 'n') void navigate(paths.newDeskPqr)
        else if (id === null || (key !== 't' && key !== 'r')) return false
        else if (key === 't') take(id)
        else void navigate(`${paths.pqrCase(id)}?new=answer`)
        return true
      },
      [navigate, take],
    ),
  )
  const isFiltered = url.q !== '' || Object.keys(url.filters).length > 0
  return (
    <Page
      title="Gestión de PQR"
      subtitle="Primero lo que vence primero. Los días son hábiles."
      actions={
        <>
          <ViewMenu list="pqr" at="wide" />
          <ExportMenu list="pqr" filters={query} />
          <LinkButton to={paths.pqrTemplates}>Plantillas</LinkButton>
          {role === 'financial' && <LinkButton to={paths.pqrRegulator}>Reportes de la CRC</LinkButton>}
          <LinkButton to={paths.newDeskPqr} variant="primary">
            Radicar por un cliente
          </LinkButton>
        </>
      }
    >
      <div className="pqr-queue">
        <Table
          caption="PQR de la empresa"
          columns={columns}
          {...listProps(url, list)}
          rowKey={({ id }) => id}
          rowName={({ reference }) => reference}
          tools={<QueueTools url={url} filters={filters} people={people} />}
          empty={<NoCases isFiltered={isFiltered} onClear={url.onClear} />}
          actions={[{ kind: 'view', onPress: ({ id }) => void navigate(paths.pqrCase(id)) }]}
        />
      </div>
      <p className="pqr-quiet pqr-keys">
        Con el teclado: <kbd>J</kbd> y <kbd>K</kbd> o las flechas para moverte, <kbd>Enter</kbd> para abrir,{' '}
        <kbd>T</kbd> para tomarla, <kbd>R</kbd> para responderla, <kbd>N</kbd> para radicar una.
      </p>
    </Page>
  )
}

/** Takes a case of the queue. */
function useTake(): (id: string) => void {
  const { mutate } = useChange(pqrApi.take, { invalidate: [pqrApi.list] })
  return useCallback(
    (id) =>
      mutate(
        { params: { id }, body: {} },
        {
          onSuccess: ({ message }) => toastSuccess(message),
          onError: (error) => toastFailure(error, 'No pudimos tomar esa PQR'),
        },
      ),
    [mutate],
  )
}

function NoCases({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con otro número, otro nombre o sin filtros.</NoMatch>
  return (
    <EmptyState title="No hay PQR abiertas">
      Las que radiquen tus clientes llegan aquí, con los días que quedan para responder.
    </EmptyState>
  )
}
