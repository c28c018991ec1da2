import { lazy, type MouseEvent, Suspense, useCallback, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { authApi } from '#domain/auth/api.ts'
import { isDemo } from '#web/auth/demo-flag.ts'
import { followPerson } from '#web/auth/remembered-company.ts'
import { useRead } from '#web/core/queries.ts'
import { reloadOnce } from '#web/core/reload-once.ts'
import { session, useSession } from '#web/core/session.ts'
import { setStepUpDialog } from '#web/core/step-up.ts'
import { useBrand } from '#web/core/use-brand.ts'
import { useLive } from '#web/notifications/live.ts'
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx'
import type { MenuHandlers } from './MenuEntries.tsx'
import { MobileBar } from './MobileBar.tsx'
import { offersPassword } from './offers-password.ts'
import type { ShellDialog } from './ShellDialogs.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { TopBar } from './TopBar.tsx'
import { TourOffer } from './TourOffer.tsx'
import { useTour } from './use-tour.ts'
import './shell.css'

// One file for all: each one more is named in the first screen.
const ShellDialogs = lazy(() => import('./ShellDialogs.tsx').then((file) => ({ default: file.ShellDialogs })))

// Only in the demo. Without its code the screen is shown without it.
const DemoRibbon = lazy(() =>
  import('#web/auth/DemoRibbon.tsx').then(
    (file) => ({ default: file.DemoRibbon }),
    () => ({ default: () => <></> }),
  ),
)

/** The layout of the guarded screens: bars, menu, footer, and the dialogs that the menus open. */
export function AppShell() {
  const { user, token } = useSession()
  const { pathname } = useLocation()
  const [dialog, setDialog] = useState<ShellDialog | null>(null)
  const [asksForPassword, setAsking] = useState(false)
  const startTour = useTour(user)
  useBrand(user?.company.brand)
  useEffect(() => {
    if (user) followPerson(user)
  }, [user])
  useFreshUser(user !== null)
  useLive(token)
  useEffect(() => {
    setStepUpDialog(setAsking)
    return () => setStepUpDialog(null)
  }, [])
  const handlers: MenuHandlers = {
    logout: () => setDialog('logout'),
    'change-password': () => setDialog('change-password'),
  }
  const menus = { user, handlers, offersPassword: offersPassword() }
  const close = (): void => setDialog(null)
  const showShortcuts = useCallback(() => setDialog('shortcuts'), [])
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
          {user && isDemo() && (
            <Suspense fallback={<div className="shell__ribbon" />}>
              <DemoRibbon role={user.metadata.role} />
            </Suspense>
          )}
          {user && <TourOffer user={user} onTour={startTour} />}
          <Outlet />
        </main>
        <footer className="shell__foot">© 2025 Enlace. Todos los derechos reservados. Versión 1.0.0</footer>
      </div>
      <TabBar {...menus} />
      <ErrorBoundary resetKey={pathname} onMissingCode={reloadOnce}>
        <Suspense>
          {user && <ShellDialogs {...{ user, dialog, asksForPassword, showShortcuts }} onClose={close} />}
        </Suspense>
      </ErrorBoundary>
    </div>
  )
}

function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/**
 * Asks the server who is signed in, when the shell opens and whenever something changed, and believes it over what is stored:
 * the menu follows a new role, a new logo or an integration that was switched on.
 */
function useFreshUser(isSignedIn: boolean): void {
  const { data } = useRead(authApi.me, {}, { background: true, enabled: isSignedIn })
  const said = data?.data.user
  useEffect(() => {
    const { user } = session.get()
    if (said && user && JSON.stringify(said) !== JSON.stringify(user)) session.updateProfile(said)
  }, [said])
}
