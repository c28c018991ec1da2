import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the built web app: hashed files for ever, everything else that is not /api as the one page, which routes itself.
 * Files stand compressed beside their originals (made by the build).
 */
export async function serveWeb(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(webDir, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    cacheControl: true,
    setHeaders: (reply) => void reply.removeHeader('cache-control'),
  })
  await app.register(fastifyStatic, { root: webDir, serve: false, decorateReply: true })
  app.get('/*', async (request, reply) => {
    if (request.url === '/api' || request.url.startsWith('/api/')) return reply.callNotFound()
    if (request.url === '/favicon.svg') return reply.sendFile('favicon.svg', webDir)
    return reply.header('cache-control', 'no-cache').sendFile('index.html', webDir, { cacheControl: false })
  })
}
