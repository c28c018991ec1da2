import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { type DayRange, type Period, periodBounds } from '#domain/core/period.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { Billable, MoveOfMonth, PendingCharge, VatAddress } from '#domain/invoices/issue.ts'
import type { ChargeKind } from '#domain/taxes/charge.ts'
import { waitsForVisit } from '#server/contracts/transfer-queries.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { listUsableCredits, lockCredits } from '#server/ledger/accounts.ts'
import { type ServiceRow, SIGNED_COST, speedsOf } from './invoiced-services.ts'
import { addressOfMonth } from './month-address.ts'
import { listPreviousDebts, type PreviousDebt, previousDebtOf } from './previous-debts.ts'

/** The contracts of a run: its period, and one cut day or every one. */
export type BillingScope = { period: Period; cut_day: number | null }

/**
 * A contract with the data that decides its invoice, and the client's credit in favour and debt before it. `facts`: of its service on
 * the first day of the period, only of a locking read, which is followed by the invoice.
 */
export type BillableContract = Billable & {
  client: string
  has_email: boolean
  credit: Money
  facts: ServiceRow | undefined
} & PreviousDebt

const CUT_DAYS = Array.from({ length: 31 }, (_, index) => index + 1)

type WaitingCharge = PendingCharge & { occurred_on: Day }

type BillableRow = {
  contract_id: string
  no_contract: string
  client_id: string
  client: string
  has_email: boolean
  segment: Segment
  stratum: number | null
  move: MoveOfMonth | null
  prices_include_vat: boolean
  billing_cut_day: number
  active_from: Day
  active_to: Day | null
  /** The first day of the last accepted cession. */
  ceded_on: Day | null
  plan_name: string
  price: Money
  payment_date: number | null
  is_billed: boolean
} & { [Name in keyof Omit<ServiceRow, 'prices_include_vat'>]: ServiceRow[Name] | null }

/** Ids that one statement returns: a company with more contracts needs several statements. */
export const LISTED_MAX = 50_000

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * The ids of the contracts after `cursor` that may be billed in a period, in order, at most LISTED_MAX: those in service in it,
 * and those with pending charges. `isAll` includes the billed ones. Reads the company's contracts once with any query plan.
 */
