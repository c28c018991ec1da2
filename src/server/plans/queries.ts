import type { NewPlan, PlanChanges } from '#domain/plans/plan.ts'
import type { Tx } from '#server/core/tx.ts'

const COLUMNS = [
  'id',
  'name',
  'reference_code',
  'price',
  'download_speed',
  'upload_speed',
  'segment',
  'is_packaged',
  'is_active',
] as const

export const listPlans = (tx: Tx) =>
  tx.selectFrom('plans').select(COLUMNS).orderBy('created_at').orderBy('id').execute()

export async function countPlans(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('plans')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const lockPlan = (tx: Tx, id: string) =>
  tx.selectFrom('plans').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()

/** Inserts a plan. Undefined when another plan of the company has the code. */
export const insertPlan = (tx: Tx, plan: NewPlan) =>
  tx
    .insertInto('plans')
    .values({ ...plan, is_active: true })
    .onConflict((on) => on.columns(['company_id', 'reference_code']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()

export const updatePlan = (tx: Tx, id: string, { reference_code: _fixed, ...changes }: PlanChanges) =>
  tx
    .updateTable('plans')
    .set({ ...changes, updated_at: new Date() })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

export const deletePlan = (tx: Tx, id: string) => tx.deleteFrom('plans').where('id', '=', id).execute()

/** How many contracts, in any status, have or had a plan: a plan with contracts cannot be deleted. */
export async function countPlanContracts(tx: Tx, planId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('contracts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) =>
      eb.or([
        eb('plan_id', '=', planId),
        // A past or future plan of a contract: its terms have the plan's price.
        eb.exists(
          eb
            .selectFrom('contract_terms as t')
            .select('t.contract_id')
            .whereRef('t.contract_id', '=', 'contracts.id')
            .where('t.plan_id', '=', planId),
        ),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}
