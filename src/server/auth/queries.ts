import { sql } from 'kysely'
import {
  ACCOUNT_WINDOW_S,
  FIRST_PASSWORD_HOURS,
  LOGIN_ACCOUNTS_MAX,
  LOGIN_ACCOUNTS_PER_COMPANY,
  type LoginCounts,
} from '#domain/auth/limits.ts'
import { PLATFORM_COMPANY_ID } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { CompaniesStatus, UsersRole } from '#server/db/types.ts'
import type { LoginCounters } from './throttle.ts'

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
  has_two_factor: boolean
  data_policy_accepted_at: Date | null
  /** Another user set the password, and the time to change it is over. */
  is_password_expired: boolean
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

/** An account of a typed name. `is_known`: the browser signed in to it before. */
export type LoginAccount = Person & { is_known: boolean }

/** The accounts of a typed name, and its counters. */
export type LoginLookup = {
  accounts: LoginAccount[]
  counts: LoginCounts
  browserWaitS: number
  /** The counters that a correct password deletes. */
  failed: { here: boolean; browser: boolean }
}

/**
 * Finds the accounts of a typed name, a user name or an e-mail, in every company, and the state of its counters. One company never
 * takes the place of another: the platform is first, then the first account of each company, then the second of each.
 * Always one statement, so that the time does not show whether the name exists.
 */
export async function findLogin(
  tx: Tx,
  typed: string,
  browser: Buffer | null,
  counters: LoginCounters,
): Promise<LoginLookup> {
  const { rows } = await sql<CountRow & { [column in keyof LoginAccount]: LoginAccount[column] | null }>`
    select counted.*, found.* from (
      select ${currentFailures(counters.here)} as here, ${waitOf(counters.here)} as here_wait,
        ${currentFailures(counters.everywhere)} as everywhere,
        coalesce(max(ceil(extract(epoch from window_started_at - now()) + ${ACCOUNT_WINDOW_S}))
          filter (where subject = ${counters.everywhere}), 0)::int as everywhere_left,
        ${waitOf(counters.network)} as network_wait, ${waitOf(counters.browser)} as browser_wait,
        coalesce(bool_or(subject = ${counters.browser}), false) as has_browser
      from attempts where subject in (${sql.join(Object.values(counters))})
    ) counted
    left join lateral (
      select p.*, exists (
          select from known_browsers b where b.browser_hash = ${browser} and b.company_id = p.company_id and b.user_id = p.id
            and b.expires_at > now()
        ) as is_known
      from (${selectPeople(tx)}) p
      join (
        select company_id, id, row_number() over (
            partition by company_id order by is_active desc, username = ${typed} desc, role = 'client', last_login_at desc nulls last, id
          ) as place
        from users where (username = ${typed} or email = ${typed}) and password_hash is not null
      ) n on n.company_id = p.company_id and n.id = p.id and n.place <= ${LOGIN_ACCOUNTS_PER_COMPANY}
      order by p.company_id <> ${PLATFORM_COMPANY_ID}, n.place, p.company_id limit ${LOGIN_ACCOUNTS_MAX}
    ) found on true`.execute(tx)
  const [first] = rows
  if (!first) throw new Error('the counters of a login are always one row')
  return {
    accounts: rows.filter(isAccountRow),
    counts: {
      here: first.here,
      hereWaitS: first.here_wait,
      everywhere: first.everywhere,
      everywhereLeftS: Math.max(0, first.everywhere_left),
      networkWaitS: first.network_wait,
    },
    browserWaitS: first.browser_wait,
    failed: { here: first.here > 0, browser: first.has_browser },
  }
}

type CountRow = {
  here: number
  here_wait: number
  everywhere: number
  everywhere_left: number
  network_wait: number
  browser_wait: number
  has_browser: boolean
}

const currentFailures = (counter: string) => sql`coalesce(max(failures) filter (
  where subject = ${counter} and window_started_at > now() - make_interval(secs => ${ACCOUNT_WINDOW_S})), 0)::int`

const waitOf = (counter: string) =>
  sql`greatest(0, coalesce(max(ceil(extract(epoch from blocked_until - now()))) filter (where subject = ${counter}), 0))::int`

/** Whether the left join found an account. */
const isAccountRow = <Row extends { [column in keyof LoginAccount]: LoginAccount[column] | null }>(
  row: Row,
): row is Row & LoginAccount => row.id !== null

/**
 * The active people of an address in active companies, without those whose address the company has just changed. The platform is
 * first, then the first of each company, staff before clients: no company takes the place of another.
 */
export async function listPeopleByEmail(
  tx: Tx,
  email: string,
  { perCompany, max }: { perCompany: number; max: number },
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select p.* from (${selectPeople(tx)}) p
    join (
      select company_id, id, row_number() over (partition by company_id order by role = 'client', username) as place
      from users where email = ${email} and is_active and coalesce(recovery_held_until <= now(), true)
    ) n on n.company_id = p.company_id and n.id = p.id and n.place <= ${perCompany}
    where p.company_status = 'active'
    order by p.company_id <> ${PLATFORM_COMPANY_ID}, n.place, p.company_id limit ${max}`.execute(tx)
  return rows
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
      'u.has_two_factor',
      'u.data_policy_accepted_at',
      sql<boolean>`u.role = 'superadmin' and u.is_first_login
        and u.first_password_at < now() - make_interval(hours => ${FIRST_PASSWORD_HOURS})`.as('is_password_expired'),
      'c.name as company_name',
      'c.status as company_status',
      'c.status_reason',
    ])
