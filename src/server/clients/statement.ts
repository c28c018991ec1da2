import { sql } from 'kysely'
import type { Statement, StatementKind } from '#domain/clients/statement.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, ZERO } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * The movements of a client out of the journal, with the balance after each. What the client owes is `receivable` less `credit`,
 * so credit that pays an invoice moves nothing here: it was told when it came in.
 */
export async function statementOf(
  tx: Tx,
  client: Statement['client'],
  { from, to }: { from: Day; to: Day },
): Promise<Statement> {
  const before = await balanceBefore(tx, client.id, from)
  let balance = before
  const movements = (await listMovements(tx, client.id, from, to)).map((row) => {
    balance = money(balance + row.amount)
    return {
      day: row.day,
      kind: row.kind,
      document: row.document,
      charge: row.amount > 0 ? row.amount : ZERO,
      payment: row.amount < 0 ? minus(ZERO, row.amount) : ZERO,
      balance,
    }
  })
  return { client, from, to, opening_balance: before, movements, closing_balance: balance }
}

/** How much a row of the journal moves what the client owes. */
const MOVED = sql`(case when j.debit_account in ('receivable', 'credit') then j.amount else 0 end
  - case when j.credit_account in ('receivable', 'credit') then j.amount else 0 end)`

async function balanceBefore(tx: Tx, clientId: string, day: Day): Promise<Money> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(${MOVED}), 0)::bigint as amount from journal j
    where company_id = (select current_company()) and client_id = ${clientId} and posted_on < ${day}`.execute(tx)
  return money(rows[0]?.amount ?? 0)
}

type Movement = { day: Day; kind: StatementKind; document: string | null; amount: Money }

/** One movement for each document of a day. */
async function listMovements(tx: Tx, clientId: string, from: Day, to: Day): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select day, kind, document, sum(amount)::bigint as amount from (
      select j.posted_on as day, min(j.id::text) over (partition by j.posted_on, j.payment_id, j.credit_note_id, j.invoice_id) as place, ${MOVED} as amount,
        case
          when j.credit_note_id is not null then 'nota_credito'
          when j.payment_id is not null and (j.credit_account in ('cash', 'withholding', 'rounding')) then 'reverso'
          when 'withholding' in (j.debit_account, j.credit_account) then 'retencion'
          when 'rounding' in (j.debit_account, j.credit_account) then 'ajuste'
          when j.payment_id is not null then 'pago'
          when j.invoice_id is not null then 'factura'
          else 'saldo_inicial'
        end as kind,
        case
          when j.credit_note_id is not null then 'NC-' || n.number
          when j.payment_id is not null then 'Recibo ' || p.number
          when j.invoice_id is not null then i.prefix || '-' || i.number
        end as document
      from journal j
      left join invoices i on i.company_id = j.company_id and i.id = j.invoice_id
      left join payments p on p.company_id = j.company_id and p.id = j.payment_id
      left join credit_notes n on n.company_id = j.company_id and n.id = j.credit_note_id
      where j.company_id = (select current_company()) and j.client_id = ${clientId} and j.posted_on between ${from} and ${to}
    ) moved
    group by day, kind, document having sum(amount) <> 0 order by day, min(place), document`.execute(tx)
  return rows
}
