import { sql } from 'kysely'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule } from '#server/core/jobs.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { closeContract } from './ending.ts'

/** Contracts that one transaction closes at most. */
const CLOSED_MAX = 500

export const contractTasks = { 'contracts.settle': (world: World) => applyDueChanges(world) }
export const contractSchedules: readonly Schedule[] = [{ task: 'contracts.settle', pattern: '11 * * * *' }]

/**
 * Applies the changes whose day has come: closes the contracts whose last day of service has passed, and sets `plan_id` of those
 * whose new plan is in force. Queries and billing do not depend on this job: both compare the dates.
 */
export async function applyDueChanges(world: World): Promise<void> {
  const today = dayOf(world.clock())
  const companies = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) =>
    tx.selectFrom('companies').select('id').orderBy('id').execute(),
  )
  for (const { id } of companies) {
    await inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId: id }, async (tx) => {
      for (const contract of await listEndedContracts(tx, today)) await closeContract(tx, contract, contract.active_to)
      await applyNewPlans(tx, today)
    })
  }
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
