import { CreditCard, Ellipsis, FileText, House, type LucideIcon, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { isUnder } from './guard-decision.ts'
import type { MenuHandlers } from './MenuEntries.tsx'
import { MobilePanel } from './MobilePanel.tsx'
import { TABS, type Tab, tabOf } from './tabs.ts'

const GLYPHS: Readonly<Record<Tab, LucideIcon>> = {
  home: House,
  invoices: FileText,
  pay: CreditCard,
  payments: ReceiptText,
}

type Props = { user: SignedInUser | null; handlers: MenuHandlers; offersPassword: boolean }

/** The bar at the bottom of a client's phone: four screens and the rest of the menu. Not while paying: one decision per screen. */
export function TabBar({ user, handlers, offersPassword }: Props) {
  const { pathname, hash } = useLocation()
  const [isOpen, setOpen] = useState(false)
  if (user?.metadata.role !== 'client' || user.metadata.is_first_login) return null
  if (pathname !== paths.payments && isUnder(pathname, paths.payments)) return null
  const current = tabOf(pathname, hash)
  return (
    <nav className="tab-bar" aria-label="Accesos directos">
      {TABS.map(({ tab, to, label }) => {
        const Glyph = GLYPHS[tab]
        return (
          <Link key={tab} to={to} className="tab-bar__tab" aria-current={tab === current ? 'page' : undefined}>
            <Glyph size={22} strokeWidth={1.75} aria-hidden="true" />
            {label}
          </Link>
        )
      })}
      <button type="button" className="tab-bar__tab" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis size={22} strokeWidth={1.75} aria-hidden="true" />
        Más
      </button>
      {isOpen && (
        <MobilePanel user={user} handlers={handlers} offersPassword={offersPassword} onClose={() => setOpen(false)} />
      )}
    </nav>
  )
}
