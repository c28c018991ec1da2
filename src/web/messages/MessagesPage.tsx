import { MESSAGE_SORTS } from '#domain/messages/api.ts'
import { MESSAGE_STATUSES } from '#domain/messages/message.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SelectFilter } from '#web/ui/SelectFilter.tsx'
import { ViewMenu } from '#web/views/ViewMenu.tsx'
import { ReplyList } from './ReplyList.tsx'
import { SentList } from './SentList.tsx'

const VIEWS = [
  { value: 'sent', label: 'Enviados' },
  { value: 'replies', label: 'Respuestas por WhatsApp' },
] as const

/** Mensajes: what goes out to the clients, and what they answer. */
export function MessagesPage() {
  const url = useTableUrl({ list: 'messages', sorts: MESSAGE_SORTS })
  const isReplies = url.filters['view'] === 'replies'
  const status = MESSAGE_STATUSES.find((known) => known === url.filters['status'])
  const views = (
    <SelectFilter
      label="Ver"
      all={null}
      options={VIEWS}
      value={isReplies ? 'replies' : 'sent'}
      onChange={(value) => url.onFilters({ view: value === 'replies' ? value : '', status: '' })}
    />
  )
  return (
    <Page
      title="Mensajes"
      subtitle="Lo que sale a tus clientes por correo, por WhatsApp y por mensaje de texto, y lo que responden"
      actions={
        isReplies ? null : (
          <>
            <ViewMenu list="messages" at="wide" />
            <ExportMenu list="messages" filters={{ ...url.query, status }} />
          </>
        )
      }
    >
      {isReplies ? <ReplyList url={url} views={views} /> : <SentList url={url} views={views} />}
    </Page>
  )
}
