import { sql } from 'kysely'
import { day } from '#domain/core/days.ts'
import { type Money, minus, sum } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import {
  byPrice,
  type CompensationRules,
  compensationOf,
  compensationRulesOn,
  type PricedMinutes,
} from '#domain/outages/compensation.ts'
import type { OwnOutages } from '#domain/outages/outage.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { dayInBogota } from '#server/db/days.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { minutesOf, type PlaceUntil } from './affected.ts'
import { priceOn } from './contract-days.ts'
import { listPlaces } from './place-queries.ts'
import type { ListedOwn } from './queries.ts'

type OpenOutage = { id: string; contract_id: string }

/** The minutes of an outage in a month of a contract that have one holder and price. */
type MinutesRow = PricedMinutes & {
  contract_id: string
  month: string
  /** Of the open outage, or of one that ended. */
  is_open: boolean
  /** All minutes of the outage of the contract, with those of another month. */
  whole: number
}

/** What an open outage would give back, and its minutes by price. */
type SoFar = { amount: Money; prices: PricedMinutes[] }

/** The key of the figures: an outage of a contract. */
const soFarKey = ({ id, contract_id }: Pick<OpenOutage, 'id' | 'contract_id'>): string => `${id} ${contract_id}`

/**
 * What each open outage would give back if the service returned at `now`, by soFarKey, with the rules of an ended one (R2.7): what the month
 * is worth with it, less what it is worth without it. Zero below the threshold. A contract whose holder changed in the month has none: its
 * parts are known at the end.
 */
async function readSoFar(tx: Tx, outages: readonly OpenOutage[], now: Date): Promise<ReadonlyMap<string, SoFar>> {
  const figures = new Map<string, SoFar>()
  if (outages.length === 0) return figures
  const parameters = await readParameters(tx)
  for (const [id, group] of Map.groupBy(outages, (one) => one.id)) {
    const contracts = group.map((one) => one.contract_id)
    const open = (await listPlaces(tx, id)).filter(({ ended_at, started_at }) => ended_at === null && started_at < now)
    if (open.length === 0) continue
    const places = open.map((place) => ({ ...place, until: now }))
    const rows = await listMinutes(tx, id, places, contracts)
    for (const [contract_id, all] of Map.groupBy(rows, (row) => row.contract_id)) {
      const months = Map.groupBy(all, (row) => row.month)
      const amounts = [...months].map(([month, minutes]) =>
        addedBy(minutes, compensationRulesOn(parameters, day(`${period(month)}-01`))),
      )
      const prices = byPrice(all.filter(({ is_open }) => is_open))
      if (prices.length > 0) figures.set(soFarKey({ id, contract_id }), { amount: sum(amounts), prices })
    }
  }
  return figures
}

/** What the open outage adds to what the ended ones of a month give back. */
function addedBy(minutes: readonly MinutesRow[], rules: CompensationRules): Money {
  const worth = (of: readonly MinutesRow[]) => compensationOf(of, rules, Math.max(0, ...of.map(({ whole }) => whole)))
  return minus(worth(minutes), worth(minutes.filter(({ is_open }) => !is_open)))
}

/** `places`: those of the outage that have no end; the minutes of its other places are those of an ended outage. */
async function listMinutes(
  tx: Tx,
  outageId: string,
  places: readonly PlaceUntil[],
  contracts: readonly string[],
): Promise<MinutesRow[]> {
  const [from, until] = [
    new Date(Math.min(...places.map(({ started_at }) => started_at.getTime()))),
    new Date(Math.max(...places.map((place) => place.until.getTime()))),
  ]
  const { rows } = await sql<MinutesRow>`
    select n.contract_id, n.month, n.is_open, n.whole, n.minutes, t.price
    from (
      select o.contract_id, o.month, o.from_on, o.minutes, true as is_open, ((sum(o.minutes) over (partition by o.contract_id)) + (
          select coalesce(sum(e.minutes), 0) from outage_contracts e
          where e.company_id = (select current_company()) and e.outage_id = ${outageId} and e.contract_id = o.contract_id
        ))::int as whole
      from (${sql.join(
        places.map((place) => sql`(${minutesOf(place)})`),
        sql` union all `,
      )}) o where o.contract_id = any (${plainArray(contracts)}::uuid[])
      union all
      select h.contract_id, h.month, h.from_on, h.minutes, false, (
        select sum(e.minutes)::int from outage_contracts e
        where e.company_id = h.company_id and e.outage_id = h.outage_id and e.contract_id = h.contract_id
      )
      from outage_contracts h
      where h.company_id = (select current_company()) and h.contract_id = any (${plainArray(contracts)}::uuid[])
        and h.month between to_char(${dayInBogota(from)}, 'YYYY-MM') and to_char(${dayInBogota(until)}, 'YYYY-MM')
        and h.minutes > 0
    ) n
    join contracts c on c.company_id = (select current_company()) and c.id = n.contract_id
    cross join lateral (${priceOn(sql`n.from_on`)}) t
    where c.ceded_on is null or c.ceded_on <= (n.month || '-01')::date
    order by n.contract_id, n.from_on`.execute(tx)
  return rows
}

/** The outages of a client with what the open ones would give back. */
export async function withSoFar(tx: Tx, listed: readonly ListedOwn[], now: Date): Promise<OwnOutages['outages']> {
  const open = listed.filter(({ is_open }) => is_open)
  const figures = await readSoFar(
    tx,
    open.map(({ id, contract_id }) => ({ id, contract_id })),
    now,
  )
  return listed.map(({ contract_id, ...one }) => ({
    ...one,
    ...soFarOf(one.is_open ? figures.get(soFarKey({ id: one.id, contract_id })) : undefined),
  }))
}

const soFarOf = (found: SoFar | undefined) => ({ so_far: found?.amount ?? null, so_far_prices: found?.prices ?? [] })
