import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** For files with a hash in their name: other content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app: hashed files with a permanent cache, and index.html for every other path outside /api. The build writes
 * a compressed copy beside each file. `contactEmail` is written into index.html (ERR-04): the build is the same for every installation.
 */
export async function serveWeb(app: FastifyInstance, webDir: string, contactEmail: string): Promise<void> {
  const index = indexOf(await readFile(path.join(webDir, 'index.html'), 'utf8'), contactEmail)
  const assets = path.join(webDir, 'assets')
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => void reply.header('cache-control', file.startsWith(assets) ? IMMUTABLE : 'no-cache'),
  })
  app.get('/*', async (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    // Unknown paths of the API and old assets get 404, not index.html: the browser must not read an asset as HTML.
    if (pathname === '/api' || pathname.startsWith('/api/') || pathname.startsWith('/assets/'))
      return reply.callNotFound()
    if (pathname === '/favicon.svg') return reply.sendFile('favicon.svg', webDir)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(index)
  })
}

/** The page with the contact address of the installation. The configuration allows no character that HTML escapes. */
function indexOf(html: string, contactEmail: string): string {
  const mark = /(<meta name="contact" content=")[^"]*(")/
  if (!mark.test(html)) throw new Error('index.html has no contact address')
  return html.replace(mark, (_, before: string, after: string) => `${before}${contactEmail}${after}`)
}
