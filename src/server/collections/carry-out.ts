import { type DecisionRules, SPARED_LABELS } from '#domain/collections/decision.ts'
import { isCutHour, type PolicyRules } from '#domain/collections/policy.ts'
import type { RunState } from '#domain/collections/preview.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { suspendForArrears } from '#server/contracts/service-status.ts'
import type { World } from '#server/core/context.ts'
import { runHalving } from '#server/core/halving.ts'
import { replanStatements } from '#server/core/replan.ts'
import { type Tx } from '#server/core/tx.ts'
import { lockAccounts } from '#server/ledger/accounts.ts'
import { type DecidedContract, decideDay, readRules } from './decide-day.ts'
import { endNotices, insertNotices, NOTICES_MAX, type Notice, queueNotices } from './notices.ts'
import {
  countWaiting,
  endRun,
  listWaiting,
  lockRunState,
  lockWaiting,
  type Outcome,
  saveOutcomes,
  type WaitingDecision,
} from './run-queries.ts'

/** Decisions of a company that one tick carries out at most: the next tick continues, and another company is not kept waiting. */
const TICK_MAX = 5_000
/** Decisions of one transaction: many, so that round trips cost less than statements; few, so that a payment waits little for its account. */
const BATCH = NOTICES_MAX
/**
 * Batches at the same time, each with a connection: while the database writes one, the process decides the other. They have different
 * contracts, and each locks its accounts in one order. Both end before the next ones begin, so a user who stops the run waits for two at most.
 */
const BATCHES_AT_ONCE = 2
/** Of a contract whose data do not let it be notified or cut. */
const UNFIT_REASON = 'Sus datos no lo permiten: revisa el contrato'

export type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Carries out the waiting decisions of a run: the notices at any hour, because the contact guard holds them, and the cuts in theirs. Each
 * batch is a transaction that decides again under the locks of its accounts, so a process that is killed loses nothing and two processes
 * never cut twice.
 */
export async function carryOut(world: World, inTx: InTx, runId: string): Promise<void> {
  let left = TICK_MAX
  for (const action of ['notify', 'cut'] as const) {
    const contracts = await inTx((tx) => listWaiting(tx, runId, action, left))
    await carryOutAll(world, inTx, { runId, action, contracts })
    left -= contracts.length
  }
  await inTx(async (tx) => {
    const [run] = await tx.selectFrom('collection_runs').select('status').where('id', '=', runId).execute()
    if (run?.status !== 'running' || (await countWaiting(tx, runId)) > 0) return
    await endRun(tx, runId, { status: 'done', reason: 'Terminada', now: world.clock() })
  })
}

type Step = { runId: string; action: 'notify' | 'cut'; contracts: readonly string[] }

/**
 * Carries out decisions in batches, while the run may go on: BATCHES_AT_ONCE of them, and when all of these ended, the next ones. One whose
 * data do not let it be carried out is saved as failed.
 */
async function carryOutAll(world: World, inTx: InTx, { contracts, ...run }: Step): Promise<void> {
  const carryOutSome = (some: readonly string[]) =>
    runHalving(some, {
      max: BATCH,
      run: (batch) => inTx((tx) => carryOutBatch(world, tx, { ...run, contracts: batch })),
      exclude: async (contract_id, error) => {
        world.log.error({ err: error, run_id: run.runId, contract_id }, 'a decision was not carried out')
        const outcomes = outcomesOf([contract_id], failed(UNFIT_REASON))
        await inTx((tx) => saveOutcomes(tx, run.runId, outcomes, world.clock()))
      },
    })
  for (let start = 0; start < contracts.length; ) {
    const round: Promise<boolean>[] = []
    for (; round.length < BATCHES_AT_ONCE && start < contracts.length; start += BATCH)
      round.push(carryOutSome(contracts.slice(start, start + BATCH)))
    // An error is thrown when no batch is being written any more.
    await Promise.allSettled(round)
    if ((await Promise.all(round)).includes(false)) return
  }
}

/** Carries out a batch of decisions in one transaction. False when the run may not go on now. */
async function carryOutBatch(world: World, tx: Tx, step: Step): Promise<boolean> {
  await replanStatements(tx)
  const run = await lockRunState(tx, step.runId)
  const today = dayOf(world.clock())
  if (run?.on_day !== today || !isGoingOn(run.status, step.action)) return false
  const waiting = await lockWaiting(tx, step)
  if (waiting.length === 0) return true
  // A payment before the lock counts, and one after it waits. The policy is that of the moment after it.
  const clients = [...new Set(waiting.map(({ client_id }) => client_id))]
  await lockAccounts(tx, clients)
  const rules = await readRules(tx, today)
  if (!isAllowed(rules.policy, step.action, world.clock())) return false
  const decisions = await decideAgain(tx, waiting, { rules, clients, today })
  const due = decisions.flatMap(({ decided }) => (decided?.decision.action === step.action ? [decided] : []))
  const { version: policy_version } = rules.policy
  const done =
    step.action === 'cut'
      ? await cut(world, tx, due, { run_id: step.runId, policy_version })
      : await notify(world, tx, due)
  const outcomes = decisions.map(
    ({ contract_id, decided }) => [contract_id, done.get(contract_id) ?? spared(decided)] as const,
  )
  await saveOutcomes(tx, step.runId, new Map(outcomes), world.clock())
  return true
}

