import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Day, day } from '#domain/core/days.ts'
import { type Money, plus, ZERO } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import {
  chargeChangeOf,
  compensationLabel,
  compensationOf,
  compensationRulesOn,
  type PricedMinutes,
  partOfCompensation,
  weightOf,
} from '#domain/outages/compensation.ts'
import type { Parameter } from '#domain/parameters/parameter.ts'
import {
  type ChangedCharge,
  type Compensation,
  deleteCharges,
  insertCompensations,
  updateCharges,
} from '#server/contracts/pending-charges.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { setAffected } from './affected.ts'
import { holderFrom, priceOn } from './contract-days.ts'
import { writeOutageMessages } from './outage-message.ts'
import { listPlaces } from './place-queries.ts'
import { lockOutage } from './queries.ts'
import { settleEnded } from './settle.ts'

/** `only_money`: for a contract that changed. Who had the outage was notified by its own job. */
const Payload = z.object({ company_id: z.uuid(), outage_id: z.uuid(), only_money: z.optional(z.boolean()) })
/** Contracts of one transaction. */
const BATCH = 1_000

/**
 * The job of an outage, after each of its changes: the contracts without service and their minutes, the charge of each that waits for
 * the next invoice, and the emails. Each step computes the result from what is stored, so that it may run again at any time: after
 * a kill the queue runs it again, and two runs give the same charges as one.
 */
export async function applyOutage(world: World, payload: unknown): Promise<void> {
  const { company_id, outage_id, only_money = false } = z.parse(Payload, payload)
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystemTx(world, company_id, work)
  const contracts = await inTx(async (tx) => {
    const outage = await lockOutage(tx, outage_id)
    return outage ? setAffected(tx, outage, await listPlaces(tx, outage_id), world.clock()) : []
  })
  for (let start = 0; start < contracts.length; start += BATCH) {
    const ids = contracts.slice(start, start + BATCH)
    await inTx((tx) => compensate(tx, world, outage_id, ids))
  }
  if (only_money) return
  for (let start = 0; start < contracts.length; start += BATCH) {
    const ids = contracts.slice(start, start + BATCH)
    await inTx((tx) => writeOutageMessages(tx, world, outage_id, ids))
  }
}

/** The part of a month of one holder of a contract; without a cession in it, all of the month. */
type PartRow = {
  contract_id: string
  month: string
  /** The first day of the part. */
  from_on: Day
  /** Its minutes, by the day from which they have their price. */
  prices: PricedMinutes[]
  /** The minutes of the longest outage of the month, with those of another month. */
  longest: number
  billed: Money
  open_id: string | null
  open: Money | null
  open_text: string | null
}

/** Sets the waiting charge of each contract for the months of an outage. */
async function compensate(tx: Tx, world: World, outageId: string, contracts: readonly string[]): Promise<void> {
  // Two jobs over the same contracts: the second one reads what the first one wrote.
  await tx.lock('outage charges')
  const parameters = await readParameters(tx)
  const inserted: Compensation[] = []
  const updated: ChangedCharge[] = []
  const deleted: string[] = []
  const months = Map.groupBy(
    await lockParts(tx, outageId, contracts),
    ({ contract_id, month }) => `${contract_id} ${month}`,
  )
  for (const row of [...months.values()].flatMap((parts) => withDue(parts, parameters))) {
    const { due, contract_id, prices, billed, open, open_id, open_text, from_on: occurred_on } = row
    const month = period(row.month)
    const change = chargeChangeOf({ due, billed, open })
    const description = compensationLabel(prices, month)
    if (change.kind === 'insert') inserted.push({ contract_id, month, price: change.price, description, occurred_on })
    else if (open_id !== null && change.kind === 'update')
      updated.push({ id: open_id, contract_id, price: change.price, description })
    else if (open_id !== null && change.kind === 'delete') deleted.push(open_id)
    // The hours may change without the amount.
    else if (open_id !== null && open !== null && open_text !== description)
      updated.push({ id: open_id, contract_id, price: open, description })
  }
  await insertCompensations(tx, inserted)
  await updateCharges(tx, updated)
  await deleteCharges(tx, deleted)
  await settleEnded(tx, world, contracts)
}

/** The parts of a month of a contract, in order, with what each one is worth. */
function withDue(parts: readonly PartRow[], parameters: readonly Parameter[]): (PartRow & { due: Money })[] {
  const [first] = parts
  if (!first) return []
  const rules = compensationRulesOn(parameters, day(`${first.month}-01`))
  const all = parts.flatMap(({ prices }) => prices)
  const total = compensationOf(all, rules, Math.max(...parts.map(({ longest }) => longest)))
  let before = ZERO
  return parts.map((part) => {
    const weight = weightOf(part.prices)
    const due = partOfCompensation(total, { weight, before, all: weightOf(all) })
    before = plus(before, weight)
    return { ...part, due }
  })
}

/**
 * The minutes of each contract in the months of an outage, of all outages, by holder, with what was given back for them. Locks the waiting
 * charges first: an invoice run that takes one is waited for, and its invoice is counted. The day of a charge says of which holder it is.
 */
async function lockParts(tx: Tx, outageId: string, contracts: readonly string[]): Promise<PartRow[]> {
  const ids = plainArray(contracts)
  await sql`
    select from unnest(${ids}::uuid[]) key (id) cross join lateral (
      select from pending_charges p
      where p.company_id = (select current_company()) and p.contract_id = key.id and p.compensates is not null and p.invoice_id is null
      order by p.id for update offset 0
    ) p`.execute(tx)
  const { rows } = await sql<PartRow>`
    select key.id as contract_id, h.month, h.from_on, h.prices, h.longest, p.billed, p.open_id, p.open, p.open_text
    from unnest(${ids}::uuid[]) key (id)
    cross join lateral (
      select c.company_id, c.id, c.active_from, c.ceded_on from contracts c
      where c.company_id = (select current_company()) and c.id = key.id limit 1
    ) c
    cross join lateral (
      select m.month, m.holder_from as from_on, max(m.longest) as longest,
        json_agg(json_build_object('price', t.price, 'minutes', m.minutes) order by m.from_on) as prices,
        lead(m.holder_from) over (partition by m.month order by m.holder_from) as next_on
      from (
        select h.month, h.from_on, ${holderFrom(sql`h.from_on`)} as holder_from, sum(h.minutes)::int as minutes,
          coalesce(max((
            select sum(w.minutes) from outage_contracts w
            where w.company_id = h.company_id and w.outage_id = h.outage_id and w.contract_id = h.contract_id
          )) filter (where h.minutes > 0), 0)::int as longest
        from outage_contracts h
        where h.company_id = (select current_company()) and h.contract_id = key.id
          and h.month in (select o.month from outage_contracts o
            where o.company_id = (select current_company()) and o.outage_id = ${outageId} and o.contract_id = key.id)
        group by h.month, h.from_on
      ) m
      cross join lateral (${priceOn(sql`m.from_on`)}) t
      group by m.month, m.holder_from
    ) h
    cross join lateral (
      select coalesce(sum(-p.price) filter (where p.invoice_id is not null), 0)::bigint as billed,
        (array_agg(p.id) filter (where p.invoice_id is null))[1] as open_id, min(p.price) filter (where p.invoice_id is null) as open,
        min(p.description) filter (where p.invoice_id is null) as open_text
      from pending_charges p
      where p.company_id = (select current_company()) and p.contract_id = key.id and p.compensates = h.month
        and p.occurred_on >= h.from_on and (h.next_on is null or p.occurred_on < h.next_on)
    ) p
    order by key.id, h.month, h.from_on`.execute(tx)
  return rows
}
