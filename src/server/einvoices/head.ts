import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/core/durations.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { DocumentKind } from '#domain/einvoices/document.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { Tx } from '#server/core/tx.ts'
import type { ToFreeze } from './freeze.ts'

/** The document that is sent next. */
export type HeadRow = ToFreeze & {
  id: string
  status: ElectronicStatus
  payload: unknown
  tries: number
  may_be_there: boolean
  is_aside: boolean
  pending_since: Date | null
  changed_at: Date
  environment: Environment | null
  file_number: string | null
  file_range_id: number | null
}

/** `later`: something waits, and nothing can be sent before the instant. `gone`: a person changed the document meanwhile. */
type NoHead = { kind: 'idle' | 'gone' } | { kind: 'later'; until: Date }

/** A queue that waits for one kind looks again after this time: the other kind may have a document by then. */
const LOOK_AGAIN_MS = MINUTE_MS

type Candidate = {
  id: string
  kind: DocumentKind
  status: ElectronicStatus
  is_aside: boolean
  next_try_at: Date | null
}

/**
 * The first document: one that a stopped worker left; then, of each kind, the one that waits for DIAN, which at the provider blocks those
 * of its kind, or else the oldest of the queue. Of the two kinds, the older one that is due.
 */
export async function lockHead(tx: Tx, now: Date): Promise<{ kind: 'head'; head: HeadRow } | NoHead> {
  const [candidates, blocks] = await Promise.all([listCandidates(tx, now), getBlocks(tx)])
  const stopped = candidates.find(({ status }) => status === 'sending')
  if (stopped) return lockRow(tx, stopped)
  const ofKinds = (['invoice', 'credit_note'] as const).flatMap((kind) => {
    const own = candidates.filter((one) => one.kind === kind)
    const waiting = own.find(({ status, is_aside }) => status === 'pending_dian' && !is_aside)
    // One that was set aside is here only when it is due, and is older than what is queued.
    const first = waiting ?? own.find(({ is_aside }) => is_aside) ?? own[0]
    return first ? [{ ...first, dueAt: latest(first.next_try_at, blocks[kind]) }] : []
  })
  const due = ofKinds.filter(({ dueAt }) => dueAt === null || dueAt <= now)
  const [first] = due.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (first) return lockRow(tx, first)
  const times = ofKinds.map(({ dueAt }) => dueAt?.getTime() ?? 0)
  if (times.length === 0) return { kind: 'idle' }
  return { kind: 'later', until: new Date(Math.min(...times, now.getTime() + LOOK_AGAIN_MS)) }
}

/** Each is one probe of the same index. */
async function listCandidates(tx: Tx, now: Date): Promise<Candidate[]> {
  const first = (status: ElectronicStatus, kind: DocumentKind, isAside: boolean) => sql`(
    select id, kind, status, is_aside, next_try_at from electronic_documents
    where company_id = (select current_company()) and status = ${sql.lit(status)} and status in ('queued', 'sending', 'pending_dian')
      and kind = ${sql.lit(kind)} and is_aside = ${sql.lit(isAside)}
      and (not (status = 'queued' or is_aside) or status = 'sending' or next_try_at is null or next_try_at <= ${now})
    order by id limit 1)`
  const { rows } = await sql<Candidate>`
    ${first('sending', 'invoice', false)} union all ${first('sending', 'credit_note', false)}
    union all ${first('sending', 'invoice', true)} union all ${first('sending', 'credit_note', true)}
    union all ${first('pending_dian', 'invoice', false)} union all ${first('pending_dian', 'credit_note', false)}
    union all ${first('pending_dian', 'invoice', true)} union all ${first('pending_dian', 'credit_note', true)}
    union all ${first('queued', 'invoice', false)} union all ${first('queued', 'credit_note', false)}`.execute(tx)
  return rows
}

async function getBlocks(tx: Tx): Promise<Record<DocumentKind, Date | null>> {
  const row = await tx
    .selectFrom('electronic_queues')
    .select(['invoices_blocked_until', 'notes_blocked_until'])
    .executeTakeFirst()
  return { invoice: row?.invoices_blocked_until ?? null, credit_note: row?.notes_blocked_until ?? null }
}

const latest = (one: Date | null, other: Date | null): Date | null => {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

async function lockRow(tx: Tx, { id, status }: Candidate): Promise<{ kind: 'head'; head: HeadRow } | NoHead> {
  const { rows } = await sql<HeadRow>`
    select id, kind, invoice_id, credit_note_id, reference, status, payload, tries, may_be_there, is_aside, pending_since, changed_at,
      environment, file_number, file_range_id
    from electronic_documents
    where company_id = (select current_company()) and id = ${id} and status = ${status} for update`.execute(tx)
  const [head] = rows
  return head ? { kind: 'head', head } : { kind: 'gone' }
}
