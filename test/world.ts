import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, pathOf, type Reply } from '#domain/core/api.ts'
import type { Role } from '#domain/core/roles.ts'
import { routes } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { World } from '#server/core/context.ts'
import { buildServer } from '#server/core/serve.ts'
import { openPool } from '#server/db/pool.ts'
import { maintenanceGate } from '#server/platform/maintenance.ts'
import { factusAccounts } from '#server/providers/factus/accounts.ts'
import { FACTUS_LIMITS } from '#server/providers/factus/client.ts'
import type { Mail } from '#server/providers/mail/mailer.ts'
import { openStore } from '#server/providers/objects/open.ts'
import { smsGateways } from '#server/providers/sms/gateway.ts'
import { whatsappAccounts } from '#server/providers/whatsapp/accounts.ts'
import { wompiAccounts } from '#server/providers/wompi/breaker.ts'
import { cloneDatabase, TEST_SECRET } from './database.ts'
import { type MadeUser, makeCompany, makeSession, makeUser } from './factory.ts'

/** How long a test waits for a connection of its own. */
const CONNECTION_MAX_MS = 30_000

export type Answer = {
  status: number
  headers: Record<string, unknown>
  json: { data?: unknown; message?: string; code?: string; errors?: { field: string; message: string }[] } & Record<
    string,
    unknown
  >
  text: string
  bytes: Buffer
}

type Wire = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** A signed-in user who sends HTTP requests. */
export type Person = MadeUser & {
  token: string
  /** The decoded reply of a call that must succeed. The body has the format of the wire. */
  call<E extends Endpoint>(endpoint: E, wire?: Wire): Promise<Reply<E>>
  /** The reply of a call, also when it is refused. */
  ask(endpoint: Endpoint, wire?: Wire): Promise<Answer>
}

export type Company = { id: string; person(role: Role, fields?: Parameters<typeof makeUser>[3]): Promise<Person> }

export type TestApp = {
  app: FastifyInstance
  world: World
  owner: Pool
  /** The sent emails: the tests have no SMTP server. */
  mails: Mail[]
  /** Sends a request without a session, unless a header has one. */
  ask(endpoint: Endpoint, wire?: Wire): Promise<Answer>
  company(fields?: Parameters<typeof makeCompany>[1]): Promise<Company>
  /** The names of a company's events, in order. */
  events(companyId: string): Promise<string[]>
  /** Sets the clock of the verbs; now() of the database does not change. */
  setNow(now: Date | null): void
  as(token: string, user: MadeUser): Person
  /** Opens another session of a user; returns its token. */
  session(user: MadeUser): Promise<string>
}

/**
 * The real application on a database of this test file. Call at the top level of a test file: the result is opened before the
 * first test and closed after the last.
 */
export function testApp(env: Record<string, string> = {}): TestApp {
  const holder: { value?: TestApp } = {}
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const opened = await openTestApp(env)
    holder.value = opened.value
    closing.push(opened.close)
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })
  return new Proxy({} as TestApp, { get: (_, key) => Reflect.get(holder.value ?? {}, key) })
}

type TestDatabase = { appUrl: string; ownerUrl: string; drop: () => Promise<void> }

