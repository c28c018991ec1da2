import type pg from 'pg'
import type { Logger } from 'pino'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { Role } from '#domain/core/roles.ts'
import type { Config } from '#server/config.ts'
import type { Factus } from '#server/providers/factus/client.ts'
import type { FactusKeys } from '#server/providers/factus/token.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'
import type { ObjectStore } from '#server/providers/objects/store.ts'
import type { SmsKeys } from '#server/providers/sms/gateway.ts'
import type { SmsSender } from '#server/providers/sms/sender.ts'
import type { Whatsapp, WhatsappKeys } from '#server/providers/whatsapp/client.ts'
import type { Wompi, WompiKeys } from '#server/providers/wompi/client.ts'
import type { WholeList } from './list-reply.ts'
import { asRole, inCompany, inTransaction, type Scope, type Tx } from './tx.ts'

/** The row of the platform in companies: superadmins and events that belong to no provider. */
export const PLATFORM_COMPANY_ID = '00000000-0000-7000-8000-000000000000'

/** The scope of Enlace itself: jobs across companies, without a user. */
export const SYSTEM: Scope = {
  companyId: PLATFORM_COMPANY_ID,
  actorId: null,
  actorName: 'Enlace',
  actorRole: 'system',
  ip: null,
  requestId: null,
}

/** A transaction of Enlace itself in a company, outside of a request. */
export const inSystemTx = <T>(
  world: Pick<World, 'pool'>,
  companyId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, work)

/** A transaction of Enlace itself over the rows of every company that the role of the platform may read or write. */
export const inPlatformTx = <T>(world: Pick<World, 'pool'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(world.pool, 'enlace_platform', SYSTEM, work)

/** The same, for statements that only read: each one takes a connection of its own. */
export const readInPlatformTx = <T>(world: Pick<World, 'pool'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(world.pool, 'enlace_platform', { ...SYSTEM, isReadOnly: true }, work)

/** The signed-in user of a request, from the session row. */
export type Actor = {
  readonly sessionId: string
  readonly companyId: string
  readonly userId: string
  readonly role: Role
  readonly isFirstLogin: boolean
  readonly name: string
  /** The password was typed in this session in the last minutes, by the clock of the database. */
  readonly isFresh: boolean
  /** A user who must set up the second factor before anything else. */
  readonly needsTwoFactor: boolean
  /** What a key of the API may call; null for a person, who may call what the role may. */
  readonly scopes: readonly string[] | null
}

/** The resources of one process, opened once at start. */
export type World = {
  readonly config: Config
  readonly pool: pg.Pool
  readonly log: Logger
  readonly mailer: Mailer
  readonly files: ObjectStore
  /** Opens a company's account at Wompi, in the environment of its keys. */
  readonly wompi: (environment: Environment, keys: WompiKeys) => Wompi
  /** Opens a company's account at Factus. */
  readonly factus: (environment: Environment, keys: FactusKeys) => Factus
  /** Opens a company's number at the WhatsApp Cloud API. */
  readonly whatsapp: (keys: WhatsappKeys) => Whatsapp
  /** Opens a company's gateway of text messages. */
  readonly sms: (keys: SmsKeys) => SmsSender
  readonly clock: () => Date
}

/** The origin of a request, and its cookies, the only data besides the reply that a verb sends to the browser. */
export type Caller = {
  readonly ip: string
  readonly userAgent: string
  /** A browser sends Sec-Fetch-Site: its session is bound to a cookie (docs/decisions/0005). */
  readonly isBrowser: boolean
  readonly sessionCookie: string | null
  /** The text after 'Bearer ' in the authorization of the request. */
  readonly bearer: string | null
  /** Sets the session cookie of the reply; null removes it. */
  readonly setSessionCookie: (value: string | null) => void
  /** The browser deletes its cache of the site, but not its cookies: the browser stays known. */
  readonly clearSiteData: () => void
  /** The cookie that identifies the browser; it remains after the sessions end (docs/decisions/0026). */
  readonly browserCookie: string | null
  readonly setBrowserCookie: (value: string, days: number) => void
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The context of a verb of a public endpoint. */
export type PublicCtx = {
  readonly now: Date
  readonly today: Day
  readonly actor: Actor | null
  readonly caller: Caller
  readonly requestId: string
  /** The Idempotency-Key of a request to an endpoint with `idempotency: 'own'`. */
  readonly idempotencyKey: string | null
  readonly world: World
  /** A transaction across companies, for the files that test/architecture.test.ts lists. */
  readonly platform: Transaction
}

/** The context of a verb with a signed-in user. A transaction of `tx` sees the rows of one company, one of `platform` those of all. */
export type Ctx = PublicCtx & {
  readonly actor: Actor
  /** The company of `tx`: the actor's own, or the one that a superadmin chose (`company` of the endpoint). */
  readonly companyId: string
  readonly tx: Transaction
  /** Receives every row of a list instead of its reply: an export. */
  readonly wholeList?: WholeList
}

export type Request = {
  readonly requestId: string
  readonly caller: Caller
  readonly actor: Actor | null
  /** The company that a superadmin chose. */
  readonly companyId?: string
  /** A GET: the database refuses to write in its transactions. */
  readonly isReadOnly: boolean
  readonly idempotencyKey?: string
}

/** The scope of a request in the company of its caller. Without a session, in that of the platform. */
export const scopeOf = ({ actor, caller, requestId }: Pick<Request, 'actor' | 'caller' | 'requestId'>): Scope => ({
  companyId: actor?.companyId ?? PLATFORM_COMPANY_ID,
  actorId: actor?.userId ?? null,
  actorName: actor?.name ?? 'Alguien sin sesión',
  actorRole: actor?.role ?? 'nobody',
  ip: caller.ip,
  requestId,
})

/** The context of one request. With `openTx`, every transaction is a part of it (an idempotent request has one commit). */
export function contextOf(
  world: World,
  request: Request,
  openTx?: Tx,
): PublicCtx & { tx: Transaction; companyId: string } {
  const now = world.clock()
  const own = scopeOf(request)
  const companyId = request.companyId ?? own.companyId
  const scope = { ...own, companyId, isReadOnly: request.isReadOnly }
  return {
    now,
    // The calendar computation is slow: it runs only when the day is read.
    get today() {
      return dayOf(now)
    },
    actor: request.actor,
    caller: request.caller,
    requestId: request.requestId,
    idempotencyKey: request.idempotencyKey ?? null,
    world,
    companyId,
    tx: (work) => {
      if (!openTx) return inTransaction(world.pool, 'enlace_app', scope, work)
      return companyId === own.companyId ? work(openTx) : inCompany(openTx, companyId, work)
    },
    platform: (work) =>
      openTx ? asRole(openTx, 'enlace_platform', work) : inTransaction(world.pool, 'enlace_platform', scope, work),
  }
}
