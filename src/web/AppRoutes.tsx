import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { OfflineBanner } from './core/OfflineBanner.tsx'
import { RowLinks } from './core/RowLink.tsx'
import { reloadOnce } from './core/reload-once.ts'
import { AppShell, KitPage, PublicFrame, publicRoutes, unguardedRoutes } from './open-routes.tsx'
import { MaintenanceGate } from './platform/MaintenanceGate.tsx'
import { guardedRoutes, isGuarded, routeOf } from './routes.tsx'
import { withoutBackofficePrefix } from './shell/backoffice-prefix.ts'
import { Guard } from './shell/Guard.tsx'
import { ScrollToTop } from './shell/ScrollToTop.tsx'
import { SessionEndWatcher } from './shell/SessionEndWatcher.tsx'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { TOAST_DEFAULT, Toasts } from './ui/Toasts.tsx'

/** All the routes of the site. */
export function AppRoutes() {
  const { pathname } = useLocation()
  return (
    <>
      <ScrollToTop key={pathname} />
      <SessionEndWatcher isGuarded={isGuarded} />
      <OfflineBanner isKept={pathname.startsWith(paths.deviceReports)} />
      <Toasts {...(routeOf(pathname)?.toasts ?? TOAST_DEFAULT)} />
      <ErrorBoundary isScreen resetKey={pathname} onMissingCode={reloadOnce}>
        <Suspense>
          <MaintenanceGate>
            <RowLinks>
              <Routes>
                <Route element={<PublicFrame />}>
                  {publicRoutes.map(({ path, page: Page }) => (
                    <Route key={path} path={path} element={<Page />} />
                  ))}
                </Route>
                {unguardedRoutes.map(({ path, page: Page }) => (
                  <Route key={path} path={path} element={<Page />} />
                ))}
                <Route element={<AppShell />}>
                  {guardedRoutes.map((route) => (
                    <Route key={route.path} path={route.path} element={<Guard key={route.path} route={route} />} />
                  ))}
                </Route>
                <Route path="/backoffice/*" element={<BackofficeRedirect />} />
                {KitPage && <Route path="/kit" element={<KitPage />} />}
                <Route path="*" element={<Navigate to={paths.notFound} replace />} />
              </Routes>
            </RowLinks>
          </MaintenanceGate>
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

function BackofficeRedirect() {
  const { pathname, search, hash } = useLocation()
  return <Navigate to={{ pathname: withoutBackofficePrefix(pathname), search, hash }} replace />
}
