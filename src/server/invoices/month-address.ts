import { type RawBuilder, sql } from 'kysely'
import { waitsForVisit } from '#server/contracts/transfer-queries.ts'

/** The cut of a month, for the cut day that an invoice was issued with: the last day of a month without that day. */
const cutOf = (month: RawBuilder<unknown>) =>
  sql`least(${month} + (i.snapshot ->> 'cut_day')::int - 1, (${month} + interval '1 month - 1 day')::date)`

/**
 * The days `b` of the period of an invoice `i`, as in periodBounds of the domain. An invoice of only the charges that an ended contract left
 * has no days, but its period is billed: it has those days again when the termination is withdrawn.
 */
export const PERIOD_DAYS = sql`
  cross join lateral (select (i.period || '-01')::date as month, (i.period || '-01')::date - interval '1 month' as before offset 0) d
  cross join lateral (
    select coalesce(i.from_on, ${cutOf(sql`d.before::date`)} + 1) as from_on, coalesce(i.to_on, ${cutOf(sql`d.month`)}) as to_on offset 0
  ) b`

/**
 * Whether a month `i` with the days `b` was billed with the address of a transfer that was not made by its first day: it was cancelled
 * or undone, it has a later day, or its visit was not made.
 */
const isUnmoved = sql`(i.snapshot ->> 'moved_by' is not null and exists (
  select from contract_transfers m
  where m.company_id = i.company_id and m.id = (i.snapshot ->> 'moved_by')::uuid and (
    m.cancelled_at is not null or coalesce(m.applied_on, m.moves_on) > b.from_on or m.applied_on is null and ${waitsForVisit(sql`m`)})))`

/**
 * The address `a` that decides the VAT of a billed month `i` with the days `b` (docs/decisions/0068): the one that it was billed with,
 * unless the transfer that decided it was not made by then. `unmoved`: the address without that transfer.
 */
export const MONTH_ADDRESS = sql`
  cross join lateral (select ${isUnmoved} as is_unmoved offset 0) u
  cross join lateral (
    select i.snapshot ->> case when u.is_unmoved then 'unmoved_segment' else 'segment' end as segment,
      (i.snapshot ->> case when u.is_unmoved then 'unmoved_stratum' else 'stratum' end)::int as stratum,
      i.snapshot ->> 'moved_by' as moved_by,
      case when i.snapshot ->> 'moved_by' is not null then json_build_object(
        'segment', i.snapshot ->> 'unmoved_segment', 'stratum', (i.snapshot ->> 'unmoved_stratum')::int) end as unmoved offset 0
  ) a`

/** The address that decides the VAT of a billed month, as JSON. */
export const addressOfMonth = (invoice: RawBuilder<unknown>) => sql`(
  select json_build_object('segment', a.segment, 'stratum', a.stratum) from invoices i ${PERIOD_DAYS} ${MONTH_ADDRESS}
  where i.company_id = (select current_company()) and i.id = ${invoice})`
