import { toPesos } from '#domain/core/money.ts'
import { notFound, refuseField } from '#domain/core/refusal.ts'
import { planApi } from '#domain/plans/api.ts'
import { assertPlanUnused, assertRoomForPlan, type NewPlan, type Plan } from '#domain/plans/plan.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { countPlanContracts, countPlans, deletePlan, insertPlan, listPlans, lockPlan, updatePlan } from './queries.ts'

export const plans = implement(planApi, {
  list: (ctx) => ctx.tx(async (tx) => ({ data: await listPlans(tx) })),

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => ({ data: await createPlan(tx, body.plan), message: 'Plan creado exitosamente' })),

  update: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const before = await lockPlan(tx, params.id)
      if (!before) throw notFound('Ese plan no existe')
      const code = body.plan.reference_code
      if (code !== undefined && code !== before.reference_code) {
        throw refuseField('refused', 'plan.reference_code', 'El código de referencia no se puede editar')
      }
      const after = await updatePlan(tx, before.id, body.plan)
      await tx.record('plan.updated', {
        entity_id: after.id,
        before: planEventData(before),
        after: planEventData(after),
      })
      return { data: after, message: 'Plan actualizado exitosamente' }
    }),

  remove: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const before = await lockPlan(tx, params.id)
      if (!before) throw notFound('Ese plan no existe')
      assertPlanUnused(await countPlanContracts(tx, before.id))
      await deletePlan(tx, before.id)
      await tx.record('plan.deleted', { entity_id: before.id, before: planEventData(before) })
      return { data: before, message: 'Plan eliminado exitosamente' }
    }),
})

/** Creates a plan. Throws a Refusal for the thirteenth and for a code in use. */
export async function createPlan(tx: Tx, plan: NewPlan): Promise<Plan> {
  // Two requests may create the last allowed plan at once.
  await tx.lock('plans')
  assertRoomForPlan(await countPlans(tx))
  const after = await insertPlan(tx, plan)
  if (!after) throw refuseField('duplicate', 'plan.reference_code', 'Ya existe un plan con este código')
  await tx.record('plan.created', { entity_id: after.id, after: planEventData(after) })
  return after
}

/** The fields that the audit log keeps: money in pesos. */
const planEventData = (plan: Plan) => ({ ...plan, price: toPesos(plan.price) })
