import { sql } from 'kysely'
import { type Period, periodBounds } from '#domain/core/period.ts'
import { ZIP_FILES_MAX } from '#domain/einvoices/file-issuer.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayEnd, dayStart } from '#server/db/days.ts'

/** A document is of the month of its issue: of its validation by a provider, or of the day that its file has. */
const ofMonth = (period: Period) => {
  const { from_on, to_on } = periodBounds(period, 31)
  const starts = dayStart(from_on)
  const ends = dayEnd(to_on)
  const columns = sql`d.id, coalesce(d.number, d.file_number) as name, d.xml_file`
  return sql`(
    select ${columns} from electronic_documents d
    where d.company_id = (select current_company()) and d.status = 'validated' and not d.is_trial and d.xml_file is not null
      and d.issued_on is null
      and d.validated_at >= ${starts} and d.validated_at < ${ends}
    union all
    select ${columns} from electronic_documents d
    where d.company_id = (select current_company()) and d.issued_on between ${from_on} and ${to_on} and d.status in ('validated', 'manual')
      and not d.is_trial and d.xml_file is not null
    union all
    select ${columns} from electronic_documents d
    where d.company_id = (select current_company()) and d.status <> 'validated' and d.status = 'manual' and d.xml_file is not null
      and d.issued_on is null and not d.is_trial
      and d.changed_at >= ${starts} and d.changed_at < ${ends}
  ) d`
}

export async function countMonthFiles(tx: Tx, period: Period): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${ofMonth(period)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The stored XML of a month in the order of issue. `part`: from 1, each of ZIP_FILES_MAX. */
export async function listMonthFiles(
  tx: Tx,
  period: Period,
  part: number,
): Promise<{ name: string; xml_file: string }[]> {
  const { rows } = await sql<{ name: string; xml_file: string }>`
    select d.name, d.xml_file from ${ofMonth(period)}
    order by d.id limit ${ZIP_FILES_MAX} offset ${(part - 1) * ZIP_FILES_MAX}`.execute(tx)
  return rows
}
