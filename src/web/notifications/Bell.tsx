import { Bell as BellGlyph } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { ReadState } from '#web/core/Query.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { badgeText, bellLabel, useLiveNotifications, useMarkAll } from './use-news.ts'
import './notifications.css'

const PANEL_ID = 'notifications-panel'

/** The bell with its counter, and the newest notifications in a native popover, which handles Escape and a click outside. */
export function Bell() {
  const panel = useRef<HTMLDivElement>(null)
  const [openedAt, setOpenedAt] = useState<Date | null>(null)
  const notifications = useLiveNotifications()
  const readAll = useMarkAll()
  const close = (): void => panel.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        className="icon-button bell"
        popoverTarget={PANEL_ID}
        aria-expanded={openedAt !== null}
        aria-label={bellLabel(notifications.unread)}
        title="Notificaciones"
      >
        <BellIcon unread={notifications.unread} />
      </button>
      <div
        ref={panel}
        id={PANEL_ID}
        popover="auto"
        className="bell-panel"
        onToggle={(event) => setOpenedAt(event.newState === 'open' ? new Date() : null)}
      >
        {openedAt && (
          <section aria-labelledby="bell-title">
            <header className="bell-panel__head">
              <h2 id="bell-title">Notificaciones</h2>
              {notifications.unread > 0 && (
                <Button size="dense" variant="link" onClick={() => readAll.mutate({})}>
                  Marcar todas como leídas
                </Button>
              )}
            </header>
            <PanelList notifications={notifications} now={openedAt} onOpen={close} />
            <Link to={paths.notifications} className="bell-panel__all" onClick={close}>
              Ver todas
            </Link>
          </section>
        )}
      </div>
    </>
  )
}

function PanelList({
  notifications,
  now,
  onOpen,
}: {
  notifications: ReturnType<typeof useLiveNotifications>
  now: Date
  onOpen: () => void
}) {
  const { items } = notifications
  if (items === undefined) return <ReadState of={notifications} lines={3} height={40} />
  if (items.length === 0) return <EmptyState title="Aún no tienes notificaciones" />
  return (
    <ul className="notice-list" role="list">
      {items.map((item) => (
        <NotificationItem key={item.id} item={item} now={now} onOpen={onOpen} />
      ))}
    </ul>
  )
}

/** The bell on a phone: a link to the page. */
export function BellLink() {
  const { unread } = useLiveNotifications()
  return (
    <Link to={paths.notifications} className="icon-button bell" aria-label={bellLabel(unread)}>
      <BellIcon unread={unread} />
    </Link>
  )
}

const BellIcon = ({ unread }: { unread: number }) => (
  <>
    <BellGlyph size={20} aria-hidden="true" />
    {unread > 0 && (
      <span className="bell__count" aria-hidden="true">
        {badgeText(unread)}
      </span>
    )}
  </>
)
