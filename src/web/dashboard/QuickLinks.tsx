import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { QuickLink } from './quick-links.ts'
import './quick-links.css'

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
