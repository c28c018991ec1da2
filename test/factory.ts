import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { nitCheckDigit } from '#domain/core/identity.ts'
import type { Role } from '#domain/core/roles.ts'
import { PLATFORM_COMPANY_ID } from '#server/core/context.ts'
import { newToken, tokenHash } from '#server/core/secrets.ts'

let made = 0

/** A company with plain data of its own. Written as the owner: the call that creates companies has tests of its own. */
export async function makeCompany(
  owner: pg.Pool,
  fields: { name?: string; status?: string; integrations?: boolean } = {},
): Promise<string> {
  made += 1
  const digits = String(800_000_000 + Math.floor(Math.random() * 99_000_000) + made)
  const letters = [...randomBytes(4)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
  const { rows } = await owner.query<{ id: string }>(
    `insert into companies (nit, name, legal_representative, initial_letter, status, is_wompi_integration, is_factus_integration)
     values ($1, $2, 'Marta Ruiz', $3, $4, $5, $5) returning id`,
    [
      `${digits}-${nitCheckDigit(digits)}`,
      fields.name ?? `Empresa ${letters}`,
      letters,
      fields.status ?? 'active',
      fields.integrations ?? false,
    ],
  )
  return rows[0]?.id ?? ''
}

export type MadeUser = { id: string; companyId: string; username: string; email: string; role: Role }

/** A person past the first login, without a password unless one is given as a hash. */
export async function makeUser(
  owner: pg.Pool,
  companyId: string,
  role: Role,
  fields: {
    username?: string
    email?: string
    first_name?: string
    is_first_login?: boolean
    password_hash?: string
  } = {},
): Promise<MadeUser> {
  made += 1
  const username = fields.username ?? `${role}.${randomBytes(4).toString('hex')}.${made}`
  const email = fields.email ?? `${username}@correo.test`
  const { rows } = await owner.query<{ id: string }>(
    `insert into users (company_id, role, username, email, first_name, last_name, is_first_login, password_hash)
     values ($1, $2, $3, $4, $5, 'Pinzón', $6, $7) returning id`,
    [
      role === 'superadmin' ? PLATFORM_COMPANY_ID : companyId,
      role,
      username,
      email,
      fields.first_name ?? 'Laura',
      fields.is_first_login ?? false,
      fields.password_hash ?? null,
    ],
  )
  return {
    id: rows[0]?.id ?? '',
    companyId: role === 'superadmin' ? PLATFORM_COMPANY_ID : companyId,
    username,
    email,
    role,
  }
}

/** An open bearer-only session of a person; returns its token. */
export async function makeSession(owner: pg.Pool, user: MadeUser): Promise<string> {
  const token = newToken('enl')
  await owner.query(
    `insert into sessions (token_hash, company_id, user_id, idle_seconds, idle_ends_at, ends_at, fresh_until, ip, user_agent)
     values ($1, $2, $3, 1800, now() + interval '30 minutes', now() + interval '12 hours', now() + interval '15 minutes', '127.0.0.1', 'test')`,
    [tokenHash(token), user.companyId, user.id],
  )
  return token
}
