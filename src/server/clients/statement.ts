import { sql } from 'kysely'
import type { Statement } from '#domain/clients/statement.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, ZERO } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { getBalanceBefore, listAccountMovements } from '#server/ledger/movements.ts'

/**
 * The movements of a client from the journal, with the balance after each. The balance is `receivable` minus `credit`, so credit
 * applied to an invoice is not a movement here: it was shown when it was received.
 */
export async function statementOf(
  tx: Tx,
  client: Statement['client'],
  { from, to, today }: { from: Day; to: Day; today: Day },
): Promise<Statement> {
  const before = await getBalanceBefore(tx, client.id, from)
  let balance = before
  const movements = (await listAccountMovements(tx, client.id, from, to)).map((row) => {
    balance = money(balance + row.amount)
    return {
      day: row.day,
      kind: row.kind,
      document: row.document,
      invoice_id: row.invoice_id,
      payment_id: row.payment_id,
      credit_note_id: row.credit_note_id,
      charge: row.amount > 0 ? row.amount : ZERO,
      payment: row.amount < 0 ? minus(ZERO, row.amount) : ZERO,
      balance,
    }
  })
  const disputed = to < today ? ZERO : await getDisputed(tx, client.id)
  return { client, from, to, opening_balance: before, movements, closing_balance: balance, disputed }
}

async function getDisputed(tx: Tx, clientId: string): Promise<Money> {
  const { rows } = await sql<{ amount: Money }>`
    select coalesce(sum(disputed_amount), 0)::bigint as amount from invoices
    where company_id = (select current_company()) and client_id = ${clientId} and balance > 0`.execute(tx)
  return rows[0]?.amount ?? ZERO
}
