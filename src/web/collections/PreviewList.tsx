import { type ReactNode, useState } from 'react'
import { collectionApi } from '#domain/collections/api.ts'
import { SPARED_LABELS, SPARED_REASONS } from '#domain/collections/decision.ts'
import { POLICY_MODE_LABELS } from '#domain/collections/policy.ts'
import { type DaySummary, DECISION_ACTIONS, DECISION_LABELS, type PreviewRow } from '#domain/collections/preview.ts'
import { dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ClientLink } from '#web/clients/ClientLink.tsx'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { Settled } from '#web/core/Settled.tsx'
import type { TableUrl } from '#web/core/table-url.ts'
import { useRowSelection } from '#web/core/use-row-selection.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { Alert, EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { DebtorBulkBar } from './DebtorBulkBar.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'
import { PromiseDialog } from './PromiseDialog.tsx'

const TONES = { cut: 'bad', notify: 'warn', none: 'quiet' } as const

type Doing = { kind: 'notice' | 'promise'; row: PreviewRow }

/** What will be done tomorrow, contract by contract, with the reason (SUS-01). */
export function PreviewList({ url, tools }: { url: TableUrl; tools: ReactNode }) {
  const action = DECISION_ACTIONS.find((known) => known === url.filters['action'])
  const reason = SPARED_REASONS.find((known) => known === url.filters['reason'])
  const { page, page_size, q } = url.query
  const filters = { q, action, reason }
  const list = useRead(collectionApi.preview, { query: { page, page_size, ...filters } }, { keepPrevious: true })
  const chosen = useRowSelection({ list: list.data, filters })
  const [doing, setDoing] = useState<Doing | null>(null)
  const isFiltered = url.q !== '' || action !== undefined || reason !== undefined
  const columns = [...COLUMNS, stepColumn(setDoing, list.data?.summary.takes_promises === true)]
  return (
    <Settled reads={[list]}>
      {list.data && <DayAlert summary={list.data.summary} />}
      <Table
        caption="Contratos con deuda vencida y qué se hace con cada uno"
        columns={columns}
        {...listProps(url, list)}
        rowKey={({ id }) => id}
        rowName={({ no_contract }) => `contrato ${no_contract}`}
        selection={chosen.table}
        tools={
          <>
            <SearchField label="Buscar por cliente, cédula, contrato o ciudad" value={url.q} onSearch={url.onSearch} />
            {tools}
            <TableFilters>
              <SelectFilter
                label="Qué se hace"
                options={DECISION_ACTIONS.map((value) => ({ value, label: DECISION_LABELS[value] }))}
                value={action}
                onChange={(value) => url.onFilters({ action: value, reason: '' })}
              />
              <SelectFilter
                label="Por qué no"
                options={SPARED_REASONS.map((value) => ({ value, label: SPARED_LABELS[value] }))}
                value={reason}
                onChange={(value) => url.onFilters({ reason: value, action: value === '' ? '' : 'none' })}
              />
            </TableFilters>
            <ExportMenu list="suspension_preview" filters={filters} />
          </>
        }
        empty={
          isFiltered ? (
            <NoMatch onClear={url.onClear}>Nadie cumple esos filtros.</NoMatch>
          ) : (
            <EmptyState title="Nadie tiene deuda vencida">
              Aquí aparece cada contrato en servicio con una factura vencida, y qué se hace con él.
            </EmptyState>
          )
        }
      />
      <DebtorBulkBar chosen={chosen} />
      {doing?.kind === 'notice' && <NoticeDialog row={doing.row} onClose={() => setDoing(null)} />}
      {doing?.kind === 'promise' && <PromiseDialog row={doing.row} onClose={() => setDoing(null)} />}
    </Settled>
  )
}

