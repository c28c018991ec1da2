import type pg from 'pg'
import type { Logger } from 'pino'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { Role } from '#domain/core/roles.ts'
import type { Config } from '#server/config.ts'
import type { Mailer } from '#server/providers/mail/mailer.ts'
import type { Wompi, WompiKeys } from '#server/providers/wompi/client.ts'
import { asRole, inCompany, inTransaction, type Scope, type Tx } from './tx.ts'

/** The platform's own row in companies: superadmins and facts that belong to no provider. */
export const PLATFORM_COMPANY_ID = '00000000-0000-7000-8000-000000000000'

/** The house itself, when no person asked: its housekeeping across companies. */
export const SYSTEM: Scope = {
  companyId: PLATFORM_COMPANY_ID,
  actorId: null,
  actorName: 'Enlace',
  actorRole: 'system',
  ip: null,
  requestId: null,
}

/** Who asks, as the session row says on each request. */
export type Actor = {
  readonly sessionId: string
  readonly companyId: string
  readonly userId: string
  readonly role: Role
  readonly isFirstLogin: boolean
  readonly name: string
  readonly freshUntil: Date
}

/** What one process carries: made once in main.ts. */
export type World = {
  readonly config: Config
  readonly pool: pg.Pool
  readonly log: Logger
  readonly mailer: Mailer
  /** A company's account at Wompi, in the environment that its keys are of. */
  readonly wompi: (environment: Environment, keys: WompiKeys) => Wompi
  readonly clock: () => Date
}

/** Where a request came from, and the one thing a verb may say to the browser besides its reply. */
export type Caller = {
  readonly ip: string
  readonly userAgent: string
  /** A browser says Sec-Fetch-Site: its session is bound to a cookie (docs/decisions/0005). */
  readonly isBrowser: boolean
  readonly sessionCookie: string | null
  /** Sets the session cookie after a good answer; null removes it. */
  readonly setSessionCookie: (value: string | null) => void
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** What a verb of a public endpoint is given. */
export type PublicCtx = {
  readonly now: Date
  readonly today: Day
  readonly actor: Actor | null
  readonly caller: Caller
  readonly requestId: string
  /** The Idempotency-Key of a request whose verb keeps it itself. */
  readonly idempotencyKey: string | null
  readonly world: World
  /** A transaction of the short list that crosses companies: sign-in, webhooks, superadmin. */
  readonly platform: Transaction
}

/** What a verb is given: who asks is known, and `tx` is the only way to the company's rows. */
export type Ctx = PublicCtx & {
  readonly actor: Actor
  /** The company of `tx`: the actor's own, or the one that a superadmin named (`company` of the endpoint). */
  readonly companyId: string
  readonly tx: Transaction
}

export type Request = {
  readonly requestId: string
  readonly caller: Caller
  readonly actor: Actor | null
  /** The company that a superadmin named. */
  readonly companyId?: string
  /** A GET: whatever its verb does, the database lets it write nothing. */
  readonly isReadOnly: boolean
  readonly idempotencyKey?: string
}

/** The context of one request. With `open`, every transaction is a part of that one (idempotent requests commit once). */
export function contextOf(
  world: World,
  request: Request,
  open?: Tx,
): PublicCtx & { tx: Transaction; companyId: string } {
  const now = world.clock()
  const ownId = request.actor?.companyId ?? PLATFORM_COMPANY_ID
  const companyId = request.companyId ?? ownId
  const scope = {
    companyId,
    actorId: request.actor?.userId ?? null,
    actorName: request.actor?.name ?? 'Alguien sin sesión',
    actorRole: request.actor?.role ?? 'nobody',
    ip: request.caller.ip,
    requestId: request.requestId,
    isReadOnly: request.isReadOnly,
  }
  return {
    now,
    // A calendar is dear: only who asks for the day pays for it.
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
      if (!open) return inTransaction(world.pool, 'enlace_app', scope, work)
      return companyId === ownId ? work(open) : inCompany(open, companyId, work)
    },
    platform: (work) =>
      open ? asRole(open, 'enlace_platform', work) : inTransaction(world.pool, 'enlace_platform', scope, work),
  }
}
