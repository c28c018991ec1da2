import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { collectionApi } from '#domain/collections/api.ts'
import type { ReconnectionTerm } from '#domain/collections/preview.ts'
import { dayLabel, dayOf, shortDayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import type { TableUrl } from '#web/core/table-url.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'

const STATES = {
  done: { tone: 'good', label: 'Reconectado' },
  on_time: { tone: 'info', label: 'A tiempo' },
  near: { tone: 'warn', label: 'Se vence ya' },
  late: { tone: 'bad', label: 'Vencido' },
  owed_again: { tone: 'quiet', label: 'Volvió a deber' },
  ended: { tone: 'quiet', label: 'Terminó con el contrato' },
} as const

/** The services to reconnect with their term of three business days, and those that were reconnected (SUS-03). */
export function ReconnectionList({ url, tools }: { url: TableUrl; tools: ReactNode }) {
  const { page, page_size } = url.query
  const list = useRead(collectionApi.reconnections, { query: { page, page_size } }, { keepPrevious: true })
  return (
    <Table
      caption="Reconexiones y su plazo"
      columns={COLUMNS}
      {...listProps(url, list)}
      rowKey={({ id }) => id}
      rowName={({ no_contract }) => `reconexión del contrato ${no_contract}`}
      tools={tools}
      empty={
        <EmptyState title="No hay reconexiones">
          Cuando alguien con el servicio suspendido paga, aquí corre su plazo de tres días hábiles.
        </EmptyState>
      }
    />
  )
}

const COLUMNS: readonly Column<ReconnectionTerm>[] = [
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: ({ client, no_contract }) => (
      <span className="two-lines">
        <Link to={paths.client(client.id)}>{client.name}</Link>
        <Link to={paths.contract(no_contract)}>{no_contract}</Link>
      </span>
    ),
  },
  {
    key: 'paid_at',
    header: 'Desde',
    cardLabel: 'desde',
    cell: ({ paid_at, cause }) => (
      <span className="two-lines">
        {shortDayLabel(dayOf(new Date(paid_at)))}
        <small>{cause === 'payment' ? 'Pagó' : 'Prometió pagar'}</small>
      </span>
    ),
  },
  { key: 'due_on', header: 'Plazo', cardLabel: 'plazo', cell: ({ due_on }) => shortDayLabel(due_on) },
  { key: 'problem', header: 'Por qué falta', cell: problemCopy },
  {
    key: 'state',
    header: 'Estado',
    card: 'badge',
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
]

function problemCopy({ problem, state, ended_on }: ReconnectionTerm): string {
  if (ended_on !== null) return `El contrato terminó el ${dayLabel(ended_on)} sin reconectarlo`
  return state === 'done' ? '' : (problem ?? '')
}
