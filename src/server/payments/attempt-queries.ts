import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '#domain/core/environment.ts'
import { type Money, money } from '#domain/core/money.ts'
import { type OnlineMethod, PAGE_METHOD } from '#domain/integrations/online-method.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import {
  type AttemptStatus,
  isOpen,
  type KnownAttempt,
  LINK_HOLD_MINUTES,
  LINK_WINDOW_HOURS,
} from '#domain/payments/attempt.ts'
import { SLIP_METHOD } from '#domain/payments/slip.ts'
import type { Tx } from '#server/core/tx.ts'
import { keyRows } from '#server/db/arrays.ts'

/** The payer's data, as it was sent to the provider. */
export type StoredPayer = {
  email: string
  full_name: string
  phone_number: string
  /** The Nequi phone number, or the PSE person and bank; empty for Bancolombia. */
  method: Record<string, string | number>
}

export type Attempt = KnownAttempt & {
  id: string
  client_id: string
  user_id: string
  /** It was begun with the signed link of its invoice, without a session. */
  is_by_link: boolean
  request_hash: Buffer
  method: OnlineMethod
  environment: Environment
  bank_url: string | null
  provider_message: string | null
  payer: StoredPayer
  created_at: Date
  /** When the provider is asked next. Null when it is asked no more; an expired attempt has one while it may be charged. */
  next_check_at: Date | null
  /** It was sent, and the provider never said what became of it. */
  is_unanswered: boolean
  settled_at: Date | null
  /** The last instant to pay a slip, or on the page of the provider; null for another method. */
  expires_at: Date | null
  /** The payment link of the page of the provider, once it answered. */
  payment_link_id: string | null
}

const COLUMNS = sql`a.id, a.client_id, a.user_id, a.is_by_link, a.request_hash, a.method, a.environment, a.reference, a.amount, a.status, a.transaction_id,
  a.bank_url, a.provider_message, a.payer, a.created_at, a.next_check_at, a.is_unanswered, a.settled_at, a.expires_at, a.payment_link_id`

async function findAttempt(tx: Tx, where: ReturnType<typeof sql>): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`
    select ${COLUMNS} from payment_attempts a where a.company_id = (select current_company()) and ${where}`.execute(tx)
  return rows[0]
}

export const getAttempt = (tx: Tx, id: string) => findAttempt(tx, sql`a.id = ${id}`)
/** Locks an attempt until the end of the transaction. Lock the client's account first (lockAccount). */
export const lockAttempt = (tx: Tx, id: string) => findAttempt(tx, sql`a.id = ${id} for update`)
export const getAttemptByKey = (tx: Tx, userId: string, key: string) =>
  findAttempt(tx, sql`a.user_id = ${userId} and a.key = ${key}`)

/** The attempts with these references, in no order. */
export async function listAttemptsByReference(tx: Tx, references: readonly string[]): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select a.* from ${keyRows(references, 'text')} key (reference) cross join lateral (
      select ${COLUMNS} from payment_attempts a
      where a.company_id = (select current_company()) and a.reference = key.reference offset 0) a`.execute(tx)
  return rows
}

/** The attempts whose page these payment links open, in no order. */
export async function listAttemptsByLink(tx: Tx, links: readonly string[]): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select a.* from ${keyRows(links, 'text')} key (id) cross join lateral (
      select ${COLUMNS} from payment_attempts a
      where a.company_id = (select current_company()) and a.payment_link_id = key.id offset 0) a`.execute(tx)
  return rows
}

/** The open attempt of exactly these invoices: of the client, or of someone with the link. */
export const getOpenAttemptFor = (tx: Tx, clientId: string, isByLink: boolean, invoiceIds: readonly string[]) =>
  findAttempt(
    tx,
    sql`a.client_id = ${clientId} and a.is_by_link = ${isByLink} and a.id in (select o.attempt_id from payment_attempt_invoices o
      where o.company_id = a.company_id and o.is_open group by o.attempt_id
      having array_agg(o.invoice_id order by o.invoice_id) = ${`{${invoiceIds.toSorted().join(',')}}`}::uuid[])`,
  )

export type NewAttempt = Pick<
  Attempt,
  | 'client_id'
  | 'user_id'
  | 'is_by_link'
  | 'request_hash'
  | 'method'
  | 'environment'
  | 'reference'
  | 'amount'
  | 'payer'
  | 'created_at'
  | 'expires_at'
> & { key: string; accepted: object; next_check_at: Date | null }

