import * as z from 'zod/mini'
import { addDays, type Day, DayText, dayLabel } from '#domain/core/days.ts'
import { PESOS_MAX } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { lineOfText, trimmedText } from '#domain/core/text.ts'
import { PARAMETER_KEYS, type ParameterKey } from './keys.ts'
import { CERTAINTIES, type CountUnit, type Parameter } from './parameter.ts'

type Unit = Parameter['unit']

const BASIS_MIN = 8

/** A new value of a regulated number. `value`: pesos, or the count of the unit of the key (1900 is 19 %, 420 is 07:00). */
export const NewParameter = z.strictObject({
  key: z.enum(PARAMETER_KEYS, { error: 'Ese número no existe' }),
  value: z
    .number({ error: 'Escribe el valor en números' })
    .check(
      z.gte(0, { error: 'El valor no puede ser menor que cero' }),
      z.lte(PESOS_MAX, { error: 'El valor es demasiado grande' }),
    ),
  valid_from: DayText,
  /** The last day; null while the law names none. */
  valid_to: z.nullable(DayText),
  legal_basis: lineOfText('Escribe la norma: tipo, número y año', 200).check(
    z.minLength(BASIS_MIN, { error: 'Escribe la norma completa: tipo, número y año' }),
  ),
  certainty: z.enum(CERTAINTIES, { error: 'Elige de dónde sale el valor' }),
  note: z.optional(trimmedText(300)),
})
export type NewParameter = z.output<typeof NewParameter>

/** The highest count of a unit. */
const COUNT_MAX: Readonly<Record<CountUnit, number>> = {
  bps: 10_000,
  uvt: 100_000,
  stratum: 6,
  times: 1_000,
  minutes: 100_000,
  minute_of_day: 1_439,
  hours: 10_000,
  business_days: 1_000,
  calendar_days: 1_000,
  months: 1_000,
  years: 100,
  switch: 1,
}

/** The stored value: centavos for pesos, a whole count for the other units. Throws Refusal. */
export function storedValue(unit: Unit, value: number): number {
  const count = unit === 'pesos' ? Math.round(value * 100) : value
  const isExact = unit === 'pesos' ? Math.abs(value * 100 - count) < 1e-4 : Number.isInteger(value)
  if (!isExact) {
    const copy = unit === 'pesos' ? 'El valor admite máximo dos decimales' : 'Escribe un número entero'
    throw refuseField('invalid', 'parameter.value', copy)
  }
  if (unit !== 'pesos' && count > COUNT_MAX[unit]) {
    throw refuseField('invalid', 'parameter.value', 'El valor es demasiado grande para este número')
  }
  return count
}

/** What a new value does with the others of its key. */
export type ParameterChange = {
  /** A value that is not in force yet and begins on the same day. */
  replaced: Parameter | null
  /** The value before it, whose last day becomes the day before the new one. */
  shortened: { parameter: Parameter; valid_to: Day } | null
}

/**
 * The change that a new value makes to the `values` of its key. A day that has come keeps its value: it was used. Throws Refusal for
 * days that already have one, and for a yearly number without its last day.
 */
export function changeOf(
  { key, valid_from, valid_to }: Pick<NewParameter, 'key' | 'valid_from' | 'valid_to'>,
  values: readonly Parameter[],
  today: Day,
): ParameterChange {
  if (valid_to !== null && valid_to < valid_from) {
    throw refuseField('invalid', 'parameter.valid_to', 'El último día no puede ser anterior al primero')
  }
  if (valid_to === null && isYearly(key)) {
    throw refuseField('invalid', 'parameter.valid_to', 'Este número cambia cada año: escribe su último día')
  }
  const change: ParameterChange = { replaced: null, shortened: null }
  const first = startsAtOnce(key) ? today : addDays(today, 1)
  for (const parameter of values.filter((value) => overlaps(value, valid_from, valid_to))) {
    const isUsed = parameter.valid_from <= today
    if (!isUsed && parameter.valid_from === valid_from) change.replaced = parameter
    else if (isUsed && parameter.valid_from < valid_from && valid_from >= first) {
      change.shortened = { parameter, valid_to: addDays(valid_from, -1) }
    } else throw refuseField('conflict', 'parameter.valid_from', takenCopy(parameter, isUsed))
  }
  return change
}

/** An emergency begins on the day in which it is declared: nothing was charged with the value before it. */
export const startsAtOnce = (key: string): boolean => key === ('service.emergency_no_cut' satisfies ParameterKey)

const overlaps = (value: Parameter, from: Day, to: Day | null): boolean =>
  (to === null || value.valid_from <= to) && (value.valid_to === null || value.valid_to >= from)

const takenCopy = ({ valid_from }: Parameter, isUsed: boolean): string =>
  isUsed
    ? 'Esos días ya tienen un valor que rige o se usó, y no se cambia: el nuevo empieza después de hoy'
    : `Ya hay un valor desde el ${dayLabel(valid_from)}: el nuevo termina antes, o empieza ese mismo día y lo reemplaza`

/** The numbers that a regulator sets again for each year. */
const YEARLY: readonly string[] = [
  'tax.uvt',
  'credit.minimum_wage',
  'service.reconnection_cap',
] satisfies readonly ParameterKey[]
export const isYearly = (key: string): boolean => YEARLY.includes(key)
