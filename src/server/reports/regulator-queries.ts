import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { findMunicipality, isPlaceProblem } from '#domain/places/place.ts'
import type { Range } from '#domain/reports/period.ts'
import type { Lines, NamedPlan, OfferedPlan } from '#domain/reports/regulator.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayEnd, dayInBogota } from '#server/db/days.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'

/** Where a service was: with a code, or by the names of the address before its first move. */
type WithPlace = { municipality_code: string | null; department: string | null; city: string | null }

/** The plans given in a range by place and segment, with their tariffs and speeds at its end. */
export async function listOfferedPlans(tx: Tx, { from, to }: Range): Promise<OfferedPlan[]> {
  const { rows } = await sql<Omit<OfferedPlan, 'municipality_code'> & WithPlace>`${REPLAN_EACH_TIME}
    select p.reference_code, p.name, p.price, p.download_speed, p.upload_speed, p.is_packaged, place.municipality_code, place.department, place.city,
      place.segment, place.stratum, ${dayInBogota(sql`p.created_at`)}::text as from_on,
      case when p.is_active then '' else p.withdrawn_on::text end as to_on
    from (
      select t.plan_id, ${PLACE} from contracts c ${termsOn(to)} ${placeOn(to)}
      where c.company_id = (select current_company()) and c.active_from <= ${to}::date and (c.active_to is null or c.active_to >= ${from}::date)
      group by 1, 2, 3, 4, 5, 6
    ) place
    cross join lateral (${planOn(to)}) p`.execute(tx)
  const plans = merged(rows, (one) => [one.reference_code, one.municipality_code, one.segment, one.stratum])
  return plans.map(([first]) => first)
}

/** The lines in service at the end of a range, by plan, place and state of that day. */
export async function listLines(tx: Tx, { to }: Range): Promise<Lines[]> {
  const { rows } = await sql<Omit<Lines, 'municipality_code'> & WithPlace>`${REPLAN_EACH_TIME}
    select place.municipality_code, place.department, place.city, place.segment, place.stratum, place.plan_name as plan,
      p.download_speed, p.upload_speed, p.is_packaged, place.state, place.count
    from (
      select t.plan_id, ${PLACE}, t.plan_name,
        case when exists (
          select from suspension_intervals s where s.company_id = c.company_id and s.contract_id = c.id
            and s.from_on <= ${to}::date and (s.to_on is null or s.to_on >= ${to}::date)
        ) then 'SUSPENDIDO' else 'ACTIVO' end as state, count(*)::int as count
      from contracts c ${termsOn(to)} ${placeOn(to)}
      where c.company_id = (select current_company()) and c.active_from <= ${to}::date and (c.active_to is null or c.active_to > ${to}::date)
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ) place
    cross join lateral (${planOn(to)}) p`.execute(tx)
  const lines = merged(rows, (one) => [
    one.municipality_code,
    one.segment,
    one.stratum,
    one.plan,
    one.download_speed,
    one.upload_speed,
    String(one.is_packaged),
    one.state,
  ])
  return lines.map(([first, same]) => ({ ...first, count: same.reduce((all, { count }) => all + count, 0) }))
}

/** The plans of the company with their name, speeds and sale at the end of a range. */
export async function listNamedPlans(tx: Tx, { to }: Range): Promise<NamedPlan[]> {
  const { rows } = await sql<NamedPlan>`
    select p.name, p.download_speed, p.upload_speed, p.is_packaged
    from (select id as plan_id from plans where company_id = (select current_company()) order by id limit ${PLANS_READ_MAX}) place
    cross join lateral (${planOn(to)}) p`.execute(tx)
  return rows
}

/** Plans that are read with their speeds: the withdrawn ones too, which have no limit of their own. */
const PLANS_READ_MAX = 1_000

