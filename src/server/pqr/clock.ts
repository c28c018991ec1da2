import { sql } from 'kysely'
import { dayLabel } from '#domain/core/days.ts'
import { isAwaitingAnswer } from '#domain/pqr/lifecycle.ts'
import { moved } from '#domain/pqr/steps.ts'
import { isClockRight } from '#server/core/clock.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { applyEach, type Due } from '#server/core/due.ts'
import type { Ticker } from '#server/core/jobs.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { applySilence, CLOCK, writeStep } from './change.ts'
import { getCase, type StoredCase } from './queries.ts'

/** Consequences that one tick applies at most: the next tick continues. */
const TICK_MAX = 500

export const pqrTickers: readonly Ticker[] = [
  { name: 'pqr.clock', everyS: 10, tick: async (world) => void (await runClock(world)) },
]

/**
 * Applies the consequences of time whose instant came, in their order: positive silence, the end of the term to appeal, the last day to
 * send a file to the SIC. The instant of each is a column of its case, so a server that was stopped continues where time is now; the
 * case is locked and checked again, so two processes apply each consequence once. A process with a wrong clock applies none.
 */
export async function runClock(world: World, processNow: () => Date = () => new Date()): Promise<number> {
  if (!(await isClockRight(world, processNow))) return 0
  const now = world.clock()
  const due = await inTransaction(world.pool, 'enlace_platform', { ...SYSTEM, isReadOnly: true }, (tx) =>
    listDue(tx, now),
  )
  return applyEach(world, due, (tx, id) => applyDue(tx, id, now))
}

async function listDue(tx: Tx, now: Date): Promise<Due[]> {
  // A literal: for a parameter the planner expects a tenth of the table.
  const limit = sql.raw(String(TICK_MAX))
  const { rows } = await sql<Due>`
    select company_id, id from pqr_cases where clock_at <= ${now} order by clock_at, id limit ${limit}`.execute(tx)
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
  else if (found.status === 'respondida') await closeWindow(tx, found, now)
  else await warnTransfer(tx, found, now)
  return true
}

/** The term to appeal ended without an appeal: the answer is final. */
const closeWindow = (tx: Tx, found: StoredCase, now: Date): Promise<string> =>
  writeStep(tx, found, {
    author: CLOCK,
    now,
    changes: {
      status: moved(found.status, 'close'),
      closed_at: now,
      clock_at: null,
      ...(found.open_tasks === 0 ? { due_at: null } : {}),
    },
    entry: {
      kind: 'window_closed',
      text: `El plazo del recurso venció${found.appeal_until === null ? '' : ` el ${dayLabel(found.appeal_until)}`} y el caso se cerró.`,
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
