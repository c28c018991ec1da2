import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type PaymentPromise, PROMISE_LABELS } from '#domain/collections/promise.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { listProps } from '#web/core/list-props.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import type { TableUrl } from '#web/core/table-url.ts'
import { toastFailure } from '#web/core/toast-failure.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { PROMISE_TONES } from './promise-tones.ts'

const STATES = ['open', 'kept', 'broken', 'cancelled'] as const

/** The promises to pay, with their outcome (SUS-04). */
export function PromiseList({ url, tools }: { url: TableUrl; tools: ReactNode }) {
  const state = STATES.find((known) => known === url.filters['state'])
  const { page, page_size } = url.query
  const list = useRead(promiseApi.promises, { query: { page, page_size, state } }, { keepPrevious: true })
  const cancel = useChange(promiseApi.cancelPromise, { invalidate: [promiseApi.promises] })
  const onCancel = async (id: string): Promise<void> => {
    try {
      toastSuccess((await cancel.mutateAsync({ params: { id } })).message)
    } catch (error) {
      toastFailure(error, 'No pudimos cancelar la promesa')
    }
  }
  return (
    <Table
      caption="Promesas de pago"
      columns={[...COLUMNS, cancelColumn((id) => void onCancel(id))]}
      {...listProps(url, list)}
      rowKey={({ id }) => id}
      rowName={({ no_contract }) => `promesa del contrato ${no_contract}`}
      tools={
        <>
          {tools}
          <TableFilters>
            <SelectFilter
              label="Cómo va"
              options={STATES.map((value) => ({ value, label: PROMISE_LABELS[value] }))}
              value={state}
              onChange={(value) => url.onFilter('state', value)}
            />
          </TableFilters>
        </>
      }
      empty={
        state === undefined ? (
          <EmptyState title="Nadie ha prometido pagar">
            Tus clientes prometen desde su portal, y tú desde la lista de cortes.
          </EmptyState>
        ) : (
          <NoMatch onClear={url.onClear}>No hay promesas así.</NoMatch>
        )
      }
    />
  )
}

const COLUMNS: readonly Column<PaymentPromise>[] = [
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: ({ client, no_contract }) => (
      <span className="two-lines">
        <Link to={paths.client(client.id)}>{client.name}</Link>
        <small>{no_contract}</small>
      </span>
    ),
  },
  { key: 'until_on', header: 'Paga hasta', cardLabel: 'hasta', cell: ({ until_on }) => shortDayLabel(until_on) },
  {
    key: 'made_by',
    header: 'Quién la hizo',
    cell: ({ made_by, made_on, side }) => (
      <span className="two-lines">
        {side === 'cliente' ? 'El cliente' : made_by}
        <small>{shortDayLabel(made_on)}</small>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Valor',
    align: 'end',
    card: 'amount',
    cell: ({ amount }) => <strong>{pesosLabel(amount)}</strong>,
  },
  {
    key: 'outcome',
    header: 'Estado',
    card: 'badge',
    cell: ({ outcome }) => <Badge tone={PROMISE_TONES[outcome ?? 'open']}>{PROMISE_LABELS[outcome ?? 'open']}</Badge>,
  },
]

const cancelColumn = (onCancel: (id: string) => void): Column<PaymentPromise> => ({
  key: 'cancel',
  header: 'Deshacer',
  card: 'control',
  cell: ({ id, outcome, no_contract }) =>
    outcome === null ? (
      <Button aria-label={`Cancelar la promesa de ${no_contract}`} onClick={() => onCancel(id)}>
        Cancelar
      </Button>
    ) : null,
})
