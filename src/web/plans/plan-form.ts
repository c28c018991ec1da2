import { speedText } from '#domain/plans/plan.ts'
import { amountOf } from '#web/ui/amount.ts'

type Typed = Readonly<Record<string, unknown>>

/** The controls of the plan forms, named as the server names the fields of the body. */
export const PLAN_FIELDS = [
  'plan.name',
  'plan.reference_code',
  'plan.price',
  'plan.download_speed',
  'plan.upload_speed',
]

/** What the create form says → the body of the call (PLN-04). */
export const newPlanBody = (typed: Typed) => ({
  plan: { ...commonOf(typed), reference_code: text(typed, 'plan.reference_code'), is_active: true },
})

/** What the edit form says → the body of the call (PLN-05). The code is shown and not sent: it cannot change. */
export const planChangesBody = (typed: Typed) => ({
  plan: { ...commonOf(typed), is_active: typed['plan.is_active'] === true },
})

const commonOf = (typed: Typed) => ({
  name: text(typed, 'plan.name'),
  // What was left empty is absent: then the sentence is 'requerido' and not 'positivo'.
  price: amountOf(text(typed, 'plan.price')),
  download_speed: speedText(text(typed, 'plan.download_speed')),
  upload_speed: speedText(text(typed, 'plan.upload_speed')),
})

function text(typed: Typed, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}
