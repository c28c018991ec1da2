import { sql } from 'kysely'
import { cutsMax, hourOf } from '#domain/collections/policy.ts'
import { addDays, type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inSystemTx, readInPlatformTx, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { paidServices } from '#server/payments/paid-services.ts'
import { remindInstalments } from './agreement-notices.ts'
import { isCompanyActive } from './arrears-queries.ts'
import { carryOut, type InTx } from './carry-out.ts'
import { type DecidedContract, decideDay, readRules } from './decide-day.ts'
import { notifyReconnected } from './notify-reconnected.ts'
import { countInService, readPolicy } from './policy-queries.ts'
import { endBroken } from './promise-queries.ts'
import { listClientsToReconnect, watchTerms } from './reconnect-paid.ts'
import { remindDue } from './reminders.ts'
import { endRuns, getRunOf, insertRun } from './run-queries.ts'

export const collectionTickers: readonly Ticker[] = [
  { name: 'collections.run', everyS: 30, tick: (world) => runCollections(world) },
]

/**
 * Decides and carries out the day of every company whose policy is in trial or on, ends the runs of one that switched it off, reconnects
 * what was paid in a way that did not reconnect it (docs/decisions/0046), and watches the terms of reconnection of every company. A
 * process with a wrong clock decides nothing.
 */
export async function runCollections(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const companies = await readInPlatformTx(world, listCompanies)
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
    union select company_id from collection_runs where status in ('running', 'braked')
    union select company_id from reconnection_terms where notified_at is null and owed_again_at is null`.execute(tx)
  return rows.map(({ company_id }) => company_id)
}

async function runCompany(world: World, companyId: string): Promise<void> {
  const inTx: InTx = (work) => inSystemTx(world, companyId, work)
  if (!(await inTx(isCompanyActive))) return
  await reconnectAll(world, inTx)
  const run = await inTx((tx) => openDay(world, tx, dayOf(world.clock())))
  if (run === null) return
  await carryOut(world, inTx, run.id)
}

/** Reconnects what was paid in another way than by a payment, at any hour, watches the terms, and notifies the clients. */
async function reconnectAll(world: World, inTx: InTx): Promise<void> {
  for (const clientId of await inTx((tx) => listClientsToReconnect(tx, world.clock()))) {
    await inTx(async (tx) => {
      await lockAccount(tx, clientId)
      const now = world.clock()
      await paidServices().reconnect(tx, [{ id: clientId, on: dayOf(now) }], now)
    })
  }
  await inTx(async (tx) => {
    await watchTerms(tx, world.clock())
    await notifyReconnected(world, tx)
  })
}

/** The run of today: decided now, or before. Null before the hour of the policy and while it is off, which ends what waits. */
async function openDay(world: World, tx: Tx, today: Day): Promise<{ id: string } | null> {
  const now = world.clock()
  const policy = await readPolicy(tx)
  if (policy.mode === 'off') {
    await endRuns(tx, { until: today, status: 'stopped', reason: 'La política se apagó', now })
    return null
  }
  if (hourOf(now) < policy.from_hour) return null
  const found = await getRunOf(tx, today)
  if (found) return found
  await tx.lock('collections')
  const decided = await getRunOf(tx, today)
  if (decided) return decided
  await endRuns(tx, { until: addDays(today, -1), status: 'done', reason: 'Se acabó el día', now })
  await endBroken(tx, today)
  if (policy.mode === 'on') {
    await remindDue(world, tx, policy, today)
    await remindInstalments(world, tx, policy, today)
  }
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
