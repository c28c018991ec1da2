import { sql } from 'kysely'
import { type Day, dayOf } from '#domain/core/days.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import type { Environment } from '#domain/core/environment.ts'
import {
  ACCEPTANCE_LABELS,
  type Acceptance,
  type AcceptanceCode,
  isSettled,
  lastClaimDay,
  termEnd,
} from '#domain/einvoices/acceptance.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import type { BuyerEvent, IssuerAccount } from './issuer.ts'
import { clearCalls, inQueue, type Lease, lockQueue } from './lease.ts'
import { insertSteps } from './outcome.ts'
import { stopUnsent } from './unsent.ts'

const EVERY_MS = 12 * HOUR_MS
const RETRY_MS = HOUR_MS
/** After those days without a final event the provider is not asked any more. */
const DAYS_MAX_MS = 45 * 24 * HOUR_MS

type DueEvents = { id: string; number: string; validated_at: Date; environment: Environment }

/**
 * Asks the provider what the buyer of one invoice said, and stores what is new. False when nothing is due, or when the provider must not
 * be called now.
 */
export async function readNextEvents(
  world: World,
  lease: Lease,
  { environment, account }: { environment: Environment; account: IssuerAccount },
): Promise<boolean> {
  const now = world.clock()
  const due = await inQueue(world, lease.companyId, async (tx) => {
    if (!(await lockQueue(tx, lease))) return undefined
    const { rows } = await sql<DueEvents>`
      select id, number, validated_at, environment from electronic_documents
      where company_id = (select current_company()) and events_try_at <= ${now} order by events_try_at limit 1`.execute(
      tx,
    )
    return rows[0]
  })
  if (!due) return false
  // The other environment is another account at the provider, which does not have the document.
  if (due.environment !== environment) {
    await inQueue(world, lease.companyId, (tx) =>
      setTimes(tx, due.id, { events_try_at: new Date(now.getTime() + EVERY_MS) }),
    )
    return true
  }
  const read = await account.events(due.number)
  await inQueue(world, lease.companyId, async (tx) => {
    if (read.kind === 'ok') {
      await clearCalls(tx)
      return writeEvents(tx, due, read.data, now)
    }
    await setTimes(tx, due.id, { events_try_at: new Date(now.getTime() + RETRY_MS) })
    if (read.kind !== 'unknown') await stopUnsent(tx, read, now)
  })
  return read.kind === 'ok' || read.kind === 'unknown'
}

async function writeEvents(tx: Tx, due: DueEvents, events: readonly BuyerEvent[], now: Date): Promise<void> {
  for (const { code, occurred_on } of events)
    if (await insertAcceptance(tx, due.id, { code, occurred_on, source: 'provider' }, now))
      await writeStep(tx, due, code, now)
  const known = await listAcceptances(tx, due.id)
  const days = valueInForce(await readParameters(tx), 'einvoice.tacit_days', dayOf(now))
  const lastDay = lastClaimDay(known, days)
  const tacit_at = lastDay === null ? null : termEnd(lastDay)
  await setTimes(tx, due.id, {
    events_read_at: now,
    tacit_at,
    events_try_at: isSettled(known) ? null : nextRead(due.validated_at, tacit_at, now),
  })
}

/** In twelve hours, and exactly when the term to claim ends: a claim of its last day must be known before the acceptance is presumed. */
function nextRead(validatedAt: Date, tacitAt: Date | null, now: Date): Date | null {
  const next = new Date(now.getTime() + EVERY_MS)
  if (tacitAt !== null) return tacitAt > now && tacitAt < next ? tacitAt : next
  return next.getTime() - validatedAt.getTime() > DAYS_MAX_MS ? null : next
}

type Times = { events_try_at: Date | null; events_read_at?: Date; tacit_at?: Date | null }

const setTimes = async (tx: Tx, id: string, times: Times): Promise<void> => {
  await tx.updateTable('electronic_documents').set(times).where('id', '=', id).execute()
}

async function writeStep(tx: Tx, { id, number }: { id: string; number: string }, code: AcceptanceCode, now: Date) {
  await insertSteps(tx, [{ id, status: 'validated' }], { text: ACCEPTANCE_LABELS[code], author: 'Cliente', now })
  if (code === '031') await tx.record('electronic.claimed', { entity_id: id, after: { number } })
}

/** Writes what the buyer said. False when it was written before. */
async function insertAcceptance(tx: Tx, documentId: string, one: Acceptance, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into electronic_acceptances (document_id, code, occurred_on, source, written_at)
    values (${documentId}, ${one.code}, ${one.occurred_on}::date, ${one.source}, ${now})
    on conflict (company_id, document_id, code) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** What the buyer of a document said, in the order in which it was written. */
export const listAcceptances = (tx: Tx, documentId: string): Promise<Acceptance[]> =>
  tx
    .selectFrom('electronic_acceptances')
    .select(['code', 'occurred_on', 'source'])
    .where('document_id', '=', documentId)
    .orderBy('id')
    .execute()

/** Writes the tacit acceptance of an invoice whose term to claim ended on a day, once. False when the buyer said something else before. */
export async function acceptTacitly(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ number: string; tacit_at: Date }>`
    select number, tacit_at from electronic_documents
    where company_id = (select current_company()) and id = ${id} and tacit_at <= ${now} and events_read_at >= tacit_at
    for update`.execute(tx)
  const due = rows[0]
  if (!due) return false
  const isOpen = !isSettled(await listAcceptances(tx, id))
  const occurred_on: Day = dayOf(due.tacit_at)
  const isNew = isOpen && (await insertAcceptance(tx, id, { code: '034', occurred_on, source: 'term' }, now))
  await setTimes(tx, id, { events_try_at: null, tacit_at: null })
  if (!isNew) return false
  const text = 'Aceptación tácita: el plazo para reclamar terminó'
  await insertSteps(tx, [{ id, status: 'validated' }], { text, author: 'Enlace', now })
  await tx.record('electronic.accepted', { entity_id: id, after: { number: due.number } })
  return true
}
