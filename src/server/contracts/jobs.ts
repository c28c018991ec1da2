import { type RawBuilder, sql } from 'kysely'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import { pauseEndsOn } from '#domain/contracts/pause.ts'
import { contractRulesOn } from '#domain/contracts/rules.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { DayRange } from '#domain/core/period.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inPlatformTx, inSystemTx, type World } from '#server/core/context.ts'
import { applyEach } from '#server/core/due.ts'
import type { Schedule } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billedPeriods } from './billed-periods.ts'
import { lockDueCessions } from './cession-queries.ts'
import { applyCession } from './cessions.ts'
import {
  lockDueAnswers,
  lockDueInstallations,
  lockDueRefunds,
  noticeAnswer,
  noticeInstallation,
  noticeRefund,
} from './due-notices.ts'
import { closeContract } from './ending.ts'
import { beginPause, type StoppedDays } from './pausing.ts'
import { lockDueTransfers } from './transfer-queries.ts'
import { applyTransfer } from './transfers.ts'
import { moveContract } from './transition-queries.ts'

/** Contracts that one run of the job changes at most, in each of its steps. */
const CHANGED_MAX = 500

export const contractTasks = { 'contracts.settle': (world: World) => applyDueChanges(world) }
export const contractSchedules: readonly Schedule[] = [{ task: 'contracts.settle', pattern: '11 * * * *' }]

/**
 * Applies the changes whose day has come: closes the contracts whose last day of service has passed, sets `plan_id` of those whose
 * new plan is in force, moves services, gives contracts their new holder, begins and ends
 * pauses, and notifies the desk of the last days that are near or have passed. Queries and billing do not depend on this job: both compare the dates.
 * A company, a step and a contract that fail are logged and stay due; the others are applied. A process with a wrong clock applies none.
 */
