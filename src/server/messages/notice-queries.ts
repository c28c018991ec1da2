import { sql } from 'kysely'
import type { WhatsappNotice } from '#domain/integrations/whatsapp.ts'
import type { MessageChannel } from '#domain/messages/message.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray, uuidArray } from '#server/db/arrays.ts'
import type { NewMessage } from './queries.ts'

/** What the notices of a batch have in common. */
type NoticeFields = Pick<NewMessage, 'category' | 'sender' | 'reply_to' | 'next_try_at' | 'only_while'>

/**
 * A notice to one client. `whatsapp`: it goes to a mobile, ten digits of Colombia, and to `to_email` when it does not arrive; null: it is
 * an e-mail, and `to_email` is not null.
 */
type NoticeMessage = Pick<NewMessage, 'invoice_id' | 'subject' | 'text_body' | 'html_body'> & {
  client_id: string
  contract_id: string
  dedupe: string
  to_email: string | null
  whatsapp: { to_phone: string; template: WhatsappNotice; values: Readonly<Record<string, string>> } | null
  /** The mobile of a text message, whose words are `text_body`; null for another channel. */
  sms: { to_phone: string } | null
}

const channelOf = ({ whatsapp, sms }: NoticeMessage): MessageChannel =>
  whatsapp !== null ? 'whatsapp' : sms !== null ? 'sms' : 'email'

/** Inserts notices about the service of a client. Returns the id of each by its `dedupe` key, without those whose key already exists. */
export async function insertNoticeMessages(
  tx: Tx,
  notices: readonly NoticeMessage[],
  { category, sender, reply_to, next_try_at, only_while }: NoticeFields,
): Promise<Map<string, string>> {
  const uuids = (value: (notice: NoticeMessage) => string | null) => sql`${uuidArray(notices.map(value))}::uuid[]`
  const texts = (value: (notice: NoticeMessage) => string | null) => sql`${textArray(notices.map(value))}::text[]`
  const { rows } = await sql<{ id: string; dedupe: string | null }>`
    insert into messages (kind, category, sender, reply_to, next_try_at, only_while, channel, client_id, contract_id, invoice_id, dedupe,
      to_email, to_phone, template, template_values, subject, text_body, html_body)
    select 'suspension', ${category}, ${sender}, ${reply_to}, ${next_try_at}::timestamptz, ${only_while ?? null},
      channel, client_id, contract_id, invoice_id, dedupe, to_email, to_phone, template,
      template_values::jsonb, subject, text_body, html_body
    from unnest(
      ${uuids((one) => one.client_id)}, ${uuids((one) => one.contract_id)}, ${uuids((one) => one.invoice_id)},
      ${texts(channelOf)}, ${texts((one) => one.dedupe)}, ${texts((one) => one.to_email)},
      ${texts(({ whatsapp, sms }) => (whatsapp ?? sms)?.to_phone ?? null)},
      ${texts((one) => one.whatsapp?.template ?? null)}, ${texts(({ whatsapp }) => whatsapp && JSON.stringify(whatsapp.values))},
      ${texts((one) => one.subject)}, ${texts((one) => one.text_body)}, ${texts((one) => one.html_body)}
    ) with ordinality m (client_id, contract_id, invoice_id, channel, dedupe, to_email, to_phone, template, template_values, subject, text_body,
      html_body, place)
    order by place on conflict do nothing returning id, dedupe`.execute(tx)
  return new Map(rows.map(({ id, dedupe }) => [dedupe ?? '', id]))
}
