import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { messageApi } from '#domain/messages/api.ts'
import type { ClientReply } from '#domain/messages/message.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { MessagesUrl } from './messages-url.ts'

const columns: readonly Column<ClientReply>[] = [
  {
    key: 'client',
    header: 'Quién',
    cell: ({ client, phone }) => (
      <span className="two-lines">
        {client ? <Link to={paths.client(client.id)}>{client.name}</Link> : 'Número de ningún cliente'}
        <small>+{phone}</small>
      </span>
    ),
    card: 'title',
  },
  { key: 'text', header: 'Qué respondió', cell: ({ text }) => text },
  { key: 'received_at', header: 'Fecha', cell: ({ received_at }) => instantLabel(new Date(received_at)) },
]

/** What clients answered by WhatsApp (SUS-08). */
export function ReplyList({ url, views }: { url: MessagesUrl; views: ReactNode }) {
  const { page, page_size, q } = url.query
  const list = useRead(messageApi.replies, { query: { page, page_size, q } }, { keepPrevious: true })
  return (
    <Table
      caption="Respuestas de los clientes"
      columns={columns}
      {...listProps(url, list)}
      rowKey={({ id }) => id}
      rowName={({ client, phone }) => `respuesta de ${client?.name ?? `+${phone}`}`}
      tools={
        <>
          <SearchField label="Buscar por nombre, cédula o celular" value={url.q} onSearch={url.onSearch} />
          <TableFilters>{views}</TableFilters>
        </>
      }
      empty={
        url.q === '' ? (
          <EmptyState title="Nadie ha respondido" action={<Link to={paths.messages}>Ver lo que enviaste</Link>}>
            Aquí verás lo que tus clientes escriban al WhatsApp de la empresa.
          </EmptyState>
        ) : (
          <NoMatch onClear={() => url.onSearch('')}>Prueba con otro nombre o con el celular.</NoMatch>
        )
      }
    />
  )
}
