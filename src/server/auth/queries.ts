import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { CompaniesStatus, UsersRole } from '#server/db/types.ts'

/** A person as sign-in needs them. Never leaves the server. */
export type Person = {
  company_id: string
  id: string
  role: UsersRole
  username: string
  email: string | null
  first_name: string
  last_name: string
  password_hash: string | null
  password_chosen_at: Date | null
  is_active: boolean
  is_first_login: boolean
  data_policy_accepted_at: Date | null
  company_name: string
  company_status: CompaniesStatus
  status_reason: string | null
}

/** By its key; `lock` keeps it as it is until the end of the transaction. */
export async function getPerson(tx: Tx, companyId: string, userId: string, lock = false): Promise<Person | null> {
  const query = people(tx).where('u.company_id', '=', companyId).where('u.id', '=', userId)
  const row = await (lock ? query.forUpdate('u') : query).executeTakeFirst()
  return row ?? null
}

/** What a try to enter meets: who the typed name stands for, and what was counted against it. */
export type Found = { person: Person | null; waitS: number; hasFailed: boolean }

/**
 * Who a typed name stands for: the one with that username, else the only active one with that e-mail (families share an
 * address), else the only one at all; and how long its counters ask to wait. One statement whatever is found, so that the time
 * tells nothing.
 */
export async function findLogin(tx: Tx, typed: string, account: string, network: string): Promise<Found> {
  const named = people(tx)
    .innerJoin(
      sql<{ company_id: string; user_id: string; place: number }>`(
        select company_id, user_id, 1 as place from usernames where username = ${typed}
        union all
        select company_id, id, 2 from users where email = ${typed} and is_active
          and 1 = (select count(*) from users where email = ${typed} and is_active)
        union all
        select company_id, id, 3 from users where email = ${typed} and not is_active
          and 1 = (select count(*) from users where email = ${typed})
      )`.as('found'),
      (join) => join.onRef('found.company_id', '=', 'u.company_id').onRef('found.user_id', '=', 'u.id'),
    )
    .orderBy('found.place')
    .limit(1)
  const counted = tx
    .selectFrom('attempts')
    .select([
      sql<number>`greatest(0, coalesce(ceil(max(extract(epoch from blocked_until - now()))), 0))::int`.as('wait'),
      sql<boolean>`coalesce(bool_or(subject = ${account}), false)`.as('has_failed'),
    ])
    .where('subject', 'in', [account, network])
  const { wait, has_failed, ...row } = await tx
    .selectFrom(counted.as('counted'))
    .leftJoinLateral(named.as('named'), (join) => join.onTrue())
    .selectAll()
    .executeTakeFirstOrThrow()
  return { person: isWhole(row) ? row : null, waitS: wait, hasFailed: has_failed }
}

/** A person was found beside the counters. */
const isWhole = (row: { [column in keyof Person]: Person[column] | null }): row is Person => row.id !== null

/** Those of an address who may enter: active, and so is their company. */
export async function listPeopleByEmail(tx: Tx, email: string, max: number): Promise<Person[]> {
  return people(tx)
    .where('u.email', '=', email)
    .where('u.is_active', '=', true)
    .where('c.status', '=', 'active')
    .orderBy('u.username')
    .limit(max)
    .execute()
}

/** Writes a new password and what it settles. The hash that was read must still stand: two at once do not both win. */
export async function updatePassword(
  tx: Tx,
  person: Person,
  values: { password_hash?: string; is_first_login?: boolean; acceptsDataPolicy?: boolean },
): Promise<boolean> {
  const { acceptsDataPolicy, ...columns } = values
  const result = await tx
    .updateTable('users')
    .set({
      ...columns,
      ...(columns.password_hash === undefined ? {} : { password_chosen_at: sql<Date>`now()` }),
      ...(acceptsDataPolicy ? { data_policy_accepted_at: sql<Date>`now()` } : {}),
      updated_at: sql<Date>`now()`,
    })
    .where('company_id', '=', person.company_id)
    .where('id', '=', person.id)
    .where('password_hash', 'is not distinct from', person.password_hash)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const people = (tx: Tx) =>
  tx
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.id', 'u.company_id')
    .select([
      'u.company_id',
      'u.id',
      'u.role',
      'u.username',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.password_hash',
      'u.password_chosen_at',
      'u.is_active',
      'u.is_first_login',
      'u.data_policy_accepted_at',
      'c.name as company_name',
      'c.status as company_status',
      'c.status_reason',
    ])
