import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { CompaniesStatus, UsersRole } from '#server/db/types.ts'

/** The data of a person that sign-in reads. Never part of a reply. */
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

export const getPerson = async (tx: Tx, companyId: string, userId: string): Promise<Person | null> =>
  (await selectPerson(tx, companyId, userId).executeTakeFirst()) ?? null

/** The person; the row is locked until the end of the transaction. */
export const lockPerson = async (tx: Tx, companyId: string, userId: string): Promise<Person | null> =>
  (await selectPerson(tx, companyId, userId).forUpdate('u').executeTakeFirst()) ?? null

const selectPerson = (tx: Tx, companyId: string, userId: string) =>
  selectPeople(tx).where('u.company_id', '=', companyId).where('u.id', '=', userId)

/** The person of a typed name, the seconds that its counters block, and whether the account counter exists. */
export type LoginLookup = { person: Person | null; waitS: number; hasFailed: boolean }

/**
 * Finds the person of a typed name: by user name, else the only active person with that e-mail (families share an address), else
 * the only inactive one; and the seconds that its counters block. Always one statement, so that the time does not show whether the
 * person exists.
 */
export async function findLogin(tx: Tx, typed: string, account: string, network: string): Promise<LoginLookup> {
  const named = selectPeople(tx)
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
  return { person: isPersonRow(row) ? row : null, waitS: wait, hasFailed: has_failed }
}

/** Whether the left join found a person. */
const isPersonRow = (row: { [column in keyof Person]: Person[column] | null }): row is Person => row.id !== null

/** The active people of an address in active companies, by user name. */
export async function listPeopleByEmail(tx: Tx, email: string, max: number): Promise<Person[]> {
  return selectPeople(tx)
    .where('u.email', '=', email)
    .where('u.is_active', '=', true)
    .where('c.status', '=', 'active')
    .orderBy('u.username')
    .limit(max)
    .execute()
}

/** Writes a new password and the flags it changes. False when the stored hash changed since `person` was read: of two concurrent calls, one gets true. */
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

const selectPeople = (tx: Tx) =>
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