export async function listBillableIds(
  tx: Tx,
  scope: BillingScope,
  { cursor, isAll }: { cursor: string | null; isAll: boolean },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${REPLAN_EACH_TIME}
    select c.id from contracts c
    where c.company_id = (select current_company()) and c.id > ${cursor ?? FIRST_ID}::uuid and ${eligibleCondition(scope)}
      ${isAll ? sql`` : sql`and not ${billedCondition(scope)}`}
    order by c.id limit ${LISTED_MAX}`.execute(tx)
  return rows.map((row) => row.id)
}

/** The contracts of a run that a text finds: a client or a contract number; '' finds every one. */
export type FoundBillables = BillingScope & { q: string }

const foundCondition = ({ q, ...scope }: FoundBillables) => sql`
  c.company_id = (select current_company()) and ${eligibleCondition(scope)}
  ${q === '' ? sql`` : sql`and (c.no_contract = upper(${q}) or c.client_id in (select client_id from search_clients(${q})))`}`

/** The ids of the found contracts, the billed ones too, by contract number. */
export async function listFoundBillableIds(
  tx: Tx,
  found: FoundBillables,
  { offset, limit }: RowRange,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${REPLAN_EACH_TIME}
    select c.id from contracts c where ${foundCondition(found)} order by c.no_contract limit ${limit} offset ${offset}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export async function countFoundBillables(tx: Tx, found: FoundBillables): Promise<number> {
  const { rows } = await sql<{ total: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as total from contracts c where ${foundCondition(found)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/**
 * Reads contracts by their ids, in the order of the ids, with the data that decides their invoices; those that may not be billed are
 * excluded. `isAll` includes the billed ones, with `is_billed`. `isLocking` locks the pending charges and the accounts, so that no
 * other transaction bills the same charge, uses the same credit or leaves credit beside the invoice.
 *
 * Each statement looks every id up by key: `limit`, `offset 0` and the sums prevent the planner from changing a look-up into a join
 * that reads a whole company for each batch (docs/decisions/0016).
 */
export async function readBillables(
  tx: Tx,
  scope: BillingScope,
  ids: readonly string[],
  options: { isAll: boolean; isLocking: boolean },
): Promise<BillableContract[]> {
  const rows = await readContracts(tx, scope, ids, options)
  if (rows.length === 0) return []
  const contracts = rows.map((row) => row.contract_id)
  const clients = [...new Set(rows.map((row) => row.client_id))]
  const [suspensions, charges, credits, debts] = await Promise.all([
    listSuspensions(tx, contracts),
    listCharges(tx, contracts, options.isLocking),
    options.isLocking ? lockCredits(tx, clients) : listUsableCredits(tx, clients),
    listPreviousDebts(tx, clients),
  ])
  return rows.map((row) => ({
    contract_id: row.contract_id,
    no_contract: row.no_contract,
    client_id: row.client_id,
    client: row.client,
    has_email: row.has_email,
    segment: row.segment,
    stratum: row.stratum,
    move: row.move !== null && isOtherUse(row, row.move) ? row.move : null,
    prices_include_vat: row.prices_include_vat,
    billing_cut_day: row.billing_cut_day,
    service: { from_on: row.active_from, to_on: row.active_to },
    plan_name: row.plan_name,
    price: row.price,
    payment_date: row.payment_date,
    is_billed: row.is_billed,
    suspensions: suspensions.get(row.contract_id) ?? EMPTY,
    charges: (charges.get(row.contract_id) ?? EMPTY).filter((charge) => isOfHolder(row, charge, scope)),
    credit: credits.get(row.client_id) ?? ZERO,
    facts: factsOf(row),
    ...previousDebtOf(debts, row.client_id),
  }))
}

const factsOf = ({ prices_include_vat, address, city, download_speed, upload_speed, signed_cost }: BillableRow) =>
  address === null || city === null || download_speed === null || upload_speed === null
    ? undefined
    : { prices_include_vat, address, city, download_speed, upload_speed, signed_cost }

const SERVICE = sql`, c.address, c.city, p.download_speed, p.upload_speed, ${SIGNED_COST} as signed_cost`
const NO_SERVICE = sql`, null as address, null as city, null as download_speed, null as upload_speed, null::bigint as signed_cost`

/** A ceded contract: the holder of the period pays the charges of its own days, and the cession settles the others. */
const isOfHolder = (
  { ceded_on, billing_cut_day }: BillableRow,
  { occurred_on }: WaitingCharge,
  { period }: BillingScope,
): boolean => {
  if (ceded_on === null) return true
  const isPeriodOfNewHolder = periodBounds(period, billing_cut_day).from_on >= ceded_on
  const isChargeOfNewHolder = occurred_on >= ceded_on
  return isPeriodOfNewHolder === isChargeOfNewHolder
}

const isOtherUse = (one: VatAddress, other: VatAddress): boolean =>
  one.segment !== other.segment || one.stratum !== other.stratum

const EMPTY: readonly never[] = []

/**
 * Locks the contracts of a batch against a change of them until the end of the transaction: a termination at the same time is either
 * read by the run, or finds the run's invoice and corrects it. In the order of the ids, before the number series is locked.
 */
export async function lockBillables(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`${REPLAN_EACH_TIME}
    select from unnest(${uuidArray(ids)}::uuid[]) key (id) cross join lateral (
      select from contracts where company_id = (select current_company()) and id = key.id for key share offset 0
    ) c`.execute(tx)
}

/** The contract may be billed in the period: signed, and in service in it or with pending charges. */
function eligibleCondition(scope: BillingScope) {
  const bounds = boundsOf(scope)
  const from = bounds.map(({ from_on }) => from_on).toSorted()[0] ?? ''
  const to =
    bounds
      .map(({ to_on }) => to_on)
      .toSorted()
      .at(-1) ?? ''
  return sql`c.status in ('active', 'suspended', 'terminated') and c.active_from <= ${to}::date
    and (c.active_to is null or c.active_to >= ${from}::date or ${HAS_CHARGES})
    and (${scope.cut_day}::int is null or c.billing_cut_day = ${scope.cut_day}::int)`
}

// The planner may answer `exists` with a hash of every row that could match. A scalar sub-select is always a look-up.

const HAS_CHARGES = sql`coalesce((select true from pending_charges p
  where p.company_id = (select current_company()) and p.contract_id = c.id and p.invoice_id is null limit 1), false)`

const billedCondition = (scope: BillingScope) => sql`coalesce((select true from invoices i
  where i.company_id = (select current_company()) and i.contract_id = c.id and i.period = ${scope.period} and i.kind = 'period' limit 1), false)`

async function readContracts(
  tx: Tx,
  scope: BillingScope,
  ids: readonly string[],
  { isAll, isLocking }: { isAll: boolean; isLocking: boolean },
): Promise<BillableRow[]> {
  const starts = plainArray(boundsOf(scope).map(({ from_on }) => from_on))
  const { rows } = await sql<BillableRow>`${REPLAN_EACH_TIME}
    select c.id as contract_id, c.no_contract, c.client_id, k.name as client, k.email is not null as has_email, c.segment, c.stratum, c.move, c.prices_include_vat,
      c.billing_cut_day, c.active_from, c.active_to, c.ceded_on, t.plan_name, t.price, k.payment_date,
      ${isAll ? billedCondition(scope) : sql`false`} as is_billed
      ${isLocking ? SERVICE : NO_SERVICE}
    from unnest(${uuidArray(ids)}::uuid[]) with ordinality key (id, place)
    cross join lateral (
      select c.id, c.no_contract, ${holderAtPeriodStart(starts)} as client_id, c.status, ${atPeriodStart('segment', starts)} as segment, ${atPeriodStart('stratum', starts)} as stratum,
        ${moveOfPeriod(starts)} as move,
        c.prices_include_vat, c.billing_cut_day, c.active_from, c.active_to, c.ceded_on, c.address, c.city
      from contracts c
      left join lateral (${plannedMove(starts)}) planned on true
      where c.company_id = (select current_company()) and c.id = key.id limit 1
    ) c
    cross join lateral (
      select k.name, k.email, k.payment_date from clients k
      where k.company_id = (select current_company()) and k.id = c.client_id limit 1
    ) k
    cross join lateral (
      select t.plan_id, t.plan_name, t.price from contract_terms t
      where t.company_id = (select current_company()) and t.contract_id = c.id
        and t.from_on <= greatest(c.active_from, (${starts}::date[])[c.billing_cut_day])
      order by t.from_on desc limit 1
    ) t
    ${isLocking ? speedsOf(sql`t.plan_id`) : sql``}
    where ${eligibleCondition(scope)} ${isAll ? sql`` : sql`and not ${billedCondition(scope)}`}
    order by key.place`.execute(tx)
  return rows
}

/** The planned move of a contract `c` that is made by the first day of the period: the client was promised its VAT from that day on. */
const plannedMove = (starts: string) => sql`
  select m.id, m.segment, m.stratum from contract_transfers m
  where m.company_id = (select current_company()) and m.contract_id = c.id and m.applied_on is null and m.cancelled_at is null
    and m.moves_on <= (${starts}::date[])[c.billing_cut_day] and not ${waitsForVisit(sql`m`)} limit 1`

/**
 * The transfer that decides the address of the first day of the period, with the address without it, as JSON: the planned one, or the
 * last that was applied by then.
 */
const moveOfPeriod = (starts: string) => sql`
  case when planned.id is not null and (c.moved_on is null or c.moved_on <= (${starts}::date[])[c.billing_cut_day])
    then json_build_object('moved_by', planned.id, 'segment', c.segment, 'stratum', c.stratum)
  when c.moved_on is not null then (
    select json_build_object('moved_by', m.id, 'segment', m.earlier_segment, 'stratum', m.earlier_stratum) from contract_transfers m
    where m.company_id = (select current_company()) and m.contract_id = c.id and m.applied_on <= (${starts}::date[])[c.billing_cut_day]
    order by m.applied_on desc, m.id desc limit 1
  ) end`

/**
 * What decides the VAT, at the address of the first day of the period: of a service that moved later, the address before the first of
 * its moves after that day; of one that moves by then, the new address.
 */
const atPeriodStart = (column: 'segment' | 'stratum', starts: string) => sql`
  case when c.moved_on > (${starts}::date[])[c.billing_cut_day] then (
    select ${sql.ref(`m.earlier_${column}`)} from contract_transfers m
    where m.company_id = (select current_company()) and m.contract_id = c.id and m.applied_on > (${starts}::date[])[c.billing_cut_day]
    order by m.applied_on, m.id limit 1
  ) when planned.segment is not null then ${sql.ref(`planned.${column}`)} else ${sql.ref(`c.${column}`)} end`

/**
 * The client of the first day of the period, by the accepted cessions of the contract, whether or not their day has come. The other
 * table is only read for a contract that was ceded.
 */
const holderAtPeriodStart = (starts: string) => sql`
  case when c.ceded_on is null then c.client_id else coalesce(
    (select s.from_client_id from contract_cessions s
     where s.company_id = (select current_company()) and s.contract_id = c.id and s.effective_on > (${starts}::date[])[c.billing_cut_day]
     order by s.effective_on limit 1),
    (select s.to_client_id from contract_cessions s
     where s.company_id = (select current_company()) and s.contract_id = c.id and s.effective_on <= (${starts}::date[])[c.billing_cut_day]
     order by s.effective_on desc limit 1)
  ) end`

/** The first and last day of the period for each cut day, 1 to 31, in that order. */
const boundsOf = ({ period }: BillingScope) => CUT_DAYS.map((cutDay) => periodBounds(period, cutDay))

/** Counts the contracts of a run: `open`, to bill, and `billed`, already billed. */
export async function countBillables(tx: Tx, scope: BillingScope): Promise<{ open: number; billed: number }> {
  const { rows } = await sql<{ open: number; billed: number }>`${REPLAN_EACH_TIME}
    select count(*) filter (where not is_billed)::int as open, count(*) filter (where is_billed)::int as billed
    from (select ${billedCondition(scope)} as is_billed from contracts c where c.company_id = (select current_company()) and ${eligibleCondition(scope)}) contract`.execute(
    tx,
  )
  return rows[0] ?? { open: 0, billed: 0 }
}

async function listSuspensions(tx: Tx, contracts: readonly string[]): Promise<Map<string, DayRange[]>> {
  const { rows } = await sql<DayRange & { contract_id: string }>`${REPLAN_EACH_TIME}
    select key.id as contract_id, s.from_on, s.to_on from unnest(${uuidArray(contracts)}::uuid[]) key (id) cross join lateral (
      select from_on, to_on from suspension_intervals
      where company_id = (select current_company()) and contract_id = key.id order by from_on offset 0
    ) s`.execute(tx)
  return groupByContract(rows, ({ from_on, to_on }) => ({ from_on, to_on }))
}

async function listCharges(
  tx: Tx,
  contracts: readonly string[],
  isLocking: boolean,
): Promise<Map<string, WaitingCharge[]>> {
  const { rows } = await sql<
    WaitingCharge & { kind: ChargeKind; contract_id: string; month: VatAddress | null }
  >`${REPLAN_EACH_TIME}
    select key.id as contract_id, p.id, p.kind, p.description, p.quantity, p.price, p.not_before, p.occurred_on,
      case when p.adjusted_invoice_id is not null then ${addressOfMonth(sql`p.adjusted_invoice_id`)} end as month
    from unnest(${uuidArray(contracts)}::uuid[]) key (id) cross join lateral (
      select id, kind, description, quantity, price, not_before, occurred_on, adjusted_invoice_id from pending_charges
      where company_id = (select current_company()) and contract_id = key.id and invoice_id is null
      order by id offset 0 ${isLocking ? sql`for update` : sql``}
    ) p`.execute(tx)
  return groupByContract(rows, ({ contract_id: _contract, ...charge }) => charge)
}

function groupByContract<R extends { contract_id: string }, V>(
  rows: readonly R[],
  value: (row: R) => V,
): Map<string, V[]> {
  const groups = new Map<string, V[]>()
  for (const row of rows) {
    const group = groups.get(row.contract_id)
    if (group) group.push(value(row))
    else groups.set(row.contract_id, [value(row)])
  }
  return groups
}
