import * as z from 'zod/mini'
import { type Day, DayText, day } from '#domain/core/days.ts'
import { type Money, money, Pesos, pesosLabel } from '#domain/core/money.ts'
import type { ParameterKey } from './keys.ts'

/** What the number of a parameter counts, besides pesos. `bps` are basis points: 1900 is 19 %. */
const COUNT_UNITS = [
  'bps',
  'uvt',
  'stratum',
  'times',
  'minutes',
  'minute_of_day',
  'hours',
  'business_days',
  'calendar_days',
  'months',
  'years',
] as const
const CountUnit = z.enum(COUNT_UNITS)
type CountUnit = z.output<typeof CountUnit>

/** How sure we are: read in a source, read in part (press, drafts, one operator's practice), or common knowledge. */
const CERTAINTIES = ['verified', 'partial', 'general'] as const
const Certainty = z.enum(CERTAINTIES)

const shape = {
  key: z.string(),
  valid_from: DayText,
  valid_to: z.nullable(DayText),
  label: z.string(),
  legal_basis: z.string(),
  certainty: Certainty,
  note: z.string(),
}

/** A number that a regulator can change, with the days on which it is in force (both included) and where it comes from. */
export const Parameter = z.discriminatedUnion('unit', [
  z.object({ ...shape, unit: z.literal('pesos'), value: Pesos }),
  z.object({ ...shape, unit: CountUnit, value: z.number() }),
])
export type Parameter = z.output<typeof Parameter>

/** One number through time: what is in force on the day that was asked for, and every other value, newest first. */
export const ParameterHistory = z.object({
  key: z.string(),
  label: z.string(),
  current: z.nullable(Parameter),
  others: z.array(Parameter),
})
export type ParameterHistory = z.output<typeof ParameterHistory>

/** The day that stands for a beginning which is not on record. */
export const START_NOT_RECORDED = day('2000-01-01')

/** A stored row, whose columns cannot say that the unit decides what the value is. Throws on a unit that is not ours. */
export function parameterOf(row: Stored): Parameter {
  const certainty = z.parse(Certainty, row.certainty)
  if (row.unit === 'pesos') return { ...row, certainty, unit: row.unit, value: money(row.value) }
  return { ...row, certainty, unit: z.parse(CountUnit, row.unit), value: row.value }
}

type Stored = {
  key: string
  valid_from: Day
  valid_to: Day | null
  value: number
  unit: string
  label: string
  legal_basis: string
  certainty: string
  note: string
}

const isInForce = (parameter: Parameter, on: Day): boolean =>
  parameter.valid_from <= on && (parameter.valid_to === null || on <= parameter.valid_to)

/** The value of a key on a day: pesos as centavos, the rest as its unit counts. Null when none is in force. */
export const valueOn = (parameters: readonly Parameter[], key: ParameterKey, on: Day): Parameter['value'] | null =>
  parameterOn(parameters, key, on)?.value ?? null

/** The value of a key on a day. Throws when none is in force: nobody is bound by a guess. */
export function parameterInForce(parameters: readonly Parameter[], key: ParameterKey, on: Day): Parameter['value'] {
  const value = valueOn(parameters, key, on)
  if (value === null) throw new RangeError(`${key} has no value on ${on}`)
  return value
}

/** The whole row of a key on a day, for whoever has to name its legal basis. */
export const parameterOn = (parameters: readonly Parameter[], key: ParameterKey, on: Day): Parameter | null =>
  parameters.find((parameter) => parameter.key === key && isInForce(parameter, on)) ?? null

/** A sum of money on a day. Throws when the key does not hold money: that is a mistake in the code. */
export function moneyOn(parameters: readonly Parameter[], key: ParameterKey, on: Day): Money | null {
  const parameter = parameterOn(parameters, key, on)
  if (parameter === null) return null
  if (parameter.unit !== 'pesos') throw new TypeError(`${key} is counted in ${parameter.unit}, not in pesos`)
  return parameter.value
}

/** All parameters as their histories, in the order in which their keys come. */
export function historiesOn(parameters: readonly Parameter[], on: Day): ParameterHistory[] {
  return [...Map.groupBy(parameters, (parameter) => parameter.key)].map(([key, rows]) => {
    const newestFirst = rows.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
    const current = newestFirst.find((row) => isInForce(row, on)) ?? null
    return { key, label: newestFirst[0]?.label ?? key, current, others: newestFirst.filter((row) => row !== current) }
  })
}

/** What the first part of a key is called on the screen, in this order. */
export const PARAMETER_GROUPS: Readonly<Record<string, string>> = {
  tax: 'Impuestos y retenciones',
  contract: 'Contrato',
  billing: 'Factura',
  service: 'Suspensión, reconexión y fallas',
  pqr: 'PQR y recursos',
  contact: 'Contacto de cobranza',
  credit: 'Centrales de riesgo',
  data: 'Datos personales',
  einvoice: 'Factura electrónica',
  records: 'Conservación de documentos',
  regulator: 'Reportes y contribuciones',
  programme: 'Programas de conectividad',
}

/** Histories by group, groups as listed above and unknown ones after them, the numbers of each by their label. */
export function groupsOf(histories: readonly ParameterHistory[]): { label: string; histories: ParameterHistory[] }[] {
  const byGroup = Map.groupBy(histories, ({ key }) => key.slice(0, key.indexOf('.')))
  const names = [...new Set([...Object.keys(PARAMETER_GROUPS), ...byGroup.keys()])]
  return names.flatMap((name) => {
    const members = byGroup.get(name)?.toSorted((a, b) => a.label.localeCompare(b.label, 'es'))
    return members ? [{ label: PARAMETER_GROUPS[name] ?? name, histories: members }] : []
  })
}

const integer = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 2 })

const one =
  (single: string, several: string) =>
  (value: number): string =>
    `${integer.format(value)} ${value === 1 ? single : several}`

const COUNT_LABELS: Record<CountUnit, (value: number) => string> = {
  bps: (value) => `${integer.format(value / 100)} %`,
  uvt: (value) => `${integer.format(value)} UVT`,
  stratum: (value) => `estrato ${value}`,
  times: one('vez', 'veces'),
  minutes: one('minuto', 'minutos'),
  minute_of_day: (value) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`,
  hours: one('hora', 'horas'),
  business_days: one('día hábil', 'días hábiles'),
  calendar_days: one('día calendario', 'días calendario'),
  months: one('mes', 'meses'),
  years: one('año', 'años'),
}

/** '$ 52.374,00', '19 %', '15 días hábiles', '07:00': the value as its unit reads. */
export const valueLabel = (parameter: Parameter): string =>
  parameter.unit === 'pesos' ? pesosLabel(parameter.value) : COUNT_LABELS[parameter.unit](parameter.value)