/** '16 de diciembre: 12 cortes por $ 720.000,00 y 30 avisos', and what the mode and the brake do with them. */
function DayAlert({ summary }: { summary: DaySummary }) {
  const { on, cut, notify, debt_cut, mode, cuts_max } = summary
  const cuts = `${cut} ${cut === 1 ? 'corte' : 'cortes'} por ${pesosLabel(debt_cut)}`
  const text = `${dayLabel(on)}: ${cuts} y ${notify} ${notify === 1 ? 'aviso' : 'avisos'}.${whatsappSentence(summary)}${smsSentence(summary)}`
  if (mode !== 'on') {
    return (
      <Alert tone="info">
        {text} La política está {POLICY_MODE_LABELS[mode].toLowerCase()}: no se avisa ni se corta a nadie.{' '}
        <RowLink to={paths.collectionPolicy}>Ver la política</RowLink>
      </Alert>
    )
  }
  return cut > cuts_max ? (
    <Alert tone="warn">
      {text} El freno permite {cuts_max} por día: antes de cortar te pedirá aprobarlos.
    </Alert>
  ) : (
    <Alert tone="info">{text}</Alert>
  )
}

/** ' Por WhatsApp van 25 mensajes, que cuestan unos $ 82,50.' */
function whatsappSentence({ whatsapp }: DaySummary): string {
  if (whatsapp === null || whatsapp.notices === 0) return ''
  const count = whatsapp.notices === 1 ? 'va 1 mensaje' : `van ${whatsapp.notices} mensajes`
  const cost = whatsapp.cost === null ? NO_PRICE : `unos ${pesosLabel(whatsapp.cost)}`
  return ` Por WhatsApp ${count}: ${cost}.`
}

/** ' Por mensaje de texto van 3 mensajes, 5 partes: unos $ 62,50.' */
function smsSentence({ sms }: DaySummary): string {
  if (sms === null || sms.notices === 0) return ''
  const count = sms.notices === 1 ? 'va 1 mensaje' : `van ${sms.notices} mensajes`
  const parts = sms.parts === 1 ? '1 parte' : `${sms.parts} partes`
  const cost = sms.cost === null ? NO_PRICE : `unos ${pesosLabel(sms.cost)}`
  return ` Por mensaje de texto ${count}, ${parts}: ${cost}.`
}

const NO_PRICE = 'el administrador aún no ha escrito su precio'

const COLUMNS: readonly Column<PreviewRow>[] = [
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: ({ client }) => <ClientLink id={client.id} client={client} />,
  },
  {
    key: 'contract',
    header: 'Contrato',
    cell: ({ no_contract, plan, city }) => (
      <span className="two-lines">
        <RowLink to={paths.contract(no_contract)}>{no_contract}</RowLink>
        <small>
          {plan} · {city}
        </small>
      </span>
    ),
  },
  { key: 'days', header: 'Días de mora', align: 'end', cardLabel: 'mora', cell: ({ overdue_days }) => overdue_days },
  {
    key: 'debt',
    header: 'Vencido',
    align: 'end',
    card: 'amount',
    cell: ({ debt }) => <strong>{pesosLabel(debt)}</strong>,
  },
  {
    key: 'action',
    header: 'Qué se hace',
    card: 'badge',
    cell: ({ action }) => <Badge tone={TONES[action]}>{DECISION_LABELS[action]}</Badge>,
  },
  {
    key: 'reason',
    header: 'Por qué',
    cell: ({ reason, cut_from }) => (
      <span className="two-lines">
        {reason === null ? 'Cumple la política' : SPARED_LABELS[reason]}
        {cut_from !== null && <small>Corte desde el {shortDayLabel(cut_from)}</small>}
      </span>
    ),
  },
]

/** `takesPromises`: whether the policy receives promises; without it none is offered. */
const stepColumn = (onDo: (doing: Doing) => void, takesPromises: boolean): Column<PreviewRow> => ({
  key: 'step',
  header: 'Registrar',
  card: 'control',
  cell: (row) =>
    row.reason === 'no_channel' ? (
      <Button onClick={() => onDo({ kind: 'notice', row })}>Aviso</Button>
    ) : row.reason === 'promise' || row.reason === 'agreement' || row.debt === 0 || !takesPromises ? null : (
      <Button onClick={() => onDo({ kind: 'promise', row })}>Promesa</Button>
    ),
})
