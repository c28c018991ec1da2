import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import type { MESSAGE_SORTS } from '#domain/messages/api.ts'
import type { Contact } from '#domain/messages/contact-rules.ts'
import type { Message, MessageStatus } from '#domain/messages/message.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'
import type { MessagesCategory, MessagesKind, MessagesOnlyWhile } from '#server/db/types.ts'

type MessageSort = (typeof MESSAGE_SORTS)[number]

export type MessageFilter = {
  client_id?: string | undefined
  status?: MessageStatus | undefined
  q?: string | undefined
  sort?: Sort<MessageSort> | undefined
}

/** Ids are time-ordered. */
const SORTS: SortColumns<MessageSort> = { created_at: ['m.id'] }

function conditions({ client_id, status, q }: MessageFilter) {
  const parts = [sql`m.company_id = (select current_company())`]
  if (client_id !== undefined) parts.push(sql`m.client_id = ${client_id}`)
  if (status !== undefined) parts.push(sql`m.status = ${status}`)
  if (q !== undefined && q.trim() !== '') {
    parts.push(
      sql`(m.to_email = lower(${q.trim()}) or m.to_phone = ${q.trim()} or m.client_id in (select client_id from search_clients(${q})))`,
    )
  }
  return sql.join(parts, sql` and `)
}

type MessageRow = Omit<Message, 'client' | 'created_at' | 'sent_at' | 'next_try_at'> & {
  client_id: string | null
  client_name: string | null
  created_at: Date
  sent_at: Date | null
  next_try_at: Date | null
}

export async function listMessages(tx: Tx, filter: MessageFilter, range: RowRange): Promise<Message[]> {
  const order = orderBy(SORTS, filter.sort ?? '-created_at')
  const { rows } = await sql<MessageRow>`
    select m.id, m.kind, m.channel, coalesce(m.to_phone, m.to_email) as to, m.delivery, m.client_id, k.name as client_name, m.invoice_id, m.subject, m.status, m.tries, m.problem,
      m.next_try_at, m.created_at, m.sent_at
    from (select * from messages m where ${conditions(filter)} order by ${order} ${pageOf(range)}) m
    left join lateral (select name from clients k where k.company_id = m.company_id and k.id = m.client_id offset 0) k on true
    order by ${order}`.execute(tx)
  return rows.map(({ client_id, client_name, created_at, sent_at, next_try_at, ...row }) => ({
    ...row,
    client: client_id === null ? null : { id: client_id, name: client_name ?? '' },
    created_at: created_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    next_try_at: next_try_at?.toISOString() ?? null,
  }))
}

