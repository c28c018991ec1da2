import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** For files with a hash in their name: other content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app: hashed files with a permanent cache, and index.html for every other path outside /api. The build writes
 * a compressed copy beside each file.
 */
export async function serveWeb(app: FastifyInstance, webDir: string): Promise<void> {
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
    const file = pathname === '/favicon.svg' ? 'favicon.svg' : 'index.html'
    return reply.sendFile(file, webDir)
  })
}
