import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import type { QuickLink } from './quick-links.ts'
import './placeholders.css'

/** What a place will hold once it is built, said as such. */
export function PlaceholderPlan({ title, holds }: { title: string; holds: readonly string[] }) {
  return (
    <Card title={title} actions={<Badge tone="info">En construcción</Badge>}>
      <ul className="room-plan" role="list">
        {holds.map((held) => (
          <li key={held}>{held}</li>
        ))}
      </ul>
    </Card>
  )
}

/** What can be used today, a link each. */
export function QuickLinks({ title, rooms }: { title: string; rooms: readonly QuickLink[] }) {
  return (
    <nav aria-labelledby="open-rooms" className="open-rooms">
      <h2 id="open-rooms" className="open-rooms__title">
        {title}
      </h2>
      <ul role="list" className="open-rooms__list">
        {rooms.map((room) => (
          <li key={room.to}>
            <Link to={room.to} className="open-room">
              <span className="open-room__title">
                {room.title} <ArrowRight size={18} aria-hidden="true" />
              </span>
              <span className="open-room__about">{room.about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
