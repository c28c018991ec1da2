import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, sum, ZERO } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { HAS_OTHER_DAYS, notOverduePart, OVERDUE_SINCE, overduePart } from '#server/ledger/overdue.ts'
import { lastTechnicianOf, lastTechnicians } from '#server/visits/last-technician.ts'

// A company has a hundred thousand open invoices, and nearly all of them have one day only. Each is read once from the index of the open
// invoices, with as few operations as its days allow; those with other days are read once more from their own index, and computed whole.

const COMPANY = sql`company_id = (select current_company())`
const OWED = sql`balance - disputed_amount`

/** `invoices` and `balance`: of what is overdue, and for the first age of what is not. `disputed`: of all the invoices of the age. */
type Debt = { age: number; invoices: number; balance: Money; disputed: Money }

/** The open invoices by age: 0 for what is not overdue, and then in days from 1 to 30, 60, 90, 180, 360 and beyond. */
export async function listDebtsByAge(tx: Tx, today: Day): Promise<Debt[]> {
  const isOverdue = sql`last_payable_on < ${today}::date`
  const { rows } = await sql<Debt & { current: Money; current_invoices: number }>`
    select age, sum_bigint(invoices)::int as invoices, sum_bigint(overdue) as balance, sum_bigint(disputed) as disputed,
      sum_bigint(current_invoices)::int as current_invoices, sum_bigint(current) as current
    from (
      select invoices, overdue, disputed, current_invoices, current, case
        when since >= ${today}::date then 0 when since >= ${addDays(today, -30)}::date then 1
        when since >= ${addDays(today, -60)}::date then 2 when since >= ${addDays(today, -90)}::date then 3
        when since >= ${addDays(today, -180)}::date then 4 when since >= ${addDays(today, -360)}::date then 5
        else 6 end as age
      from (
        select last_payable_on as since, case when ${isOverdue} then invoices else 0 end as invoices, case when ${isOverdue} then owed else 0 end as overdue,
          disputed, case when ${isOverdue} then 0 else invoices end as current_invoices, case when ${isOverdue} then 0 else owed end as current
        from (
          select last_payable_on, count(*) filter (where balance > disputed_amount) as invoices, sum_bigint(${OWED}) as owed,
            sum_bigint(disputed_amount) as disputed
          from invoices where ${COMPANY} and balance > 0 and not ${HAS_OTHER_DAYS} group by last_payable_on
        ) day
        union all
        select ${OVERDUE_SINCE}, case when ${overduePart(today)} > 0 then 1 else 0 end, ${overduePart(today)}, disputed_amount,
          case when ${notOverduePart(today)} > 0 then 1 else 0 end, ${notOverduePart(today)}
        from invoices where ${COMPANY} and balance > 0 and ${HAS_OTHER_DAYS}
      ) i
    ) owed group by age`.execute(tx)
  const first = {
    age: 0,
    invoices: rows.reduce((all, one) => all + one.current_invoices, 0),
    balance: sum(rows.map((one) => one.current)),
    disputed: rows.find(({ age }) => age === 0)?.disputed ?? ZERO,
  }
  return [first, ...rows.filter(({ age }) => age > 0)]
}

const AMOUNTS = ['current', 'days_30', 'days_90', 'older'] as const

export type GroupDebt = Record<(typeof AMOUNTS)[number], Money> & {
  /** DANE's code of the municipality, the name of the plan, or the id of the technician; '' without one. */
  name: string
  clients: number
  invoices: number
  balance: Money
}

type Grouping = {
  /** The columns of an invoice, beside its client, on which its group depends, in the order of the index of the open invoices. */
  parts?: RawBuilder<unknown>
  /** The group of the sum `o` of a client and its parts. */
  name: RawBuilder<unknown>
  join?: RawBuilder<unknown>
  /** The group of one invoice `i`. */
  nameOfInvoice: RawBuilder<unknown>
  /** True when several sums of a client can be of one group, where it is counted once. */
  hasSeveralParts?: true
}

const GROUPINGS: Readonly<Record<'municipality' | 'plan' | 'technician', Grouping>> = {
  municipality: {
    name: sql`k.municipality_code`,
    // In the order of the sums: the two are merged.
    join: sql`join (select id, municipality_code from clients where ${COMPANY} order by id offset 0) k on k.id = o.client_id`,
    nameOfInvoice: sql`(select k.municipality_code from clients k where k.${COMPANY} and k.id = i.client_id)`,
  },
  plan: { parts: sql`plan`, name: sql`o.plan`, nameOfInvoice: sql`i.plan` },
  technician: {
    parts: sql`plan, contract_id`,
    name: sql`v.technician_id`,
    join: sql`left join ${lastTechnicians} v on v.contract_id = o.contract_id`,
    nameOfInvoice: lastTechnicianOf(sql`i.contract_id`),
    hasSeveralParts: true,
  },
}

