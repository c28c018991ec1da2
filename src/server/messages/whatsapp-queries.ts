import { sql } from 'kysely'
import { DAY_MS } from '#domain/core/durations.ts'
import type { WhatsappNotice } from '#domain/integrations/whatsapp.ts'
import type { DeliveryStep } from '#domain/messages/message.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray } from '#server/db/arrays.ts'
import { type CheckedMessage, triesOf } from './queries.ts'

export type ClaimedWhatsapp = CheckedMessage & {
  to_phone: string
  template: WhatsappNotice
  template_values: Record<string, string>
  tries: number
  claimed_at: Date
}

/** Claims the due messages by WhatsApp of every company: only the process that claims a message sends it. */
export async function claimDueWhatsapp(tx: Tx, now: Date, limit: number): Promise<ClaimedWhatsapp[]> {
  const { rows } = await sql<ClaimedWhatsapp>`
    with due as (
      select company_id, id from messages where channel = 'whatsapp' and next_try_at <= ${now}
      order by next_try_at limit ${limit} for update skip locked
    )
    update messages m set status = 'sending', claimed_at = ${now}, handed_at = null, next_try_at = null, tries = m.tries + 1
    from due where m.company_id = due.company_id and m.id = due.id
    returning m.company_id, m.id, m.category, m.client_id, m.contract_id, m.invoice_id, m.only_while, m.to_phone, m.template,
      m.template_values, m.tries, m.claimed_at`.execute(tx)
  return rows
}

/** Messages that were sent, or perhaps sent, before an instant, and of which no delivery is known. */
export async function listUndelivered(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ company_id: string; id: string }[]> {
  const { rows } = await sql<{ company_id: string; id: string }>`
    select company_id, id from messages
    where channel = 'whatsapp' and status in ('sent', 'unknown') and delivered_at is null
      and coalesce(sent_at, cleared_at, created_at) < ${before}
    order by coalesce(sent_at, cleared_at, created_at) limit ${limit}`.execute(tx)
  return rows
}

/** Meta accepted a claimed message. A status of the webhook that came before stays. */
export async function saveAccepted(tx: Tx, id: string, providerId: string, now: Date): Promise<void> {
  await sql`
    update messages set status = 'sent', sent_at = ${now}, problem = null, claimed_at = null, cleared_at = null,
      provider_id = ${providerId}, delivery = coalesce(delivery, 'accepted')
    where company_id = (select current_company()) and id = ${id} and status = 'sending'`.execute(tx)
}

type NotSent = {
  status: 'queued' | 'held' | 'dropped' | 'unknown'
  problem: string
  next_try_at: Date | null
  /** Null: it was no contact. Absent: it counts as one, because it may have arrived. */
  cleared_at?: null
}

export async function saveNotSent(tx: Tx, id: string, result: NotSent): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ ...result, ...triesOf(result.status), claimed_at: null })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .execute()
}

/** What the statuses of Meta say of one message. */
export type Progress = {
  id: string
  provider_id: string
  delivery: DeliveryStep
  at: Date
  delivered_at: Date | null
  read_at: Date | null
}

/**
 * Writes how far messages came: the highest step stays, whatever the order in which the statuses arrive. One whose answer was lost, or
 * whose failure another device contradicts, is sent. Returns the numbers that received one.
 */
export async function saveProgress(tx: Tx, progress: readonly Progress[]): Promise<string[]> {
  const column = (read: (one: Progress) => string | null): string => textArray(progress.map(read))
  const instant = (at: Date | null): string | null => at?.toISOString() ?? null
  const { rows } = await sql<{ to_phone: string; is_delivered: boolean }>`
    update messages m set
      provider_id = u.provider_id,
      delivery = case when m.delivery is null or array_position(${STEPS}, u.delivery) > array_position(${STEPS}, m.delivery)
        then u.delivery else m.delivery end,
      delivered_at = coalesce(m.delivered_at, u.delivered_at),
      read_at = coalesce(m.read_at, u.read_at),
      status = case when ${isSentNow} then 'sent' else m.status end,
      sent_at = case when ${isSentNow} then u.at else m.sent_at end,
      problem = case when ${isSentNow} then null else m.problem end,
      claimed_at = case when ${isSentNow} then null else m.claimed_at end,
      cleared_at = case when ${isSentNow} then null else m.cleared_at end
    from (
      select id::uuid as id, provider_id, delivery, at::timestamptz as at, delivered_at::timestamptz as delivered_at,
        read_at::timestamptz as read_at
      from unnest(${column((one) => one.id)}::text[], ${column((one) => one.provider_id)}::text[],
        ${column((one) => one.delivery)}::text[], ${column((one) => instant(one.at))}::text[],
        ${column((one) => instant(one.delivered_at))}::text[], ${column((one) => instant(one.read_at))}::text[])
        key (id, provider_id, delivery, at, delivered_at, read_at)
    ) u
    where m.company_id = (select current_company()) and m.id = u.id and m.channel = 'whatsapp'
      and m.status in ('sending', 'sent', 'unknown', 'failed', 'replaced')
    returning m.to_phone, m.delivered_at is not null as is_delivered`.execute(tx)
  return rows.flatMap(({ to_phone, is_delivered }) => (is_delivered ? [to_phone] : []))
}

