import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import * as z from 'zod/mini'
import { isUpload, UPLOAD_MAX_BYTES } from '#domain/core/api.ts'
import { DAY_S } from '#domain/core/durations.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { isTokenText } from '#domain/core/token.ts'
import { type Admit, openAdmission } from './admission.ts'
import { answer, isFile } from './answer.ts'
import { countAnswer } from './answer-counts.ts'
import { authenticate } from './authenticate.ts'
import { bodyLimitOf, JSON_LIMIT_BYTES } from './body-limits.ts'
import { endConnectionsAtClose } from './close-connections.ts'
import type { Actor, Caller, World } from './context.ts'
import { failureReply } from './failure.ts'
import { API_HEADERS, appHeaders } from './headers.ts'
import { assertMailServer } from './mail-server.ts'
import { networkOf } from './network.ts'
import { bodyFor, header } from './request.ts'
import { endRefusedBody, endWithoutProgress } from './stalled.ts'
import { serveWeb } from './static.ts'
import { openStreams, type Streams } from './stream.ts'
import { refuseUnreadable } from './unreadable.ts'
import { admitPublicUpload, admitUpload } from './uploads.ts'
import type { Route } from './verb.ts'

const SESSION_COOKIE = '__Host-enlace'
const BROWSER_COOKIE = '__Host-enlace-browser'
/** The request decorator with the actor, for the rate limits and the log line. */
const ACTOR = 'actor'
const actorOf = (request: FastifyRequest): Actor | null => request.getDecorator<Actor | null>(ACTOR)
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'] as const
const MAIL_TYPE = 'message/rfc822'
const ADDRESS_MAX_CHARS = 4_096
/** A reply of which the caller reads nothing for this time is cut: until then it is in memory. */
const READ_IDLE_MAX_MS = 15_000
const FIELDS_MAX = 5
const FIELD_MAX_BYTES = 20 * 1024
const PathParams = z.record(z.string(), z.string())

/** A page that the server renders, outside the web app (the demo's mail). */
export type Page = { path: string; html(): string }

/**
 * Called before each request, except for endpoints with `duringMaintenance`. Returns a check of the actor, which throws a Refusal
 * while the platform is closed to that actor.
 */
export type Gate = (world: World) => Promise<(actor: Actor | null) => void>
const ALWAYS_OPEN: Gate = async () => () => undefined

export type ServerOptions = {
  /** The folder of the built web app. Null: only the API is served. */
  readonly webDir?: string | null
  readonly pages?: readonly Page[]
  readonly gate?: Gate
  /** The time after which a reply that its caller does not read is cut. */
  readonly readIdleMaxMs?: number
}

/** The HTTP server of the routes. Only this file and static.ts import the framework. */
export async function buildServer(
  world: World,
  routes: readonly Route[],
  { webDir = null, pages = [], gate = ALWAYS_OPEN, readIdleMaxMs = READ_IDLE_MAX_MS }: ServerOptions = {},
): Promise<FastifyInstance> {
  const app = await openFramework(world)
  const streams = openStreams(world.pool, world.log)
  const parts = { world, streams, gate, admit: openAdmission(app, world) }
  app.addHook('preClose', () => streams.close())
  endConnectionsAtClose(app)
  const pageHeaders = appHeaders(world.config)
  app.addHook('onRequest', async ({ url, routeOptions }, reply) => {
    // By the route that the router found: it reads /%61pi/ as /api/. Without one the reply is a refusal.
    reply.headers((routeOptions.url ?? '/api/').startsWith('/api/') ? API_HEADERS : pageHeaders)
    if (url.length > ADDRESS_MAX_CHARS) throw new Refusal('address_too_long', 'La dirección es demasiado larga')
  })
  app.addHook('onSend', async (request, reply) => {
    endRefusedBody(actorOf(request)?.userId ?? networkOf(request.ip), request, reply)
    endWithoutProgress(reply, readIdleMaxMs)
  })
  app.addHook('onResponse', async (request, reply) => {
    countAnswer(world, {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: reply.elapsedTime,
    })
    await logResponse(request, reply)
  })
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  await app.register(async (mails) => {
    mails.removeAllContentTypeParsers()
    mails.addContentTypeParser(MAIL_TYPE, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
    for (const route of routes) if (route.endpoint.bodyAs === 'email') addRoute(mails, parts, route)
  })
  await app.register(async (signed) => {
    signed.removeAllContentTypeParsers()
    signed.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    for (const route of routes) if (route.endpoint.bodyAs === 'signed_event') addRoute(signed, parts, route)
  })
  for (const route of routes)
    if (route.endpoint.bodyAs !== 'email' && route.endpoint.bodyAs !== 'signed_event') addRoute(app, parts, route)
  refuseOtherMethods(app, routes)
  for (const page of pages)
    app.get(page.path, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page.html()))
  if (webDir) await serveWeb(app, webDir, world.config)
  app.setNotFoundHandler((request, reply) =>
    sendFailure(new Refusal('not_found', 'Esa dirección no existe'), request, reply),
  )
  return app
}

