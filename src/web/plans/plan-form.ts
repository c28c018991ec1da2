import { speedText } from '#domain/plans/plan.ts'
import { amountOf } from '#web/ui/amount.ts'

type FormValues = Readonly<Record<string, unknown>>

/** The controls of the plan forms, named as the server names the fields of the body. */
export const PLAN_FIELDS = [
  'plan.name',
  'plan.reference_code',
  'plan.price',
  'plan.download_speed',
  'plan.upload_speed',
  'plan.segment',
  'plan.is_packaged',
]

/** The values of the create form → the body of the call (PLN-04). */
export const newPlanBody = (typed: FormValues) => ({
  plan: { ...commonOf(typed), reference_code: text(typed, 'plan.reference_code'), is_active: true },
})

/** The values of the edit form → the body of the call (PLN-05). The code is shown but not sent: it cannot change. */
export const planChangesBody = (typed: FormValues) => ({
  plan: { ...commonOf(typed), is_active: typed['plan.is_active'] === true },
})

const commonOf = (typed: FormValues) => ({
  name: text(typed, 'plan.name'),
  // An empty field is absent, so that its error is 'requerido' and not 'positivo'.
  price: amountOf(text(typed, 'plan.price')),
  download_speed: speedText(text(typed, 'plan.download_speed')),
  upload_speed: speedText(text(typed, 'plan.upload_speed')),
  ...(typed['plan.segment'] === undefined ? {} : { segment: text(typed, 'plan.segment') || null }),
  is_packaged: typed['plan.is_packaged'] === true,
})

function text(typed: FormValues, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}
