import { dayOf } from '#domain/core/days.ts'
import { discountProblem } from '#domain/einvoices/document.ts'
import { rejectionCodeOf } from '#domain/einvoices/rejection.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { stopOtherCompany } from '#server/integrations/factus.ts'
import { writeLost } from './aside.ts'
import { type Blocked, findBlocker, findRejected, stopBlocked, writeFreed } from './blocked.ts'
import { type ClaimedDocument, claimDocument } from './claim.ts'
import type { FoundDocument, Issuer, IssuerAccount, SendOutcome } from './issuer.ts'
import {
  clearCalls,
  clearQueue,
  inQueue,
  type Lease,
  lockQueue,
  RANGE_WAIT_MS,
  stopQueue,
  writeUnanswered,
} from './lease.ts'
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

/**
 * Sends one document (EIN-01): claims it in a transaction, calls the provider without one, and writes the outcome in another, each with
 * the fencing token of the queue. A document that an earlier try may have left at the provider is looked up by its reference first.
 */
export async function sendNext(world: World, lease: Lease, issuer: Issuer): Promise<Next> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => inQueue(world, lease.companyId, work)
  const claimed = await inTx(async (tx) =>
    (await lockQueue(tx, lease)) && (await issuer.isOn(tx)) ? claimDocument(tx, issuer, world.clock()) : 'wait',
  )
  if (claimed === 'skipped') return 'more'
  if (typeof claimed === 'string') return claimed
  const outcome = await outcomeOf(world, issuer, claimed, (references) =>
    inTx((tx) => findRejected(tx, claimed.frozen.kind, references)),
  )
  return inTx(async (tx) => {
    await lockQueue(tx, lease)
    return writeOutcome(tx, claimed, outcome, world.clock())
  })
}

/** What happened at the provider. `early`: a request of a stopped worker may still be running. `processed`: only DIAN has it. `overdue`: its day to pay passed before it was
 * validated.
 * `isAbsent`: the provider answers, and did not have it before the try whose answer was lost. */
type Outcome =
  | Exclude<SendOutcome, { kind: 'blocked' | 'unknown' }>
  | Exclude<Blocked, { kind: 'unknown' }>
  | { kind: 'unknown'; isAbsent?: boolean }
  | { kind: 'early'; until: Date }
  | { kind: 'processed' }
  | { kind: 'overdue'; mayBeThere: boolean }

async function outcomeOf(
  world: World,
  issuer: Issuer,
  claimed: ClaimedDocument,
  rejectedOf: Parameters<typeof findBlocker>[3],
): Promise<Outcome> {
  const { frozen, notBefore } = claimed
  const { account } = issuer
  const wrong = discountProblem(frozen)
  if (wrong !== null)
    return { kind: 'rejected', reasons: [{ field: 'payment_details', message: wrong }], mayBeThere: false }
  if (account === null) return handedOutcome(await issuer.send(frozen))
  let mayBeThere = false
  let isUndecided = false
  let isAbsent = false
  if (claimed.mayBeThere) {
    const found = await account.find(frozen)
    const known = knownOutcome(found)
    if (known !== null) return known
    isAbsent = found.kind === 'absent'
    if (isAbsent && notBefore !== null && notBefore > world.clock()) return { kind: 'early', until: notBefore }
    // What DIAN refused blocks the account until it is removed; the document may have been corrected since.
    if (found.kind === 'stored') {
      isUndecided = !found.isRejected
      mayBeThere = isUndecided || (await account.discard(frozen.kind, frozen.reference)).kind !== 'ok'
    }
    if (frozen.due_on !== null && frozen.due_on < dayOf(world.clock())) return { kind: 'overdue', mayBeThere }
  }
  const sent = await issuer.send(frozen)
  if (sent.kind === 'blocked') return findBlocker(account, claimed, sent, rejectedOf)
  if (sent.kind === 'unknown') return { kind: 'unknown', isAbsent }
  if (sent.kind !== 'rejected') return sent
  if (rejectionCodeOf(sent.reasons) === 'processed') return foundProcessed(account, claimed)
  // A refusal of this try decides nothing about what an earlier try left: DIAN decides that one, so it keeps its client and its amounts.
  if (!sent.mayBeThere && isUndecided) return { kind: 'pending', reasons: sent.reasons }
  if (!sent.mayBeThere) return { ...sent, mayBeThere }
  const discarded = await account.discard(frozen.kind, frozen.reference)
  return { ...sent, mayBeThere: discarded.kind !== 'ok' }
}

/** An outcome that needs no sending. Null: send. */
function knownOutcome(found: FoundDocument): Outcome | null {
  if (found.kind === 'validated') return { kind: 'validated', document: found.document, reasons: [] }
  // DIAN has the document of rule 90: it is neither removed nor sent again.
  if (found.kind === 'stored' && rejectionCodeOf(found.reasons) === 'processed') return { kind: 'processed' }
  return found.kind === 'absent' || found.kind === 'stored' ? null : found
}

/** Rule 90: DIAN has the document already. Its number and code are those that the provider shows. */
async function foundProcessed(account: IssuerAccount, { frozen }: ClaimedDocument): Promise<Outcome> {
  const found = await account.find(frozen)
  return knownOutcome(found) ?? { kind: 'processed' }
}

/** Nothing blocks a file. */
const handedOutcome = (sent: SendOutcome): Outcome => (sent.kind === 'blocked' ? { kind: 'unknown' } : sent)

async function writeOutcome(tx: Tx, claimed: ClaimedDocument, outcome: Outcome, now: Date): Promise<Next> {
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
      await writeManual(tx, claimed, 'processed', { now })
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
