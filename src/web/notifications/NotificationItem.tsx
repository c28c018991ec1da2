import { Link } from 'react-router'
import { agoLabel, instantLabel } from '#domain/core/days.ts'
import type { Notification } from '#domain/notifications/api.ts'
import { useMark } from './use-news.ts'
import './notifications.css'

/** One notification: opening it marks it as read and links to its record. */
export function NotificationItem({
  item,
  now,
  onOpen,
}: {
  item: Notification
  now: Date
  onOpen?: (() => void) | undefined
}) {
  const mark = useMark()
  const at = new Date(item.at)
  const open = (): void => {
    if (!item.is_read) mark.mutate({ params: { id: item.id }, body: { is_read: true } })
    onOpen?.()
  }
  return (
    <li className={`notice-item${item.is_read ? '' : ' notice-item--unread'}`}>
      <Link to={item.href} className="notice-item__link" onClick={open}>
        {!item.is_read && <span className="visually-hidden">Sin leer: </span>}
        {item.text}
      </Link>
      <time className="notice-item__time" dateTime={item.at} title={instantLabel(at)}>
        {agoLabel(at, now)}
      </time>
    </li>
  )
}
