import { sql } from 'kysely'
import { SPARED_LABELS } from '#domain/collections/decision.ts'
import { cutsMax, hourOf, isCutHour } from '#domain/collections/policy.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { suspendForArrears } from '#server/contracts/service-status.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { paidServices } from '#server/payments/paid-services.ts'
import { isCompanyActive } from './arrears-queries.ts'
import { type DecidedContract, decideDay, readRules } from './decide-day.ts'
import { endNotices, insertNotice, queueNotice } from './notices.ts'
import { notifyReconnected } from './notify-reconnected.ts'
import { countInService, readPolicy } from './policy-queries.ts'
import { endBroken } from './promise-queries.ts'
import { listCutClients, watchTerms } from './reconnect-paid.ts'
import { remindDue } from './reminders.ts'
import {
  countWaiting,
  endRun,
  getRunOf,
  insertRun,
  listOldRuns,
  lockNextDecision,
  type Outcome,
  saveOutcome,
  type WaitingDecision,
} from './run-queries.ts'
import { systemCtx } from './system-change.ts'

/** Decisions of a company that one tick carries out at most: the next tick continues, and another company is not kept waiting. */
const TICK_MAX = 500

export const collectionTickers: readonly Ticker[] = [
  { name: 'collections.run', everyS: 30, tick: (world) => runCollections(world) },
]

/**
 * Decides and carries out the day of every company whose policy is in trial or on, reconnects what was paid in a way that did not
 * reconnect it (docs/decisions/0046), and watches the terms of reconnection of every company. Each contract is a transaction of its own that is checked again under the lock of its account,
 * so a process that is killed loses nothing and two processes never cut twice.
 */
export async function runCollections(world: World): Promise<void> {
  const companies = await inTransaction(world.pool, 'enlace_platform', { ...SYSTEM, isReadOnly: true }, listCompanies)
  for (const companyId of companies) {
    await runCompany(world, companyId).catch((error: unknown) => {
      // One company must not stop the others.
      world.log.error({ err: error, company_id: companyId }, 'the collections of a company stopped')
    })
  }
}