export async function countMessages(tx: Tx, filter: MessageFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages m where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function countResendable(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from messages
    where company_id = (select current_company()) and ${RESENDABLE}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A message by WhatsApp that may have arrived is not sent again: the Cloud API has no key that keeps it from arriving twice. */
const RESENDABLE = sql`status in ('failed', 'unknown') and not (channel = 'whatsapp' and status = 'unknown')`

/** Queues failed and unconfirmed messages again. `ids` null: all of the company. Returns how many. */
export async function requeueMessages(tx: Tx, ids: readonly string[] | null, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update messages set status = 'queued', tries = 0, problem = null, next_try_at = ${now}
    where company_id = (select current_company()) and ${RESENDABLE}
      and ${ids === null ? sql`true` : sql`id = any (${uuidArray(ids)}::uuid[])`}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export type NewMessage = {
  kind: MessagesKind
  category: MessagesCategory
  client_id: string | null
  invoice_id: string | null
  dedupe: string | null
  to_email: string
  subject: string
  text_body: string
  html_body: string
  sender: string
  reply_to: string | null
  next_try_at: Date
  contract_id?: string | null
  /** What must still be true when it is sent (debt-messages.ts); absent: it is sent in any case. */
  only_while?: MessagesOnlyWhile
  /** The action over a list that wrote it, which may be undone. */
  bulk_job_id?: string
}

/** A file of an e-mail. */
export type MessageFile = { name: string; type: string; bytes: Buffer }

/** Inserts one message with its files. False when its `dedupe` key already exists. */
export async function insertMessageWithFiles(
  tx: Tx,
  message: NewMessage,
  files: readonly MessageFile[],
): Promise<boolean> {
  const inserted = await tx
    .insertInto('messages')
    .values(message)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  if (files.length === 0) return true
  await tx
    .insertInto('message_files')
    .values(files.map((file) => ({ ...file, message_id: inserted.id, sha256: hash('sha256', file.bytes) })))
    .execute()
  return true
}

/** The files of a claimed message that was not sent yet. */
export async function listMessageFiles(tx: Tx, { company_id, id }: ClaimedMessage): Promise<MessageFile[]> {
  const rows = await tx
    .selectFrom('message_files')
    .select(['name', 'type', 'bytes'])
    .where('company_id', '=', company_id)
    .where('message_id', '=', id)
    .orderBy('name')
    .execute()
  return rows.flatMap(({ bytes, ...file }) => (bytes === null ? [] : [{ ...file, bytes }]))
}

/** Inserts messages. One whose `dedupe` key already exists is left out. Returns how many were inserted. */
export async function insertMessages(tx: Tx, messages: readonly NewMessage[]): Promise<number> {
  if (messages.length === 0) return 0
  const inserted = await tx
    .insertInto('messages')
    .values([...messages])
    .onConflict((on) => on.doNothing())
    .returning('id')
    .execute()
  return inserted.length
}

/** The `dedupe` keys of the company that begin with one of the prefixes. */
export async function listDedupes(tx: Tx, prefixes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ dedupe: string }>`
    select m.dedupe from unnest(${[...prefixes]}::text[]) prefix
    join messages m on m.company_id = (select current_company()) and m.dedupe >= prefix and m.dedupe < prefix || 'g'`.execute(
    tx,
  )
  return rows.map(({ dedupe }) => dedupe)
}

/** Inserts one message. Returns its id; null when its `dedupe` key already exists. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<string | null> {
  const inserted = await tx
    .insertInto('messages')
    .values(message)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** The clients that a job over a list wrote to. */
export async function listClientsOfJob(tx: Tx, jobId: string): Promise<Set<string>> {
  const { rows } = await sql<{ client_id: string }>`
    select distinct client_id from messages
    where company_id = (select current_company()) and bulk_job_id = ${jobId} and client_id is not null`.execute(tx)
  return new Set(rows.map(({ client_id }) => client_id))
}

/**
 * Drops the messages of a job that have not left, so that each may be written again. One that is being sent, or may have arrived, stays.
 * Returns how many.
 */
export async function dropMessagesOfJob(tx: Tx, jobId: string, problem: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update messages set status = 'dropped', problem = ${problem}, next_try_at = null, dedupe = null
    where company_id = (select current_company()) and bulk_job_id = ${jobId} and status in ('queued', 'held') and cleared_at is null`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** How many messages of a job were sent. */
export async function countSentOfJob(tx: Tx, jobId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('bulk_job_id', '=', jobId)
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow()
  return count
}

/** What the rules before the sending need of a claimed message. */
export type CheckedMessage = {
  company_id: string
  id: string
  category: NewMessage['category']
  client_id: string | null
  contract_id: string | null
  invoice_id: string | null
  only_while: MessagesOnlyWhile | null
}

export type ClaimedMessage = CheckedMessage & {
  to_email: string
  subject: string
  text_body: string
  html_body: string
  sender: string
  reply_to: string | null
  tries: number
  claimed_at: Date
}

/** Claims the due e-mails of every company: only the process that claims a message sends it. */
export async function claimDueEmails(tx: Tx, now: Date, limit: number): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with due as (
      select company_id, id from messages where channel = 'email' and next_try_at <= ${now} order by next_try_at limit ${limit} for update skip locked
    )
    update messages m set status = 'sending', claimed_at = ${now}, handed_at = null, next_try_at = null, tries = m.tries + 1
    from due where m.company_id = due.company_id and m.id = due.id
    returning m.company_id, m.id, m.category, m.client_id, m.contract_id, m.invoice_id, m.only_while, m.to_email, m.subject, m.text_body, m.html_body, m.sender, m.reply_to, m.tries,
      m.claimed_at`.execute(tx)
  return rows
}

/** Records that the contact guard let a claimed message go, and as what: from now on it is a contact, although it is not sent yet. */
export async function clearMessage(
  tx: Tx,
  { company_id, id }: CheckedMessage,
  cleared: { category: MessagesCategory; cleared_at: Date },
): Promise<void> {
  await tx.updateTable('messages').set(cleared).where('company_id', '=', company_id).where('id', '=', id).execute()
}

/** What became of a claimed message. `cleared_at`: of one that was tried; another keeps the contact of an earlier try that may have arrived. */
export type SendResult = {
  status: MessageStatus
  problem: string | null
  next_try_at: Date | null
  sent_at: Date | null
  cleared_at?: null
}

/** One that was held was claimed and not tried: its tries are of the days on which it may go. */
export const triesOf = (status: MessageStatus) => (status === 'held' ? { tries: sql<number>`tries - 1` } : {})

/** Saves the result of a claimed message. Nothing once its claim has ended: another process may have it. */
export async function saveSendResult(
  tx: Tx,
  { company_id, id, claimed_at }: Pick<ClaimedMessage, 'company_id' | 'id' | 'claimed_at'>,
  result: SendResult,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ ...result, ...triesOf(result.status), claimed_at: null })
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .where('claimed_at', '=', claimed_at)
    .execute()
  if (result.status !== 'sent') return
  await tx
    .updateTable('message_files')
    .set({ bytes: null })
    .where('company_id', '=', company_id)
    .where('message_id', '=', id)
    .execute()
}

/** Locks the contacts with a client until the end of the transaction: an e-mail and a contact of the desk are checked one after the other. */
export const lockContacts = (tx: Tx, clientId: string): Promise<void> => tx.lock(`contact:${clientId}`)

/**
 * The contacts with a client about debts and offers since an instant: the messages that were sent, those that are being sent or may have
 * arrived, and what the desk did.
 */
export async function listContacts(tx: Tx, companyId: string, clientId: string, since: Date): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select sent_at as at, channel from messages
    where company_id = ${companyId} and client_id = ${clientId} and category <> 'transaccional' and sent_at > ${since}
    union all
    select cleared_at, channel from messages
    where company_id = ${companyId} and client_id = ${clientId} and category <> 'transaccional' and cleared_at > ${since}
    union all
    select contacted_at, channel from desk_contacts
    where company_id = ${companyId} and client_id = ${clientId} and contacted_at > ${since}`.execute(tx)
  return rows
}

/** What a client owes of the invoices of a contract, without what is in a claim. */
export async function getContractDebt(tx: Tx, { id, client_id }: { id: string; client_id: string }): Promise<Money> {
  const { rows } = await sql<{ debt: Money }>`
    select coalesce(sum(balance - disputed_amount), 0)::bigint as debt from invoices
    where company_id = (select current_company()) and contract_id = ${id} and client_id = ${client_id} and balance > 0`.execute(
    tx,
  )
  return rows[0]?.debt ?? ZERO
}
