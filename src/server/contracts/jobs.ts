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
import { correctionData } from './contract-change.ts'
import { closeContract } from './ending.ts'
import { closeSuspension, moveContract } from './transition-queries.ts'

/** Contracts that one transaction closes at most. */
const CLOSED_MAX = 500

export const contractTasks = { 'contracts.settle': (world: World) => applyDueChanges(world) }
export const contractSchedules: readonly Schedule[] = [{ task: 'contracts.settle', pattern: '11 * * * *' }]

/**
 * Applies the changes whose day has come: closes the contracts whose last day of service has passed, and sets `plan_id` of those
 * whose new plan is in force. Queries and billing do not depend on this job: both compare the dates.
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
    await endPauses(tx, today)
  })
}

async function listEndedContracts(
  tx: Tx,
  today: Day,
): Promise<{ id: string; no_contract: string; status: ContractStatus; active_to: Day }[]> {
  const { rows } = await sql<{ id: string; no_contract: string; status: ContractStatus; active_to: Day }>`
    select id, no_contract, status, active_to from contracts
    where company_id = (select current_company()) and status in ('active', 'suspended') and active_to < ${today}::date
    order by id limit ${CLOSED_MAX} for update skip locked`.execute(tx)
  return rows
}

type OpenPause = {
  id: string
  no_contract: string
  status: ContractStatus
  billing_cut_day: number
  from_on: Day
  earlier: DayRange[]
}

/** Ends the pauses whose months are over (R2.11): the contract is in service again from the next period on. */
async function endPauses(tx: Tx, today: Day): Promise<void> {
  const { rows } = await sql<OpenPause>`
    select c.id, c.no_contract, c.status, c.billing_cut_day, s.from_on, coalesce((
      select json_agg(json_build_object('from_on', e.from_on, 'to_on', e.to_on)) from suspension_intervals e
      where e.company_id = s.company_id and e.contract_id = s.contract_id and e.kind = 'voluntary' and e.from_on < s.from_on
    ), '[]') as earlier
    from suspension_intervals s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    where s.company_id = (select current_company()) and s.kind = 'voluntary' and s.to_on is null and s.from_on < ${today}::date
      and c.status = 'suspended'
    order by c.id for update of c skip locked`.execute(tx)
  const { pause } = contractRulesOn(await readParameters(tx), today)
  for (const { earlier, from_on, ...contract } of rows) {
    const endsOn = pauseEndsOn({ ...contract, pauses: earlier }, from_on, pause)
    if (endsOn < today) await endPause(tx, { ...contract, from_on }, endsOn, today)
  }
}

async function endPause(tx: Tx, contract: Omit<OpenPause, 'earlier'>, endsOn: Day, today: Day): Promise<void> {
  await moveContract(tx, contract, 'reconnect')
  await closeSuspension(tx, contract.id, endsOn)
  const changed = { from_on: contract.from_on, to_on: null }
  const corrections = await billedPeriods().correct(tx, contract.id, changed, today)
  await tx.record('contract.reconnected', {
    entity_id: contract.id,
    before: { status: 'suspended' },
    after: { no_contract: contract.no_contract, status: 'active', ...correctionData(corrections) },
  })
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