async function listCompanies(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select p.company_id from (
      select distinct on (company_id) company_id, mode from collection_policies order by company_id, version desc
    ) p where p.mode <> 'off'
    union select company_id from reconnection_terms where notified_at is null and owed_again_at is null`.execute(tx)
  return rows.map(({ company_id }) => company_id)
}

async function runCompany(world: World, companyId: string): Promise<void> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, work)
  if (!(await inTx(isCompanyActive))) return
  await reconnectAll(world, inTx)
  const run = await inTx((tx) => openDay(world, tx, dayOf(world.clock())))
  if (run === null) return
  await carryOut(world, inTx, run.id)
}

/** Reconnects what was paid in another way than by a payment, at any hour, watches the terms, and notifies the clients. */
async function reconnectAll(world: World, inTx: InTx): Promise<void> {
  for (const clientId of await inTx(listCutClients)) {
    await inTx(async (tx) => {
      await lockAccount(tx, clientId)
      const now = world.clock()
      await paidServices().reconnect(tx, clientId, { now, on: dayOf(now) })
    })
  }
  await inTx(async (tx) => {
    await watchTerms(tx, world.clock())
    await notifyReconnected(world, tx)
  })
}

/** The run of today: decided now, or before. Null before the hour of the policy and while it is off. */
async function openDay(world: World, tx: Tx, today: Day): Promise<{ id: string } | null> {
  const now = world.clock()
  const policy = await readPolicy(tx)
  if (policy.mode === 'off' || hourOf(now) < policy.from_hour) return null
  const found = await getRunOf(tx, today)
  if (found) return found
  await tx.lock('collections')
  const decided = await getRunOf(tx, today)
  if (decided) return decided
  for (const { id } of await listOldRuns(tx, today)) {
    await endRun(tx, id, { status: 'done', reason: 'Se acabó el día', now })
  }
  await endBroken(tx, today)
  if (policy.mode === 'on') await remindDue(world, tx, policy, today)
  return { id: await decideToday(tx, today, now) }
}

/** Decides the day with the policy in force and stores it: in trial nothing is carried out; over the brake the cuts wait for a person. */
async function decideToday(tx: Tx, today: Day, now: Date): Promise<string> {
  const rules = await readRules(tx, today)
  const { policy } = rules
  const decided = await decideDay(tx, rules, today)
  const acted = decided.filter(({ decision }) => decision.action !== 'none')
  const to_cut = acted.filter(({ decision }) => decision.action === 'cut').length
  const cuts_max = cutsMax(await countInService(tx), policy.brake_percent)
  const is_trial = policy.mode === 'trial'
  const status = is_trial || acted.length === 0 ? 'done' : to_cut > cuts_max ? 'braked' : 'running'
  const spared = countSpared(decided)
  const run = { on_day: today, policy_version: policy.version, is_trial, status, cuts_max, spared } as const
  const id = await insertRun(tx, run, acted, now)
  await tx.record('collections.decided', {
    entity_id: id,
    after: {
      on: dayLabel(today),
      to_cut,
      to_notify: acted.length - to_cut,
      policy_version: policy.version,
      is_trial,
      is_braked: status === 'braked',
    },
  })
  return id
}

/** The contracts that are neither notified nor cut, by reason. */
function countSpared(decided: readonly DecidedContract[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { decision } of decided) {
    if (decision.reason !== null) counts[decision.reason] = (counts[decision.reason] ?? 0) + 1
  }
  return counts
}

type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Carries out the waiting decisions of a run: the notices at any hour, because the contact guard holds them, and the cuts in theirs. */
async function carryOut(world: World, inTx: InTx, runId: string): Promise<void> {
  let left = TICK_MAX
  for (const action of ['notify', 'cut'] as const) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (; left > 0; left -= 1) {
      const next = await nextStep(world, inTx, { runId, action, after })
      if (next === null) break
      after = next
    }
  }
  await inTx(async (tx) => {
    const [run] = await tx.selectFrom('collection_runs').select('status').where('id', '=', runId).execute()
    if (run?.status !== 'running' || (await countWaiting(tx, runId)) > 0) return
    await endRun(tx, runId, { status: 'done', reason: 'Terminada', now: world.clock() })
  })
}

type Step = { runId: string; action: 'notify' | 'cut'; after: string }

/** Carries out the next decision, in one transaction. Returns its contract; null when none is left that may be carried out now. */
async function nextStep(world: World, inTx: InTx, step: Step): Promise<string | null> {
  let contractId: string | null = null
  try {
    await inTx(async (tx) => {
      contractId = null
      if (!(await mayCarryOut(world, tx, step))) return
      const next = await lockNextDecision(tx, step.runId, step.action, step.after)
      if (!next) return
      contractId = next.contract_id
      const outcome = await (step.action === 'cut' ? cut(world, tx, next, step.runId) : notify(world, tx, next))
      await saveOutcome(tx, step.runId, next.contract_id, outcome)
    })
  } catch (error) {
    if (!(error instanceof Refusal) || contractId === null) throw error
    const [failed, reason] = [contractId, error.message]
    await inTx((tx) => saveOutcome(tx, step.runId, failed, { outcome: 'failed', reason, at: world.clock() }))
  }
  return contractId
}

/** Whether the run may go on: it is of today, no user stopped it, the policy is on, and a cut is in its hours and not braked. */
async function mayCarryOut(world: World, tx: Tx, { runId, action }: Step): Promise<boolean> {
  const run = await tx
    .selectFrom('collection_runs')
    .select(['status', 'on_day'])
    .where('id', '=', runId)
    .executeTakeFirst()
  const now = world.clock()
  if (!run || run.on_day !== dayOf(now)) return false
  const policy = await readPolicy(tx)
  if (policy.mode !== 'on') return false
  return action === 'notify'
    ? run.status === 'running' || run.status === 'braked'
    : run.status === 'running' && isCutHour(policy, now)
}

/** The decision of now about a contract, with the account of its client locked: a payment before it counts, and one after it waits. */
async function decideAgain(world: World, tx: Tx, { contract_id, client_id }: WaitingDecision) {
  await lockAccount(tx, client_id)
  const today = dayOf(world.clock())
  const rules = await readRules(tx, today)
  const decided = (await decideDay(tx, rules, today, client_id)).find(({ facts }) => facts.id === contract_id)
  return { decided, rules, today }
}

async function cut(world: World, tx: Tx, next: WaitingDecision, runId: string): Promise<Outcome> {
  const { decided, rules } = await decideAgain(world, tx, next)
  const at = world.clock()
  if (decided?.decision.action !== 'cut') return skipped(decided, at)
  const { debt, overdue_days } = decided.decision
  await suspendForArrears(systemCtx(tx, at), next.no_contract, {
    reason: `Debe ${overdue_days} días de mora`,
    debt: toPesos(debt),
    overdue_days,
    policy_version: rules.policy.version,
    run_id: runId,
  })
  await endNotices(tx, next.contract_id)
  await queueNotice(world, tx, {
    kind: 'cut',
    client: clientOf(decided),
    contract: { id: next.contract_id, no_contract: next.no_contract },
    amount: debt,
    on: dayOf(at),
    dedupe: `cut:${runId}:${next.contract_id}`,
  })
  return { outcome: 'done', reason: null, at }
}

async function notify(world: World, tx: Tx, next: WaitingDecision): Promise<Outcome> {
  const { decided, today } = await decideAgain(world, tx, next)
  const at = world.clock()
  if (decided?.decision.action !== 'notify') return skipped(decided, at)
  const { debt, cut_from } = decided.decision
  const queued = await queueNotice(world, tx, {
    kind: 'notice',
    client: clientOf(decided),
    contract: { id: next.contract_id, no_contract: next.no_contract },
    amount: debt,
    on: cut_from ?? today,
    dedupe: `notice:${next.contract_id}:${today}`,
  })
  if (queued === null) return { outcome: 'skipped', reason: SPARED_LABELS.no_channel, at }
  if (queued.message_id === null) return { outcome: 'skipped', reason: 'Ya tiene el aviso de hoy', at }
  const notice = { contract_id: next.contract_id, ...queued, debt, given_on: today }
  await insertNotice(tx, { ...notice, given_by: 'Enlace' })
  return { outcome: 'done', reason: null, at }
}

const clientOf = ({ facts: { client_id: id, client_name: name, email, phone } }: DecidedContract) => ({
  id,
  name,
  email,
  phone,
})

/** What changed since the decision: the reason of now. */
const skipped = (decided: DecidedContract | undefined, at: Date): Outcome => ({
  outcome: 'skipped',
  reason:
    decided === undefined
      ? 'Ya pagó, o el servicio cambió'
      : decided.decision.reason === null
        ? 'Cambió la política'
        : SPARED_LABELS[decided.decision.reason],
  at,
})