/** The same on a database that the test made: `close` drops it. */
export async function openTestApp(
  env: Record<string, string>,
  given?: TestDatabase,
): Promise<{ value: TestApp; close: () => Promise<void> }> {
  const database = given ?? (await cloneDatabase())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-data-'))
  const config: Config = readConfig('demo', {
    ENLACE_DATA: dataDir,
    ENLACE_SECRET: TEST_SECRET.toString('base64'),
    LOG_LEVEL: 'silent',
    // No server listens there: a test that needs the provider starts a simulator.
    WOMPI_TEST_URL: 'http://127.0.0.1:9/v1',
    WOMPI_PRODUCTION_URL: 'http://127.0.0.1:9/v1',
    WOMPI_CHECKOUT_URL: 'http://127.0.0.1:9',
    // The devices of the tests are simulators on this machine.
    NETWORK_RANGES: '127.0.0.0/8',
    WEBHOOK_RANGES: '127.0.0.0/8',
    INBOUND_ADDRESS: 'pqr@respuestas.enlace.test',
    INBOUND_TOKEN: 'el-servidor-de-correo-de-las-pruebas',
    FACTUS_TEST_URL: 'http://127.0.0.1:9',
    FACTUS_PRODUCTION_URL: 'http://127.0.0.1:9',
    WHATSAPP_URL: 'http://127.0.0.1:9/v25.0',
    RATE_PER_MINUTE: '1000000',
    RATE_ANONYMOUS_PER_MINUTE: '1000000',
    EVENTS_PER_MINUTE: '1000000',
    IN_FLIGHT_PER_PERSON: '1000',
    IN_FLIGHT_PER_COMPANY: '1000',
    POOL_MAX: '10',
    ...env,
  })
  const pool = openPool(database.appUrl, config.poolMax, () => undefined)
  const owner = openPool(database.ownerUrl, 4, () => undefined)
  // On a busy machine a new connection takes longer than the product waits for one.
  owner.options.connectionTimeoutMillis = CONNECTION_MAX_MS
  const mails: Mail[] = []
  let fixed: Date | null = null
  const log = pino({ level: config.logLevel })
  const world: World = {
    config,
    pool,
    log,
    mailer: { send: async (mail) => void mails.push(mail), close: () => undefined },
    files: openStore(config, log),
    wompi: wompiAccounts(config.wompiUrls, 2_000),
    factus: factusAccounts(config.factusUrls, { ...FACTUS_LIMITS, createMs: 5_000, readMs: 2_000, fileMs: 5_000 }),
    whatsapp: whatsappAccounts(config.whatsappUrl, 2_000),
    sms: smsGateways(config.webhookRanges, 2_000),
    clock: () => fixed ?? new Date(),
  }
  const app = await buildServer(world, routes, { gate: maintenanceGate })
  const ask = (endpoint: Endpoint, wire: Wire = {}): Promise<Answer> => sendRequest(app, endpoint, wire)
  const as = (token: string, user: MadeUser): Person => personOf(app, token, user)
  const value: TestApp = {
    app,
    world,
    owner,
    mails,
    ask,
    as,
    session: (user) => makeSession(owner, user),
    setNow: (now) => {
      fixed = now
    },
    company: async (fields) => {
      const id = await makeCompany(owner, fields)
      return {
        id,
        person: async (role, userFields) => {
          const user = await makeUser(owner, id, role, userFields)
          return as(await makeSession(owner, user), user)
        },
      }
    },
    events: async (companyId) => {
      const { rows } = await owner.query<{ name: string }>(
        'select name from events where company_id = $1 order by at, id',
        [companyId],
      )
      return rows.map((row) => row.name)
    },
  }
  const close = async (): Promise<void> => {
    await app.close()
    world.files.close()
    await pool.end()
    await owner.end()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { value, close }
}

function personOf(app: FastifyInstance, token: string, user: MadeUser): Person {
  const ask = (endpoint: Endpoint, wire: Wire = {}): Promise<Answer> =>
    sendRequest(app, endpoint, { ...wire, headers: { authorization: `Bearer ${token}`, ...wire.headers } })
  return {
    ...user,
    token,
    ask,
    call: async (endpoint, wire) => {
      const answer = await ask(endpoint, wire)
      if (answer.status >= 300)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.status}: ${answer.text}`)
      return z.decode(endpoint.reply, answer.json) as Reply<typeof endpoint>
    },
  }
}

/** One request of an endpoint, as a program would send it. */
async function sendRequest(app: FastifyInstance, endpoint: Endpoint, wire: Wire): Promise<Answer> {
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${pathOf(endpoint, wire.params ?? {})}`,
    query: Object.fromEntries(Object.entries(wire.query ?? {}).map(([key, value]) => [key, String(value)])),
    headers: wire.headers ?? {},
    ...(wire.body === undefined ? {} : { payload: wire.body as object }),
  })
  const isJson = (response.headers['content-type'] ?? '').startsWith('application/json')
  return {
    status: response.statusCode,
    headers: response.headers,
    json: isJson ? response.json() : {},
    text: response.body,
    bytes: response.rawPayload,
  }
}
