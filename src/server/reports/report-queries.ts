import { type RawBuilder, sql } from 'kysely'
import { daysBetween } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { PaymentMethod } from '#domain/payments/payment.ts'
import type { Range } from '#domain/reports/period.ts'
import type { VatTreatment } from '#domain/taxes/charge.ts'
import type { Tx } from '#server/core/tx.ts'
import type { BilledTotalsSource, ReceivedTotalsSource } from '#server/db/types.ts'
import { APPEAL_DECISION, FIRST_DECISION, type Instance } from '#server/pqr/decided.ts'

const COMPANY = sql`company_id = (select current_company())`
const BY_DAY_MAX = 31

/** The key of the part of a range in which a day is: the day, or its month in a longer range (partsOf of the domain). */
const partOf = (column: 'day' | 'filed_on', { from, to }: Range) =>
  sql`substr(${sql.id(column)}::text, 1, ${sql.raw(daysBetween(from, to) < BY_DAY_MAX ? '10' : '7')})`

type Amounts = { source: BilledTotalsSource; documents: number; base: Money; vat: Money }

/** What was billed and credited in each part of a range. */
export async function listBilledParts(tx: Tx, range: Range): Promise<(Amounts & { part: string })[]> {
  const { rows } = await sql<Amounts & { part: string }>`
    select ${partOf('day', range)} as part, source, sum(documents)::int as documents, sum(base)::bigint as base, sum(vat)::bigint as vat
    from billed_totals where ${COMPANY} and day between ${range.from}::date and ${range.to}::date group by 1, 2`.execute(
    tx,
  )
  return rows
}

type TreatmentAmounts = Amounts & { vat_treatment: VatTreatment; vat_bps: number }

/** The same of the whole range, by VAT treatment and rate. */
export async function listBilledTreatments(tx: Tx, { from, to }: Range): Promise<TreatmentAmounts[]> {
  const { rows } = await sql<TreatmentAmounts>`
    select source, vat_treatment, vat_bps, sum(documents)::int as documents, sum(base)::bigint as base, sum(vat)::bigint as vat
    from billed_totals where ${COMPANY} and day between ${from}::date and ${to}::date
    group by source, vat_treatment, vat_bps order by vat_treatment desc, vat_bps desc`.execute(tx)
  return rows
}

type PlanAmounts = { plan: string; invoices: number; fee: Money; other: Money; credited: Money }

/** What was billed of each plan, without VAT; '' is what belongs to no plan. */
export async function listBilledPlans(tx: Tx, { from, to }: Range): Promise<PlanAmounts[]> {
  const { rows } = await sql<PlanAmounts>`
    select plan, coalesce(sum(documents) filter (where source = 'invoice'), 0)::int as invoices,
      coalesce(sum(base) filter (where source = 'invoice' and is_fee), 0)::bigint as fee,
      coalesce(sum(base) filter (where source = 'invoice' and not is_fee), 0)::bigint as other,
      coalesce(sum(base) filter (where source = 'credit_note'), 0)::bigint as credited
    from billed_totals where ${COMPANY} and day between ${from}::date and ${to}::date and source in ('invoice', 'credit_note')
    group by plan order by sum(base) filter (where source = 'invoice') desc nulls last, plan`.execute(tx)
  return rows
}

type PlaceAmounts = {
  municipality_code: string
  segment: string
  stratum: number
  plan: string
  fee: Money
  other: Money
}

/** What was billed less what was credited, by municipality, segment, estrato and plan. */
export async function listBilledPlaces(tx: Tx, { from, to }: Range): Promise<PlaceAmounts[]> {
  const { rows } = await sql<PlaceAmounts>`
    select municipality_code, segment, stratum, plan,
      coalesce(sum(case source when 'invoice' then base else -base end) filter (where is_fee), 0)::bigint as fee,
      coalesce(sum(case source when 'invoice' then base else -base end) filter (where not is_fee), 0)::bigint as other
    from billed_totals where ${COMPANY} and day between ${from}::date and ${to}::date and source in ('invoice', 'credit_note')
    group by municipality_code, segment, stratum, plan`.execute(tx)
  return rows
}

type Received = {
  source: ReceivedTotalsSource
  method: PaymentMethod
  documents: number
  amount: Money
  withheld: Money
}