function addRoute(app: FastifyInstance, parts: Parts, route: Route): void {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    bodyLimit: bodyLimitOf(endpoint),
    onRequest: (request, reply) => admitRequest(parts, route, request, reply),
    handler: (request, reply) => handle(parts, route, request, reply),
  })
}

/** The HTTP framework with its limits and plugins, without routes. */
async function openFramework(world: World): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = world.log
  const app: FastifyInstance = fastify({
    loggerInstance,
    // request.log adds the id to every line of a request, in this field.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    trustProxy: world.config.trustProxy ? isNearestProxy : false,
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
    clientErrorHandler: refuseUnreadable,
    http: { headersTimeout: 8_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
  })
  app.decorateRequest(ACTOR, null)
  await app.register(cookie)
  await app.register(multipart, {
    limits: {
      files: 1,
      fields: FIELDS_MAX,
      fieldSize: FIELD_MAX_BYTES,
      fileSize: UPLOAD_MAX_BYTES,
      parts: FIELDS_MAX + 1,
    },
  })
  await app.register(rateLimit, { global: false })
  return app
}

/** Trusts the X-Forwarded-For entry of the nearest proxy only. */
const isNearestProxy = (_address: string, hop: number): boolean => hop === 0

type Parts = { world: World; streams: Streams; gate: Gate; admit: Admit }

/** Who asks, and whether the platform has room and time for it. Runs before the body is read. */
async function admitRequest(
  { world, gate, admit }: Parts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint } = route
  if (endpoint.bodyAs === 'email') assertMailServer(world.config, bearerText(request))
  const assertOpenFor = endpoint.duringMaintenance ? null : await gate(world)
  const token = bearerToken(request)
  const sessionCookie = request.cookies[SESSION_COOKIE] ?? null
  const touch = !request.headers['enlace-background']
  const actor = token === null ? null : await authenticate(world, { token, cookie: sessionCookie, touch })
  if (actor) request.setDecorator(ACTOR, actor)
  const leave = await admit(route, actor, request)
  // The caller may have gone meanwhile: then no event follows.
  if (reply.raw.destroyed) leave()
  reply.raw.once('finish', leave).once('close', leave)
  assertOpenFor?.(actor)
}

async function handle(
  { world, streams }: Parts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint } = route
  const actor = actorOf(request)
  const context = {
    requestId: request.id,
    caller: callerOf(request, reply),
    actor,
    isReadOnly: endpoint.method === 'GET' || endpoint.readOnly === true,
  }
  const run = async () =>
    answer(world, route, context, {
      params: z.parse(PathParams, request.params),
      query: request.query,
      body: await bodyFor(endpoint, actor, request),
      idempotencyKey: header(request, 'idempotency-key'),
    })
  const result = await (isUpload(endpoint) ? admitAny(actor, request, run) : run())
  if (isFile(endpoint, result)) return sendFile(reply, result)
  if (endpoint.replyAs === 'stream' && actor) return streams.open(actor, reply)
  await reply
    .status(endpoint.status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .send(endpoint.replyAs === 'printed' ? z.parse(PrintedReply, result).json : JSON.stringify(result))
}