export async function applyDueChanges(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const companies = await inPlatformTx(world, (tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  for (const { id } of companies) await applyDueChangesOf(world, id)
}

/** A step of the due changes. `due`: the rows to change, by the id of their contract; with an id, that one alone, locked. */
type DueStep<Row> = {
  due: (tx: Tx, id: string | null) => Promise<Row[]>
  apply: (tx: Tx, row: Row) => Promise<unknown>
}

/** The due changes of one company, each contract and step in a transaction of its own. Returns how many failed. */
export async function applyDueChangesOf(world: World, companyId: string): Promise<number> {
  const today = dayOf(world.clock())
  const step = <Row extends { id: string }>(made: DueStep<Row>): Promise<number> => applyStep(world, companyId, made)
  // Before the endings: one of a contract that ended meanwhile was made on its day.
  let failed = await step({
    due: (tx, id) => lockDueTransfers(tx, today, { contractId: id, limit: CHANGED_MAX }),
    // The move has its planned day, also when the job runs later.
    apply: (tx, { moves_on, ...contract }) => applyTransfer(tx, contract, moves_on, today),
  })
  failed += await step({
    due: (tx, id) => lockEndedContracts(tx, today, id),
    apply: (tx, contract) => closeContract(tx, contract, contract.active_to, today),
  })
  failed += await step({ due: (tx, id) => lockNewPlans(tx, today, id), apply: setPlan })
  failed += await step({
    due: (tx, id) => lockDueCessions(tx, today, { contractId: id, limit: CHANGED_MAX }),
    apply: (tx, cession) => applyCession(tx, cession, today),
  })
  failed += await step({
    // A charge of the days before a cession that was added after it.
    due: async (tx, id) =>
      (id === null ? await billedPeriods().listUnsettled(tx, today) : [id]).map((one) => ({ id: one })),
    apply: (tx, { id }) => billedPeriods().settleEarlierHolders(tx, id, today),
  })
  failed += await step({ due: lockOpenPauses, apply: (tx, pause) => planOpenPause(tx, pause, today) })
  failed += await step({
    due: (tx, id) => lockBegunPauses(tx, today, id),
    apply: (tx, { kind, from_on, to_on, ...contract }) => beginPause(tx, contract, { kind, from_on, to_on }),
  })
  failed += await step({ due: (tx, id) => lockEndedPauses(tx, today, id), apply: endPause })
  failed += await step({
    due: (tx, id) => lockDueInstallations(tx, today, { id, limit: CHANGED_MAX }),
    apply: noticeInstallation,
  })
  failed += await step({ due: (tx, id) => lockDueAnswers(tx, today, { id, limit: CHANGED_MAX }), apply: noticeAnswer })
  failed += await step({ due: (tx, id) => lockDueRefunds(tx, today, { id, limit: CHANGED_MAX }), apply: noticeRefund })
  return failed
}

/** Applies a step to each of its rows, which is read again with its lock. Returns how many failed; a list that fails counts as one. */
async function applyStep<Row extends { id: string }>(
  world: World,
  companyId: string,
  { due, apply }: DueStep<Row>,
): Promise<number> {
  try {
    const rows = await inSystemTx(world, companyId, (tx) => due(tx, null))
    const ids = rows.map(({ id }) => ({ company_id: companyId, id }))
    const applied = await applyEach(world, ids, async (tx, id) => {
      for (const row of await due(tx, id)) await apply(tx, row)
      return true
    })
    return ids.length - applied
  } catch (error) {
    world.log.error({ err: error, company_id: companyId }, 'a step of the due changes of a company stopped')
    return 1
  }
}

type Ended = { id: string; no_contract: string; status: ContractStatus; active_to: Day }

async function lockEndedContracts(tx: Tx, today: Day, id: string | null): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select id, no_contract, status, active_to from contracts
    where company_id = (select current_company()) and status in ('active', 'suspended') and active_to < ${today}::date
      and (${id}::uuid is null or id = ${id}::uuid)
    order by id limit ${CHANGED_MAX} for update skip locked`.execute(tx)
  return rows
}

type Pausing = { id: string; no_contract: string; status: ContractStatus; from_on: Day; to_on: Day }

/**
 * The contracts in service with a pause or a removal that has begun (R2.11, R2.6), also one that began while no job ran. Each once, with
 * the one that began first.
 */
async function lockBegunPauses(
  tx: Tx,
  today: Day,
  id: string | null,
): Promise<(Omit<Pausing, 'to_on'> & StoppedDays)[]> {
  const { rows } = await sql<Omit<Pausing, 'to_on'> & StoppedDays>`
    select c.id, c.no_contract, c.status, s.kind, s.from_on, s.to_on
    from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.company_id = (select current_company()) and ${stopsOn(sql`s`, today)} and c.status = 'active'
      and s.id = (
        select o.id from suspension_intervals o where o.company_id = s.company_id and o.contract_id = s.contract_id
          and ${stopsOn(sql`o`, today)} order by o.from_on, o.id limit 1)
      and (${id}::uuid is null or c.id = ${id}::uuid)
    order by c.id limit ${CHANGED_MAX} for update of c skip locked`.execute(tx)
  return rows
}

const stopsOn = (
  stop: RawBuilder<unknown>,
  today: Day,
): RawBuilder<boolean> => sql<boolean>`${stop}.kind in ('voluntary', 'removal')
  and ${stop}.from_on <= ${today}::date and (${stop}.to_on is null or ${stop}.to_on >= ${today}::date)`

/** The contracts whose pause has ended: in service again from the next period on. Not one that is cut for arrears. */
async function lockEndedPauses(tx: Tx, today: Day, id: string | null): Promise<Pausing[]> {
  const { rows } = await sql<Pausing>`
    select c.id, c.no_contract, c.status, s.from_on, s.to_on
    from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.company_id = (select current_company()) and s.kind = 'voluntary' and s.to_on < ${today}::date and c.status = 'suspended'
      and not exists (
        select from suspension_intervals o where o.company_id = s.company_id and o.contract_id = s.contract_id
          and (o.to_on is null or o.to_on > s.to_on) and o.from_on <= ${today}::date
      ) and (${id}::uuid is null or c.id = ${id}::uuid)
    order by c.id limit ${CHANGED_MAX} for update of c skip locked`.execute(tx)
  return rows
}

async function endPause(tx: Tx, { from_on, to_on, ...contract }: Pausing): Promise<void> {
  await moveContract(tx, contract, 'reconnect')
  await tx.record('contract.reconnected', {
    entity_id: contract.id,
    before: { status: 'suspended' },
    after: { no_contract: contract.no_contract, status: 'active', kind: 'voluntary', from_on, to_on },
  })
}

type OpenPause = { id: string; billing_cut_day: number; from_on: Day; earlier: DayRange[] }

/** The pauses that began before a pause had a last day. */
async function lockOpenPauses(tx: Tx, id: string | null): Promise<OpenPause[]> {
  const { rows } = await sql<OpenPause>`
    select c.id, c.billing_cut_day, s.from_on, coalesce((
      select json_agg(json_build_object('from_on', e.from_on, 'to_on', e.to_on)) from suspension_intervals e
      where e.company_id = s.company_id and e.contract_id = s.contract_id and e.kind = 'voluntary' and e.from_on < s.from_on
    ), '[]') as earlier
    from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.company_id = (select current_company()) and s.kind = 'voluntary' and s.to_on is null
      and (${id}::uuid is null or c.id = ${id}::uuid)
    order by c.id limit ${CHANGED_MAX} for update of c skip locked`.execute(tx)
  return rows
}

/** Gives its last day to a pause without one. */
async function planOpenPause(tx: Tx, { id, from_on, earlier, billing_cut_day }: OpenPause, today: Day): Promise<void> {
  const { pause } = contractRulesOn(await readParameters(tx), today)
  const to_on = pauseEndsOn({ billing_cut_day, pauses: earlier }, from_on, pause)
  await tx
    .updateTable('suspension_intervals')
    .set({ to_on })
    .where('contract_id', '=', id)
    .where('kind', '=', 'voluntary')
    .where('to_on', 'is', null)
    .execute()
  await billedPeriods().correct(tx, id, { from_on, to_on: null }, today)
}

type NewPlan = { id: string; plan_id: string }

/** The contracts whose new plan is in force and that do not name it yet. */
async function lockNewPlans(tx: Tx, today: Day, id: string | null): Promise<NewPlan[]> {
  const { rows } = await sql<NewPlan>`
    select c.id, t.plan_id from contracts c join contract_terms t on t.company_id = c.company_id and t.contract_id = c.id
    where c.company_id = (select current_company()) and c.status in ('active', 'suspended') and t.plan_id <> c.plan_id
      and t.from_on = (
        select max(l.from_on) from contract_terms l
        where l.company_id = c.company_id and l.contract_id = c.id and l.from_on <= ${today}::date
      ) and (${id}::uuid is null or c.id = ${id}::uuid)
    order by c.id limit ${CHANGED_MAX} for update of c skip locked`.execute(tx)
  return rows
}

async function setPlan(tx: Tx, { id, plan_id }: NewPlan): Promise<void> {
  await tx.updateTable('contracts').set({ plan_id }).where('id', '=', id).execute()
}