/** Writes an attempt before it is sent to the provider. */
export async function insertAttempt(
  tx: Tx,
  attempt: NewAttempt,
  invoices: readonly { id: string; amount: Money }[],
): Promise<string> {
  const { id } = await tx
    .insertInto('payment_attempts')
    .values({ ...attempt, payer: JSON.stringify(attempt.payer), accepted: JSON.stringify(attempt.accepted) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_attempt_invoices')
    .values(invoices.map((invoice) => ({ attempt_id: id, invoice_id: invoice.id, amount: invoice.amount })))
    .execute()
  return id
}

/** Marks an attempt as sent. True for one caller only, which sends it. */
export async function claimSending(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_attempts')
    .set({ status: 'submitted' })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export type AttemptChanges = {
  transaction_id?: string | null
  payment_link_id?: string
  bank_url?: string | null
  slip_agreement?: string
  slip_intention?: string
  provider_message?: string | null
  /** Of a final status: the provider is still asked, from then on. */
  next_check_at?: Date | null
  is_unanswered?: boolean
}

/** Sets the status of an attempt. A final status releases its invoices and, without `next_check_at`, stops its checks. */
export async function moveAttempt(
  tx: Tx,
  id: string,
  status: AttemptStatus,
  { next_check_at = null, ...changes }: AttemptChanges,
  now: Date,
): Promise<void> {
  const isFinal = !isOpen(status)
  const move = tx
    .updateTable('payment_attempts')
    .set({ status, ...changes, ...(isFinal ? { next_check_at, bank_url: null, settled_at: now } : {}) })
    .where('id', '=', id)
  const release = tx.updateTable('payment_attempt_invoices').set({ is_open: false }).where('attempt_id', '=', id)
  await Promise.all([move.execute(), ...(isFinal ? [release.execute()] : [])])
}

/** Changes what the provider said about an expired attempt. */
export const updateAsked = (
  tx: Tx,
  id: string,
  changes: { transaction_id: string | null } | { next_check_at: null; is_unanswered: boolean },
) => tx.updateTable('payment_attempts').set(changes).where('id', '=', id).where('status', '=', 'expired').execute()

/** Stores the payment link of an attempt, in whatever status it is: its page may be paid. */
export const updateLink = (tx: Tx, id: string, payment_link_id: string) =>
  tx.updateTable('payment_attempts').set({ payment_link_id }).where('id', '=', id).execute()

/** The amount that an attempt pays of each invoice, the oldest due first. */
export async function listAttemptInvoices(
  tx: Tx,
  id: string,
): Promise<{ invoice_id: string; number: string; amount: Money }[]> {
  const { rows } = await sql<{ invoice_id: string; prefix: string; sequence: number; amount: number }>`
    select p.invoice_id, i.prefix, i.number as sequence, p.amount from payment_attempt_invoices p
    cross join lateral (
      select i.id, i.prefix, i.number, i.due_on from invoices i where i.company_id = p.company_id and i.id = p.invoice_id limit 1) i
    where p.company_id = (select current_company()) and p.attempt_id = ${id} order by i.due_on, i.id`.execute(tx)
  return rows.map(({ prefix, sequence, invoice_id, amount }) => ({
    invoice_id,
    number: invoiceNumber(prefix, sequence),
    amount: money(amount),
  }))
}

/** Records what an approved attempt leaves to pay back of each invoice of a void contract, so that its reversal takes back just that. */
export async function updateSetApart(
  tx: Tx,
  attemptId: string,
  parts: readonly { invoice_id: string; amount: Money }[],
): Promise<void> {
  for (const { invoice_id, amount } of parts) {
    await tx
      .updateTable('payment_attempt_invoices')
      .set({ set_apart: amount })
      .where('attempt_id', '=', attemptId)
      .where('invoice_id', '=', invoice_id)
      .execute()
  }
}

/** What a payment left to pay back of the invoices of void contracts. Nothing for one that was not made online. */
export async function listSetApart(tx: Tx, paymentId: string): Promise<{ invoice_id: string; amount: Money }[]> {
  const { rows } = await sql<{ invoice_id: string; amount: Money }>`
    select i.invoice_id, i.set_apart as amount
    from payments p join payment_attempt_invoices i on i.company_id = p.company_id and i.attempt_id = p.attempt_id
    where p.company_id = (select current_company()) and p.id = ${paymentId} and i.set_apart > 0`.execute(tx)
  return rows
}

/** Counts the attempts for a client after an instant: those with a session, or those by a link. */
export async function countAttemptsSince(tx: Tx, clientId: string, isByLink: boolean, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('client_id', '=', clientId)
    .where('is_by_link', '=', isByLink)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** When a payment would begin, and whether by the link of an invoice. */
export type Beginning = { now: Date; isByLink: boolean }

/**
 * Whether an open attempt of the alias `a` stops another payment of its invoices. A slip never does: its payer has days to pay it. Nor does the
 * page of the provider while no payment is under way on it: its payer may have left it. Any other one stops a payment by a link; one by the client is stopped by its own, and by one by a link for LINK_HOLD_MINUTES.
 */
export const stopsPayer = ({ now, isByLink }: Beginning): RawBuilder<boolean> => sql<boolean>`(
  a.method <> ${SLIP_METHOD} and (a.method <> ${PAGE_METHOD} or a.transaction_id is not null) and ${isByLink ? sql`true` : stopsClient(now)})`

const stopsClient = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  not a.is_by_link or a.created_at > ${before(now, LINK_HOLD_MINUTES)} and not exists (
    select from payment_attempts f where f.company_id = a.company_id and f.client_id = a.client_id and f.is_by_link
      and f.created_at > ${before(now, LINK_WINDOW_HOURS * 60)} and f.created_at <= ${before(now, LINK_HOLD_MINUTES)}
  ))`

const before = (now: Date, minutes: number): Date => new Date(now.getTime() - minutes * 60_000)

/** The open attempts of these invoices that do not stop another payment, which takes their place. */
export async function listPassedAttempts(
  tx: Tx,
  invoiceIds: readonly string[],
  beginning: Beginning,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from ${keyRows(invoiceIds, 'uuid')} key (id)
    join payment_attempt_invoices l on l.company_id = (select current_company()) and l.invoice_id = key.id and l.is_open
    join payment_attempts a on a.company_id = l.company_id and a.id = l.attempt_id
    where not ${stopsPayer(beginning)} group by a.id order by a.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The ids of these invoices that have an open attempt. */
export async function listInvoiceIdsInProcess(tx: Tx, invoiceIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('payment_attempt_invoices')
    .select('invoice_id')
    .where('invoice_id', 'in', [...invoiceIds])
    .where('is_open', '=', true)
    .execute()
  return rows.map((row) => row.invoice_id)
}

export async function getReceiptOf(tx: Tx, attemptId: string): Promise<{ id: string; number: number } | undefined> {
  return tx.selectFrom('payments').select(['id', 'number']).where('attempt_id', '=', attemptId).executeTakeFirst()
}
