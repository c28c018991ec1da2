import type { Input, Reply } from '#domain/core/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { type ReadOptions, useChange, usePending, useRead } from '#web/core/queries.ts'
import { useIsLive } from './live.ts'

const SHOWN_MAX = 6
const POLL_MS = 30_000

/** The newest notifications and the number of unread ones: updated by the stream, polled while it is disconnected. */
export function useLiveNotifications() {
  const isLive = useIsLive()
  const { data, error, refetch } = useNotifications(
    { page: 1, page_size: SHOWN_MAX },
    { background: true, ...(isLive ? {} : { pollMs: POLL_MS }) },
  )
  return { items: data?.data, unread: data?.totals.unread ?? 0, error, refetch }
}

type List = Reply<typeof notificationApi.list>

/** The notifications, with the marks that are on their way shown as made. */
export function useNotifications(query: Input<typeof notificationApi.list>['query'], options: ReadOptions) {
  const marks = usePending(notificationApi.mark).map(({ params }) => params.id)
  const isAll = usePending(notificationApi.readAll).length > 0
  return useRead(notificationApi.list, { query }, { ...options, select: (list) => withMarks(list, marks, isAll) })
}

/** Marks one notification as read; `useNotifications` shows it at once, and again as unread when it fails. */
export const useMark = () =>
  useChange(notificationApi.mark, {
    invalidate: [notificationApi.list],
    failed: 'La notificación sigue sin leer: no pudimos marcarla',
  })

/** The same for all of them. */
export const useMarkAll = () =>
  useChange(notificationApi.readAll, {
    invalidate: [notificationApi.list],
    failed: 'Las notificaciones siguen sin leer: no pudimos marcarlas',
  })

/** A list in which some notifications, or all, are read. One that is not in the list was unread when it was marked. */
export function withMarks({ data, totals, ...list }: List, ids: readonly string[], isAll: boolean): List {
  const isRead = new Set(data.filter((item) => item.is_read).map(({ id }) => id))
  const marked = new Set(ids.filter((id) => !isRead.has(id)))
  return {
    ...list,
    data: data.map((item) => (isAll || marked.has(item.id) ? { ...item, is_read: true } : item)),
    totals: { unread: isAll ? 0 : Math.max(0, totals.unread - marked.size) },
  }
}

/** The number of unread notifications; '9+' from ten on. */
export const badgeText = (unread: number): string => (unread > 9 ? '9+' : String(unread))

/** The accessible name of the bell, with its counter. */
export const bellLabel = (unread: number): string =>
  unread === 0 ? 'Notificaciones' : `Notificaciones, ${badgeText(unread)} sin leer`