/** What came in and went back by method. */
export async function listReceived(tx: Tx, { from, to }: Range): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select source, method, sum(documents)::int as documents, sum(amount)::bigint as amount, sum(withheld)::bigint as withheld
    from received_totals where ${COMPANY} and day between ${from}::date and ${to}::date group by source, method`.execute(
    tx,
  )
  return rows
}

type Contracts = { part: string; joined: number; left: number }

/** The contracts that began and ended their service in each part of a range. */
export async function listContractMoves(tx: Tx, range: Range): Promise<Contracts[]> {
  const { rows } = await sql<Contracts>`
    select ${partOf('day', range)} as part, sum(joined)::int as joined, sum(gone)::int as left
    from (
      select active_from as day, 1 as joined, 0 as gone from contracts
      where ${COMPANY} and active_from between ${range.from}::date and ${range.to}::date
      union all
      select active_to, 0, 1 from contracts
      where ${COMPANY} and status = 'terminated' and active_to between ${range.from}::date and ${range.to}::date
    ) moves group by 1`.execute(tx)
  return rows
}

/** The contracts in service at the end of a day. */
export async function countInService(tx: Tx, { to }: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contracts
    where ${COMPANY} and active_from <= ${to}::date and (active_to is null or active_to > ${to}::date)`.execute(tx)
  return rows[0]?.count ?? 0
}

export type Cases = {
  /** The part of the range, or the type. */
  part: string
  filed: number
  answered: number
  /** Answered before the positive silence. */
  on_time: number
  late: number
  days: number
  favour: number
  partial: number
  against: number
}

/** Counts cases by `part`. `days`: the sum of the days until each answer. */
const countedBy = (part: RawBuilder<unknown>, of: Instance, range: Range) => sql<Cases>`
  select ${part} as part, count(*)::int as filed, count(answered)::int as answered,
    count(answered) filter (where silence is null)::int as on_time, count(silence)::int as late,
    coalesce(sum(answered - asked), 0)::int as days,
    count(*) filter (where decision = 'favor')::int as favour, count(*) filter (where decision = 'parcial')::int as partial,
    count(*) filter (where decision = 'contra')::int as against
  from (
    select type, filed_on, ${of.asked} as asked, ${of.answered} as answered, ${of.decision} as decision, ${of.silence} as silence
    from pqr_cases where ${COMPANY} and ${of.asked} between ${range.from}::date and ${range.to}::date
  ) cases group by 1`

/** The cases filed in each part of a range, with how they were answered. */
export async function listCases(tx: Tx, range: Range): Promise<Cases[]> {
  return (await countedBy(partOf('filed_on', range), FIRST_DECISION, range).execute(tx)).rows
}

/** The petitions and complaints that were filed in a range, and the appeals of all cases (`recurso`) in it. */
export async function listCaseTypes(tx: Tx, range: Range): Promise<Cases[]> {
  const filed = (await countedBy(sql`type`, FIRST_DECISION, range).execute(tx)).rows
  const appeals = (await countedBy(sql`'recurso'`, APPEAL_DECISION, range).execute(tx)).rows
  return [...filed.filter(({ part }) => part === 'peticion' || part === 'queja'), ...appeals]
}

type Works = { order: string; count: number; under_speed: number; rated: number; pleased: number }

/** The installation reports of a range, by kind of work. `rated`: answers to the survey; `pleased`: excellent or good. */
export async function listWorks(tx: Tx, { from, to }: Range): Promise<Works[]> {
  const answers = ['satisfaction_survey_1', 'satisfaction_survey_2', 'satisfaction_survey_3'].map((name) =>
    sql.id(name),
  )
  const count = (values: string) =>
    sql.join(
      answers.map((answer) => sql`count(*) filter (where ${answer} = any (${values}::text[]))`),
      sql` + `,
    )
  const { rows } = await sql<Works>`
    select type_order_job as order, count(*)::int as count, count(*) filter (where is_under_speed)::int as under_speed,
      (${count('{E,B,R,M}')})::int as rated, (${count('{E,B}')})::int as pleased
    from installation_reports where ${COMPANY} and visit_on between ${from}::date and ${to}::date
    group by type_order_job order by 2 desc, 1`.execute(tx)
  return rows
}
