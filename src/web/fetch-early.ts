import { matchPath } from 'react-router'
import { session } from './core/session.ts'
import { AppShell, PublicFrame, publicRoutes, unguardedRoutes } from './open-routes.tsx'
import { routeOf } from './routes.tsx'

/**
 * Loads the code and the data of an address before the first render: on a phone each file or call that waits for another one costs a
 * round trip. Ends when the first render has what it shows first; the code and the data of a guarded screen may arrive later.
 */
export async function fetchEarly(pathname: string): Promise<void> {
  const route = routeOf(pathname)
  const isOpened = ({ path }: { path: string }): boolean => matchPath(path, pathname) !== null
  if (route !== undefined) {
    if (session.get().user === null) return
    void route.screen.load()
    route.read?.(matchPath(route.path, pathname)?.params ?? {})
    return AppShell.load()
  }
  const inFrame = publicRoutes.find(isOpened)
  await Promise.all([inFrame && PublicFrame.load(), (inFrame ?? unguardedRoutes.find(isOpened))?.page.load()])
}
