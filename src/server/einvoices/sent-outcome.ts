import { type ProviderReason, rejectionCodeOf } from '#domain/einvoices/rejection.ts'
import type { Tx } from '#server/core/tx.ts'
import { stopOtherCompany } from '#server/integrations/factus.ts'
import { writeLost } from './aside.ts'
import { type Blocked, stopBlocked, writeFreed } from './blocked.ts'
import type { ClaimedDocument } from './claim.ts'
import type { SendOutcome } from './issuer.ts'
import { clearCalls, clearQueue, RANGE_WAIT_MS, stopQueue, writeUnanswered } from './lease.ts'
import { numberProblem } from './number.ts'
import {
  writeDueOn,
  writeHanded,
  writeManual,
  writePending,
  writeRejected,
  writeReleased,
  writeValidated,
} from './outcome.ts'
import { stopUnsent, UNANSWERED } from './unsent.ts'

/** What the queue does next: send the next document, or nothing for now. `later`: what is left waits, and the provider may be called. */
export type Next = 'more' | 'idle' | 'later' | 'wait'

/** What happened at the provider. `early`: a request of a stopped worker may still be running. `processed`: only DIAN has it. `overdue`: its day to pay passed before it was
 * validated.
 * `isAbsent`: the provider answers, and did not have it before the try whose answer was lost. */
export type Outcome =
  | Exclude<SendOutcome, { kind: 'blocked' | 'unknown' }>
  | Exclude<Blocked, { kind: 'unknown' }>
  | { kind: 'unknown'; isAbsent?: boolean }
  | { kind: 'early'; until: Date }
  | { kind: 'processed'; reasons: readonly ProviderReason[] }
  | { kind: 'overdue'; mayBeThere: boolean }

/** Writes what happened to a document at the provider, and what it says about the queue. Returns what the queue does next. */
export async function writeOutcome(tx: Tx, claimed: ClaimedDocument, outcome: Outcome, now: Date): Promise<Next> {
  switch (outcome.kind) {
    case 'validated': {
      const problem = await numberProblem(tx, claimed, outcome.document.number)
      if (problem !== null) return writeWrong(tx, claimed, problem, now)
      await writeValidated(tx, claimed.id, outcome.document, { now, reasons: outcome.reasons })
      await clearQueue(tx, claimed.frozen.kind)
      return 'more'
    }
    case 'other_company': {
      await writeManual(tx, claimed, 'answer', { now, reasons: [{ message: outcome.message }] })
      await stopOtherCompany(tx, claimed.environment, outcome.message)
      await stopQueue(tx, { problem: 'account', text: outcome.message, until: null }, now)
      return 'wait'
    }
    case 'wrong':
      return writeWrong(tx, claimed, outcome.message, now)
    case 'rejected':
      return writeRefused(tx, claimed, outcome, now)
    case 'handed':
      await writeHanded(tx, claimed, outcome, now)
      await clearQueue(tx)
      return 'more'
    case 'overdue':
      return writeOverdue(tx, claimed, outcome.mayBeThere, now)
    case 'processed':
      await writeManual(tx, claimed, 'processed', { now, reasons: outcome.reasons })
      return 'more'
    case 'pending':
      await writePending(tx, claimed, {
        text: 'La DIAN no ha decidido: se intenta de nuevo',
        now,
        reasons: outcome.reasons,
      })
      await clearCalls(tx)
      // The other kind does not wait for it.
      return 'more'
    case 'unknown':
      await writeLost(tx, claimed, outcome.isAbsent === true, now)
      return writeSilent(tx, now)
    case 'blocked':
      await writeReleased(tx, claimed, { now })
      await stopBlocked(tx, claimed.frozen.kind, outcome.message, now)
      return 'more'
    case 'freed':
      await writeReleased(tx, claimed, { now })
      await writeFreed(tx, outcome.id, now)
      return 'more'
    case 'early':
      await writeReleased(tx, claimed, { now })
      await stopQueue(tx, { problem: 'unanswered', text: INTERRUPTED, until: outcome.until }, now)
      return 'wait'
    default:
      await writeReleased(tx, claimed, { now })
      await stopUnsent(tx, outcome, now)
      return 'wait'
  }
}

/**
 * What the provider holds undecided keeps its client, range and amounts: DIAN decides that one, and a note names its client. Only the day
 * to pay moves, as no provider takes a day that passed.
 */
async function writeOverdue(tx: Tx, claimed: ClaimedDocument, isHeld: boolean, now: Date): Promise<Next> {
  await (isHeld
    ? writeDueOn(tx, claimed, now)
    : writeReleased(tx, { ...claimed, mayBeThere: false }, { now, isFrozen: false }))
  return 'more'
}

async function writeSilent(tx: Tx, now: Date): Promise<Next> {
  await writeUnanswered(tx, UNANSWERED, now)
  return 'wait'
}

/** A refused document is rejected; a refused range stops the queue, and the document takes another one. */
async function writeRefused(
  tx: Tx,
  claimed: ClaimedDocument,
  { reasons, mayBeThere }: Extract<Outcome, { kind: 'rejected' }>,
  now: Date,
): Promise<Next> {
  if (rejectionCodeOf(reasons) === 'range' && !mayBeThere) {
    await writeReleased(tx, claimed, { now, isFrozen: false })
    const text = reasons[0]?.message ?? 'El rango de numeración no sirve'
    await stopQueue(tx, { problem: 'range', text, until: new Date(now.getTime() + RANGE_WAIT_MS) }, now)
    return 'wait'
  }
  await writeRejected(tx, claimed, reasons, { now, mayBeThere })
  await clearQueue(tx, mayBeThere ? null : claimed.frozen.kind)
  return 'more'
}

/** The answer is not about the document that was sent: a person looks at it. */
async function writeWrong(tx: Tx, claimed: ClaimedDocument, message: string, now: Date): Promise<Next> {
  await writeManual(tx, claimed, 'answer', { now, reasons: [{ message }] })
  await clearQueue(tx)
  return 'more'
}

const INTERRUPTED = 'Un envío quedó interrumpido: esperamos a que termine antes de preguntar de nuevo.'
