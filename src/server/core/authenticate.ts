import type pg from 'pg'
import * as z from 'zod/mini'
import { RoleName } from '#domain/core/roles.ts'
import type { Actor } from './context.ts'
import { tokenHash } from './secrets.ts'
import { type Lease, leaseOf } from './tx.ts'

const SessionRow = z.object({
  session_id: z.string(),
  company_id: z.string(),
  user_id: z.string(),
  role: RoleName,
  is_first_login: z.boolean(),
  actor_name: z.string(),
  fresh_until: z.date(),
})

/** What came in with a request: the halves of a session, and whether a person asks (which keeps it alive). */
export type Halves = { token: string; cookie: string | null; touch: boolean }

/** Who a bearer token stands for, or null. A prepared statement: it runs on every request that changes something. */
export async function authenticate(pool: pg.Pool, { token, cookie, touch }: Halves): Promise<Actor | null> {
  const { rows } = await pool.query({
    name: 'authenticate',
    text: 'select * from authenticate($1, $2, $3)',
    values: [tokenHash(token), cookie === null ? null : tokenHash(cookie), touch],
  })
  return rows.length === 0 ? null : actorOf(rows[0])
}

/**
 * The same for a GET, together with the beginning of its one read-only transaction of the company: a message less on the way
 * of every list. Null when nobody is signed in; else the transaction is the caller's to close.
 */
export async function enter(pool: pg.Pool, halves: Halves): Promise<{ actor: Actor; lease: Lease } | null> {
  const client = await pool.connect()
  const lease = leaseOf(client)
  try {
    const answers: unknown = await client.query(
      `begin; select * from authenticate(${bytes(halves.token)}, ${halves.cookie === null ? 'null' : bytes(halves.cookie)}, ${halves.touch});
       set local role enlace_app; set transaction read only`,
    )
    const [, found] = z.parse(Answers, answers)
    if (found && found.rows.length > 0) return { actor: actorOf(found.rows[0]), lease }
    await lease.close()
    return null
  } catch (error) {
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

const Answers = z.array(z.object({ rows: z.array(z.unknown()) }))

/** A token's hash as a literal: hexadecimal digits of our own, nothing of what came in. */
const bytes = (token: string): string => `'\\x${tokenHash(token).toString('hex')}'::bytea`

function actorOf(found: unknown): Actor {
  const row = z.parse(SessionRow, found)
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
