import * as z from 'zod/mini'
import { nextCalls } from '#domain/core/next-call.ts'
import { mustHaveTwoFactor, RoleName } from '#domain/core/roles.ts'
import type { ServerMode } from '#server/config.ts'
import type { Actor, World } from './context.ts'
import { tokenHash } from './secrets.ts'

const SessionRow = z.object({
  session_id: z.string(),
  company_id: z.string(),
  user_id: z.string(),
  role: RoleName,
  is_first_login: z.boolean(),
  actor_name: z.string(),
  is_fresh: z.boolean(),
  has_two_factor: z.boolean(),
})

/** The session secrets of a request. `touch`: the request is an action of the user, which extends the session. */
export type SessionCredentials = { token: string; cookie: string | null; touch: boolean }

const callsOf = new WeakMap<World['pool'], ReturnType<typeof nextCalls<Actor | null>>>()

/**
 * The actor of a bearer token, or null. The requests of one session that arrive together share a query: hundreds of them would take the
 * connections of the others before any limit of the person counts.
 */
export async function authenticate(
  { pool, config }: Pick<World, 'pool' | 'config'>,
  credentials: SessionCredentials,
): Promise<Actor | null> {
  const call = callsOf.get(pool) ?? nextCalls<Actor | null>()
  callsOf.set(pool, call)
  return call(JSON.stringify(credentials), () => readActor(pool, config.mode, credentials))
}

/** A prepared statement, because it runs on every request. */
async function readActor(
  pool: World['pool'],
  mode: ServerMode,
  { token, cookie, touch }: SessionCredentials,
): Promise<Actor | null> {
  if (token.startsWith(API_PREFIX)) return authenticateProgram(pool, token)
  const { rows } = await pool.query({
    name: 'authenticate',
    text: 'select *, fresh_until > now() as is_fresh from authenticate($1, $2, $3)',
    values: [tokenHash(token), cookie === null ? null : tokenHash(cookie), touch],
  })
  return rows.length === 0 ? null : actorOfRow(rows[0], mode)
}

const API_PREFIX = 'api_'

const ApiTokenRow = z.object({
  token_id: z.string(),
  company_id: z.string(),
  user_id: z.string(),
  role: RoleName,
  name: z.string(),
  scopes: z.array(z.string()),
})

/** The actor of a key of the API: never fresh, because a program has no password to confirm. */
async function authenticateProgram(pool: World['pool'], token: string): Promise<Actor | null> {
  const { rows } = await pool.query({
    name: 'authenticate_api',
    text: 'select * from authenticate_api($1)',
    values: [tokenHash(token)],
  })
  if (rows.length === 0) return null
  const row = z.parse(ApiTokenRow, rows[0])
  return {
    sessionId: row.token_id,
    companyId: row.company_id,
    userId: row.user_id,
    role: row.role,
    isFirstLogin: false,
    name: `Clave «${row.name}»`,
    isFresh: false,
    needsTwoFactor: false,
    scopes: row.scopes,
  }
}

function actorOfRow(value: unknown, mode: ServerMode): Actor {
  const row = z.parse(SessionRow, value)
  return {
    sessionId: row.session_id,
    companyId: row.company_id,
    userId: row.user_id,
    role: row.role,
    isFirstLogin: row.is_first_login,
    name: row.actor_name,
    isFresh: row.is_fresh,
    needsTwoFactor: !row.has_two_factor && mustHaveTwoFactor(row.role, mode),
    scopes: null,
  }
}
