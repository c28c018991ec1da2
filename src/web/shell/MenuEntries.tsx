import { Link, useLocation } from 'react-router'
import { isUnder } from './guard-decision.ts'
import { MenuGlyph } from './MenuGlyph.tsx'
import type { MenuAction, MenuEntry } from './menu.ts'

export type MenuHandlers = Readonly<Record<MenuAction, () => void>>

type Props = {
  entries: readonly MenuEntry[]
  handlers: MenuHandlers
  /** Whether Integraciones carries the red dot (SHL-06). */
  lacksPayments: boolean
  /** Called when an entry is chosen, before it goes or acts. */
  onChoose?: (entry: MenuEntry) => void
}

/** The lines of a menu: the current place is marked, the way out is red, an action runs instead of going anywhere. */
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
