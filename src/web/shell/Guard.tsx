import { type ComponentType, lazy, memo, Suspense, startTransition, useEffect, useState } from 'react'
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

/**
 * Shows a route's screen to the users that may open it, after a blank interval. In it the code of the screen loads, and the screen is
 * drawn without being visible: at the end of the interval it has its rows, its effects and its layout.
 */
export function Guard({ route }: { route: GuardedRoute }) {
  const location = useLocation()
  // Another record is another screen: what was typed for one is not shown, kept or sent for the next.
  const record = Object.values(useParams()).join('/')
  const session = useSession()
  const decision = guardDecision(route, location, session)
  // The recovery codes remain on screen after the setup is done, until the user has stored them.
  const [showsCodes, setShowsCodes] = useState(false)
  const { is_first_login: isFirst, needs_two_factor: needsTwoFactor } = session.user?.metadata ?? {}
  const isOwnScreen = !isFirst && !needsTwoFactor && !showsCodes
  // The first screen of a visit is drawn once, when it is shown: the browser measures how long that takes.
  const { isBlank, isDrawn } = useBlank(route, location.key !== FIRST_KEY && isOwnScreen && decision === 'render')
  if (decision !== 'render') return <Navigate to={decision.to} state={decision.state} replace />
  if (isBlank && !isDrawn) return null
  const Screen = isFirst ? FirstLoginStep : route.screen
  return (
    <>
      {isBlank && <span className="shell__blank" hidden />}
      <ErrorBoundary isScreen resetKey={location.pathname} onMissingCode={reloadOnce}>
        <Suspense fallback={<LoadingScreen />}>
          {isFirst || isOwnScreen ? (
            <Screen key={record} />
          ) : (
            <TwoFactorStep onCodes={() => setShowsCodes(true)} onDone={() => setShowsCodes(false)} />
          )}
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

/** The key that the router gives the first location of a visit. */
const FIRST_KEY = 'default'

/**
 * The blank interval of a route, and with `isEarly` whether its screen is drawn in it: not before its code is there, because React keeps
 * the fallback of a lazy component for 300 ms. Both change in a transition: the drawing leaves room for the input of the user, and
 * the end of the interval does not begin it again.
 */
function useBlank(route: GuardedRoute, isEarly: boolean): { isBlank: boolean; isDrawn: boolean } {
  const [isBlank, setBlank] = useState(true)
  const [hasCode, setHasCode] = useState(false)
  // The first render of the guard: the press that led here was a moment before.
  const [start] = useState(() => performance.now())
  useEffect(() => {
    let isGone = false
    void route.screen.load().then(() => {
      if (!isGone) startTransition(() => setHasCode(true))
    })
    const end = (): void => startTransition(() => setBlank(false))
    const timer = setTimeout(end, Math.max(0, start + BLANK_MS - performance.now()))
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [route, start])
  return { isBlank, isDrawn: isEarly && hasCode }
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
  // What is shown does not change while it is mounted, so the screen keeps its state. The end of the blank interval does not render it.
  const Screen = memo(() => {
    const [Shown] = useState<ComponentType>(() => loaded ?? Lazy)
    return <Shown />
  })
  // A failed early fetch is repeated, and its error shown, when the screen is shown.
  return Object.assign(Screen, {
    load: () =>
      fetched().then(
        () => undefined,
        () => undefined,
      ),
  })
}
