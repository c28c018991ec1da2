import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { periodOf } from '#domain/core/period.ts'
import type { Dashboard } from '#domain/dashboard/api.ts'
import type { Figure } from '#domain/dashboard/figures.ts'
import { historiesOn } from '#domain/parameters/parameter.ts'
import { runOutOf } from '#domain/parameters/run-out.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'

type Counts = {
  companies: number
  suspended: number
  unconnected: number
  active: number
  invoiced: Money
  collected: Money
  failed_messages: number
  stuck_jobs: number
  set_aside_jobs: number
  megabytes: number
}

/** DSH-05: how many companies there are, what they invoice and collect together, and the state of the platform. It contains no data of a client. */
export async function readPlatform(tx: Tx, today: Day): Promise<Omit<Dashboard, 'role'>> {
  const month = periodOf(today)
  const [counts, parameters] = await Promise.all([readCounts(tx, `${month}-01`, today), readParameters(tx)])
  const ending = historiesOn(parameters, today).filter((history) => runOutOf(history, today) !== null).length
  const count = (
    key: Extract<Figure, { unit: 'count' }>['key'],
    value: number,
    href: string | null = null,
    parts: Figure['parts'] = {},
  ): Figure => ({ key, unit: 'count', value, previous: null, parts, href })
  const money = (key: 'invoiced_month' | 'collected_month', value: Money): Figure => ({
    key,
    unit: 'COP',
    value,
    previous: null,
    parts: {},
    href: null,
  })
  return {
    figures: [
      count('companies', counts.companies, paths.companies, { suspended: counts.suspended }),
      count('unconnected', counts.unconnected, paths.companies),
      count('active', counts.active),
      money('invoiced_month', counts.invoiced),
      money('collected_month', counts.collected),
      count('failed_messages', counts.failed_messages),
      count('stuck_jobs', counts.stuck_jobs, null, {
        megabytes: counts.megabytes,
        set_aside: counts.set_aside_jobs,
      }),
    ],
    charts: [],
    cuts: [],
    next: ending === 0 ? [] : [{ key: 'parameters', count: ending, is_done: false, href: paths.integration }],
  }
}

async function readCounts(tx: Tx, from: string, to: Day): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from companies where kind = 'provider') as companies,
      (select count(*)::int from companies where kind = 'provider' and status = 'suspended') as suspended,
      (select count(*)::int from companies where kind = 'provider' and status = 'active' and not is_wompi_integration) as unconnected,
      (select count(*)::int from contracts where status = 'active') as active,
      (select coalesce(sum(amount), 0)::bigint from day_totals where kind = 'invoiced' and day between ${from} and ${to}) as invoiced,
      (select coalesce(sum(amount), 0)::bigint from day_totals where kind = 'collected' and day between ${from} and ${to}) as collected,
      (select count(*)::int from messages where status = 'failed') as failed_messages,
      stuck_jobs()::int as stuck_jobs, set_aside_jobs()::int as set_aside_jobs,
      (pg_database_size(current_database()) / 1048576)::int as megabytes`.execute(tx)
  const [counts] = rows
  return (
    counts ?? {
      companies: 0,
      suspended: 0,
      unconnected: 0,
      active: 0,
      invoiced: ZERO,
      collected: ZERO,
      failed_messages: 0,
      stuck_jobs: 0,
      set_aside_jobs: 0,
      megabytes: 0,
    }
  )
}
