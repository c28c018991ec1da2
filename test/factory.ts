import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import { nitCheckDigit } from '#domain/core/identity.ts'
import type { Role } from '#domain/core/roles.ts'
import { PLATFORM_COMPANY_ID } from '#server/core/context.ts'
import { newToken, tokenHash } from '#server/core/secrets.ts'

let made = 0
/** The first number of this process, so that two processes with one database rarely use the same. */
const START = randomInt(26 ** 4)

/** A prefix of four characters that no other company of this process has. */
export function newPrefix(): string {
  made += 1
  const number = START + made
  return [3, 2, 1, 0].map((place) => String.fromCharCode(65 + (Math.floor(number / 26 ** place) % 26))).join('')
}

/** A company with plain data, inserted as the owner: the call that creates companies has its own tests. */
export async function makeCompany(
  owner: pg.Pool,
  fields: { name?: string; status?: string; integrations?: boolean } = {},
): Promise<string> {
  const prefix = newPrefix()
  // A hundred numbers for each company, so that two companies of this process share none.
  const digits = String(800_000_000 + ((START + made) % 990_000) * 100 + randomInt(100))
  const { rows } = await owner.query<{ id: string }>(
    `insert into companies (nit, name, legal_representative, initial_letter, status, is_wompi_integration, is_factus_integration)
     values ($1, $2, 'Marta Ruiz', $3, $4, $5, $5) returning id`,
    [
      `${digits}-${nitCheckDigit(digits)}`,
      fields.name ?? `Empresa ${prefix}`,
      prefix,
      fields.status ?? 'active',
      fields.integrations ?? false,
    ],
  )
  return rows[0]?.id ?? ''
}

export type MadeUser = { id: string; companyId: string; username: string; email: string; role: Role }

/** A user after the first login, without a password unless a hash is given. */
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

/** An open bearer-only session of a user; returns its token. */
export async function makeSession(owner: pg.Pool, user: MadeUser): Promise<string> {
  const token = newToken('enl')
  await owner.query(
    `insert into sessions (token_hash, company_id, user_id, idle_seconds, idle_ends_at, ends_at, fresh_until, ip, user_agent)
     values ($1, $2, $3, 1800, now() + interval '30 minutes', now() + interval '12 hours', now() + interval '15 minutes', '127.0.0.1', 'test')`,
    [tokenHash(token), user.companyId, user.id],
  )
  return token
}

/** A client of a company, with a user without password. */
export async function makeClient(
  owner: pg.Pool,
  companyId: string,
  fields: { identification?: string; segment?: string; stratum?: number | null; email?: string } = {},
): Promise<{ id: string; userId: string; identification: string }> {
  made += 1
  const identification = fields.identification ?? String(1_000_000_000 + Math.floor(Math.random() * 99_000_000) + made)
  const user = await makeUser(owner, companyId, 'client', { username: `${identification}.${made}` })
  const { rows } = await owner.query<{ id: string }>(
    `insert into clients (company_id, user_id, type_identification, identification, first_name, last_name, email, phone,
       segment, stratum, address, department, city, municipality_code, payment_date)
     values ($1, $2, 'CC', $3, 'Yenny', 'Bohórquez', $4, '3001234567', $5, $6, 'Calle 10 # 20-30', 'Antioquia', 'Medellín', '05001', 10)
     returning id`,
    [
      companyId,
      user.id,
      identification,
      fields.email ?? null,
      fields.segment ?? 'residential',
      fields.stratum === undefined ? 2 : fields.stratum,
    ],
  )
  return { id: rows[0]?.id ?? '', userId: user.id, identification }
}

export async function makePlan(owner: pg.Pool, companyId: string, price = 6_000_000): Promise<string> {
  made += 1
  const { rows } = await owner.query<{ id: string }>(
    `insert into plans (company_id, name, reference_code, price, download_speed, upload_speed)
     values ($1, 'Hogar 100', $2, $3, '100 Mbps', '50 Mbps') returning id`,
    [companyId, `FAB${made}`, price],
  )
  return rows[0]?.id ?? ''
}

/** An active contract, signed and with its price frozen (centavos), served since `activeFrom`. */
export async function makeContract(
  owner: pg.Pool,
  companyId: string,
  clientId: string,
  fields: {
    planId?: string
    price?: number
    activeFrom?: string
    cutDay?: number
    segment?: string
    stratum?: number | null
    includesVat?: boolean
    status?: string
  } = {},
): Promise<{ id: string; no_contract: string; planId: string }> {
  const planId = fields.planId ?? (await makePlan(owner, companyId, fields.price))
  const activeFrom = fields.activeFrom ?? '2025-01-01'
  const { rows } = await owner.query<{ id: string; no_contract: string }>(
    `with given as (
       insert into counters (company_id, kind, prefix, last) select id, 'contract', initial_letter, 1 from companies where id = $1
       on conflict (company_id, kind, prefix) do update set last = counters.last + 1 returning prefix, last)
     insert into contracts (company_id, no_contract, plan_id, status, client_id, address, department, city, municipality_code,
       segment, stratum, date_contract, billing_cut_day, prices_include_vat, signed_at, active_from)
     select $1, given.prefix || '-' || lpad(given.last::text, 6, '0'), $2, $3, $4, 'Calle 10 # 20-30', 'Antioquia', 'Medellín', '05001',
       $5, $6, $7, $8, $9, now(), $7 from given
     returning id, no_contract`,
    [
      companyId,
      planId,
      fields.status ?? 'active',
      clientId,
      fields.segment ?? 'residential',
      fields.stratum === undefined ? 2 : fields.stratum,
      activeFrom,
      fields.cutDay ?? 30,
      fields.includesVat ?? true,
    ],
  )
  const contract = { id: rows[0]?.id ?? '', no_contract: rows[0]?.no_contract ?? '' }
  await owner.query(
    `insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price) values ($1, $2, $3, $4, 'Hogar 100', $5)`,
    [companyId, contract.id, activeFrom, planId, fields.price ?? 6_000_000],
  )
  return { ...contract, planId }
}

/** A numbering range of credit notes that nothing is wrong with. */
export async function makeRange(owner: pg.Pool, companyId: string): Promise<string> {
  made += 1
  const { rows } = await owner.query<{ id: string }>(
    `insert into numbering_ranges (company_id, environment, provider_range_id, document, prefix, next_number, is_active)
     values ($1, 'test', $2, 'credit_note', 'NC', 1, true) returning id`,
    [companyId, made],
  )
  return rows[0]?.id ?? ''
}
