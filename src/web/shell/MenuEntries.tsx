import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { isUnder } from './guard-decision.ts'
import { MenuGlyph } from './MenuGlyph.tsx'
import type { MenuAction, MenuEntry } from './menu.ts'

const UrgentCount = lazy(() => import('#web/pqr/UrgentCount.tsx').then((file) => ({ default: file.UrgentCount })))

export type MenuHandlers = Readonly<Record<MenuAction, () => void>>

type Props = {
  entries: readonly MenuEntry[]
  handlers: MenuHandlers
  /** Whether Integraciones has the red dot (SHL-06). */
  lacksPayments: boolean
  /** Called when the user chooses an entry, before its navigation or action. */
  onChoose?: (entry: MenuEntry) => void
}

/** The entries of a menu: the current page is marked, the logout is red, and an action is a button instead of a link. */
export function MenuEntries({ entries, handlers, lacksPayments, onChoose }: Props) {
  const { pathname } = useLocation()
  return (
    <ul role="list" className="menu-entries">
      {entries.map((entry) => (
        <li key={entry.label}>
          {entry.action === undefined ? (
            <Link
              to={entry.to}
              className="menu-entry"
              data-tour={entry.to}
              aria-current={isUnder(pathname, entry.to) ? 'page' : undefined}
              onClick={() => onChoose?.(entry)}
            >
              <MenuGlyph icon={entry.icon} />
              <span>{entry.label}</span>
              {entry.icon === 'integraciones' && lacksPayments && <RedDot />}
              {entry.icon === 'pqrManagement' && (
                <Suspense>
                  <UrgentCount />
                </Suspense>
              )}
            </Link>
          ) : (
            <button
              type="button"
              className={`menu-entry ${entry.action === 'logout' ? 'menu-entry--danger' : ''}`}
              onClick={() => {
                onChoose?.(entry)
                handlers[entry.action]()
              }}
            >
              <MenuGlyph icon={entry.icon} />
              <span>{entry.label}</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const RedDot = () => (
  <>
    <span className="red-dot" aria-hidden="true" />
    <span className="visually-hidden">Falta configurar pagos</span>
  </>
)
