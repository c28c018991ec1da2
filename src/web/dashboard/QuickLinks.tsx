import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { QuickLink } from './quick-links.ts'
import './quick-links.css'

/** Links to the pages that already exist. */
export function QuickLinks({ title, links }: { title: string; links: readonly QuickLink[] }) {
  return (
    <nav aria-labelledby="quick-links" className="quick-links">
      <h2 id="quick-links" className="quick-links__title">
        {title}
      </h2>
      <ul role="list" className="quick-links__list">
        {links.map((link) => (
          <li key={link.to}>
            <Link to={link.to} className="quick-link">
              <span className="quick-link__title">
                {link.title} <ArrowRight size={18} aria-hidden="true" />
              </span>
              <span className="quick-link__about">{link.about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
