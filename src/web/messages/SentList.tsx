import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { messageApi } from '#domain/messages/api.ts'
import {
  DELIVERY_LABELS,
  isResendable,
  MESSAGE_CHANNEL_LABELS,
  MESSAGE_KIND_LABELS,
  MESSAGE_STATUS_LABELS,
  MESSAGE_STATUSES,
  type Message,
  type MessageStatus,
  SMS_SENT_NOTE,
} from '#domain/messages/message.ts'
import { listProps } from '#web/core/list-props.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { Alert, EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { toastError, toastSuccess } from '#web/ui/Toasts.tsx'
import { ViewMenu } from '#web/views/ViewMenu.tsx'
import type { MessagesUrl } from './messages-url.ts'

/** Polls while a message is being sent. */
const POLL_MS = 5_000

const TONES: Readonly<Record<MessageStatus, Tone>> = {
  queued: 'info',
  sending: 'info',
  held: 'warn',
  sent: 'good',
  failed: 'bad',
  unknown: 'warn',
  dropped: 'quiet',
  replaced: 'quiet',
}

const columns: readonly Column<Message>[] = [
  {
    key: 'to',
    header: 'Para',
    cell: (message) => (
      <span className="two-lines">
        {message.client ? <Link to={paths.client(message.client.id)}>{message.client.name}</Link> : message.to}
        <small>
          {MESSAGE_CHANNEL_LABELS[message.channel]} a {message.to}
        </small>
      </span>
    ),
    card: 'title',
  },
  { key: 'kind', header: 'Qué es', cell: (message) => MESSAGE_KIND_LABELS[message.kind] },
  {
    key: 'created_at',
    header: 'Fecha',
    cell: (message) => instantLabel(new Date(message.sent_at ?? message.created_at)),
    sortable: true,
  },
  {
    key: 'problem',
    header: 'Detalle',
    cell: ({ problem, next_try_at, channel, status }) => (
      <span className="two-lines">
        {problem ?? (channel === 'sms' && status === 'sent' ? SMS_SENT_NOTE : '—')}
        {problem && next_try_at && (
          <small className="in-card">Próximo intento: {instantLabel(new Date(next_try_at))}</small>
        )}
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Estado',
    cell: ({ status, delivery }) => (
      <Badge tone={TONES[status]}>
        {status === 'sent' && delivery !== null ? DELIVERY_LABELS[delivery] : MESSAGE_STATUS_LABELS[status]}
      </Badge>
    ),
    card: 'badge',
  },
]

type ListProps = { url: MessagesUrl; views: ReactNode }

/** The messages to clients: sent, waiting for their hour, and failed, with the button that sends them again. */
export function SentList({ url, views }: ListProps) {
  const status = MESSAGE_STATUSES.find((known) => known === url.filters['status'])
  const query = { ...url.query, status }
  const list = useRead(messageApi.list, { query }, { keepPrevious: true, pollMs: POLL_MS })
  const { resend, isBusy } = useResend()
  const failed = list.data?.resendable ?? 0
  const isFiltered = url.q !== '' || status !== undefined
  return (
    <>
      {failed > 0 && <Failed count={failed} isBusy={isBusy} onResend={() => resend(null)} />}
      <Table
        caption="Mensajes a los clientes"
        columns={columns}
        {...listProps(url, list)}
        rowKey={(message) => message.id}
        rowName={(message) => `mensaje a ${message.to}`}
        tools={
          <>
            <SearchField label="Buscar por nombre, cédula, correo o celular" value={url.q} onSearch={url.onSearch} />
            <TableFilters>
              {views}
              <SelectFilter
                label="Estado"
                options={MESSAGE_STATUSES.map((value) => ({ value, label: MESSAGE_STATUS_LABELS[value] }))}
                value={status}
                onChange={(value) => url.onFilter('status', value)}
              />
            </TableFilters>
            <ViewMenu list="messages" at="narrow" />
            <FilterChips
              chips={status ? [{ key: 'status', label: `Estado: ${MESSAGE_STATUS_LABELS[status]}` }] : []}
              onRemove={(key) => url.onFilter(key, '')}
              onClear={url.onClear}
            />
          </>
        }
        empty={<NoMessages isFiltered={isFiltered} onClear={url.onClear} />}
        actions={[
          {
            kind: 'resend',
            isShown: isResendable,
            onPress: (message) => resend([message.id]),
          },
        ]}
      />
    </>
  )
}

const Failed = ({ count, isBusy, onResend }: { count: number; isBusy: boolean; onResend: () => void }) => (
  <Alert tone="warn">
    {count === 1 ? 'Un mensaje no llegó.' : `${count} mensajes no llegaron.`}{' '}
    <Button size="dense" busy={isBusy ? 'Enviando…' : undefined} onClick={onResend}>
      {count === 1 ? 'Enviarlo de nuevo' : `Enviar los ${count} de nuevo`}
    </Button>
  </Alert>
)

function useResend() {
  const change = useChange(messageApi.resend)
  return {
    isBusy: change.isPending,
    resend: (ids: string[] | null): void =>
      change.mutate(
        { body: ids === null ? {} : { ids } },
        {
          onSuccess: ({ message }) => toastSuccess(message),
          onError: (failure) => toastError(failure.message),
        },
      ),
  }
}

function NoMessages({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatch onClear={onClear}>Prueba con otro estado o con otro nombre.</NoMatch>
  return (
    <EmptyState title="Aún no hay mensajes" action={<Link to={paths.invoices}>Ver las facturas</Link>}>
      Envía una factura desde su página, o todas desde el resultado de la facturación masiva.
    </EmptyState>
  )
}
