import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { reloadOnce } from '#web/core/reload-once.ts'
import { useSession } from '#web/core/session.ts'
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { type GuardRule, guardDecision } from './guard-decision.ts'

/** A screen that is fetched when it is first needed; `load` begins that earlier. */
export type Screen = LazyExoticComponent<ComponentType> & { readonly load: () => void }

/** One row of the specification's table of routes. */
export type GuardedRoute = GuardRule & {
  readonly path: string
  readonly screen: Screen
  /** How long messages stay and how many at once, where a screen says so. */
  readonly toasts?: { readonly autoClose: number; readonly limit: number }
}

/** RTE-05. */
const BLANK_MS = 100

const FirstLoginStep = lazy(() =>
  import('#web/auth/FirstLoginStep.tsx').then((file) => ({ default: file.FirstLoginStep })),
)

/** Shows a route's screen to the users that may open it, after a blank interval in which its code is already loading. */
export function Guard({ route }: { route: GuardedRoute }) {
  const location = useLocation()
  const session = useSession()
  const [isBlank, setBlank] = useState(true)
  useEffect(() => {
    route.screen.load()
    const timer = setTimeout(() => setBlank(false), BLANK_MS)
    return () => clearTimeout(timer)
  }, [route])
  const decision = guardDecision(route, location, session)
  if (decision !== 'render') return <Navigate to={decision.to} state={decision.state} replace />
  if (isBlank) return null
  const Screen = session.user?.metadata.is_first_login ? FirstLoginStep : route.screen
  return (
    <ErrorBoundary resetKey={location.pathname} onMissingCode={reloadOnce}>
      <Suspense fallback={<LoadingScreen />}>
        <Screen />
      </Suspense>
    </ErrorBoundary>
  )
}

const LoadingScreen = () => (
  <div className="shell__waiting">
    <Skeleton lines={4} height={24} />
  </div>
)

/** A lazy screen out of an import: `screen(() => import('./PlansPage.tsx').then((file) => file.PlansPage))`. */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  const fetched = () => load().then((component) => ({ default: component }))
  // A failed early fetch is repeated, and its error shown, when the screen is shown.
  return Object.assign(lazy(fetched), { load: () => void fetched().catch(() => undefined) })
}