const STEPS = sql`array['accepted', 'sent', 'delivered', 'read']`
const isSentNow = sql`(m.status in ('sending', 'unknown') or (m.status = 'failed' and u.delivered_at is not null))`

/** The messages of identifiers of Meta, for statuses without our own. */
export async function listIdsOf(tx: Tx, providerIds: readonly string[]): Promise<Map<string, string>> {
  if (providerIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; provider_id: string }>`
    select id, provider_id from messages
    where company_id = (select current_company()) and provider_id = any (${textArray(providerIds)}::text[])`.execute(tx)
  return new Map(rows.map(({ id, provider_id }) => [provider_id, id]))
}

/** Numbers that WhatsApp did not reach get their notices by e-mail for so long. */
const UNREACHABLE_DAYS = 30

export async function saveUnreachable(tx: Tx, messageId: string, code: number, now: Date): Promise<void> {
  await sql`
    insert into whatsapp_unreachable (phone, failure_code, since)
    select to_phone, ${code}, ${now} from messages where company_id = (select current_company()) and id = ${messageId}
    on conflict (company_id, phone) do update set failure_code = excluded.failure_code, since = excluded.since`.execute(
    tx,
  )
}

/** A number that received a message, or wrote one, is reached again. */
export async function deleteUnreachable(tx: Tx, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return
  await sql`
    delete from whatsapp_unreachable
    where company_id = (select current_company()) and phone = any (${textArray(phones)}::text[])`.execute(tx)
}

/** Of phones, those whose last message failed because they have no WhatsApp, or want none. */
export async function listUnreachable(tx: Tx, phones: readonly string[], now: Date): Promise<Set<string>> {
  const since = new Date(now.getTime() - UNREACHABLE_DAYS * DAY_MS)
  const { rows } = await sql<{ phone: string }>`
    select key.phone from unnest(${textArray(phones)}::text[]) key (phone) where exists (
      select from whatsapp_unreachable u where u.company_id = (select current_company()) and u.phone = key.phone and u.since > ${since}
    )`.execute(tx)
  return new Set(rows.map(({ phone }) => phone))
}

/** A message that failed: what its e-mail needs. */
type FailedMessage = { id: string; to_email: string | null }

/** Marks a message as not delivered, unless it was delivered. Undefined when it is not to be replaced any more. */
export async function failWhatsapp(
  tx: Tx,
  id: string,
  { problem, code }: { problem: string; code: number | null },
): Promise<FailedMessage | undefined> {
  const { rows } = await sql<FailedMessage>`
    update messages set status = case when to_email is null then 'failed' else 'replaced' end,
      problem = case when to_email is null then ${`${problem}. No tiene correo: avísale por otro medio`} else ${problem} end,
      failure_code = ${code}, next_try_at = null, claimed_at = null, sent_at = null, cleared_at = null
    where company_id = (select current_company()) and id = ${id} and channel = 'whatsapp' and delivered_at is null
      and status in ('queued', 'held', 'sending', 'sent', 'unknown')
    returning id, to_email`.execute(tx)
  return rows[0]
}

/** Queues the e-mail that replaces a failed message, with the same words and conditions, once. Returns its id. */
export async function insertReplacement(tx: Tx, id: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into messages (kind, category, client_id, invoice_id, contract_id, only_while, dedupe, to_email, subject, text_body, html_body,
      sender, reply_to, next_try_at)
    select kind, category, client_id, invoice_id, contract_id, only_while, 'instead:' || id, to_email, subject, text_body, html_body,
      sender, reply_to, ${now}
    from messages where company_id = (select current_company()) and id = ${id} and to_email is not null
    on conflict do nothing returning id`.execute(tx)
  const replacement = rows[0]?.id ?? null
  if (replacement !== null)
    await tx.updateTable('messages').set({ replaced_by: replacement }).where('id', '=', id).execute()
  return replacement
}
