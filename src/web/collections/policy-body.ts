import type { PolicyMode } from '#domain/collections/policy.ts'
import { parseDay } from '#domain/core/days.ts'
import { amountOf, numberOf } from '#web/ui/amount.ts'

/** The numbers of a policy with their labels and hints, in the order of the screen. */
export const NUMBERS = [
  ['overdue_days', 'Días de mora para cortar', 'Desde el último día para pagar'],
  ['reminder_days', 'Días antes del vencimiento para recordar', 'Vacío: no se recuerda'],
  ['notice_days', 'Días hábiles entre el aviso y el corte', 'Completos, sin contar el día del aviso'],
  ['from_hour', 'Hora en que empiezan los cortes', 'De 6 a 17'],
  ['to_hour', 'Hora en que terminan', 'De 7 a 18: nunca de noche'],
  [
    'brake_percent',
    'Freno: porcentaje de servicios que se puede cortar en un día',
    'Con más, se detiene y te pregunta',
  ],
  ['promise_days', 'Días que puede durar una promesa de pago', 'Cero: no se reciben promesas'],
  ['promise_uses', 'Promesas de un contrato en seis meses', 'De 1 a 12'],
] as const
export const FLAGS = [
  ['avoids_weekends', 'No cortar sábados ni domingos'],
  ['avoids_eves', 'No cortar en víspera de festivo'],
  ['reconnects', 'Reconectar solo al pagar todo lo vencido'],
  ['promise_reconnects', 'Reconectar también con una promesa de pago'],
] as const
/** The yes and no of a policy. */
export type PolicyFlags = Readonly<Record<(typeof FLAGS)[number][0], boolean>>

/** The fields of the form, in the order of the screen. */
export const POLICY_FIELDS = [
  'policy.mode',
  ...NUMBERS.map(([name]) => `policy.${name}`),
  'policy.minimum_debt',
  'policy.days_off',
]

/** The values of the controls → the body of the call. */
export function policyBody(
  typed: Readonly<Record<string, unknown>>,
  mode: PolicyMode,
  { avoids_weekends, avoids_eves, reconnects, promise_reconnects }: PolicyFlags,
) {
  const text = (name: string): string => textOf(typed, `policy.${name}`)
  return {
    mode,
    avoids_weekends,
    avoids_eves,
    reconnects,
    promise_reconnects,
    ...Object.fromEntries(NUMBERS.map(([name]) => [name, numberOf(text(name))])),
    reminder_days: text('reminder_days') === '' ? null : numberOf(text('reminder_days')),
    minimum_debt: amountOf(text('minimum_debt')),
    days_off: text('days_off')
      .split(/[,;\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => parseDay(part) ?? part),
  }
}

/** The text of a control, without blanks around it. */
export function textOf(typed: Readonly<Record<string, unknown>>, field: string): string {
  const value = typed[field]
  return typeof value === 'string' ? value.trim() : ''
}
