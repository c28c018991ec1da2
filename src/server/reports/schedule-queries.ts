import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { ReportName } from '#domain/reports/report.ts'
import type { Every, FileFormat, Recipient, Schedule } from '#domain/reports/schedule.ts'
import type { Tx } from '#server/core/tx.ts'

type StoredSchedule = Omit<Schedule, 'recipients'>
const COLUMNS = ['id', 'report', 'every', 'format', 'next_on', 'last_on', 'created_by'] as const

/** The users who may receive a report: active, of the desk or the administration, with an address. */
const RECEIVERS = sql`u.company_id = (select current_company()) and u.role in ('admin', 'financial') and u.is_active and u.email is not null`

export async function listReceivers(tx: Tx): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id, u.first_name || ' ' || u.last_name as name, u.email from users u where ${RECEIVERS} order by 2, 1`.execute(
    tx,
  )
  return rows
}

/** The users who receive each schedule and may still receive it. */
async function listRecipients(tx: Tx): Promise<(Recipient & { schedule_id: string })[]> {
  const { rows } = await sql<Recipient & { schedule_id: string }>`
    select r.schedule_id, u.id, u.first_name || ' ' || u.last_name as name, u.email
    from report_recipients r join users u on u.company_id = r.company_id and u.id = r.user_id
    where r.company_id = (select current_company()) and ${RECEIVERS} order by 3, 2`.execute(tx)
  return rows
}

export async function listSchedules(tx: Tx): Promise<Schedule[]> {
  const [rows, recipients] = await Promise.all([
    tx.selectFrom('report_schedules').select(COLUMNS).orderBy('id').execute(),
    listRecipients(tx),
  ])
  return rows.map((row) => withRecipients(row, recipients))
}

const withRecipients = (
  row: StoredSchedule,
  recipients: readonly (Recipient & { schedule_id: string })[],
): Schedule => ({
  ...row,
  recipients: recipients
    .filter(({ schedule_id }) => schedule_id === row.id)
    .map(({ schedule_id: _schedule, ...person }) => person),
})

export async function insertSchedule(
  tx: Tx,
  schedule: { id: string; report: ReportName; every: Every; format: FileFormat; next_on: Day; created_by: string },
  userIds: readonly string[],
): Promise<void> {
  await tx.insertInto('report_schedules').values(schedule).execute()
  await tx
    .insertInto('report_recipients')
    .values(userIds.map((user_id) => ({ schedule_id: schedule.id, user_id })))
    .execute()
}

export const deleteSchedule = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('report_recipients').where('schedule_id', '=', id).execute()
  await tx.deleteFrom('report_schedules').where('id', '=', id).execute()
}

/** The schedules whose day has come: the first of each company, then the second of each, so that none waits for another company. */
export async function listDueSchedules(tx: Tx, today: Day, max: number): Promise<{ company_id: string; id: string }[]> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    select company_id, id from (
      select company_id, id, next_on, row_number() over (partition by company_id order by next_on, id) as turn
      from report_schedules where next_on <= ${today}::date
    ) due order by turn, next_on, id limit ${sql.raw(String(max))}`.execute(tx)
  return rows
}

/** Locks a schedule whose day has come. Undefined when another process has it, or has sent it. */
export async function lockDueSchedule(tx: Tx, id: string, today: Day): Promise<Schedule | undefined> {
  const row = await tx
    .selectFrom('report_schedules')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('next_on', '<=', today)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row === undefined ? undefined : withRecipients(row, await listRecipients(tx))
}

export async function moveSchedule(tx: Tx, id: string, days: { next_on: Day; last_on: Day }): Promise<void> {
  await tx.updateTable('report_schedules').set(days).where('id', '=', id).execute()
}
