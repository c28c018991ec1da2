import { sql } from 'kysely'
import { type NewRefund, REFUNDS_SHOWN_MAX, type Refund } from '#domain/payments/credit.ts'
import type { Tx } from '#server/core/tx.ts'
import { assertNumbered, takeNumberSql } from '#server/ledger/numbers.ts'

type RefundRow = Omit<Refund, 'client' | 'account'> & {
  client_name: string
  identification: string
  user_id: string | null
  account_id: string | null
  account_name: string | null
}

const SELECT = sql`
  select r.id, r.number, r.client_id, k.name as client_name, k.identification, k.user_id, r.amount, r.method, r.paid_on, r.reference, r.reason,
    r.account_id, a.name as account_name, r.registered_by
  from credit_refunds r
  cross join lateral (select * from clients k where k.company_id = r.company_id and k.id = r.client_id offset 0) k
  left join lateral (select * from money_accounts a where a.company_id = r.company_id and a.id = r.account_id offset 0) a on true`

const refundOf = ({
  client_name,
  identification,
  user_id: _user,
  account_id,
  account_name,
  ...row
}: RefundRow): Refund => ({
  ...row,
  client: { name: client_name, identification },
  account: account_id === null || account_name === null ? null : { id: account_id, name: account_name },
})

/** `userId`: only a refund to the client of that user. */
export async function getRefund(tx: Tx, id: string, userId: string | null = null): Promise<Refund | undefined> {
  const { rows } = await sql<RefundRow>`${SELECT} where r.company_id = (select current_company()) and r.id = ${id}
    and (${userId}::uuid is null or k.user_id = ${userId}::uuid)`.execute(tx)
  return rows.map(refundOf)[0]
}

/** The refunds to a client, the newest first. At most REFUNDS_SHOWN_MAX. */
export async function listRefunds(tx: Tx, clientId: string): Promise<Refund[]> {
  const { rows } =
    await sql<RefundRow>`${SELECT} where r.company_id = (select current_company()) and r.client_id = ${clientId}
    order by r.id desc limit ${sql.raw(String(REFUNDS_SHOWN_MAX))}`.execute(tx)
  return rows.map(refundOf)
}

/**
 * Takes the next number of a refund and writes it, in one statement. The series stays locked until the end of the transaction: call
 * this last. Throws a Refusal 'conflict' at the end of the range of numbers.
 */
export async function insertRefund(
  tx: Tx,
  id: string,
  refund: Omit<NewRefund, 'account_id'> & { client_id: string; account_id: string | null; turn_id: string | null },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with taken as (${takeNumberSql('refund', 'DV')})
    insert into credit_refunds (id, number, client_id, amount, method, paid_on, reference, reason, account_id, turn_id, registered_by)
    select ${id}::uuid, taken.last, ${refund.client_id}::uuid, ${refund.amount}::bigint, ${refund.method}, ${refund.paid_on}::date,
      ${refund.reference ?? null}, ${refund.reason}, ${refund.account_id}::uuid, ${refund.turn_id}::uuid, ${tx.scope.actorName}
    from taken returning number`.execute(tx)
  return assertNumbered(rows[0]?.number)
}
