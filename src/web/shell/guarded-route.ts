import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { GuardRule } from './guard-decision.ts'

/** A screen that is fetched when it is first needed; `load` begins that earlier. */
export type Screen = LazyExoticComponent<ComponentType> & { readonly load: () => void }

/** One row of the specification's table of routes. */
export type GuardedRoute = GuardRule & {
  readonly path: string
  readonly screen: Screen
  /** How long messages stay and how many at once, where a screen says so. */
  readonly toasts?: { readonly autoClose: number; readonly limit: number }
}

/** A lazy screen out of an import: `screen(() => import('./PlansPage.tsx').then((file) => file.PlansPage))`. */
export function screen(load: () => Promise<ComponentType>): Screen {
  const fetched = () => load().then((component) => ({ default: component }))
  // A failed early fetch is asked for again, and told, when the screen is shown.
  return Object.assign(lazy(fetched), { load: () => void fetched().catch(() => undefined) })
}