/** Whether no user stopped a run, and its cuts are not braked. */
const isGoingOn = (status: RunState, action: Step['action']): boolean =>
  status === 'running' || (status === 'braked' && action === 'notify')

/** Whether the policy is on, and a cut is in its hours. */
const isAllowed = (policy: PolicyRules, action: Step['action'], now: Date): boolean =>
  policy.mode === 'on' && (action === 'notify' || isCutHour(policy, now))

/** The decisions of now about contracts whose accounts are locked. */
async function decideAgain(
  tx: Tx,
  waiting: readonly WaitingDecision[],
  { rules, clients, today }: { rules: DecisionRules; clients: readonly string[]; today: Day },
) {
  const decided = await decideDay(tx, rules, today, clients)
  const byContract = new Map(decided.map((one) => [one.facts.id, one]))
  return waiting.map(({ contract_id }) => ({ contract_id, decided: byContract.get(contract_id) }))
}

async function cut(
  world: World,
  tx: Tx,
  due: readonly DecidedContract[],
  run: { run_id: string; policy_version: number },
): Promise<Map<string, Outcome>> {
  const at = world.clock()
  const cuts = due.map(({ facts, decision: { debt, overdue_days } }) => ({
    contract_id: facts.id,
    reason: `Debe ${overdue_days} días de mora`,
    debt: toPesos(debt),
    overdue_days,
    ...run,
  }))
  const refused = await suspendForArrears(tx, cuts, dayOf(at))
  const made = due.filter(({ facts }) => !refused.has(facts.id))
  await endNotices(
    tx,
    made.map(({ facts }) => facts.id),
  )
  const notices = made.map((one) => ({ ...noticeOf(one), on: dayOf(at), dedupe: `cut:${run.run_id}:${one.facts.id}` }))
  await queueNotices(world, tx, 'cut', notices)
  return new Map(due.map(({ facts: { id } }) => [id, outcomeOfCut(refused.get(id))]))
}

const outcomeOfCut = (refusal: Error | undefined): Outcome => (refusal === undefined ? DONE : failed(refusal.message))

async function notify(world: World, tx: Tx, due: readonly DecidedContract[]): Promise<Map<string, Outcome>> {
  const today = dayOf(world.clock())
  const notices = due.map((one) => ({
    ...noticeOf(one),
    on: one.decision.cut_from ?? today,
    dedupe: `notice:${one.facts.id}:${today}`,
  }))
  const queued = await queueNotices(world, tx, 'notice', notices)
  const given = notices.flatMap(({ contract, amount }, index) => {
    const message = queued[index]
    if (!message || message.message_id === null) return []
    return [{ contract_id: contract.id, ...message, debt: amount, given_on: today, given_by: 'Enlace' }]
  })
  await insertNotices(tx, given)
  return new Map(notices.map(({ contract }, index) => [contract.id, outcomeOfNotice(queued[index] ?? null)]))
}

function outcomeOfNotice(queued: { message_id: string | null } | null): Outcome {
  if (queued === null) return skipped(SPARED_LABELS.no_channel)
  return queued.message_id === null ? skipped('Ya tiene el aviso de hoy') : DONE
}

const noticeOf = ({ facts, decision }: DecidedContract): Pick<Notice, 'client' | 'contract' | 'amount'> => ({
  client: { id: facts.client_id, name: facts.client_name, email: facts.email, phone: facts.phone },
  contract: { id: facts.id, no_contract: facts.no_contract },
  amount: decision.debt,
})

const DONE: Outcome = { outcome: 'done', reason: null }
const skipped = (reason: string): Outcome => ({ outcome: 'skipped', reason })
const failed = (reason: string): Outcome => ({ outcome: 'failed', reason })
const outcomesOf = (contracts: readonly string[], outcome: Outcome) => new Map(contracts.map((id) => [id, outcome]))

/** What changed since the decision: the reason of now. */
function spared(decided: DecidedContract | undefined): Outcome {
  if (decided === undefined) return skipped('Ya pagó, o el servicio cambió')
  const { reason } = decided.decision
  return skipped(reason === null ? 'Cambió la política' : SPARED_LABELS[reason])
}
