import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { payableOf } from '#domain/invoices/invoice.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RunMail } from '#domain/messages/message.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import type { InvoicesKind } from '#server/db/types.ts'
import { LINK_GENERATION } from '#server/invoices/link-queries.ts'
import type { BilledInvoice } from './compose.ts'

type BilledInvoiceRow = {
  id: string
  kind: InvoicesKind
  prefix: string
  sequence: number
  period: string
  issued_on: Day
  due_on: Day
  last_payable_on: Day
  total: Money
  balance: Money
  credited: Money
  disputed_amount: Money
  extended_amount: Money
  extended_to_on: Day | null
  agreed_to_on: Day | null
  client_id: string
  client_name: string
  email: string | null
  link_generation: number
}

const SELECT = sql`
  select i.id, i.kind, i.prefix, i.number as sequence, i.period, i.issued_on, i.due_on, i.last_payable_on, i.total, i.balance, i.credited, i.disputed_amount,
    i.extended_amount, i.extended_to_on, i.agreed_to_on,
    i.client_id, k.name as client_name, k.email, ${LINK_GENERATION}
  from invoices i join clients k on k.company_id = i.company_id and k.id = i.client_id
  where i.company_id = (select current_company())`

const invoiceOf = ({ prefix, sequence, email, ...row }: BilledInvoiceRow): BilledInvoice => ({
  ...row,
  number: invoiceNumber(prefix, sequence),
  payable: payableOf(row),
  to: email ?? '',
})

/** One invoice with the data of its email; `to` is '' when the client has no e-mail. */
export async function getBilledInvoice(tx: Tx, id: string): Promise<BilledInvoice | undefined> {
  const { rows } = await sql<BilledInvoiceRow>`${SELECT} and i.id = ${id}`.execute(tx)
  return rows.map(invoiceOf)[0]
}

/** Several invoices with the data of their emails, in no order. */
export async function listBilledInvoices(tx: Tx, ids: readonly string[]): Promise<BilledInvoice[]> {
  const { rows } = await sql<BilledInvoiceRow>`${SELECT} and i.id = any (${uuidArray(ids)}::uuid[])`.execute(tx)
  return rows.map(invoiceOf)
}

/** A page of the invoices of a run whose clients have an e-mail. `after`: the id of the last invoice of the previous page. */
export async function listInvoicesOfRun(
  tx: Tx,
  runId: string,
  after: string | null,
  limit: number,
): Promise<BilledInvoice[]> {
  const { rows } = await sql<BilledInvoiceRow>`
    ${SELECT} and i.run_id = ${runId} and k.email is not null and (${after}::uuid is null or i.id > ${after}::uuid)
    order by i.id limit ${limit}`.execute(tx)
  return rows.map(invoiceOf)
}

/** The e-mails of a run. Undefined when there is no such run. */
export async function countRunMail(tx: Tx, runId: string): Promise<RunMail | undefined> {
  const { rows } = await sql<RunMail>`
    select (count(i.id) filter (where k.email is not null))::int as with_email,
      (count(i.id) filter (where k.email is null))::int as without_email,
      (count(*) filter (where m.status = 'sent'))::int as sent,
      (count(*) filter (where m.status in ('queued', 'sending', 'held')))::int as waiting,
      (count(*) filter (where m.status in ('failed', 'unknown')))::int as failed
    from runs r
    left join invoices i on i.company_id = r.company_id and i.run_id = r.id
    left join clients k on k.company_id = i.company_id and k.id = i.client_id
    left join lateral (
      select status from messages m where m.company_id = i.company_id and m.dedupe = 'invoice:' || i.id limit 1
    ) m on true
    where r.company_id = (select current_company()) and r.id = ${runId} group by r.id`.execute(tx)
  return rows[0]
}