const PLACE = sql`
  case when m.id is null then c.municipality_code else o.municipality_code end as municipality_code,
  case when m.id is not null and o.municipality_code is null then m.earlier_department end as department,
  case when m.id is not null and o.municipality_code is null then m.earlier_city end as city,
  case when m.id is null then c.segment else m.earlier_segment end as segment,
  coalesce(case when m.id is null then c.stratum else m.earlier_stratum end, 0) as stratum`

/** The terms of a contract `c` on a day, or on its last day of service before it. */
const termsOn = (on: Day) => sql`
  cross join lateral (
    select t.plan_id, t.plan_name from contract_terms t
    where t.company_id = c.company_id and t.contract_id = c.id
      and t.from_on <= greatest(c.active_from, least(${on}::date, coalesce(c.active_to, ${on}::date)))
    order by t.from_on desc limit 1
  ) t`

/** The first move of a contract `c` after a day (`m`), whose earlier address it had on that day, and the last one until it (`o`). */
const placeOn = (on: Day) => sql`
  left join lateral (
    select m.* from contract_transfers m
    where m.company_id = c.company_id and m.contract_id = c.id and m.applied_on > ${on}::date order by m.applied_on, m.id limit 1
  ) m on c.moved_on > ${on}::date
  left join lateral (
    select o.municipality_code from contract_transfers o
    where o.company_id = c.company_id and o.contract_id = c.id and o.applied_on <= ${on}::date order by o.applied_on desc, o.id desc limit 1
  ) o on m.id is not null`

/**
 * The plan of a row `place` as it was at the end of a day: the audit log has the whole plan before each change, so the first change
 * after the day has it. The price of the log is in pesos. Before migration 0415 the log has no package: no plan was sold in one.
 */
const planOn = (on: Day) => sql`
  select p.created_at, p.reference_code, coalesce(e.before ->> 'name', p.name) as name,
    coalesce(round((e.before ->> 'price')::numeric * 100)::bigint, p.price::bigint) as price,
    coalesce(e.before ->> 'download_speed', p.download_speed) as download_speed,
    coalesce(e.before ->> 'upload_speed', p.upload_speed) as upload_speed,
    coalesce((e.before ->> 'is_active')::boolean, p.is_active) as is_active,
    case when e.before is null then p.is_packaged else coalesce((e.before ->> 'is_packaged')::boolean, false) end as is_packaged,
    ${dayInBogota(sql`coalesce(w.at, p.updated_at)`)} as withdrawn_on
  from (select * from plans where company_id = (select current_company()) and id = place.plan_id offset 0) p
  left join lateral (
    select before from events where company_id = p.company_id and entity_id = p.id::text and name = 'plan.updated'
      and at >= ${dayEnd(on)}
    order by at, id limit 1
  ) e on true
  left join lateral (
    select at from events where company_id = p.company_id and entity_id = p.id::text and name = 'plan.updated'
      and at < ${dayEnd(on)}
      and (before ->> 'is_active')::boolean and not (after ->> 'is_active')::boolean
    order by at desc, id desc limit 1
  ) w on true`

type Placed<Row> = Omit<Row, keyof WithPlace> & { municipality_code: string }

/** The rows with the code of their municipality, those of one key together: the first of each and all of them, in the order of the keys. */
function merged<Row extends WithPlace>(
  rows: readonly Row[],
  keyOf: (row: Placed<Row>) => readonly (string | number)[],
): [first: Placed<Row>, same: Placed<Row>[]][] {
  const placed = rows.map(
    ({ department, city, municipality_code, ...row }): Placed<Row> => ({
      ...row,
      municipality_code: municipality_code ?? codeOf(department ?? '', city ?? ''),
    }),
  )
  const groups = Map.groupBy(placed, (row) => keyOf(row).join('\n'))
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, same]) => (same[0] ? [[same[0], same]] : []))
}

/** The code of a municipality by its names; '' when the names are of another list. */
function codeOf(department: string, city: string): string {
  const place = findMunicipality(department, city)
  return isPlaceProblem(place) ? '' : place.code
}
