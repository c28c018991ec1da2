import { sql } from 'kysely'
import { day } from '#domain/core/days.ts'
import { type Money, minus, sum, ZERO } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import { compensationOf, compensationRulesOn } from '#domain/outages/compensation.ts'
import type { OwnOutages } from '#domain/outages/outage.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { minutesOf } from './affected.ts'
import type { ListedOwn } from './queries.ts'

type OpenOutage = { id: string; started_at: Date; contract_id: string }

/** The minutes of an open outage in a month of a contract, beside those of the ended ones. */
type MonthRow = {
  contract_id: string
  month: string
  minutes: number
  /** The minutes of the ended outages of the month, and those of the longest of them, with those of another month. */
  stored: number
  longest: number
  /** All minutes of the open outage. */
  open: number
  price: Money
}

/** The key of the figures: an outage of a contract. */
const soFarKey = ({ id, contract_id }: Pick<OpenOutage, 'id' | 'contract_id'>): string => `${id} ${contract_id}`

/**
 * What each open outage would give back if the service returned at `now`, by soFarKey, with the rules of an ended one (R2.7): what the month
 * is worth with it, less what it is worth without it. Zero below the threshold. A contract whose holder changed in the month has none: its
 * parts are known at the end.
 */
async function readSoFar(tx: Tx, open: readonly OpenOutage[], now: Date): Promise<ReadonlyMap<string, Money>> {
  const figures = new Map<string, Money>()
  if (open.length === 0) return figures
  const parameters = await readParameters(tx)
  for (const [id, group] of Map.groupBy(open, (one) => one.id)) {
    const [first] = group
    if (first === undefined) continue
    const contracts = group.map((one) => one.contract_id)
    const rows = await listMonths(tx, { id, started_at: first.started_at, until: now }, contracts)
    for (const [contract_id, months] of Map.groupBy(rows, (row) => row.contract_id)) {
      const amounts = months.map(({ month, minutes, stored, longest, open: all, price }): Money => {
        const rules = compensationRulesOn(parameters, day(`${period(month)}-01`))
        const before = compensationOf(price, stored, rules, longest)
        return minus(compensationOf(price, stored + minutes, rules, Math.max(longest, all)), before)
      })
      figures.set(soFarKey({ id, contract_id }), amounts.length === 0 ? ZERO : sum(amounts))
    }
  }
  return figures
}

async function listMonths(
  tx: Tx,
  outage: Parameters<typeof minutesOf>[0],
  contracts: readonly string[],
): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select n.contract_id, n.month, n.minutes, w.stored, w.longest, (sum(n.minutes) over (partition by n.contract_id))::int as open, t.price
    from (${minutesOf(outage)}) n
    join contracts c on c.company_id = (select current_company()) and c.id = n.contract_id
    cross join lateral (
      select coalesce(sum(h.minutes), 0)::int as stored, coalesce(max((
        select sum(e.minutes) from outage_contracts e
        where e.company_id = h.company_id and e.outage_id = h.outage_id and e.contract_id = h.contract_id
      )) filter (where h.minutes > 0), 0)::int as longest
      from outage_contracts h
      where h.company_id = c.company_id and h.contract_id = c.id and h.month = n.month and h.outage_id <> ${outage.id}
    ) w
    cross join lateral (
      select t.price from contract_terms t
      where t.company_id = c.company_id and t.contract_id = c.id and t.from_on <= greatest(c.active_from, (n.month || '-01')::date)
      order by t.from_on desc limit 1
    ) t
    where n.contract_id = any (${plainArray(contracts)}::uuid[]) and (c.ceded_on is null or c.ceded_on <= (n.month || '-01')::date)`.execute(
    tx,
  )
  return rows
}

/** The outages of a client with what the open ones would give back. */
export async function withSoFar(tx: Tx, listed: readonly ListedOwn[], now: Date): Promise<OwnOutages['outages']> {
  const open = listed.filter(({ is_open }) => is_open)
  const figures = await readSoFar(
    tx,
    open.map(({ id, contract_id, started_at }) => ({ id, contract_id, started_at: new Date(started_at) })),
    now,
  )
  return listed.map(({ contract_id, ...one }) => ({
    ...one,
    so_far: one.is_open ? (figures.get(soFarKey({ id: one.id, contract_id })) ?? null) : null,
  }))
}
