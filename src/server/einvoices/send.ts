import { dayOf } from '#domain/core/days.ts'
import { discountProblem } from '#domain/einvoices/document.ts'
import { type ProviderReason, rejectionCodeOf } from '#domain/einvoices/rejection.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { type BlockerQueries, findBlocker, findRejected, nameOwn } from './blocked.ts'
import { type ClaimedDocument, claimDocument } from './claim.ts'
import type { FoundDocument, Issuer, IssuerAccount, SendOutcome } from './issuer.ts'
import { inQueue, type Lease, lockQueue } from './lease.ts'
import { type Next, type Outcome, writeOutcome } from './sent-outcome.ts'

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
  const outcome = await outcomeOf(world, issuer, claimed, {
    rejectedOf: (references) => inTx((tx) => findRejected(tx, claimed.frozen.kind, references)),
    ownOf: (references) => inTx((tx) => nameOwn(tx, references)),
  })
  return inTx(async (tx) => {
    await lockQueue(tx, lease)
    return writeOutcome(tx, claimed, outcome, world.clock())
  })
}

async function outcomeOf(
  world: World,
  issuer: Issuer,
  claimed: ClaimedDocument,
  queries: BlockerQueries,
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
  if (sent.kind === 'blocked') return findBlocker(account, claimed, sent, queries)
  if (sent.kind === 'unknown') return { kind: 'unknown', isAbsent }
  if (sent.kind !== 'rejected') return sent
  if (rejectionCodeOf(sent.reasons) === 'processed') return foundProcessed(account, claimed, sent.reasons)
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
  if (found.kind === 'stored' && rejectionCodeOf(found.reasons) === 'processed')
    return { kind: 'processed', reasons: found.reasons }
  return found.kind === 'absent' || found.kind === 'stored' ? null : found
}

/** Rule 90: DIAN has the document already. Its number and code are those that the provider shows. */
async function foundProcessed(
  account: IssuerAccount,
  { frozen }: ClaimedDocument,
  reasons: readonly ProviderReason[],
): Promise<Outcome> {
  const found = await account.find(frozen)
  return knownOutcome(found) ?? { kind: 'processed', reasons }
}

/** Nothing blocks a file. */
const handedOutcome = (sent: SendOutcome): Outcome => (sent.kind === 'blocked' ? { kind: 'unknown' } : sent)
