import { sql } from 'kysely'
import type { PolicyRules } from '#domain/collections/policy.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { NOTICES_MAX, queueNotices } from './notices.ts'

type DueInvoice = {
  id: string
  contract_id: string
  no_contract: string
  client_id: string
  client_name: string
  email: string | null
  phone: string | null
  payable: Money
  last_payable_on: Day
}

/** Queues the reminders of the invoices that are due in the days of the policy, once each. What is disputed is not reminded. */
export async function remindDue(
  world: World,
  tx: Tx,
  { reminder_days }: Pick<PolicyRules, 'reminder_days'>,
  today: Day,
): Promise<void> {
  if (reminder_days === null) return
  const notices = (await listDue(tx, addDays(today, reminder_days))).map((invoice) => ({
    client: { id: invoice.client_id, name: invoice.client_name, email: invoice.email, phone: invoice.phone },
    contract: { id: invoice.contract_id, no_contract: invoice.no_contract },
    invoice_id: invoice.id,
    amount: invoice.payable,
    on: invoice.last_payable_on,
    dedupe: `due:${invoice.id}`,
  }))
  for (let from = 0; from < notices.length; from += NOTICES_MAX) {
    await queueNotices(world, tx, 'reminder', notices.slice(from, from + NOTICES_MAX))
  }
}

async function listDue(tx: Tx, on: Day): Promise<DueInvoice[]> {
  const { rows } = await sql<DueInvoice>`
    select i.id, i.contract_id, c.no_contract, i.client_id, k.name as client_name, k.email, k.phone, i.payable, i.last_payable_on
    from (
      select id, company_id, contract_id, client_id, last_payable_on, (balance - disputed_amount)::bigint as payable
      from invoices where company_id = (select current_company()) and due_on = ${on}::date and balance > disputed_amount
    ) i
    cross join lateral (select name, email, phone from clients where company_id = i.company_id and id = i.client_id and (email is not null or phone is not null) offset 0) k
    cross join lateral (select no_contract from contracts where company_id = i.company_id and id = i.contract_id offset 0) c
    order by i.id`.execute(tx)
  return rows
}
