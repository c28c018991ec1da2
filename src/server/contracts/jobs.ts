import { sql } from 'kysely'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import { pauseEndsOn } from '#domain/contracts/pause.ts'
import { contractRulesOn } from '#domain/contracts/rules.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { DayRange } from '#domain/core/period.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule } from '#server/core/jobs.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billedPeriods } from './billed-periods.ts'
import { applyCessions } from './cessions.ts'
import { noticeDueDays } from './due-notices.ts'
import { closeContract } from './ending.ts'
import { beginPause } from './pausing.ts'
import { lockDueTransfers } from './transfer-queries.ts'
import { applyTransfer } from './transfers.ts'
import { moveContract } from './transition-queries.ts'

/** Contracts that one transaction changes at most, in each of its steps. */
const CHANGED_MAX = 500

export const contractTasks = { 'contracts.settle': (world: World) => applyDueChanges(world) }
export const contractSchedules: readonly Schedule[] = [{ task: 'contracts.settle', pattern: '11 * * * *' }]

/**
 * Applies the changes whose day has come: closes the contracts whose last day of service has passed, sets `plan_id` of those whose
 * new plan is in force, moves services, gives contracts their new holder, begins and ends
 * pauses, and notifies the desk of the last days that are near or have passed. Queries and billing do not depend on this job: both compare the dates.
 */
export async function applyDueChanges(world: World): Promise<void> {
  const companies = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) =>
    tx.selectFrom('companies').select('id').orderBy('id').execute(),
  )
  for (const { id } of companies) await applyDueChangesOf(world, id)
}

/** The due changes of one company, in a transaction of its own. */
export async function applyDueChangesOf(world: World, companyId: string): Promise<void> {
  const today = dayOf(world.clock())
  await inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, async (tx) => {
    for (const contract of await listEndedContracts(tx, today)) {
      await closeContract(tx, contract, contract.active_to, today)
    }
    await applyNewPlans(tx, today)
    await applyDueTransfers(tx, today)
    await applyCessions(tx, today, { limit: CHANGED_MAX })
    // A charge of the days before a cession that was added after it.
    await billedPeriods().settleEarlierHolders(tx, null, today)
    await planOpenPauses(tx, today)
    await beginPauses(tx, today)
    await endPauses(tx, today)
    await noticeDueDays(tx, today, CHANGED_MAX)
  })
}

async function listEndedContracts(
  tx: Tx,
  today: Day,
): Promise<{ id: string; no_contract: string; status: ContractStatus; active_to: Day }[]> {
  const { rows } = await sql<{ id: string; no_contract: string; status: ContractStatus; active_to: Day }>`
    select id, no_contract, status, active_to from contracts
    where company_id = (select current_company()) and status in ('active', 'suspended') and active_to < ${today}::date
    order by id limit ${CHANGED_MAX} for update skip locked`.execute(tx)
  return rows
}

/** Moves the services whose day has come; the move has its planned day, also when the job runs later. */
async function applyDueTransfers(tx: Tx, today: Day): Promise<void> {
  for (const { moves_on, ...contract } of await lockDueTransfers(tx, today, CHANGED_MAX)) {
    await applyTransfer(tx, contract, moves_on)
  }
}

type Pausing = { id: string; no_contract: string; status: ContractStatus; from_on: Day; to_on: Day }

/** Suspends the contracts with a pause that has begun (R2.11), also one that began while no job ran. */
async function beginPauses(tx: Tx, today: Day): Promise<void> {
  const { rows } = await sql<Pausing>`
    select c.id, c.no_contract, c.status, s.from_on, s.to_on
    from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.company_id = (select current_company()) and s.kind = 'voluntary'
      and s.from_on <= ${today}::date and s.to_on >= ${today}::date and c.status = 'active'
    order by c.id limit ${CHANGED_MAX} for update of c skip locked`.execute(tx)
  for (const { from_on, to_on, ...contract } of rows) await beginPause(tx, contract, { from_on, to_on })
}

/** Reconnects the contracts whose pause has ended: in service again from the next period on. Not one that is cut for arrears. */
async function endPauses(tx: Tx, today: Day): Promise<void> {
  const { rows } = await sql<Pausing>`
    select c.id, c.no_contract, c.status, s.from_on, s.to_on
    from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.company_id = (select current_company()) and s.kind = 'voluntary' and s.to_on < ${today}::date and c.status = 'suspended'
      and not exists (
        select from suspension_intervals o where o.company_id = s.company_id and o.contract_id = s.contract_id
          and (o.to_on is null or o.to_on > s.to_on) and o.from_on <= ${today}::date
      )
    order by c.id limit ${CHANGED_MAX} for update of c skip locked`.execute(tx)
  for (const { from_on, to_on, ...contract } of rows) {
    await moveContract(tx, contract, 'reconnect')
    await tx.record('contract.reconnected', {
      entity_id: contract.id,
      before: { status: 'suspended' },
      after: { no_contract: contract.no_contract, status: 'active', kind: 'voluntary', from_on, to_on },
    })
  }
}

type OpenPause = { contract_id: string; billing_cut_day: number; from_on: Day; earlier: DayRange[] }

/** Gives their last day to the pauses that began before a pause had one. */
async function planOpenPauses(tx: Tx, today: Day): Promise<void> {
  const { rows } = await sql<OpenPause>`
    select s.contract_id, c.billing_cut_day, s.from_on, coalesce((
      select json_agg(json_build_object('from_on', e.from_on, 'to_on', e.to_on)) from suspension_intervals e
      where e.company_id = s.company_id and e.contract_id = s.contract_id and e.kind = 'voluntary' and e.from_on < s.from_on
    ), '[]') as earlier
    from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.company_id = (select current_company()) and s.kind = 'voluntary' and s.to_on is null
    order by c.id limit ${CHANGED_MAX} for update of c skip locked`.execute(tx)
  const { pause } = contractRulesOn(await readParameters(tx), today)
  for (const { contract_id, from_on, earlier, billing_cut_day } of rows) {
    const to_on = pauseEndsOn({ billing_cut_day, pauses: earlier }, from_on, pause)
    await tx
      .updateTable('suspension_intervals')
      .set({ to_on })
      .where('contract_id', '=', contract_id)
      .where('to_on', 'is', null)
      .execute()
    await billedPeriods().correct(tx, contract_id, { from_on, to_on: null }, today)
  }
}

async function applyNewPlans(tx: Tx, today: Day): Promise<void> {
  await sql`
    update contracts c set plan_id = t.plan_id
    from contract_terms t
    where c.company_id = (select current_company()) and t.company_id = c.company_id and t.contract_id = c.id
      and c.status in ('active', 'suspended') and t.plan_id <> c.plan_id
      and t.from_on = (
        select max(l.from_on) from contract_terms l
        where l.company_id = c.company_id and l.contract_id = c.id and l.from_on <= ${today}::date
      )`.execute(tx)
}
