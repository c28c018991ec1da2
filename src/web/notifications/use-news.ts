import { notificationApi } from '#domain/notifications/api.ts'
import { useRead } from '#web/core/queries.ts'
import { useIsLive } from './live.ts'

const SHOWN_MAX = 6
const POLL_MS = 30_000

/** The newest notifications and the number of unread ones: updated by the stream, polled while it is disconnected. */
export function useLiveNotifications() {
  const isLive = useIsLive()
  const { data, error, refetch } = useRead(
    notificationApi.list,
    { query: { page: 1, page_size: SHOWN_MAX } },
    { background: true, ...(isLive ? {} : { pollMs: POLL_MS }) },
  )
  return { items: data?.data, unread: data?.totals.unread ?? 0, error, refetch }
}

/** The number of unread notifications; '9+' from ten on. */
export const badgeText = (unread: number): string => (unread > 9 ? '9+' : String(unread))

/** The accessible name of the bell, with its counter. */
export const bellLabel = (unread: number): string =>
  unread === 0 ? 'Notificaciones' : `Notificaciones, ${badgeText(unread)} sin leer`
