import { notificationApi } from '#domain/notifications/api.ts'
import { useRead } from '#web/core/queries.ts'
import { useIsLive } from './live.ts'

const SHOWN = 6
const POLL_MS = 30_000

/** The newest notifications and how many are unread: told live, asked by the clock while that is cut. */
export function useLiveNotifications() {
  const isLive = useIsLive()
  const { data, error, refetch } = useRead(
    notificationApi.list,
    { query: { page: 1, page_size: SHOWN } },
    { background: true, ...(isLive ? {} : { pollMs: POLL_MS }) },
  )
  return { items: data?.data, unread: data?.totals.unread ?? 0, error, refetch }
}

/** '9+' from ten on: the badge stays a badge. */
export const badgeText = (unread: number): string => (unread > 9 ? '9+' : String(unread))

/** What the bell is called, with its counter in words. */
export const bellLabel = (unread: number): string =>
  unread === 0 ? 'Notificaciones' : `Notificaciones, ${badgeText(unread)} sin leer`
