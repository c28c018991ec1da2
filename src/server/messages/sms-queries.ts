import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { CheckedMessage } from './queries.ts'

export type ClaimedSms = CheckedMessage & { to_phone: string; text_body: string; tries: number; claimed_at: Date }

/** Claims the due text messages of every company: only the process that claims a message sends it. */
export async function claimDueSms(tx: Tx, now: Date, limit: number): Promise<ClaimedSms[]> {
  const { rows } = await sql<ClaimedSms>`
    with due as (
      select company_id, id from messages where channel = 'sms' and next_try_at <= ${now}
      order by next_try_at limit ${limit} for update skip locked
    )
    update messages m set status = 'sending', claimed_at = ${now}, handed_at = null, next_try_at = null, tries = m.tries + 1
    from due where m.company_id = due.company_id and m.id = due.id
    returning m.company_id, m.id, m.category, m.client_id, m.contract_id, m.invoice_id, m.only_while, m.to_phone, m.text_body, m.tries,
      m.claimed_at`.execute(tx)
  return rows
}
