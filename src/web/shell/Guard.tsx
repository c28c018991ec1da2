import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { reloadOnce } from '#web/core/reload-once.ts'
import { useSession } from '#web/core/session.ts'
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx'
import { Skeleton } from '#web/ui/States.tsx'
import { type GuardRule, guardDecision } from './guard-decision.ts'

/** A screen that is fetched when it is first needed; `load` begins that earlier, and ends also when the fetch fails. */
export type Screen = ComponentType & { readonly load: () => Promise<void> }

/** One row of the specification's table of routes. */
export type GuardedRoute = GuardRule & {
  readonly path: string
  readonly screen: Screen
  /** Loads the data of the screen, at the same time as its code. */
  readonly read?: (params: Readonly<Record<string, string | undefined>>) => void
  /** How long messages stay and how many at once, where a screen says so. */
  readonly toasts?: { readonly autoClose: number; readonly limit: number }
}

/** RTE-05. */
const BLANK_MS = 100

const FirstLoginStep = lazy(() =>
  import('#web/auth/FirstLoginStep.tsx').then((file) => ({ default: file.FirstLoginStep })),
)

const TwoFactorStep = lazy(() =>
  import('#web/auth/TwoFactorStep.tsx').then((file) => ({ default: file.TwoFactorStep })),
)

/** Shows a route's screen to the users that may open it, after a blank interval in which its code is already loading. */
export function Guard({ route }: { route: GuardedRoute }) {
  const location = useLocation()
  // Another record is another screen: what was typed for one is not shown, kept or sent for the next.
  const record = Object.values(useParams()).join('/')
  const session = useSession()
  const [isBlank, setBlank] = useState(true)
  // The recovery codes remain on screen after the setup is done, until the user has stored them.
  const [showsCodes, setShowsCodes] = useState(false)
  useEffect(() => {
    void route.screen.load()
    const timer = setTimeout(() => setBlank(false), BLANK_MS)
    return () => clearTimeout(timer)
  }, [route])
  const decision = guardDecision(route, location, session)
  if (decision !== 'render') return <Navigate to={decision.to} state={decision.state} replace />
  if (isBlank) return null
  const { is_first_login: isFirst, needs_two_factor: needsTwoFactor } = session.user?.metadata ?? {}
  const Screen = isFirst ? FirstLoginStep : route.screen
  return (
    <ErrorBoundary resetKey={location.pathname} onMissingCode={reloadOnce}>
      <Suspense fallback={<LoadingScreen />}>
        {!isFirst && (needsTwoFactor || showsCodes) ? (
          <TwoFactorStep onCodes={() => setShowsCodes(true)} onDone={() => setShowsCodes(false)} />
        ) : (
          <Screen key={record} />
        )}
      </Suspense>
    </ErrorBoundary>
  )
}

const LoadingScreen = () => (
  <div className="shell__waiting">
    <Skeleton lines={4} height={24} />
  </div>
)

/**
 * A lazy screen out of an import: `lazyScreen(() => import('./PlansPage.tsx').then((file) => file.PlansPage))`. Code that has arrived
 * is shown at once: a lazy component of React first shows its fallback, which React then keeps for 300 ms.
 */
export function lazyScreen(load: () => Promise<ComponentType>): Screen {
  let loaded: ComponentType | null = null
  const fetched = async () => {
    loaded ??= await load()
    return { default: loaded }
  }
  const Lazy = lazy(fetched)
  // What is shown does not change while it is mounted, so the screen keeps its state.
  const Screen = () => {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy)
    return <Shown />
  }
  // A failed early fetch is repeated, and its error shown, when the screen is shown.
  return Object.assign(Screen, {
    load: () =>
      fetched().then(
        () => undefined,
        () => undefined,
      ),
  })
}
