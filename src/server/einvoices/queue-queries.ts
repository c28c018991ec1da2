import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { periodBounds, periodOf } from '#domain/core/period.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { ElectronicQueue } from '#domain/einvoices/electronic.ts'
import type { ReasonCode } from '#domain/einvoices/rejection.ts'
import { ELECTRONIC_STATUSES, type ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayStart } from '#server/db/days.ts'

type Counts = ElectronicQueue['counts']
type CountRow = { status: ElectronicStatus; count: number }

const countsOf = (rows: readonly CountRow[]): Counts => {
  const found = new Map(rows.map(({ status, count }) => [status, count]))
  const counts = { queued: 0, sending: 0, pending_dian: 0, rejected: 0, manual: 0, validated: 0, withdrawn: 0 }
  for (const status of ELECTRONIC_STATUSES) counts[status] = found.get(status) ?? 0
  return counts
}

/** The documents of the company by status: all that are not validated, and the validated ones of this month. */
export async function countByStatus(tx: Tx, now: Date): Promise<Counts> {
  const { from_on } = periodBounds(periodOf(dayOf(now)), 31)
  const { rows } = await sql<CountRow>`
    select status, count(*)::int as count from electronic_documents
    where company_id = (select current_company()) and status <> 'validated' and not is_trial group by status
    union all
    select 'validated', count(*)::int from electronic_documents
    where company_id = (select current_company()) and validated_at >= ${dayStart(from_on)} and not is_trial`.execute(tx)
  return countsOf(rows)
}

type Later = { count: number; at: Date | null }

/**
 * The documents that cannot be sent before an hour: that of their own next try, or of the document of their kind that waits for DIAN, which
 * at the provider blocks them. `at`: the first of those hours. Null when all may be sent now.
 */
export async function countLater(tx: Tx, now: Date): Promise<{ count: number; at: Date } | null> {
  const { rows } = await sql<Later>`
    with blocker as (
      select kind, min(next_try_at) as next_try_at from electronic_documents
      where company_id = (select current_company()) and status = 'pending_dian' and status in ('queued', 'sending', 'pending_dian') and not is_aside
      group by kind
    )
    select count(*)::int as count, min(greatest(d.next_try_at, b.next_try_at)) as at
    from electronic_documents d left join blocker b on b.kind = d.kind and not d.is_aside
    where d.company_id = (select current_company()) and d.status in ('queued', 'sending', 'pending_dian') and d.status <> 'sending'
      and greatest(d.next_try_at, b.next_try_at) > ${now}`.execute(tx)
  const [row] = rows
  return row?.at == null ? null : { count: row.count, at: row.at }
}

/** The documents of invoices that wait for a number of the range of the invoices: the notes have a range of their own. */
export async function countWaitingInvoices(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from electronic_documents
    where company_id = (select current_company()) and status <> 'validated' and status in ('queued', 'sending', 'pending_dian')
      and kind = 'invoice'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The documents of the invoices of a run, and of the notes on them, by status. */
export async function countOfRun(tx: Tx, runId: string): Promise<Counts> {
  const { rows } = await sql<CountRow>`
    select d.status, count(*)::int as count
    from invoices i
    join electronic_documents d on d.company_id = i.company_id and d.invoice_id = i.id and d.kind = 'invoice' and not d.is_trial
    where i.company_id = (select current_company()) and i.run_id = ${runId} group by d.status`.execute(tx)
  return countsOf(rows)
}

export const getRunId = async (tx: Tx, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('runs').select('id').where('id', '=', id).executeTakeFirst())?.id

type StoredQueue = {
  is_on: boolean
  /** Whether its documents are files that a person sends. */
  is_file: boolean
  /** Null also while the pace of the provider is awaited, which stops nothing. */
  problem_text: string | null
  problem_since: Date | null
  wait_until: Date | null
  paused_at: Date | null
  paused_by: string | null
  /** Whether an undecided document at the provider blocks the documents of a kind. */
  is_blocked: { invoice: boolean; credit_note: boolean } | null
}

export async function getQueue(tx: Tx): Promise<StoredQueue> {
  const { rows } = await sql<StoredQueue>`
    select c.is_factus_integration or coalesce(f.is_on, false) as is_on, not c.is_factus_integration and coalesce(f.is_on, false) as is_file,
      case when l.problem <> 'limited' then l.problem_text end as problem_text, l.problem_since, l.wait_until, l.paused_at, l.paused_by,
      case when l.problem = 'blocked' then jsonb_build_object(
        'invoice', l.invoices_blocked_until is not null, 'credit_note', l.notes_blocked_until is not null) end as is_blocked
    from companies c left join electronic_queues l on l.company_id = c.id left join file_issuers f on f.company_id = c.id
    where c.id = (select current_company())`.execute(tx)
  const row = rows[0]
  if (!row) throw notFound('Esa empresa no existe')
  return row
}

/** Pauses the queue, or lets it send again. False when it already was so. */
export async function setPaused(tx: Tx, paused: { at: Date; by: string } | null): Promise<boolean> {
  const { rows } = await sql`
    insert into electronic_queues (company_id, paused_at, paused_by)
    values (current_company(), ${paused?.at ?? null}, ${paused?.by ?? null})
    on conflict (company_id) do update set paused_at = excluded.paused_at, paused_by = excluded.paused_by, wait_until = null,
      invoices_blocked_until = null, notes_blocked_until = null
    where (electronic_queues.paused_at is null) <> (excluded.paused_at is null)
    returning company_id`.execute(tx)
  return rows.length > 0
}

/** The queue looks at its documents now: one of them was corrected by a person. */
export async function wakeQueue(tx: Tx): Promise<void> {
  await tx
    .updateTable('electronic_queues')
    .set({ wait_until: null, invoices_blocked_until: null, notes_blocked_until: null })
    .execute()
}

type Retried = { id: string; status: ElectronicStatus }

/**
 * Sends documents again: a rejected one and a file, which no provider holds, with the data of today; the others with what is frozen. Returns those that changed. One that
 * DIAN has by rule 90 only when the provider's support released it; all of a status without the files, each of which a person may have sent.
 */
export async function requeueDocuments(
  tx: Tx,
  which: { id: string; isReleased: boolean } | { status: ElectronicStatus; reason: ReasonCode | null },
  now: Date,
): Promise<Retried[]> {
  const condition =
    'id' in which
      ? sql`id = ${which.id} and (${which.isReleased} or reason is distinct from 'processed')`
      : sql`status = ${which.status} and reason is distinct from 'processed' and reason is distinct from 'file' and (${which.reason}::text is null or reason = ${which.reason})`
  const { rows } = await sql<Retried>`
    update electronic_documents set
      status = case when status = 'manual' then (case when payload is null or reason = 'file' then 'queued' else 'pending_dian' end)
        when status = 'pending_dian' then 'pending_dian' else 'queued' end,
      payload = case when status = 'rejected' or reason = 'file' then null else payload end,
      pending_since = case when status = 'manual' and reason <> 'file' then ${now} else pending_since end,
      reason = null, next_try_at = null, is_aside = false, changed_at = ${now}
    where company_id = (select current_company()) and status <> 'validated' and status in ('rejected', 'manual', 'pending_dian', 'queued')
      and not is_trial
      and ${condition}
    returning id, status`.execute(tx)
  return rows
}
