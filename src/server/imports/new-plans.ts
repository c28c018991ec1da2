import { refuseField } from '#domain/core/refusal.ts'
import { cellsOf } from '#domain/imports/cells.ts'
import { type NamedPlan, NEW_PLAN, offeredPlan, planFinder, planKey } from '#domain/imports/plan-names.ts'
import { stateOfPlan } from '#domain/imports/states.ts'
import { assertRoomForPlan, type NewPlan } from '#domain/plans/plan.ts'
import type { ClientTable } from './check-rows.ts'
import type { ImportChoices } from './choices.ts'

/** The plans of a file that are none of the company's and whose rows say a price and a speed, by `planKey`: they can be created. */
export function offersOf(table: ClientTable, plans: readonly NamedPlan[]): Map<string, NewPlan> {
  const find = planFinder(plans, new Map())
  const rows = table.rows.flatMap(({ raw }) => {
    const { plan_code: text, plan_price: price } = cellsOf(raw, table.columns)
    return text === undefined || find(text) !== null || stateOfPlan(text) !== null ? [] : [{ text, price }]
  })
  const taken = new Set(plans.map(({ code }) => code))
  const offers = new Map<string, NewPlan>()
  for (const [key, group] of Map.groupBy(rows, ({ text }) => planKey(text))) {
    const offer = offeredPlan({ text: group[0]?.text ?? '', prices: group.map(({ price }) => price) }, taken)
    if (offer === null) continue
    taken.add(offer.reference_code)
    offers.set(key, offer)
  }
  return offers
}

/** The plans that a person chose to create. Throws a Refusal for one that the file does not describe, and past the most plans. */
export function newPlansOf(
  choices: ImportChoices,
  offers: ReadonlyMap<string, NewPlan>,
  plans: readonly NamedPlan[],
): NewPlan[] {
  const find = planFinder(plans, new Map())
  const texts = Object.entries(choices.plans).flatMap(([text, code]) =>
    code === NEW_PLAN && !find(text) ? [text] : [],
  )
  const chosen = [...new Set(texts.map(planKey))].map((key) => {
    const offer = offers.get(key)
    if (offer) return offer
    throw refuseField('invalid', 'plans', 'El archivo no dice el valor y la velocidad de ese plan: créalo en Planes')
  })
  for (const [index] of chosen.entries()) assertRoomForPlan(plans.length + index)
  return chosen
}
