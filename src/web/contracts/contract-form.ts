import { parseDay } from '#domain/core/days.ts'
import { amountOf, numberOf } from '#web/ui/amount.ts'

type FormValues = Readonly<Record<string, unknown>>

/** The controls of the contract form, named as the server names the fields of the body, in the order of the screen. */
export const CONTRACT_FIELDS = [
  'contract.client_id',
  'contract.plan_id',
  'contract.department',
  'contract.city',
  'contract.address',
  'contract.segment',
  'contract.stratum',
  'contract.latitude',
  'contract.longitude',
  'contract.date_contract',
  'contract.billing_cut_day',
  'contract.connection_cost',
  'contract.discounted_value',
  'contract.accepts_permanence',
] as const

/** The form values → the contract of the body. An empty coordinate or estrato is unknown (null). */
export function contractBody(typed: FormValues) {
  const at = (name: string): string => text(typed, `contract.${name}`)
  const number = (name: string): number | null => (at(name) === '' ? null : Number(at(name).replace(',', '.')))
  return {
    plan_id: at('plan_id'),
    department: at('department'),
    city: at('city'),
    address: at('address'),
    segment: at('segment'),
    stratum: number('stratum'),
    latitude: number('latitude'),
    longitude: number('longitude'),
    date_contract: dayText(typed, 'contract.date_contract'),
    billing_cut_day: numberOf(at('billing_cut_day')),
    connection_cost: amountOf(at('connection_cost')),
    discounted_value: amountOf(at('discounted_value')),
    accepts_permanence: typed['contract.accepts_permanence'] === true,
  }
}

/** The day in the format of the API; a text that is not a day is returned unchanged, so that the schema refuses the field. */
export const dayText = (typed: FormValues, field: string): string => parseDay(text(typed, field)) ?? text(typed, field)

function text(typed: FormValues, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}
