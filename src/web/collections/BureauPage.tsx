import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  BUREAU_STATE_LABELS,
  BUREAU_STATES,
  type BureauCase,
  type BureauState,
  type BureauSummary,
} from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import { dayLabel } from '#domain/core/days.ts'
import { CHOSEN_ROWS_MAX } from '#domain/core/paging.ts'
import { paths } from '#domain/core/paths.ts'
import type { ChosenRows } from '#web/core/chosen-rows.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { useSession } from '#web/core/session.ts'
import { type TableUrl, useTableUrl } from '#web/core/table-url.ts'
import { useChoice, useRowSelection } from '#web/core/use-row-selection.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { Alert, EmptyState, NoMatch } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { BureauNoticeDialog, LeaveOutDialog, ReportDialog, UpdateDialog } from './BureauDialogs.tsx'
import { DisputeNotifiedDialog, PaperDialog } from './BureauPaperDialog.tsx'
import { bureauColumns } from './bureau-columns.tsx'

type Doing =
  | { kind: 'report'; ids: readonly string[] }
  | { kind: 'paper'; row: BureauCase }
  | { kind: 'notified'; row: BureauCase }
  | { kind: 'update'; row: BureauCase }
  | { kind: 'leave'; row: BureauCase }
  | { kind: 'notice'; id: string }

/** Centrales de riesgo: who must be notified, who may be reported and which payments must be updated (SUS-09, R2.16). */
export function BureauPage() {
  const navigate = useNavigate()
  const url = useTableUrl({ pageSize: 20 })
  const isDesk = useSession().user?.metadata.role === 'financial'
  const state = BUREAU_STATES.find((known) => known === url.filters['state'])
  const { page, page_size, q } = url.query
  const list = useRead(bureauApi.cases, { query: { page, page_size, q, state } }, { keepPrevious: true })
  const chosen = useRowSelection({ list: list.data, filters: { q, state } })
  const [doing, setDoing] = useState<Doing | null>(null)
  const summary = list.data?.summary
  const onClose = (): void => {
    if (doing?.kind === 'report') chosen.onClear()
    setDoing(null)
  }
  return (
    <Page
      title="Centrales de riesgo"
      subtitle="A quién se le avisa antes de un reporte, a quién se puede reportar y qué pagos faltan por actualizar"
      actions={<Button onClick={() => void navigate(paths.bureauPolicy)}>Política y carta</Button>}
    >
      <Settled reads={[list]}>
        {summary && <Head summary={summary} />}
        <Table
          caption="Deudas por avisar, por reportar y por actualizar"
          columns={bureauColumns({
            isDesk,
            onReport: ({ id }) => setDoing({ kind: 'report', ids: [id] }),
            onUpdate: (row) => setDoing({ kind: 'update', row }),
            onLeave: (row) => setDoing({ kind: 'leave', row }),
            onPaper: (row) => setDoing({ kind: 'paper', row }),
            onNotified: (row) => setDoing({ kind: 'notified', row }),
            onNotice: (id) => setDoing({ kind: 'notice', id }),
          })}
          {...listProps(url, list)}
          rowKey={({ id }) => id}
          rowName={({ client }) => `la deuda de ${client.name}`}
          {...(state === 'reportable' ? { selection: chosen.table } : {})}
          tools={
            <Tools
              url={url}
              state={state}
              counts={summary?.counts}
              chosen={state === 'reportable' ? chosen : null}
              onReport={(ids) => setDoing({ kind: 'report', ids })}
            />
          }
          empty={<NoCases isFiltered={url.q !== '' || state !== undefined} onClear={url.onClear} />}
        />
      </Settled>
      {doing !== null && <Doings doing={doing} onClose={onClose} />}
    </Page>
  )
}

/** What the list does not do, whether it is on, and the updates whose month runs. */
function Head({ summary: { is_on, counts, update_by, dispute_by } }: { summary: BureauSummary }) {
  const due = counts.update_due === 1 ? 'Falta actualizar 1 pago' : `Falta actualizar ${counts.update_due} pagos`
  return (
    <>
      {update_by !== null && (
        <Alert tone="bad">
          {due} en la central: el primer plazo termina el {dayLabel(update_by)}.{' '}
          <Link to={`${paths.bureau}?state=update_due`}>Ver los pagos</Link>
        </Alert>
      )}
      {dispute_by !== null && (
        <Alert tone="bad">
          {counts.dispute_due === 1
            ? 'Un cliente reclamó una deuda que ya se reportó'
            : `Se reclamaron ${counts.dispute_due} deudas que ya se reportaron`}
          : avísale a la central que está en discusión, a más tardar el {dayLabel(dispute_by)}.{' '}
          <Link to={`${paths.bureau}?state=dispute_due`}>Ver las deudas en reclamo</Link>
        </Alert>
      )}
      <Alert tone="info">
        Enlace avisa y cuenta los días, pero no envía nada a ninguna central de riesgo: descarga la lista, repórtala tú
        y márcala aquí.{!is_on && ' La política está apagada: no se avisa a nadie.'}
      </Alert>
    </>
  )
}

type ToolsProps = {
  url: TableUrl
  state: BureauState | undefined
  counts: BureauSummary['counts'] | undefined
  /** The chosen rows of those that may be reported; null in another list. */
  chosen: ChosenRows | null
  onReport: (ids: readonly string[]) => void
}

function Tools({ url, state, counts, chosen, onReport }: ToolsProps) {
  const options = BUREAU_STATES.map((value) => ({
    value,
    label: `${BUREAU_STATE_LABELS[value]} (${counts?.[value] ?? 0})`,
  }))
  return (
    <>
      <SearchField label="Buscar por cliente, cédula o contrato" value={url.q} onSearch={url.onSearch} />
      <TableFilters>
        <SelectFilter
          label="Estado"
          all="Todas las abiertas"
          options={options}
          value={state}
          onChange={(value) => url.onFilter('state', value)}
        />
      </TableFilters>
      <ExportMenu list="bureau_cases" filters={{ q: url.query.q, state }} />
      {chosen !== null && <ReportButton chosen={chosen} onReport={onReport} />}
    </>
  )
}

function ReportButton({ chosen, onReport }: { chosen: ChosenRows } & Pick<ToolsProps, 'onReport'>) {
  const { count, hasTooMany, filters } = useChoice(chosen)
  if (count === 0) return null
  return (
    <Button
      variant="primary"
      disabledReason={hasTooMany ? `Elige ${CHOSEN_ROWS_MAX} como máximo` : undefined}
      onClick={() => onReport(String(filters['ids'] ?? '').split(','))}
    >
      {count === 1 ? 'Marcar 1 como reportada' : `Marcar ${count} como reportadas`}
    </Button>
  )
}

const NoCases = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NoMatch onClear={onClear}>Nadie cumple esos filtros.</NoMatch>
  ) : (
    <EmptyState title="No hay deudas en la lista">
      Aquí entra quien completa los días de mora y la deuda de la política.
    </EmptyState>
  )

function Doings({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  if (doing.kind === 'report') return <ReportDialog ids={doing.ids} onClose={onClose} />
  if (doing.kind === 'paper') return <PaperDialog row={doing.row} onClose={onClose} />
  if (doing.kind === 'notified') return <DisputeNotifiedDialog row={doing.row} onClose={onClose} />
  if (doing.kind === 'update') return <UpdateDialog row={doing.row} onClose={onClose} />
  if (doing.kind === 'leave') return <LeaveOutDialog row={doing.row} onClose={onClose} />
  return <BureauNoticeDialog id={doing.id} onClose={onClose} />
}
