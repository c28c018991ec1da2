import { sql } from 'kysely'
import type { Sort } from '#domain/core/paging.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { USER_SORTS } from '#domain/users/api.ts'
import type { RoleGroup, StaffChanges, StaffRole, StaffUser } from '#domain/users/user.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import { sqlState, type Tx } from '#server/core/tx.ts'
import { containsPattern } from '#server/db/like.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'

export type NewPerson = {
  role: StaffRole | 'admin'
  email: string
  username: string
  first_name: string
  last_name: string
}

/**
 * Inserts a user without password and enqueues the invitation email. Returns the id. Throws a refusal on `field`, the e-mail field of
 * the form, when another user of the company has that user name.
 */
export async function inviteStaff(tx: Tx, person: NewPerson, field: string): Promise<string> {
  const username = person.username.toLowerCase()
  const { id, company_id } = await tx
    .insertInto('users')
    .values({ ...person, username, email: person.email.toLowerCase() })
    .returning(['id', 'company_id'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw sqlState(error) === '23505' ? usernameTaken(field) : error
    })
  await tx.record('user.created', { entity_id: id, after: { username, role: person.role } })
  await tx.enqueue('auth.invite', { company_id, user_id: id })
  return id
}

const usernameTaken = (field: string) => refuseField('duplicate', field, 'Ya hay un usuario con este correo')

type StaffRow = Omit<StaffUser, 'last_login_at' | 'createdAt'> & { last_login_at: Date | null; created_at: Date }

type UserSort = (typeof USER_SORTS)[number]

export type StaffFilter = {
  id?: string | undefined
  group?: RoleGroup | undefined
  role?: StaffRole | undefined
  is_active?: boolean | undefined
  q?: string | undefined
  sort?: Sort<UserSort> | undefined
}

const NAME = `folded(first_name || ' ' || last_name)`

/** A user who has never signed in is before all the others. */
const SORTS: SortColumns<UserSort> = {
  name: [NAME, 'id'],
  role: ['role', NAME, 'id'],
  last_login_at: [`coalesce(last_login_at, '-infinity')`, 'id'],
}

function conditions({ id, group, role, is_active, q }: StaffFilter) {
  const parts = [sql`company_id = (select current_company())`, sql`role <> 'client'`]
  if (id !== undefined) parts.push(sql`id = ${id}`)
  if (group !== undefined) parts.push(group === 'admin' ? sql`role = 'admin'` : sql`role <> 'admin'`)
  if (role !== undefined) parts.push(sql`role = ${role}`)
  if (is_active !== undefined) parts.push(sql`is_active = ${is_active}`)
  if (q !== undefined && q.trim() !== '') {
    const like = containsPattern(q.trim())
    parts.push(sql`(first_name || ' ' || last_name ilike ${like} or username ilike ${like})`)
  }
  return sql.join(parts, sql` and `)
}

/** The staff, by name unless `sort` says otherwise. Clients are not included. */
export async function listStaff(tx: Tx, filter: StaffFilter, range: RowRange): Promise<StaffUser[]> {
  const { rows } = await sql<StaffRow>`
    select id, username, email, first_name, last_name, role, is_active, is_first_login, last_login_at, created_at from users
    where ${conditions(filter)} order by ${orderBy(SORTS, filter.sort ?? 'name')} ${pageOf(range)}`.execute(tx)
  return rows.map(({ last_login_at, created_at, ...row }) => ({
    ...row,
    last_login_at: last_login_at?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
  }))
}

export async function countStaff(tx: Tx, filter: StaffFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const getStaff = async (tx: Tx, id: string): Promise<StaffUser | undefined> =>
  (await listStaff(tx, { id }, { offset: 0, limit: 1 }))[0]

export async function updateStaff(tx: Tx, id: string, changes: StaffChanges): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** The status and integrations of the transaction's company. Undefined when it is not a provider. */
export const getStaffCompany = (tx: Tx) =>
  tx
    .selectFrom('companies')
    .select(['status', 'is_wompi_integration', 'is_factus_integration'])
    .where('kind', '=', 'provider')
    .executeTakeFirst()
