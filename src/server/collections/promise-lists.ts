import { type RawBuilder, sql } from 'kysely'
import { instalmentsOn } from '#domain/collections/instalment-states.ts'
import { disputedOfAgreement, paidOfAgreement } from '#domain/collections/instalments.ts'
import {
  type PaymentAgreement,
  type PaymentPromise,
  type PromiseOutcome,
  promisesCountedFrom,
} from '#domain/collections/promise.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'
import { listAgreementsById } from './agreement-queries.ts'

/** `userId`: only the promises of the client of this user. */
export type PromiseFilter = { userId: string | null; state?: PromiseOutcome | 'open' | undefined; id?: string }

/** `userId`: only the agreements of the client of this user. */
type AgreementFilter = Pick<PromiseFilter, 'userId' | 'id'>

/** Over the promises or the agreements `r`. */
function conditions({ userId, state, id }: PromiseFilter): RawBuilder<unknown> {
  const parts = [sql`r.company_id = (select current_company())`]
  if (id !== undefined) parts.push(sql`r.id = ${id}`)
  if (state !== undefined) parts.push(state === 'open' ? sql`r.outcome is null` : sql`r.outcome = ${state}`)
  if (userId !== null)
    parts.push(
      sql`r.client_id = (select id from clients where company_id = (select current_company()) and user_id = ${userId})`,
    )
  return sql.join(parts, sql` and `)
}

type Named<Row> = Omit<Row, 'client'> & { client_id: string; client_name: string }

const withClient = <Row extends { client_id: string; client_name: string }>({
  client_id,
  client_name,
  ...row
}: Row) => ({
  ...row,
  client: { id: client_id, name: client_name },
})

/** A page of the promises, the newest first. */
export async function listPromises(
  tx: Tx,
  filter: PromiseFilter,
  { limit, offset }: RowRange,
): Promise<PaymentPromise[]> {
  const { rows } = await sql<Named<PaymentPromise>>`
    select r.id, c.no_contract, r.client_id, k.name as client_name, r.amount, r.made_on, r.until_on, r.made_by, r.side, r.outcome, r.ended_on
    from (
      select * from payment_promises r where ${conditions(filter)} order by r.id desc ${pageOf({ limit, offset })}
    ) r
    cross join lateral (select no_contract from contracts where company_id = r.company_id and id = r.contract_id offset 0) c
    cross join lateral (select name from clients where company_id = r.company_id and id = r.client_id offset 0) k
    order by r.id desc`.execute(tx)
  return rows.map(withClient)
}

export async function countPromises(tx: Tx, filter: PromiseFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment_promises r where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A page of the agreements with what was paid of them until today, the newest first. */
export async function listAgreements(
  tx: Tx,
  filter: AgreementFilter,
  { limit, offset }: RowRange,
  today: Day,
): Promise<PaymentAgreement[]> {
  const { rows } = await sql<Omit<Named<PaymentAgreement>, 'paid' | 'disputed' | 'instalments'>>`
    select a.id, c.no_contract, a.client_id, k.name as client_name, a.amount, a.made_on, a.made_by, a.outcome, a.ended_on
    from (
      select * from payment_agreements r where ${conditions(filter)} order by r.id desc ${pageOf({ limit, offset })}
    ) a
    cross join lateral (select no_contract from contracts where company_id = a.company_id and id = a.contract_id offset 0) c
    cross join lateral (select name from clients where company_id = a.company_id and id = a.client_id offset 0) k
    order by a.id desc`.execute(tx)
  const debts = new Map(
    (
      await listAgreementsById(
        tx,
        rows.map((row) => row.id),
      )
    ).map((debt) => [debt.id, debt]),
  )
  return rows.map((row) => {
    const debt = debts.get(row.id)
    if (debt === undefined) throw new Error('an agreement without instalments')
    const [isOpen, until] = [row.outcome === null, paidUntil(row)]
    return {
      ...withClient(row),
      paid: paidOfAgreement(debt, until),
      disputed: isOpen ? disputedOfAgreement(debt) : ZERO,
      instalments: instalmentsOn(debt, { today, isOpen, paidUntil: until }),
    }
  })
}

/** The last day whose payments are of an agreement that was not kept: what the client pays later is no part of it. */
const paidUntil = ({ outcome, ended_on }: Pick<PaymentAgreement, 'outcome' | 'ended_on'>): Day | undefined =>
  outcome === 'kept' ? undefined : (ended_on ?? undefined)

export async function countAgreements(tx: Tx, filter: AgreementFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payment_agreements r where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A contract with its promises, as a promise is decided. */
export type PromisingRow = {
  id: string
  no_contract: string
  client_id: string
  is_cut: boolean
  uses: number
  open_until: Day | null
  has_agreement: boolean
}

/** Whether a contract `c` is in service or cut for arrears. */
const IS_IN_SERVICE = sql`(c.status = 'active' or (c.status = 'suspended' and exists (
  select from suspension_intervals s where s.company_id = c.company_id and s.contract_id = c.id and s.to_on is null and s.kind = 'arrears'
)))`

/** The contracts in service or cut for arrears of a client, or also those that ended or are paused, with their promises of today. */
export async function listPromising(
  tx: Tx,
  client: { id: string } | { userId: string },
  today: Day,
  { ofAnyStatus = false }: { ofAnyStatus?: boolean } = {},
): Promise<PromisingRow[]> {
  const countedFrom = promisesCountedFrom(today)
  const { rows } = await sql<PromisingRow>`
    select c.id, c.no_contract, c.client_id, c.status = 'suspended' as is_cut, p.uses, p.open_until, exists (
        select from payment_agreements a
        where a.company_id = c.company_id and a.contract_id = c.id and a.client_id = c.client_id and a.outcome is null
      ) as has_agreement
    from clients k join contracts c on c.company_id = k.company_id and c.client_id = k.id
    cross join lateral (
      select (count(*) filter (where r.made_on >= ${countedFrom}::date and r.outcome is distinct from 'cancelled'))::int as uses,
        max(r.until_on) filter (where r.outcome is null and r.until_on >= ${today}::date) as open_until
      from payment_promises r where r.company_id = c.company_id and r.contract_id = c.id and r.client_id = c.client_id
    ) p
    where k.company_id = (select current_company()) and ${'id' in client ? sql`k.id = ${client.id}` : sql`k.user_id = ${client.userId}`}
      and ${ofAnyStatus ? sql`true` : IS_IN_SERVICE}
    order by c.no_contract`.execute(tx)
  return rows
}

/** The open invoices of a contract for an agreement, without what is disputed. */
export async function listAgreementInvoices(
  tx: Tx,
  contractId: string,
  clientId: string,
): Promise<{ invoice_id: string; amount: Money }[]> {
  const { rows } = await sql<{ invoice_id: string; amount: Money }>`
    select id as invoice_id, (balance - disputed_amount)::bigint as amount from invoices
    where company_id = (select current_company()) and client_id = ${clientId} and balance > disputed_amount and contract_id = ${contractId}
    order by due_on, id for update`.execute(tx)
  return rows
}
