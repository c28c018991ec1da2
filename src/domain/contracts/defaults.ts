import * as z from 'zod/mini'
import { type Day, daysInMonth, fieldsOf, monthName } from '#domain/core/days.ts'
import { type Money, pesosField } from '#domain/core/money.ts'

/** The money of the contract defaults, in the order of the form (PLN-07). */
export const MONEY_FIELDS = [
  'connection_cost',
  'discounted_value',
  'reconnection_cost',
  'transfer_cost',
  'technical_visit_cost',
  'additional_cable_cost',
] as const
export type MoneyField = (typeof MONEY_FIELDS)[number]

const REQUIRED = 'Este campo es requerido'

/** What every amount of the form says of a text that is none, or is less than zero (PLN-07). */
export const NOT_NEGATIVE = 'Debe ser un valor válido mayor o igual a 0'
const Amount = pesosField({ required: REQUIRED, invalid: NOT_NEGATIVE }).check(
  z.refine((amount: Money) => amount >= 0, { error: NOT_NEGATIVE }),
)

export const CutDay = z
  .number({
    error: (issue) => (issue.input === undefined || issue.input === null ? REQUIRED : 'Debe ser un número válido'),
  })
  .check(
    z.refine((cutDay) => Number.isInteger(cutDay) && cutDay >= 1 && cutDay <= 31, {
      error: 'El día debe estar entre 1 y 31',
    }),
  )

const shape = {
  connection_cost: Amount,
  discounted_value: Amount,
  billing_cut_day: CutDay,
  reconnection_cost: Amount,
  transfer_cost: Amount,
  technical_visit_cost: Amount,
  additional_cable_cost: Amount,
}

/** The seven fields as they are stored and answered. */
export const ContractDefaults = z.object(shape)
export type ContractDefaults = z.output<typeof ContractDefaults>

/** What may be saved: a discount cannot be larger than what it discounts (PLN-07, decided). */
export const NewContractDefaults = z.strictObject(shape).check(
  z.refine((defaults) => defaults.discounted_value <= defaults.connection_cost, {
    error: 'El valor descontado no puede ser mayor que el costo de conexión',
    path: ['discounted_value'],
  }),
)

/**
 * The form's own rule: the day must exist in the month we are in. The server accepts 1 to 31 and clamps, because in a month
 * without that day the cut is on the last one. Null when the day exists.
 */
export function cutDayProblem(cutDay: number, today: Day): string | null {
  const { year, month } = fieldsOf(today)
  const last = daysInMonth(year, month)
  return cutDay > last ? `El día ${cutDay} no existe en ${monthName(month)} (máximo ${last} días)` : null
}

/** Ley 2485 de 2025: the CRC caps what a reconnection may cost. The value saves; the charge itself is capped. */
export function reconnectionWarning(
  cost: Money,
  cap: { value: Money; legal_basis: string } | null,
  label: (amount: Money) => string,
): string | null {
  if (cap === null || cost <= cap.value) return null
  return `Supera el tope legal de ${label(cap.value)} (${cap.legal_basis}). Se guarda, pero al cobrar se aplicará el tope.`
}

export const isSameDefaults = (a: ContractDefaults, b: ContractDefaults): boolean =>
  a.billing_cut_day === b.billing_cut_day && MONEY_FIELDS.every((field) => a[field] === b[field])
