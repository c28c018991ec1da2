import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '#web/core/session.ts'
import { useLive } from '#web/notifications/live.ts'
import { useBrand } from './brand.ts'
import { useFreshUser } from './fresh-user.ts'
import { LogoutDialog } from './LogoutDialog.tsx'
import type { MenuHandlers } from './MenuEntries.tsx'
import { MobileBar } from './MobileBar.tsx'
import { offersPassword } from './offers-password.ts'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import { TourOffer } from './TourOffer.tsx'
import { useTour } from './use-tour.ts'
import './shell.css'

const ChangePasswordDialog = lazy(() =>
  import('#web/auth/ChangePasswordDialog.tsx').then((file) => ({ default: file.ChangePasswordDialog })),
)

/** What stands around every guarded screen: bars, menu, foot, and the dialogs that the menus open. */
export function AppShell() {
  const { user, token } = useSession()
  const [dialog, setDialog] = useState<'logout' | 'change-password' | null>(null)
  const startTour = useTour(user)
  useBrand(user?.company.brand)
  useFreshUser(user !== null)
  useLive(token)
  const handlers: MenuHandlers = {
    logout: () => setDialog('logout'),
    'change-password': () => setDialog('change-password'),
  }
  const menus = { user, handlers, offersPassword: offersPassword() }
  const close = (): void => setDialog(null)
  return (
    <div className="shell">
      <a href="#content" className="skip-link" onClick={skipToContent}>
        Saltar al contenido
      </a>
      <TopBar {...menus} onTour={startTour} />
      <MobileBar {...menus} />
      <SideMenu user={user} handlers={handlers} />
      <div className="shell__body">
        <main id="content" tabIndex={-1} className="shell__main">
          {user && <TourOffer user={user} onTour={startTour} />}
          <Outlet />
        </main>
        <footer className="shell__foot">© 2025 Enlace. Todos los derechos reservados. Versión 1.0.0</footer>
      </div>
      {dialog === 'logout' && <LogoutDialog onCancel={close} />}
      <Suspense>
        {dialog === 'change-password' && user && <ChangePasswordDialog role={user.metadata.role} onClose={close} />}
      </Suspense>
    </div>
  )
}

function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
