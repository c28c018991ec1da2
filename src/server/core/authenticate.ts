import type pg from 'pg'
import * as z from 'zod/mini'
import { RoleName } from '#domain/core/roles.ts'
import type { Actor } from './context.ts'
import { tokenHash } from './secrets.ts'

const SessionRow = z.object({
  session_id: z.string(),
  company_id: z.string(),
  user_id: z.string(),
  role: RoleName,
  is_first_login: z.boolean(),
  actor_name: z.string(),
  fresh_until: z.date(),
})

/**
 * Who a bearer token stands for, or null. `cookie` is the other half of a browser's session; `touch` keeps the session alive
 * and is true only for what a person does. A prepared statement: it runs on every request.
 */
export async function authenticate(
  pool: pg.Pool,
  token: string,
  cookie: string | null,
  touch: boolean,
): Promise<Actor | null> {
  const { rows } = await pool.query({
    name: 'authenticate',
    text: 'select * from authenticate($1, $2, $3)',
    values: [tokenHash(token), cookie === null ? null : tokenHash(cookie), touch],
  })
  if (rows.length === 0) return null
  const row = z.parse(SessionRow, rows[0])
  return {
    sessionId: row.session_id,
    companyId: row.company_id,
    userId: row.user_id,
    role: row.role,
    isFirstLogin: row.is_first_login,
    name: row.actor_name,
    freshUntil: row.fresh_until,
  }
}
