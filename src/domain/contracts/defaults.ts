import * as z from 'zod/mini'
import { type Day, daysInMonth, fieldsOf, monthName } from '#domain/core/days.ts'
import { type Money, pesosField } from '#domain/core/money.ts'

/** The money fields of the contract defaults, in the order of the form (PLN-07). */
export const MONEY_FIELDS = [
  'connection_cost',
  'discounted_value',
  'reconnection_cost',
  'transfer_cost',
  'technical_visit_cost',
  'additional_cable_cost',
] as const
export type MoneyField = (typeof MONEY_FIELDS)[number]

const REQUIRED_COPY = 'Este campo es requerido'

/** The message of each amount of the form for a text that is not an amount, or for one less than zero (PLN-07). */
export const NOT_NEGATIVE = 'Debe ser un valor válido mayor o igual a 0'
const Amount = pesosField({ required: REQUIRED_COPY, invalid: NOT_NEGATIVE }).check(
  z.refine((amount: Money) => amount >= 0, { error: NOT_NEGATIVE }),
)

export const CutDay = z
  .number({
    error: (issue) => (issue.input === undefined || issue.input === null ? REQUIRED_COPY : 'Debe ser un número válido'),
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

/** The seven fields, as they are stored and sent in replies. */
export const ContractDefaults = z.object(shape)
export type ContractDefaults = z.output<typeof ContractDefaults>

/** The defaults that can be saved: the discount is at most the connection cost (PLN-07, decided). */
export const NewContractDefaults = z.strictObject(shape).check(
  z.refine((defaults) => defaults.discounted_value <= defaults.connection_cost, {
    error: 'El valor descontado no puede ser mayor que el costo de conexión',
    path: ['discounted_value'],
  }),
)

/**
 * A rule of the form only: the day must exist in the current month. The server accepts 1 to 31, because in a month without that
 * day the cut is on the last day. Null when the day exists.
 */
export function cutDayProblem(cutDay: number, today: Day): string | null {
  const { year, month } = fieldsOf(today)
  const last = daysInMonth(year, month)
  return cutDay > last ? `El día ${cutDay} no existe en ${monthName(month)} (máximo ${last} días)` : null
}

/** The warning for a reconnection cost above the cap of the CRC (Ley 2485 de 2025), or null. The value is saved; the charge is capped. */
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
