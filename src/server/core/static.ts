import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

/** For files with a hash in their name: other content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** For the icons: a browser looks for the icon of the tab at each change of its address. */
const ONE_DAY = 'public, max-age=86400'

/** The files without a hash in their name, because browsers look for them at these addresses. */
const ICONS: ReadonlySet<string> = new Set([
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
])

/** Other files without a hash in their name: browsers ask each time whether they changed. */
const ROOT_FILES: ReadonlySet<string> = new Set(['/manifest.webmanifest', '/sw.js'])

/**
 * Serves the built web app: hashed files with a permanent cache, and index.html for every other path outside /api. The build writes
 * a compressed copy beside each file. What differs by installation is written into index.html: the build is the same for all.
 */
export async function serveWeb(app: FastifyInstance, webDir: string, settings: PageSettings): Promise<void> {
  const index = withSettings(await readFile(path.join(webDir, 'index.html'), 'utf8'), settings)
  const pages = pagesOf(index, await readScreens(webDir))
  const assets = path.join(webDir, 'assets')
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isIcon = ICONS.has(`/${path.basename(file)}`)
      reply.header('cache-control', file.startsWith(assets) ? IMMUTABLE : isIcon ? ONE_DAY : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    const decoded = `/${z.parse(Rest, request.params)['*']}`
    // Unknown paths of the API and old assets get 404, not index.html: the browser must not read an asset as HTML.
    if (decoded === '/api' || decoded.startsWith('/api/') || decoded.startsWith('/assets/')) return reply.callNotFound()
    if (ICONS.has(pathname) || ROOT_FILES.has(pathname)) return reply.sendFile(pathname.slice(1), webDir)
    if (SECRET_PAGE.test(pathname)) reply.header('x-robots-tag', 'noindex')
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(pages(pathname))
  })
}

/** The pages whose address has a secret: a search engine that meets the link does not list it. */
const SECRET_PAGE = /^\/(factura|firma|confirm-email|reset-password)\//

/** What the router decoded of a path. */
const Rest = z.object({ '*': z.string() })

/** The files of the screen at a path, as the build wrote them (scripts/screen-files.ts). */
const Screens = z.array(z.object({ path: z.string(), scripts: z.array(z.string()), styles: z.array(z.string()) }))
type Screen = z.infer<typeof Screens>[number]

const readScreens = async (webDir: string): Promise<readonly Screen[]> =>
  Screens.parse(JSON.parse(await readFile(path.join(webDir, '.vite/screens.json'), 'utf8')))

/**
 * index.html by path. The page of a screen names the files of that screen, and the browser loads them at the same time as the entry:
 * on a slow network each file that waits for another one costs a round trip.
 */
function pagesOf(index: string, screens: readonly Screen[]): (pathname: string) => string {
  const pages = screens.map((screen) => ({
    pattern: new RegExp(`^${screen.path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    page: index.replace('</head>', () => `${linksOf(screen)}</head>`),
  }))
  return (pathname) => pages.find(({ pattern }) => pattern.test(pathname))?.page ?? index
}

const linksOf = ({ scripts, styles }: Screen): string =>
  [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].join('')

/** The contact address (ERR-04), and the address of the pictures of the map. */
export type PageSettings = { readonly contactEmail: string; readonly mapTilesUrl: string | null }

const withSettings = (html: string, { contactEmail, mapTilesUrl }: PageSettings): string =>
  withMeta(withMeta(html, 'contact', contactEmail), 'map-tiles', mapTilesUrl ?? '')

/** The page with the content of one of its meta elements. The configuration allows no quote and no angle bracket. */
function withMeta(html: string, name: string, content: string): string {
  const mark = new RegExp(`(<meta name="${name}" content=")[^"]*(")`)
  if (!mark.test(html)) throw new Error(`index.html has no ${name}`)
  const escaped = content.replaceAll('&', '&amp;')
  return html.replace(mark, (_, before: string, after: string) => `${before}${escaped}${after}`)
}
