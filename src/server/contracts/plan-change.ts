import type { contractApi } from '#domain/contracts/api.ts'
import { assertBeforeCession } from '#domain/contracts/cession.ts'
import { withCorrections } from '#domain/contracts/correction.ts'
import { lastDayToAsk, planChangeRecorded } from '#domain/contracts/deadlines.ts'
import { assertOffered } from '#domain/contracts/draft.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { monthAt } from '#domain/contracts/transfer.ts'
import type { Asked } from '#domain/contracts/version.ts'
import { addDays, type Day, dayLabel } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { billedPeriods } from './billed-periods.ts'
import { getOpenCession } from './cession-queries.ts'
import { changeService, findContract, priceVatOn, rulesOn } from './contract-change.ts'
import { type ContractRow, getOfferedPlan } from './contract-queries.ts'
import { deleteTermsAfter, insertTerm, moveContract } from './transition-queries.ts'

export const changePlanPreview: Verb<typeof contractApi.changePlanPreview> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    const { from_on, last_day_to_ask, plan } = await planChangeOf(tx, ctx, contract, body)
    const planned = { terms: { from_on, plan_name: plan.name, price: plan.price } }
    const changed = { from_on: firstDayChanged(contract, from_on), to_on: null, planned }
    const corrections = await billedPeriods().preview(tx, contract.id, changed, ctx.today)
    const { vat, price_includes_vat } = await priceVatOn(tx, contract, from_on, ctx.today)
    const new_month = monthAt(plan.price, vat, price_includes_vat)
    const prices = { old_price: contract.price, new_price: plan.price, new_month }
    return { data: { from_on, last_day_to_ask, ...prices, corrections } }
  })

/** Changes the plan from the next period on, at the plan's price of today (R2.10). Replaces a change that is not in force yet. */
export const changePlan: Verb<typeof contractApi.changePlan> = async (ctx, { params, body }) => {
  const asking = { tx: ctx.tx, today: ctx.today, actor: ctx.actor, asked: askedIn(body) }
  const data = await changeService(asking, params.no, 'contract.plan_changed', async (tx, contract) => {
    const { from_on, plan } = await planChangeOf(tx, ctx, contract, body)
    await moveContract(tx, contract, 'change_plan')
    await deleteTermsAfter(tx, contract.id, serviceDay(contract, ctx.today))
    await insertTerm(tx, contract.id, from_on, plan)
    const extra = { next_plan: plan.name, next_price: plan.price, from_on }
    return { from_on: firstDayChanged(contract, from_on), extra }
  })
  const from = data.upcoming_terms?.from_on ?? ctx.today
  return { data, message: withCorrections(`Plan cambiado: rige desde el ${dayLabel(from)}`, data.corrections) }
}

/** Takes back a change of plan that is not in force: the contract keeps its plan, at the price that it has. */
export const cancelPlanChange: Verb<typeof contractApi.cancelPlanChange> = async (ctx, { params, body }) => {
  const data = await changeService(ctx, params.no, 'contract.plan_change_cancelled', async (tx, contract) => {
    assertAction('change_plan', contract.status)
    const { next_from_on: from_on, next_plan_name: next_plan } = contract
    if (from_on === null) throw new Refusal('conflict', 'Este contrato no tiene un cambio de plan programado')
    const cession = await getOpenCession(tx, contract.id)
    assertBeforeCession(cession, cession?.effective_on ?? from_on)
    await deleteTermsAfter(tx, contract.id, serviceDay(contract, ctx.today))
    return { from_on, extra: { next_plan, from_on, reason: body.reason } }
  })
  const message = `Cambio de plan anulado: el contrato sigue con ${data.plan.name}`
  return { data, message: withCorrections(message, data.corrections) }
}

/** The first day that a change of plan touches: an earlier change that it replaces may begin before it. */
const firstDayChanged = ({ next_from_on: replaced }: ContractRow, from: Day): Day =>
  replaced !== null && replaced < from ? replaced : from

type PlanChange = { from_on: Day; last_day_to_ask: Day; plan: { id: string; name: string; price: Money } }

/** Who asked, when and how, of a request that says it. Throws Refusal on the field that is missing when it says a part of it. */
function askedIn({ asked_by, asked_on, asked_channel }: Partial<Asked>): Asked | null {
  if (asked_by === undefined && asked_on === undefined && asked_channel === undefined) return null
  if (asked_by === undefined) throw refuseField('refused', 'asked_by', 'Escribe quién lo pidió')
  if (asked_on === undefined) throw refuseField('refused', 'asked_on', 'Escribe qué día lo pidió')
  if (asked_channel === undefined) throw refuseField('refused', 'asked_channel', 'Elige por dónde lo pidió')
  return { asked_by, asked_on, asked_channel }
}

async function planChangeOf(
  tx: Tx,
  ctx: Ctx,
  contract: ContractRow,
  { plan_id: planId, asked_on }: { plan_id: string; asked_on?: Day | undefined },
): Promise<PlanChange> {
  assertAction('change_plan', contract.status)
  const plan = await getOfferedPlan(tx, planId)
  if (!plan) throw refuseField('not_found', 'plan_id', 'Ese plan no existe')
  assertOffered(plan, 'plan_id')
  if (contract.next_plan_id === null && contract.plan_id === plan.id && contract.price === plan.price) {
    throw new Refusal('conflict', 'El contrato ya tiene ese plan a ese precio')
  }
  const { planChangeNotice } = await rulesOn(tx, ctx.today)
  if (asked_on !== undefined && asked_on > ctx.today)
    throw refuseField('refused', 'asked_on', 'El día de la solicitud no puede ser futuro')
  if (asked_on !== undefined && asked_on < contract.date_contract)
    throw refuseField('refused', 'asked_on', 'El día de la solicitud no puede ser anterior al contrato')
  const served = serviceDay(contract, ctx.today)
  const askedOn = asked_on === undefined ? served : serviceDay(contract, asked_on)
  const from_on = planChangeRecorded(askedOn, served, contract.billing_cut_day, planChangeNotice)
  if (contract.active_to !== null && contract.active_to < from_on) {
    throw new Refusal('conflict', `Este contrato termina el ${dayLabel(contract.active_to)}, antes de otro período`)
  }
  // Its terms were notified to the new holder, whatever the day of the change.
  const cession = await getOpenCession(tx, contract.id)
  assertBeforeCession(cession, cession?.effective_on ?? from_on)
  return { from_on, last_day_to_ask: lastDayToAsk(addDays(from_on, -1), planChangeNotice), plan }
}

/** Today, or the first day of a service that starts later: its first terms begin on that day. */
const serviceDay = (contract: ContractRow, today: Day): Day =>
  contract.active_from !== null && contract.active_from > today ? contract.active_from : today
