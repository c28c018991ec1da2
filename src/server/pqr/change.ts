import { sql, type Updateable } from 'kysely'
import type { EventName } from '#domain/core/event.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import type { PqrCase, PqrEntry } from '#domain/pqr/case.ts'
import { endOf, isOver, silenceTasksBy, termsOn } from '#domain/pqr/deadlines.ts'
import { isAwaitingAnswer, type PqrStatus } from '#domain/pqr/lifecycle.ts'
import { moved } from '#domain/pqr/steps.ts'
import { silenceTasks } from '#domain/pqr/tasks.ts'
import { assertClockRight } from '#server/core/clock.ts'
import type { Ctx, PublicCtx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { PqrCasesTable } from '#server/db/types.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { insertEntry, insertTasks, type NewEntry } from './entries.ts'
import { withNotifiedTerm } from './notification.ts'
import { getCase, labelOf, type StoredCase } from './queries.ts'
import { readCase } from './reading.ts'

const ABSENT_COPY = 'Esa PQR no existe'

/** The user whose cases the caller may see; null for the staff. */
export const ownerOf = ({ actor }: Pick<Ctx, 'actor'>): string | null => (actor.role === 'client' ? actor.userId : null)

/** A case that the caller may see. The same Refusal 'not_found' for an absent case and for another client's. */
export async function findCase(ctx: Ctx, tx: Tx, id: string): Promise<StoredCase> {
  const found = await getCase(tx, id, { ownerId: ownerOf(ctx) })
  if (!found) throw notFound(ABSENT_COPY)
  return found
}

/**
 * The same, locked until the end of the transaction, for a change. With a version that is not the last one it throws a Refusal
 * 'conflict' with the name of who changed the case. A term that has ended counts at once, also when the clock did not run yet; so a
 * process with a wrong clock changes no case, and throws a Refusal 'unavailable'.
 */
export async function lockCase(ctx: Ctx, tx: Tx, id: string, version: number | undefined): Promise<StoredCase> {
  const found = await getCase(tx, id, { ownerId: ownerOf(ctx), lock: true })
  if (!found) throw notFound(ABSENT_COPY)
  if (version !== undefined && version !== found.version)
    throw new Refusal('conflict', `${found.changed_by} acaba de cambiar esta PQR: vuelve a abrirla para ver cómo quedó`)
  return timed(ctx, tx, found)
}

/** A case of the company, locked for a step of its person without a session. Undefined when there is none. */
export async function lockTimedCase(ctx: PublicCtx, tx: Tx, id: string): Promise<StoredCase | undefined> {
  const found = await getCase(tx, id, { lock: true })
  return found && timed(ctx, tx, found)
}

/** A locked case after the terms that have ended. */
async function timed({ world, now }: PublicCtx, tx: Tx, found: StoredCase): Promise<StoredCase> {
  await assertClockRight(world, tx)
  return withNotifiedTerm(tx, await withSilence(tx, found, now), now)
}

/** A locked case with the positive silence of a term that has ended, also when the clock did not run yet. */
export async function withSilence(tx: Tx, found: StoredCase, now: Date): Promise<StoredCase> {
  if (!isAwaitingAnswer(found.status) || !isOver(found.answer_by, now)) return found
  await applySilence(tx, found, now)
  return (await getCase(tx, found.id)) ?? found
}

/** The author of a step. Without an id: the clock, or a person without a session, who filed the case on the public page or writes by mail. */
export type Author = { id: string | null; name: string; side: PqrEntry['side'] }

export const authorOf = ({ actor }: Pick<Ctx, 'actor'>): Author => ({
  id: actor.userId,
  name: actor.name,
  side: actor.role === 'client' ? 'cliente' : 'empresa',
})

export const CLOCK: Author = { id: null, name: 'Enlace', side: 'sistema' }

type Step = {
  author: Author
  now: Date
  /** The columns that change; `status` is written in the thread. */
  changes: Updateable<PqrCasesTable> & { status?: PqrStatus }
  entry: Pick<NewEntry, 'kind' | 'text' | 'is_internal' | 'decision' | 'stated_reference' | 'stated_until'>
  event: {
    name: EventName
    before?: Readonly<Record<string, unknown>>
    after?: Readonly<Record<string, unknown>>
  }
}

/** Writes one step of a locked case: its columns with the next version, the row of the thread, the event. Returns the id of the row. */
export async function writeStep(
  tx: Tx,
  before: StoredCase,
  { author, now, changes, entry, event }: Step,
): Promise<string> {
  await tx
    .updateTable('pqr_cases')
    .set({ ...changes, version: sql<number>`version + 1`, changed_by: author.name })
    .where('id', '=', before.id)
    .execute()
  const { status } = changes
  const id = await insertEntry(tx, before.id, {
    ...entry,
    at: now,
    side: author.side,
    author_id: author.id,
    author: author.name,
    ...(status === undefined || status === before.status ? {} : { from_status: before.status, to_status: status }),
  })
  await tx.record(event.name, {
    entity_id: before.id,
    ...(before.client_id === null ? {} : { client_id: before.client_id }),
    before: status === undefined ? (event.before ?? null) : { status: before.status },
    after: {
      id: before.id,
      reference: labelOf(before),
      side: author.side,
      ...(status === undefined ? {} : { status }),
      ...event.after,
    },
    ...(author.id === null
      ? { actor: { id: null, name: author.name, role: author.side === 'sistema' ? 'system' : 'nobody' } }
      : {}),
  })
  return id
}

/** Positive silence (R3.6): the request is deemed granted, with its tasks of 72 hours from the end of the term. */
export async function applySilence(tx: Tx, before: StoredCase, now: Date): Promise<void> {
  const terms = termsOn(await readParameters(tx), before.answer_by)
  const tasksBy = silenceTasksBy(before.answer_by, terms)
  const entry_id = await writeStep(tx, before, {
    author: CLOCK,
    now,
    changes: {
      status: moved(before.status, 'expire'),
      silence_on: before.answer_by,
      due_at: tasksBy,
      clock_at: null,
    },
    entry: {
      kind: 'silence',
      text: `El plazo de la respuesta venció y operó el silencio administrativo positivo: la solicitud se entiende resuelta a su favor.`,
    },
    event: { name: 'pqr.silence_applied' },
  })
  await insertTasks(tx, before.id, silenceTasks(before), tasksBy)
  await tx.enqueue('pqr.mail', { company_id: tx.scope.companyId, case_id: before.id, document: 'entry', entry_id })
}

/** The reply of a change: the case as its caller sees it now. */
export async function changed(
  ctx: Ctx,
  tx: Tx,
  id: string,
  message: string,
): Promise<{ data: PqrCase; message: string }> {
  return { data: await readCase(ctx, tx, await findCase(ctx, tx, id)), message }
}

/** The instant of the consequence of a term: one second after its last day. */
export const clockAfter = (last: StoredCase['answer_by']): Date => new Date(endOf(last).getTime() + 1_000)
