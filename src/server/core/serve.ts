import { randomUUID } from 'node:crypto'
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
import { type Endpoint, UPLOAD_MAX_BYTES, type UploadBody, type WebhookBody } from '#domain/core/api.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { isTokenText } from '#domain/core/token.ts'
import { answer, assertAllowed } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { Actor, Caller, World } from './context.ts'
import { failureReply } from './failure.ts'
import { API_HEADERS, APP_HEADERS } from './headers.ts'
import { serveWeb } from './static.ts'
import { openStreams, type Streams } from './stream.ts'
import { admitUpload } from './uploads.ts'
import type { Route } from './verb.ts'

const SESSION_COOKIE = '__Host-enlace'
const BROWSER_COOKIE = '__Host-enlace-browser'
const DAY_S = 24 * 60 * 60
/** The request decorator with the actor, for the rate limits and the log line. */
const ACTOR = 'actor'
const actorOf = (request: FastifyRequest): Actor | null => request.getDecorator<Actor | null>(ACTOR)
const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
const JSON_LIMIT_BYTES = 256 * 1024
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
}

/** The HTTP server of the routes. Only this file and static.ts import the framework. */
export async function buildServer(
  world: World,
  routes: readonly Route[],
  { webDir = null, pages = [], gate = ALWAYS_OPEN }: ServerOptions = {},
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = world.log
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: world.config.trustProxy ? isNearestProxy : false,
    bodyLimit: JSON_LIMIT_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
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
  const limits = rateLimits(app, world)
  const streams = openStreams(world.pool, world.log)
  app.addHook('preClose', () => streams.close())
  app.addHook('onRequest', ({ url }, reply, done) => {
    reply.headers(url.startsWith('/api/') ? API_HEADERS : APP_HEADERS)
    done()
  })
  app.addHook('onResponse', logResponse)
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
  for (const route of routes) {
    app.route({
      method: route.endpoint.method,
      url: `/api${route.endpoint.path}`,
      handler: (request, reply) => handle({ world, limits, streams, gate }, route, request, reply),
    })
  }
  refuseOtherMethods(app, routes)
  for (const page of pages) {
    app.get(page.path, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page.html()))
  }
  if (webDir) await serveWeb(app, webDir, world.config.contactEmail)
  app.setNotFoundHandler((request, reply) =>
    sendFailure(new Refusal('not_found', 'Esa dirección no existe'), request, reply),
  )
  return app
}

/** Trusts the X-Forwarded-For entry of the nearest proxy only. */
const isNearestProxy = (_address: string, hop: number): boolean => hop === 0

type Limits = {
  anonymous: (request: FastifyRequest) => Promise<void>
  person: (request: FastifyRequest) => Promise<void>
}

function rateLimits(app: FastifyInstance, world: World): Limits {
  const byAddress = app.createRateLimit({
    max: world.config.rateAnonymousPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.ip,
  })
  const byPerson = app.createRateLimit({
    max: world.config.ratePerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => actorOf(request)?.userId ?? request.ip,
  })
  const check = async (
    limiter: ReturnType<FastifyInstance['createRateLimit']>,
    request: FastifyRequest,
  ): Promise<void> => {
    const verdict = await limiter(request)
    if (!verdict.isAllowed && verdict.isExceeded) {
      throw new Refusal('too_many', 'Has hecho muchas solicitudes seguidas. Espera un minuto e intenta de nuevo.', {
        retryAfterS: verdict.ttlInSeconds,
      })
    }
  }
  return {
    anonymous: (request) => check(byAddress, request),
    person: (request) => check(byPerson, request),
  }
}

