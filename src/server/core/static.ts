import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Hashed names: another content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app: hashed files for ever, everything else that is not /api as the one page, which routes itself.
 * Files stand compressed beside their originals (made by the build).
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
    // What the web app does not own is answered as absent, not as the page: a stale asset must not read as HTML.
    if (pathname === '/api' || pathname.startsWith('/api/') || pathname.startsWith('/assets/'))
      return reply.callNotFound()
    const file = pathname === '/favicon.svg' ? 'favicon.svg' : 'index.html'
    return reply.sendFile(file, webDir)
  })
}
