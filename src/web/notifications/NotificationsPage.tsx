import { Link } from 'react-router'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import type { Notification } from '#domain/notifications/api.ts'
import { topicsOf } from '#domain/notifications/notification.ts'
import { TOPIC_LABELS, TOPICS, type Topic } from '#domain/notifications/topics.ts'
import { Query } from '#web/core/Query.tsx'
import { Settled } from '#web/core/Settled.tsx'
import { useSession } from '#web/core/session.ts'
import { type TableUrl, useTableUrl } from '#web/core/table-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { toastSuccess } from '#web/ui/Toasts.tsx'
import { ByMail } from './ByMail.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { useMarkAll, useNotifications } from './use-news.ts'
import './notifications.css'

const PAGE_SIZE = 20

/** NOT-01: the notifications of the user, grouped by day, with filters and the button to mark all as read. */
export function NotificationsPage() {
  const { user } = useSession()
  const url = useTableUrl({ pageSize: PAGE_SIZE })
  const topic = TOPICS.find((candidate) => candidate === url.filters['topic'])
  const isUnread = url.filters['unread'] === 'true'
  const list = useNotifications(
    { page: url.page, page_size: url.pageSize, topic, ...(isUnread ? { unread: 'true' as const } : {}) },
    { keepPrevious: true, background: true },
  )
  const readAll = useMarkAll()
  if (user === null) return null
  const unread = list.data?.totals.unread ?? 0
  const markAll = (): void => readAll.mutate({}, { onSuccess: ({ message }) => toastSuccess(message) })
  return (
    <Page
      title="Notificaciones"
      subtitle={unread === 0 ? 'No tienes nada sin leer' : `${unread} sin leer`}
      actions={unread > 0 && <Button onClick={markAll}>Marcar todas como leídas</Button>}
    >
      <Filters url={url} topic={topic} isUnread={isUnread} topics={topicsOf(user.metadata.role)} />
      <Settled reads={[list]}>
        <Card>
          <Query of={list} lines={6} height={40}>
            {({ data }) => (
              <Groups
                items={data}
                now={new Date(list.dataUpdatedAt)}
                isFiltered={topic !== undefined || isUnread}
                onClear={url.onClear}
              />
            )}
          </Query>
          {list.data && (list.data.meta?.total ?? 0) > 0 && (
            <Pagination
              page={url.page}
              pageSize={url.pageSize}
              total={list.data.meta?.total ?? 0}
              shown={list.data.data.length}
              onPage={url.onPage}
            />
          )}
        </Card>
        <ByMail role={user.metadata.role} />
      </Settled>
    </Page>
  )
}

function Filters({
  url,
  topic,
  isUnread,
  topics,
}: {
  url: TableUrl
  topic: Topic | undefined
  isUnread: boolean
  topics: readonly Topic[]
}) {
  const isAll = topic === undefined && !isUnread
  return (
    <div className="notice-filters" role="group" aria-label="Filtrar las notificaciones">
      <FilterButton isOn={isAll} label="Todas" onPress={url.onClear} />
      <FilterButton isOn={isUnread} label="No leídas" onPress={() => url.onFilter('unread', isUnread ? '' : 'true')} />
      {topics.map((option) => (
        <FilterButton
          key={option}
          isOn={topic === option}
          label={TOPIC_LABELS[option]}
          onPress={() => url.onFilter('topic', topic === option ? '' : option)}
        />
      ))}
    </div>
  )
}

const FilterButton = ({ isOn, label, onPress }: { isOn: boolean; label: string; onPress: () => void }) => (
  <button type="button" className="notice-filter" aria-pressed={isOn} onClick={onPress}>
    {label}
  </button>
)

function Groups({
  items,
  now,
  isFiltered,
  onClear,
}: {
  items: readonly Notification[]
  /** The time of the request, so that the groups match the loaded list on a page that stays open overnight. */
  now: Date
  isFiltered: boolean
  onClear: () => void
}) {
  if (items.length === 0 && isFiltered)
    return (
      <EmptyState kind="no-match" action={<Button onClick={onClear}>Ver todas</Button>}>
        No hay notificaciones con este filtro.
      </EmptyState>
    )
  if (items.length === 0)
    return (
      <EmptyState title="Aún no tienes notificaciones" action={<Link to={paths.dashboard}>Volver al tablero</Link>}>
        Aquí te avisamos de lo que pase y tenga que ver contigo.
      </EmptyState>
    )
  return groupsOf(items, dayOf(now)).map(([title, group]) => (
    <section key={title} aria-label={title}>
      <h2 className="notice-group">{title}</h2>
      <ul className="notice-list" role="list">
        {group.map((item) => (
          <NotificationItem key={item.id} item={item} now={now} />
        ))}
      </ul>
    </section>
  ))
}

const WEEK_DAYS = 7

/** Groups by day in Bogotá's time: Hoy, Ayer, Esta semana, Antes. Empty groups are omitted. */
export function groupsOf(items: readonly Notification[], today: Day): [title: string, items: Notification[]][] {
  const titleOf = ({ at }: Notification): string => {
    const day = dayOf(new Date(at))
    if (day >= today) return 'Hoy'
    if (day === addDays(today, -1)) return 'Ayer'
    return day > addDays(today, -WEEK_DAYS) ? 'Esta semana' : 'Antes'
  }
  return ['Hoy', 'Ayer', 'Esta semana', 'Antes'].flatMap((title): [string, Notification[]][] => {
    const group = items.filter((item) => titleOf(item) === title)
    return group.length === 0 ? [] : [[title, group]]
  })
}