const PrintedReply = z.object({ json: z.instanceof(Uint8Array) })

const admitAny = (actor: Actor | null, request: FastifyRequest, run: () => Promise<unknown>): Promise<unknown> =>
  actor === null ? admitPublicUpload(networkOf(request.ip), run) : admitUpload(actor, run)

const FileReply = z.object({
  file: z.object({
    name: z.string(),
    type: z.string(),
    /** The content, or the size of the content of `body`. */
    bytes: z.union([z.instanceof(Uint8Array), z.number()]),
    body: z.optional(z.instanceof(Readable)),
    /** The content of the address never changes: the browser may cache it permanently. */
    isForever: z.optional(z.literal(true)),
  }),
})

async function sendFile(reply: FastifyReply, result: unknown): Promise<void> {
  const { file } = z.parse(FileReply, result)
  if (file.isForever) reply.header('cache-control', 'public, max-age=31536000, immutable')
  if (typeof file.bytes === 'number') reply.header('content-length', String(file.bytes))
  await reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(file.body ?? file.bytes)
}

const callerOf = (request: FastifyRequest, reply: FastifyReply): Caller => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  isBrowser: request.headers['sec-fetch-site'] !== undefined,
  sessionCookie: request.cookies[SESSION_COOKIE] ?? null,
  bearer: bearerText(request),
  setSessionCookie: (value) =>
    void (value === null ? reply.clearCookie(SESSION_COOKIE, COOKIE) : reply.setCookie(SESSION_COOKIE, value, COOKIE)),
  clearSiteData: () => void reply.header('clear-site-data', '"cache"'),
  browserCookie: request.cookies[BROWSER_COOKIE] ?? null,
  setBrowserCookie: (value, days) => void reply.setCookie(BROWSER_COOKIE, value, { ...COOKIE, maxAge: days * DAY_S }),
})

const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

const BEARER = 'Bearer '

function bearerText({ headers }: FastifyRequest): string | null {
  const value = headers.authorization ?? ''
  return value.startsWith(BEARER) ? value.slice(BEARER.length) : null
}

function bearerToken(request: FastifyRequest): string | null {
  const token = bearerText(request)
  return token !== null && isTokenText(token) ? token : null
}

/** Answers other methods of a known path with 405 and the allowed methods. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const methodsByShape = new Map<string, Set<string>>()
  for (const { endpoint } of routes) {
    const shape = endpoint.path.replace(/:\w+/g, ':')
    methodsByShape.set(shape, (methodsByShape.get(shape) ?? new Set()).add(endpoint.method))
  }
  const paths = new Map(routes.map(({ endpoint }) => [endpoint.path.replace(/:\w+/g, ':'), endpoint.path]))
  for (const [shape, url] of paths) {
    const allowed = methodsByShape.get(shape) ?? new Set()
    const others = METHODS.filter((method) => !allowed.has(method) && !app.hasRoute({ method, url: `/api${url}` }))
    if (others.length === 0) continue
    app.route({
      method: others,
      url: `/api${url}`,
      handler: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new Refusal('method_not_allowed', 'Esa dirección no admite este método')
      },
    })
  }
}

async function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const failure = failureReply(error)
  if (failure.isBug) request.log.error({ err: error }, 'unexpected failure')
  if (failure.retryAfterS !== undefined) reply.header('retry-after', String(failure.retryAfterS))
  await reply
    .status(failure.status)
    .headers(API_HEADERS)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(failure.body))
}

/** One log line for each reply: the pattern of the route, never its path, which may contain an e-mail or a token. */
async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const actor = actorOf(request)
  request.log.info(
    {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user_id: actor?.userId,
      company_id: actor?.companyId,
    },
    'answered',
  )
}