const AMOUNT_COLUMNS = sql.join(AMOUNTS.map((amount) => sql.id(amount)))

type StoredGroup = Omit<GroupDebt, 'name'> & { name: string | null }

const ADDED = sql.join(['invoices', ...AMOUNTS].map((name) => sql`sum_bigint(${sql.id(name)}) as ${sql.id(name)}`))

/** The open invoices by group: the municipality of the client, the plan on the invoice, or the technician of the last visit to its contract. */
export async function listDebtsByGroup(tx: Tx, today: Day, by: keyof typeof GROUPINGS): Promise<GroupDebt[]> {
  const { rows } = await sql<StoredGroup>`
    select name, sum_bigint(clients)::int as clients, sum_bigint(invoices)::int as invoices, ${COALESCED},
      (${sql.join(
        AMOUNTS.map((amount) => sql`coalesce(sum_bigint(${sql.id(amount)}), 0)`),
        sql` + `,
      )}) as balance
    from (${byLastDay(today, GROUPINGS[by])} union all ${otherDays(today, GROUPINGS[by])}) debt
    group by name order by balance desc, name`.execute(tx)
  return rows.map((debt) => ({ ...debt, name: debt.name ?? '' }))
}

const COALESCED = sql.join(
  AMOUNTS.map((amount) => sql`coalesce(sum_bigint(${sql.id(amount)}), 0) as ${sql.id(amount)}`),
)

/** Whether a day is in the ages of AMOUNTS. */
function agesOf(today: Day, since: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const [month, quarter] = [addDays(today, -30), addDays(today, -90)]
  return [
    sql`${since} >= ${today}::date`,
    sql`${since} >= ${month}::date and ${since} < ${today}::date`,
    sql`${since} >= ${quarter}::date and ${since} < ${month}::date`,
    sql`${since} < ${quarter}::date`,
  ]
}

const LAST_DAY = sql`last_payable_on`
const OPEN = sql`i.${COMPANY} and i.balance > i.disputed_amount and i.balance > 0`

/**
 * What each group owes by the last day to pay. The invoices are summed by client in the order of their index before the group is looked up:
 * each client, or each of its contracts, is looked up once.
 */
function byLastDay(today: Day, { parts, name, join = sql``, hasSeveralParts }: Grouping): RawBuilder<unknown> {
  const key = parts === undefined ? sql`client_id` : sql`client_id, ${parts}`
  const amounts = agesOf(today, LAST_DAY).map(
    (isOf, at) => sql`sum_bigint(${OWED}) filter (where ${isOf}) as ${sql.id(AMOUNTS[at] ?? '')}`,
  )
  const several = hasSeveralParts ? sql`, count(*) over (partition by client_id) as parts_of_client` : sql``
  const ofParts = sql`
    select ${name} as name, o.* from (
      select ${key}${several}, count(*) as invoices, ${sql.join(amounts)} from invoices i where ${OPEN} group by ${key}
    ) o ${join}`
  if (!hasSeveralParts) return sql`select name, count(*) as clients, ${ADDED} from (${ofParts}) part group by name`
  // Only a client with several parts is a row of its own, to be counted once: nearly all have one, and need no row in memory.
  return sql`
    select name, case when client_id is null then parts else 1 end as clients, invoices, ${AMOUNT_COLUMNS}
    from (
      select name, case when parts_of_client > 1 then client_id end as client_id, count(*) as parts, ${ADDED}
      from (${ofParts}) part group by 1, 2
    ) client`
}

/** What is owed otherwise of the invoices with other days: what they owe in each age, less what byLastDay has of them. */
function otherDays(today: Day, { nameOfInvoice }: Grouping): RawBuilder<unknown> {
  const [, ...overdue] = agesOf(today, OVERDUE_SINCE).map(
    (isOf) => sql`case when ${isOf} then ${overduePart(today)} else 0 end`,
  )
  const owed = agesOf(today, LAST_DAY).map((isOf) => sql`case when ${isOf} then ${OWED} else 0 end`)
  const amounts = [notOverduePart(today), ...overdue].map((amount, at) => sql`${amount} - ${owed[at]}`)
  return sql`select ${nameOfInvoice}, 0, 0, ${sql.join(amounts)} from invoices i where ${OPEN} and ${HAS_OTHER_DAYS}`
}

/** The credit in favour of all clients. */
export async function readCreditInFavour(tx: Tx): Promise<Money> {
  const { rows } = await sql<{ amount: Money }>`
    select coalesce(sum(credit), 0)::bigint as amount from client_movements
    where company_id = (select current_company()) and moves_credit`.execute(tx)
  return rows[0]?.amount ?? ZERO
}
