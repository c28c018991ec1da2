import { sql } from 'kysely'
import { FIRST_POLICY } from '#domain/collections/policy.ts'
import { CONSENT_TEXT_VERSION } from '#domain/consents/consent.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'

/** The policy of the demo: in trial since yesterday, so that each day is decided and no client of the demo is cut. */
export async function insertDemoPolicy(tx: Tx, today: Day): Promise<void> {
  const policy = { ...FIRST_POLICY, mode: 'trial', version: 1, trial_from: addDays(today, -1) } as const
  await tx
    .insertInto('collection_policies')
    .values({ ...policy, changed_by: 'La demostración' })
    .execute()
  await tx.record('collection_policy.saved', { after: { version: 1, mode: 'trial', mode_label: 'En prueba' } })
}

/**
 * What the collection of the demo needs: the e-mails of the invoices that are overdue, sent on the morning of their day, and the consent
 * of most of those clients to collection messages. Without the first no client may be cut, and without the second none is notified.
 */
export async function insertDemoDeliveries(tx: Tx, today: Day): Promise<void> {
  await sql`
    insert into consents (client_id, purpose, is_granted, text_version, channel, actor_name)
    select distinct k.id, 'contact_email', true, ${CONSENT_TEXT_VERSION}, 'desk', 'La demostración'
    from invoices i join clients k on k.company_id = i.company_id and k.id = i.client_id
    where i.company_id = (select current_company()) and i.balance > 0 and i.last_payable_on < ${today}::date
      and k.email is not null and right(k.identification, 1) not in ('3', '7')`.execute(tx)
  await sql`
    insert into messages (kind, category, client_id, invoice_id, dedupe, to_email, subject, text_body, html_body, sender, status, tries,
      created_at, sent_at)
    select 'invoice', 'transaccional', i.client_id, i.id, 'demo:' || i.id, k.email, 'Tu factura ' || i.prefix || '-' || i.number,
      'Tu factura ' || i.prefix || '-' || i.number || ' ya está lista.',
      '<p>Tu factura ' || i.prefix || '-' || i.number || ' ya está lista.</p>', c.name, 'sent', 1, m.at, m.at
    from invoices i
    join clients k on k.company_id = i.company_id and k.id = i.client_id
    join companies c on c.id = i.company_id
    cross join lateral (select (i.issued_on + time '14:00') at time zone 'UTC' as at) m
    where i.company_id = (select current_company()) and i.kind = 'period' and i.balance > 0 and i.last_payable_on < ${today}::date
      and k.email is not null`.execute(tx)
}
