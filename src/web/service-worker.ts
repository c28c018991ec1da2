import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkOnly } from 'workbox-strategies'

/** The files of the first screens, and the build they are of. The build writes both (scripts/service-worker.ts). */
declare const SHELL_FILES: readonly { readonly url: string; readonly revision: string | null }[]
/** The further files of the screens of the field. */
declare const FIELD_FILES: readonly string[]
declare const BUILD: string
declare const SHELL_PAGE: string

// The part of the types of a service worker that this file uses: those of TypeScript exclude those of a page.
declare const self: Window & {
  skipWaiting: () => Promise<void>
  clients: { matchAll: () => Promise<readonly Client[]> }
}
type Client = { postMessage: (message: string) => void }
type Activation = Event & { readonly waitUntil: (work: Promise<unknown>) => void }

const ASSETS = `assets-${BUILD}`
const FIELD = `field-${BUILD}`
/** The message of the screens of the field that their code is to be kept, and the tag and message of a background sync. */
const KEEP_FIELD = 'enlace-keep-field'
const SYNC_TAG = 'enlace-reports'

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
  new CacheFirst({
    cacheName: ASSETS,
    // A file that is kept for the field, of this version or of the last one.
    plugins: [
      { cachedResponseWillBeUsed: async ({ cachedResponse, request }) => cachedResponse ?? caches.match(request) },
    ],
  }),
)

const pages = new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache(SHELL_PAGE) }] })
registerRoute(new NavigationRoute(pages, { denylist: [/^\/(api|correo|assets)(\/|$)/] }))

/** Runs work that an event of the service worker waits for. */
function waitFor(event: Event, work: Promise<unknown>): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of a page has no events of a service worker
  const { waitUntil } = event as Activation
  waitUntil.call(event, work)
}

// A device that goes to the field has the code of the new version before it becomes the current one.
self.addEventListener('install', (event) => waitFor(event, keepFieldAgain()))
self.addEventListener('activate', (event) => waitFor(event, removeOldCaches()))
self.addEventListener('message', (event) => {
  if (event.data === KEEP_FIELD)
    waitFor(
      event,
      keepField().then(() => event.ports[0]?.postMessage('kept')),
    )
})
self.addEventListener('sync', (event) => waitFor(event, wakePages()))

/** Keeps the code of the screens of the field. */
async function keepField(): Promise<void> {
  const cache = await caches.open(FIELD)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll(FIELD_FILES.filter((file) => !kept.has(file)))
}

async function keepFieldAgain(): Promise<void> {
  const names = await caches.keys()
  if (names.some((name) => name.startsWith('field-'))) await keepField()
}

/** The open pages send what waits: the session is theirs, and a service worker cannot read it. */
async function wakePages(): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the clients of a service worker are of its own origin
  for (const client of await self.clients.matchAll()) client.postMessage(SYNC_TAG)
}

/** Removes the files of the earlier builds; of the field, those of the builds before the last one: a page of it may be open. */
async function removeOldCaches(): Promise<void> {
  const names = await caches.keys()
  const assets = names.filter((name) => name.startsWith('assets-') && name !== ASSETS)
  const field = names.filter((name) => name.startsWith('field-') && name !== FIELD).slice(0, -1)
  await Promise.all([...assets, ...field].map((name) => caches.delete(name)))
}
