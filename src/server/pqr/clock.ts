import { sql } from 'kysely'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { isOver, termFrom, termsOn } from '#domain/pqr/deadlines.ts'
import { isDeliveredByDesk } from '#domain/pqr/delivered.ts'
import { isAwaitingAnswer } from '#domain/pqr/lifecycle.ts'
import { moved } from '#domain/pqr/steps.ts'
import { isClockRight } from '#server/core/clock.ts'
import { readInPlatformTx, type World } from '#server/core/context.ts'
import { applyEach, type Due } from '#server/core/due.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { applySilence, CLOCK, clockAfter, writeStep } from './change.ts'
import { followDecision } from './decision-mail.ts'
import { appealUntil, isAnswerLost } from './notification.ts'
import { getCase, type StoredCase } from './queries.ts'

/** Cases that are read at a time. */
const BATCH_MAX = 500
/** For how long one tick reads another batch: the next tick continues, and a process that ends waits for no more than this. */
const TICK_MS = 9_000

export const pqrTickers: readonly Ticker[] = [
  { name: 'pqr.clock', everyS: 10, tick: async (world) => void (await runClock(world)) },
]

/**
 * Applies the consequences of time whose instant came, in their order: positive silence, the end of the term to appeal, the e-mail of a
 * decision that did not arrive, the last day to send a file to the SIC. The instant of each is a column of its case, so a server that was stopped continues where time is now; the
 * case is locked and checked again, so two processes apply each consequence once. A process with a wrong clock applies none. `forMs`: for how long it
 * reads another batch.
 */
export async function runClock(
  world: World,
  processNow: () => Date = () => new Date(),
  forMs = TICK_MS,
): Promise<number> {
  if (!(await isClockRight(world, processNow))) return 0
  const now = world.clock()
  const end = performance.now() + forMs
  let applied = 0
  let after: DueCase | undefined
  do {
    const due: DueCase[] = await readInPlatformTx(world, (tx) => listDue(tx, now, after))
    applied += await applyEach(world, due, (tx, id) => applyDue(tx, id, now))
    after = due.length < BATCH_MAX ? undefined : due.at(-1)
  } while (after !== undefined && performance.now() < end)
  return applied
}

/** A case whose instant came. `at`: that instant, as PostgreSQL writes it. */
type DueCase = Due & { at: string }

/** The next cases in their order. `after`: the last one that was read, so that those that failed do not stop the others. */
async function listDue(tx: Tx, now: Date, after: DueCase | undefined): Promise<DueCase[]> {
  // A literal: for a parameter the planner expects a tenth of the table.
  const limit = sql.raw(String(BATCH_MAX))
  const later = after === undefined ? sql`` : sql`and (clock_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<DueCase>`
    select company_id, id, clock_at::text as at from pqr_cases where clock_at <= ${now} ${later} order by clock_at, id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Applies the consequence of one case, after a change of it that is in progress. False when it has no consequence any more. */
async function applyDue(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from pqr_cases where company_id = (select current_company()) and id = ${id} and clock_at <= ${now}
    for update`.execute(tx)
  const found = rows.length === 0 ? undefined : await getCase(tx, id)
  if (!found) return false
  if (isAwaitingAnswer(found.status)) await applySilence(tx, found, now)
  else if (found.status === 'respondida') await endWindow(tx, found, now)
  else if (await followDecision(tx, found, now)) await warnTransfer(tx, found, now)
  return true
}

/** The term to appeal ended: the answer is final. It has not ended while it counts from a later notification, or there was none. */
async function endWindow(tx: Tx, found: StoredCase, now: Date): Promise<string> {
  const until = await appealUntil(tx, found)
  if (until === null) return renewWindow(tx, found, now)
  if (!isOver(until, now)) return moveWindow(tx, found, { until, now })
  return found.open_tasks > 0 ? endTerm(tx, found, now) : closeWindow(tx, found, now)
}

const NOT_DELIVERED =
  'Nadie registró la entrega de la respuesta, así que el plazo del usuario para el recurso no ha empezado. Entrégasela y registra el día.'
const NOT_SENT =
  'El correo con la respuesta no le llegó al usuario, así que su plazo para el recurso no ha empezado. Entrégasela en papel o por teléfono y registra el día; si la dirección es correcta, también puedes reenviar el correo en Mensajes.'
const NOT_SENT_YET =
  'El correo con la respuesta no ha salido, así que el plazo del usuario para el recurso no ha empezado. Revisa en Mensajes por qué espera.'

/** The answer did not reach the user: the user may still appeal, and the desk is notified to deliver it. */
async function renewWindow(tx: Tx, found: StoredCase, now: Date): Promise<string> {
  const today = dayOf(now)
  const until = termFrom(today, termsOn(await readParameters(tx), today).appeal)
  return writeStep(tx, found, {
    author: CLOCK,
    now,
    changes: { appeal_until: until, clock_at: clockAfter(until) },
    entry: {
      kind: 'notified',
      text: isDeliveredByDesk(found) ? NOT_DELIVERED : (await isAnswerLost(tx, found, today)) ? NOT_SENT : NOT_SENT_YET,
      is_internal: true,
    },
    event: { name: 'pqr.not_notified' },
  })
}

/** The e-mail of the answer left on a later day than that of the answer. */
const moveWindow = (tx: Tx, found: StoredCase, { until, now }: { until: Day; now: Date }): Promise<string> =>
  writeStep(tx, found, {
    author: CLOCK,
    now,
    changes: { appeal_until: until, clock_at: clockAfter(until) },
    entry: { kind: 'notified', text: `El plazo para el recurso va hasta el ${dayLabel(until)}.` },
    event: { name: 'pqr.term_moved', after: { appeal_until: until } },
  })

const untilOf = ({ appeal_until }: StoredCase): string => (appeal_until === null ? '' : ` el ${dayLabel(appeal_until)}`)

/** The term to appeal ended while something of the answer is not done: the case closes after its last task. */
const endTerm = (tx: Tx, found: StoredCase, now: Date): Promise<string> =>
  writeStep(tx, found, {
    author: CLOCK,
    now,
    changes: { clock_at: null },
    entry: {
      kind: 'window_closed',
      text: `El plazo del recurso venció${untilOf(found)}. El caso se cierra cuando esté hecho lo que ordena la respuesta.`,
    },
    event: { name: 'pqr.window_ended' },
  })

/** The term to appeal ended without an appeal, and nothing is left to do. */
const closeWindow = (tx: Tx, found: StoredCase, now: Date): Promise<string> =>
  writeStep(tx, found, {
    author: CLOCK,
    now,
    changes: {
      status: moved(found.status, 'close'),
      closed_at: now,
      clock_at: null,
      due_at: null,
    },
    entry: {
      kind: 'window_closed',
      text: `El plazo del recurso venció${untilOf(found)} y el caso se cerró.`,
    },
    event: { name: 'pqr.window_closed' },
  })

/** The last day to send the file to the SIC. */
const warnTransfer = (tx: Tx, found: StoredCase, now: Date): Promise<string> =>
  writeStep(tx, found, {
    author: CLOCK,
    now,
    changes: { clock_at: null },
    entry: { kind: 'notified', text: 'Hoy vence el traslado del expediente a la SIC.', is_internal: true },
    event: { name: 'pqr.transfer_due' },
  })
