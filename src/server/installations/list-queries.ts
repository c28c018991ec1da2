import { sql } from 'kysely'
import type { ReportQuery } from '#domain/installations/api.ts'
import type { ReportRow } from '#domain/installations/report.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

/** The filter of a list of reports. `userId`: only those of the client with this user; null: of the whole company. */
export type ReportFilter = Omit<ReportQuery, 'page' | 'page_size'> & { userId: string | null; contractId?: string }

type StoredRow = Omit<ReportRow, 'createdAt' | 'client'> & {
  created_at: Date
  client_name: string
  identification: string
}

/** The reports that match, the last visit first. */
export async function listReports(tx: Tx, filter: ReportFilter, range: RowRange): Promise<ReportRow[]> {
  const { rows } = await sql<StoredRow>`
    select r.id, r.consecutive, r.created_at, r.visit_on, r.type_order_job, r.tecnology_service, r.contract ->> 'no_contract' as no_contract,
      k.name as client_name, k.identification, r.contract ->> 'department' as department, r.contract ->> 'city' as city,
      r.author ->> 'names' as technician, r.is_under_speed as is_under_speed, r.is_clock_off, r.evi_vid_url is not null as has_video,
      (select t.reason from report_tasks t where t.company_id = r.company_id and t.report_id = r.id and t.done_at is null) as task
    from (select * from installation_reports r where ${matching(filter)} order by r.visit_on desc, r.id desc ${pageOf(range)}) r
    cross join lateral (select * from clients k where k.company_id = r.company_id and k.id = r.client_id offset 0) k
    order by r.visit_on desc, r.id desc`.execute(tx)
  return rows.map(({ created_at, client_name, identification, task, ...row }) => ({
    ...row,
    createdAt: created_at.toISOString(),
    client: { name: client_name, identification },
    // A task is for the staff.
    task: filter.userId === null ? task : null,
  }))
}

export async function countReports(tx: Tx, filter: ReportFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from installation_reports r where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

function matching({ userId, contractId, ...query }: ReportFilter) {
  const conditions = [
    sql`r.company_id = (select current_company())`,
    userId === null
      ? null
      : sql`r.client_id = (select k.id from clients k where k.company_id = (select current_company()) and k.user_id = ${userId})`,
    contractId === undefined ? null : sql`r.contract_id = ${contractId}`,
    query.no_contract === undefined
      ? null
      : sql`r.contract_id in (select c.id from contracts c
          where c.company_id = (select current_company()) and position(upper(${query.no_contract}) in c.no_contract) > 0)`,
    query.from === undefined ? null : sql`r.visit_on >= ${query.from}::date`,
    query.to === undefined ? null : sql`r.visit_on <= ${query.to}::date`,
    query.type_order_job === undefined ? null : sql`r.type_order_job = ${query.type_order_job}`,
    query.under_speed === undefined ? null : sql`r.is_under_speed`,
    query.task === undefined
      ? null
      : sql`r.id in (select t.report_id from report_tasks t where t.company_id = (select current_company()) and t.done_at is null)`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}
