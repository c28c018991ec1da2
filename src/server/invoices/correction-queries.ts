import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { EndedSuspension } from '#domain/contracts/reconnection.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, money, plus, ZERO } from '#domain/core/money.ts'
import { type DayRange, type Period, type PeriodBounds, period } from '#domain/core/period.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { PostedLine } from '#domain/invoices/correction.ts'
import type { VatAddress } from '#domain/invoices/issue.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { MONTH_ADDRESS, PERIOD_DAYS } from './month-address.ts'

/** The contract of billed periods: what decides its plan lines, except the terms. */
export type CorrectedContract = {
  id: string
  client_id: string
  segment: Segment
  stratum: number | null
  prices_include_vat: boolean
  active_from: Day
  active_to: Day | null
  suspensions: (DayRange & { kind: EndedSuspension['kind'] })[]
}

/** The invoice of a month, with the terms in force in its period. */
export type MonthInvoice = {
  id: string
  period: Period
  bounds: PeriodBounds
  issued_on: Day
  plan_name: string
  price: Money
  /** The address that decides its VAT: as it was billed, also of a service that moved later (MONTH_ADDRESS). */
  segment: Segment
  stratum: number | null
  /** The transfer that decided the address that it was billed with, and the address without it. */
  moved_by: string | null
  unmoved: VatAddress | null
}

