import { cutDayProblem, MONEY_FIELDS, type MoneyField } from '#domain/contracts/defaults.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import type { Day } from '#domain/core/days.ts'
import { amountOf, numberOf } from '#web/ui/amount.ts'

/** The controls of the contract defaults, named as the server names them, in the order of the screen. */
export const DEFAULTS_LABELS: Readonly<Record<MoneyField, string>> = {
  connection_cost: 'Costo de conexión',
  discounted_value: 'Valor descontado de la conexión',
  reconnection_cost: 'Costo de reconexión',
  transfer_cost: 'Costo de traslado',
  technical_visit_cost: 'Costo de visita técnica',
  additional_cable_cost: 'Costo de cable adicional por metro',
}
export const CUT_DAY = 'billing_config.billing_cut_day'
export const nameOf = (field: MoneyField): string => `billing_config.${field}`
export const DEFAULTS_FIELDS = [...MONEY_FIELDS.map(nameOf), CUT_DAY]

/** The form values → the body of the call, amounts as numbers. */
export const defaultsBody = (typed: Readonly<Record<string, unknown>>) => ({
  billing_config: {
    ...Object.fromEntries(MONEY_FIELDS.map((field) => [field, amountOf(text(typed, nameOf(field)))])),
    billing_cut_day: numberOf(text(typed, CUT_DAY)),
  },
})

function text(typed: Readonly<Record<string, unknown>>, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value : ''
}

/** The body of the call, and the form's own rule: the day must exist in the month of `today` (PLN-07). */
export const defaultsSchema = (today: Day) =>
  contractDefaultsApi.save.body.check((context) => {
    const cutDay = context.value.billing_config.billing_cut_day
    const problem = cutDay >= 1 && cutDay <= 31 ? cutDayProblem(cutDay, today) : null
    if (problem !== null) {
      context.issues.push({ code: 'custom', input: context.value, path: CUT_DAY.split('.'), message: problem })
    }
  })
