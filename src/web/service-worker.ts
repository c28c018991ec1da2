import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkOnly } from 'workbox-strategies'

/** The files of the first screens, and the build they are of. The build writes both (scripts/service-worker.ts). */
declare const SHELL_FILES: readonly { readonly url: string; readonly revision: string | null }[]
declare const BUILD: string
declare const SHELL_PAGE: string

// The part of the types of a service worker that this file uses: those of TypeScript exclude those of a page.
declare const self: Window & { skipWaiting: () => Promise<void> }
type Activation = Event & { readonly waitUntil: (work: Promise<unknown>) => void }

const ASSETS = `assets-${BUILD}`

/*
 * Keeps the program of the screens, so that an installed app opens at once and without a connection. Only files of the build are
 * stored, whose names change with their content: never an answer of the API, nor a page with data. A new version replaces this one
 * without a question: pages come from the network, and an open tab asks for its own files, which the server keeps.
 */
void self.skipWaiting()
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute([...SHELL_FILES])

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: ASSETS }),
)

const pages = new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache(SHELL_PAGE) }] })
registerRoute(new NavigationRoute(pages, { denylist: [/^\/(api|correo|assets)(\/|$)/] }))

self.addEventListener('activate', (event) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a page has no events of a service worker
  const { waitUntil } = event as Activation
  waitUntil.call(event, removeOldAssets())
})

/** Removes the files of the earlier builds. */
async function removeOldAssets(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('assets-') && name !== ASSETS)
  await Promise.all(old.map((name) => caches.delete(name)))
}