export async function getCorrectedContract(tx: Tx, id: string): Promise<CorrectedContract | null> {
  const contract = await tx
    .selectFrom('contracts')
    .select(['id', 'client_id', 'segment', 'stratum', 'prices_include_vat', 'active_from', 'active_to'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!contract || contract.active_from === null) return null
  const suspensions = await tx
    .selectFrom('suspension_intervals')
    .select(['kind', 'from_on', 'to_on'])
    .where('contract_id', '=', id)
    .orderBy('from_on')
    .execute()
  return { ...contract, active_from: contract.active_from, suspensions }
}

/** The invoices of the months of a contract that intersect some days, the oldest first. The terms are those that a run takes. */
export async function listMonthInvoices(tx: Tx, contract: CorrectedContract, days: DayRange): Promise<MonthInvoice[]> {
  const { rows } = await sql<Omit<MonthInvoice, 'bounds' | 'period'> & PeriodBounds & { period: string }>`
    select i.id, i.period, b.from_on, b.to_on, i.issued_on, t.plan_name, t.price,
      a.segment, a.stratum, a.moved_by, a.unmoved
    from invoices i ${PERIOD_DAYS} ${MONTH_ADDRESS}
    cross join lateral (
      select t.plan_name, t.price from contract_terms t
      where t.company_id = i.company_id and t.contract_id = i.contract_id
        and t.from_on <= greatest(${contract.active_from}::date, b.from_on)
      order by t.from_on desc limit 1
    ) t
    where i.company_id = (select current_company()) and i.contract_id = ${contract.id} and i.kind = 'period'
      and b.to_on >= ${days.from_on}::date and (${days.to_on}::date is null or b.from_on <= ${days.to_on}::date)
    order by i.period`.execute(tx)
  return rows.map(({ from_on, to_on, ...row }) => ({ ...row, period: period(row.period), bounds: { from_on, to_on } }))
}

/** The clients whose invoices listMonthInvoices reads: after a cession not only the one that holds the contract. */
export async function listMonthHolders(tx: Tx, contractId: string, days: DayRange): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    select distinct i.client_id from invoices i ${PERIOD_DAYS}
    where i.company_id = (select current_company()) and i.contract_id = ${contractId} and i.kind = 'period'
      and b.to_on >= ${days.from_on}::date and (${days.to_on}::date is null or b.from_on <= ${days.to_on}::date)`.execute(
    tx,
  )
  return rows.map(({ client_id }) => client_id)
}

type LineRow = Pick<PostedLine, 'invoice_id' | 'position' | 'total' | 'vat_treatment'> & {
  month_id: string
  is_adjustment: boolean
}

/** The lines of the plan of some months, and of their adjustments in later invoices, by month and the oldest first. */
export async function listPlanLines(
  tx: Tx,
  monthIds: readonly string[],
): Promise<Map<string, (PostedLine & { is_adjustment: boolean })[]>> {
  const months = plainArray(monthIds)
  const { rows } = await sql<LineRow>`
    select l.invoice_id, l.position, l.total, l.vat_treatment, l.invoice_id as month_id, false as is_adjustment
    from invoice_lines l
    where l.company_id = (select current_company()) and l.invoice_id = any (${months}::uuid[]) and l.kind = 'plan'
    union all
    select l.invoice_id, l.position, l.total, l.vat_treatment, p.adjusted_invoice_id, true
    from pending_charges p
    join invoice_lines l on l.company_id = p.company_id and l.invoice_id = p.invoice_id and l.kind = p.kind and l.description = p.description
    where p.company_id = (select current_company()) and p.adjusted_invoice_id = any (${months}::uuid[])
    order by invoice_id`.execute(tx)
  const credited = await listCredited(tx, [...new Set(rows.map((row) => row.invoice_id))])
  return Map.groupBy(
    rows.map((row) => ({ ...row, ...creditedOf(credited, row) })),
    ({ month_id }) => month_id,
  )
}

type CreditedPart = { invoice_id: string; position: number; amount: Money; is_correction: boolean }

const Parts = z.array(z.object({ position: z.number(), base: z.number(), vat: z.number() }))

async function listCredited(tx: Tx, invoiceIds: readonly string[]): Promise<CreditedPart[]> {
  if (invoiceIds.length === 0) return []
  const notes = await tx
    .selectFrom('credit_notes')
    .select(['invoice_id', 'lines', 'is_correction'])
    .where('invoice_id', 'in', [...invoiceIds])
    .orderBy('number')
    .execute()
  return notes.flatMap(({ invoice_id, lines, is_correction }) =>
    z.parse(Parts, lines).map(({ position, base, vat }) => ({
      invoice_id,
      position,
      is_correction,
      amount: money(base + vat),
    })),
  )
}

/** `credited`: in the order of the notes. */
function creditedOf(
  credited: readonly CreditedPart[],
  line: { invoice_id: string; position: number; total: Money },
): Pick<PostedLine, 'credited_by_hand' | 'credited_by_correction' | 'ended_by_hand'> {
  const amounts = { credited_by_hand: ZERO, credited_by_correction: ZERO, ended_by_hand: false }
  for (const part of credited) {
    if (part.invoice_id !== line.invoice_id || part.position !== line.position) continue
    const key = part.is_correction ? 'credited_by_correction' : 'credited_by_hand'
    amounts[key] = plus(amounts[key], part.amount)
    const isEnd = part.amount > 0 && plus(amounts.credited_by_hand, amounts.credited_by_correction) >= line.total
    if (isEnd) amounts.ended_by_hand = !part.is_correction
  }
  return amounts
}

/** The last day of the billed periods of a contract, when it is not before a day. */
export async function getBilledUntil(tx: Tx, contractId: string, from: Day): Promise<Day | null> {
  const { rows } = await sql<{ until: Day | null }>`
    select max(b.to_on) as until from invoices i ${PERIOD_DAYS}
    where i.company_id = (select current_company()) and i.contract_id = ${contractId} and i.kind = 'period' and b.to_on >= ${from}::date`.execute(
    tx,
  )
  return rows[0]?.until ?? null
}

/** The last day of the billed periods of a contract whose VAT is of another address, when it is not before a day. */
export async function getBilledElsewhereUntil(
  tx: Tx,
  contractId: string,
  from: Day,
  { segment, stratum }: VatAddress,
): Promise<Day | null> {
  const { rows } = await sql<{ until: Day | null }>`
    select max(b.to_on) as until from invoices i ${PERIOD_DAYS} ${MONTH_ADDRESS}
    where i.company_id = (select current_company()) and i.contract_id = ${contractId} and i.kind = 'period' and b.to_on >= ${from}::date
      and (a.segment <> ${segment} or a.stratum is distinct from ${stratum}::int)`.execute(tx)
  return rows[0]?.until ?? null
}
