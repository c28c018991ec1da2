import { nitLabel } from '#domain/core/identity.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { MenuEntries, type MenuHandlers } from './MenuEntries.tsx'
import { lacksPayments, menuOf } from './menu.ts'

/** The sidebar on a computer (SHL-03): grey lines until the user is known, then the menu and, at its end, the company. */
export function SideMenu({ user, handlers }: { user: SignedInUser | null; handlers: MenuHandlers }) {
  if (user === null) {
    return (
      <aside className="side-menu">
        <Skeleton lines={8} height={24} />
      </aside>
    )
  }
  return (
    <aside className="side-menu">
      <nav aria-label="Menú principal" className="side-menu__sections">
        {menuOf(user, 'side', false).map((section) => (
          <section key={section.heading} aria-label={section.heading}>
            <p className="menu-heading">{section.heading}</p>
            <MenuEntries entries={section.entries} handlers={handlers} lacksPayments={lacksPayments(user)} />
          </section>
        ))}
      </nav>
      <CompanyFoot user={user} />
    </aside>
  )
}

/** The company with its NIT, or Enlace for the superadmin. */
export function CompanyFoot({ user: { company, metadata } }: { user: SignedInUser }) {
  const isPlatform = metadata.role === 'superadmin'
  return (
    <div className="company-foot" data-tour="company">
      <Avatar shape="square" imageUrl={company.logo_url} initials={company.initial_letter.slice(0, 2) || 'E'} />
      <div className="company-foot__words">
        <p className="company-foot__name">{isPlatform ? 'Enlace' : company.name}</p>
        {!isPlatform && <p className="company-foot__nit">NIT: {nitLabel(company.nit)}</p>}
      </div>
    </div>
  )
}
