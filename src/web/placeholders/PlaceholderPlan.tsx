import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import type { QuickLink } from './quick-links.ts'
import './placeholders.css'

/** The future content of a page that is not built yet. */
export function PlaceholderPlan({ title, holds }: { title: string; holds: readonly string[] }) {
  return (
    <Card title={title} actions={<Badge tone="info">En construcción</Badge>}>
      <ul className="room-plan" role="list">
        {holds.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Card>
  )
}

/** Links to the pages that already exist. */
export function QuickLinks({ title, links }: { title: string; links: readonly QuickLink[] }) {
  return (
    <nav aria-labelledby="open-rooms" className="open-rooms">
      <h2 id="open-rooms" className="open-rooms__title">
        {title}
      </h2>
      <ul role="list" className="open-rooms__list">
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to} className="open-room">
              <span className="open-room__title">
                {link.title} <ArrowRight size={18} aria-hidden="true" />
              </span>
              <span className="open-room__about">{link.about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
