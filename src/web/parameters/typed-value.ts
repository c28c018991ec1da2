import type { Parameter } from '#domain/parameters/parameter.ts'
import { amountOf } from '#web/ui/amount.ts'

type Unit = Parameter['unit']

/** How a value of each unit is typed, for the hint of its field. */
export const VALUE_HINTS: Readonly<Record<Unit, string>> = {
  pesos: 'En pesos, por ejemplo 52.374',
  bps: 'En porcentaje, por ejemplo 19 o 4,5',
  uvt: 'En UVT',
  stratum: 'El número del estrato',
  times: 'Cuántas veces',
  minutes: 'En minutos',
  minute_of_day: 'La hora, por ejemplo 07:00',
  hours: 'En horas',
  business_days: 'En días hábiles',
  calendar_days: 'En días calendario',
  months: 'En meses',
  years: 'En años',
  switch: '1: suspendidos; 0: permitidos',
}

/** A typed value as the count of its unit: '19' is 1900 bps, '07:00' is 420. Undefined for an empty text, NaN for another one. */
export function typedValue(unit: Unit, typed: string): number | undefined {
  const text = typed.trim()
  if (text === '') return undefined
  if (unit === 'pesos') return amountOf(text)
  if (unit === 'minute_of_day') {
    const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text)
    return match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN
  }
  if (unit === 'bps') {
    const match = /^(\d{1,3})(?:[.,](\d{1,2}))? ?%?$/.exec(text)
    return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : Number.NaN
  }
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
}