async function handle(
  { world, limits, streams, gate }: { world: World; limits: Limits; streams: Streams; gate: Gate },
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint } = route
  const assertOpenFor = endpoint.duringMaintenance ? null : await gate(world)
  const token = bearerToken(request)
  const sessionCookie = request.cookies[SESSION_COOKIE] ?? null
  const touch = !request.headers['enlace-background']
  const actor = token === null ? null : await authenticate(world.pool, { token, cookie: sessionCookie, touch })
  if (actor) {
    request.setDecorator(ACTOR, actor)
    await limits.person(request)
  } else if (!endpoint.path.startsWith('/health/') && !endpoint.webhook) await limits.anonymous(request)
  assertOpenFor?.(actor)
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
  const result = await (endpoint.multipart && actor ? admitUpload(actor, run) : run())
  if (endpoint.download) return sendFile(reply, result)
  if (endpoint.stream && actor) return streams.open(actor, reply)
  await reply
    .status(endpoint.status ?? 200)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(result))
}

/** The body for the verb: JSON, a file with its fields, or a webhook event with its signature. */
function bodyFor(endpoint: Endpoint, actor: Actor | null, request: FastifyRequest): unknown {
  if (endpoint.multipart) return uploadFor(endpoint, actor, request)
  if (!endpoint.webhook) return request.body
  const event: WebhookBody = { event: request.body, signature: header(request, 'x-event-checksum') ?? null }
  return event
}

/** The file of a multipart request, in memory up to its limit, with the text fields. */
async function uploadFor(endpoint: Endpoint, actor: Actor | null, request: FastifyRequest): Promise<UploadBody> {
  assertAllowed(endpoint, actor)
  if (!request.isMultipart()) {
    throw new Refusal('unsupported_media', 'Envía el archivo como multipart/form-data, en el campo file')
  }
  let file: UploadBody['file'] | null = null
  const fields: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      assertPart(endpoint, part.fieldname)
      file = { part: part.fieldname, name: part.filename, bytes: await part.toBuffer() }
    } else if (typeof part.value === 'string') fields[part.fieldname] = part.value
  }
  if (file === null) throw refuseField('invalid', 'file', 'Elige un archivo')
  return { file, fields }
}

/** Refuses a file in a part that the endpoint does not have, before its bytes are read. */
function assertPart({ multipart: parts }: Endpoint, part: string): void {
  if (typeof parts !== 'object' || parts.includes(part)) return
  throw refuseField('invalid', 'file', `Envía el archivo en una de estas partes: ${parts.join(', ')}`)
}

const FileReply = z.object({
  file: z.object({
    name: z.string(),
    type: z.string(),
    bytes: z.instanceof(Uint8Array),
    /** The content of the address never changes: the browser may cache it permanently. */
    isForever: z.optional(z.literal(true)),
  }),
})

async function sendFile(reply: FastifyReply, result: unknown): Promise<void> {
  const { file } = z.parse(FileReply, result)
  if (file.isForever) reply.header('cache-control', 'public, max-age=31536000, immutable')
  await reply
    .header('content-type', file.type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .send(file.bytes)
}

const callerOf = (request: FastifyRequest, reply: FastifyReply): Caller => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  isBrowser: request.headers['sec-fetch-site'] !== undefined,
  sessionCookie: request.cookies[SESSION_COOKIE] ?? null,
  setSessionCookie: (value) =>
    void (value === null ? reply.clearCookie(SESSION_COOKIE, COOKIE) : reply.setCookie(SESSION_COOKIE, value, COOKIE)),
  clearSiteData: () => void reply.header('clear-site-data', '"cache"'),
  browserCookie: request.cookies[BROWSER_COOKIE] ?? null,
  setBrowserCookie: (value, days) => void reply.setCookie(BROWSER_COOKIE, value, { ...COOKIE, maxAge: days * DAY_S }),
})

const COOKIE = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

const BEARER = 'Bearer '

function bearerToken(request: FastifyRequest): string | null {
  const value = request.headers.authorization ?? ''
  const token = value.startsWith(BEARER) ? value.slice(BEARER.length) : ''
  return isTokenText(token) ? token : null
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
  if (failure.isBug) request.log.error({ err: error, request_id: request.id }, 'unexpected failure')
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
      request_id: request.id,
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
