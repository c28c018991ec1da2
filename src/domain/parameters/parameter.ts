import * as z from 'zod/mini'
import { type Day, DayText, day, dayLabel } from '#domain/core/days.ts'
import { type Money, money, Pesos, pesosLabel } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { ParameterKey } from './keys.ts'

/** The units of a parameter, besides pesos. `bps`: basis points, 1900 is 19 %. `switch`: 1 is on, 0 is off. */
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
  'switch',
] as const
const CountUnit = z.enum(COUNT_UNITS)
export type CountUnit = z.output<typeof CountUnit>

/** The certainty of a value: read in an official source, read in part (press, drafts, practice of an operator), or general knowledge. */
export const CERTAINTIES = ['verified', 'partial', 'general'] as const
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

/** A number that a regulator can change, with the days on which it is in force (both included) and its legal basis. */
export const Parameter = z.discriminatedUnion('unit', [
  z.object({ ...shape, unit: z.literal('pesos'), value: Pesos }),
  z.object({ ...shape, unit: CountUnit, value: z.number() }),
])
export type Parameter = z.output<typeof Parameter>

/** The values of a key: the one in force on the requested day, and every other value, newest first. */
export const ParameterHistory = z.object({
  key: z.string(),
  label: z.string(),
  current: z.nullable(Parameter),
  others: z.array(Parameter),
})
export type ParameterHistory = z.output<typeof ParameterHistory>

/** The value of `valid_from` when the first day in force is not known. */
export const START_NOT_RECORDED = day('2000-01-01')

/** A parameter from its stored row: the unit determines the type of the value. Throws on an unknown unit or certainty. */
export function parameterOf(row: ParameterRow): Parameter {
  const certainty = z.parse(Certainty, row.certainty)
  if (row.unit === 'pesos') return { ...row, certainty, unit: row.unit, value: money(row.value) }
  return { ...row, certainty, unit: z.parse(CountUnit, row.unit), value: row.value }
}

/** A row of the table. */
type ParameterRow = {
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

/** The parameter of a key on a day. Throws Refusal when none is in force: a rule never uses a guessed value. */
export function parameterInForce(parameters: readonly Parameter[], key: ParameterKey, on: Day): Parameter {
  const parameter = parameterOn(parameters, key, on)
  if (parameter === null) throw new Refusal('refused', missingCopy(parameters, key, on))
  return parameter
}

/** The value of a key on a day. Throws Refusal when none is in force. */
export const valueInForce = (parameters: readonly Parameter[], key: ParameterKey, on: Day): Parameter['value'] =>
  parameterInForce(parameters, key, on).value

/** 'Falta el valor de «IVA general» para el 2 de enero de 2027…': what a person does about a number without a value. */
export function missingCopy(parameters: readonly Parameter[], key: ParameterKey, on: Day): string {
  const label = parameters.find((parameter) => parameter.key === key)?.label ?? key
  return `Falta el valor de «${label}» para el ${dayLabel(on)}. El superadministrador de Enlace lo registra en Valores regulados.`
}

/** The complete parameter of a key on a day, with its legal basis. Null when none is in force. */
export const parameterOn = (parameters: readonly Parameter[], key: ParameterKey, on: Day): Parameter | null =>
  parameters.find((parameter) => parameter.key === key && isInForce(parameter, on)) ?? null

/** The amount of a key on a day, null when none is in force. Throws TypeError when the unit of the key is not pesos. */
export function moneyOn(parameters: readonly Parameter[], key: ParameterKey, on: Day): Money | null {
  const parameter = parameterOn(parameters, key, on)
  if (parameter === null) return null
  if (parameter.unit !== 'pesos') throw new TypeError(`${key} is counted in ${parameter.unit}, not in pesos`)
  return parameter.value
}

/** The history of each key, in the order of the parameters. */
export function historiesOn(parameters: readonly Parameter[], on: Day): ParameterHistory[] {
  return [...Map.groupBy(parameters, (parameter) => parameter.key)].map(([key, rows]) => {
    const newestFirst = rows.toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1))
    const current = newestFirst.find((row) => isInForce(row, on)) ?? null
    return { key, label: newestFirst[0]?.label ?? key, current, others: newestFirst.filter((row) => row !== current) }
  })
}

/** The labels of the first part of the keys, in the order of the screen. */
export const PARAMETER_GROUPS: Readonly<Record<string, string>> = {
  tax: 'Impuestos y retenciones',
  accounting: 'Contabilidad',
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

/** Histories by group: groups in the order of PARAMETER_GROUPS, then unknown ones; histories of a group by label. */
export function groupsOf(histories: readonly ParameterHistory[]): { label: string; histories: ParameterHistory[] }[] {
  const byGroup = Map.groupBy(histories, ({ key }) => key.slice(0, key.indexOf('.')))
  const names = [...new Set([...Object.keys(PARAMETER_GROUPS), ...byGroup.keys()])]
  return names.flatMap((name) => {
    const members = byGroup.get(name)?.toSorted((a, b) => a.label.localeCompare(b.label, 'es'))
    return members ? [{ label: PARAMETER_GROUPS[name] ?? name, histories: members }] : []
  })
}

const integer = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 2 })

const counted =
  (single: string, several: string) =>
  (value: number): string =>
    `${integer.format(value)} ${value === 1 ? single : several}`

const COUNT_LABELS: Record<CountUnit, (value: number) => string> = {
  bps: (value) => `${integer.format(value / 100)} %`,
  uvt: (value) => `${integer.format(value)} UVT`,
  stratum: (value) => `estrato ${value}`,
  times: counted('vez', 'veces'),
  minutes: counted('minuto', 'minutos'),
  minute_of_day: (value) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`,
  hours: counted('hora', 'horas'),
  business_days: counted('día hábil', 'días hábiles'),
  calendar_days: counted('día calendario', 'días calendario'),
  months: counted('mes', 'meses'),
  years: counted('año', 'años'),
  switch: (value) => (value === 1 ? 'suspendidos' : 'permitidos'),
}

/** '$ 52.374,00', '19 %', '15 días hábiles', '07:00': the value with its unit. */
export const valueLabel = (parameter: Parameter): string =>
  parameter.unit === 'pesos' ? pesosLabel(parameter.value) : COUNT_LABELS[parameter.unit](parameter.value)
