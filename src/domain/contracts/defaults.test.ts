import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day } from '#domain/core/days.ts'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import { cutDayProblem, isSameDefaults, NewContractDefaults, reconnectionWarning } from './defaults.ts'

const wire = {
  connection_cost: 120_000,
  discounted_value: 60_000.5,
  billing_cut_day: 25,
  reconnection_cost: 1_981,
  transfer_cost: 60_000,
  technical_visit_cost: 0,
  additional_cable_cost: 1_800,
}

const messages = (value: unknown): Record<string, string> => {
  const parsed = z.safeDecode(NewContractDefaults, value as never)
  return Object.fromEntries((parsed.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]))
}

test('PLN-07 los siete campos son requeridos', () => {
  const errors = messages({})
  expect(Object.keys(errors).toSorted()).toEqual(Object.keys(wire).toSorted())
  expect(new Set(Object.values(errors))).toEqual(new Set(['Este campo es requerido']))
})

test('PLN-07 el dinero es mayor o igual a cero y el día está entre 1 y 31', () => {
  expect(messages({ ...wire, transfer_cost: -1 })).toEqual({
    transfer_cost: 'Debe ser un valor válido mayor o igual a 0',
  })
  expect(messages({ ...wire, transfer_cost: 'mil' })).toEqual({
    transfer_cost: 'Debe ser un valor válido mayor o igual a 0',
  })
  for (const billing_cut_day of [0, 32, 1.5])
    expect(messages({ ...wire, billing_cut_day })).toEqual({ billing_cut_day: 'El día debe estar entre 1 y 31' })
  expect(messages({ ...wire, billing_cut_day: 'x' })).toEqual({ billing_cut_day: 'Debe ser un número válido' })
})

test('PLN-07 el descuento no supera el costo de conexión', () => {
  expect(messages({ ...wire, discounted_value: 120_000.01 })).toEqual({
    discounted_value: 'El valor descontado no puede ser mayor que el costo de conexión',
  })
  expect(messages({ ...wire, discounted_value: 120_000 })).toEqual({})
})

test('PLN-07 el formulario compara el día con el mes en curso', () => {
  expect(cutDayProblem(31, day('2026-11-20'))).toBe('El día 31 no existe en noviembre (máximo 30 días)')
  expect(cutDayProblem(30, day('2027-02-01'))).toBe('El día 30 no existe en febrero (máximo 28 días)')
  expect(cutDayProblem(29, day('2028-02-01'))).toBe(null)
  expect(cutDayProblem(31, day('2026-12-01'))).toBe(null)
})

test('PLN-07 una reconexión por encima del tope legal se avisa', () => {
  const cap = { value: pesos(1_981), legal_basis: 'Ley 2485 de 2025' }
  expect(reconnectionWarning(pesos(1_981), cap, pesosLabel)).toBe(null)
  expect(reconnectionWarning(pesos(10_000), null, pesosLabel)).toBe(null)
  expect(reconnectionWarning(pesos(10_000), cap, pesosLabel)).toContain('$ 1.981,00')
})

test('PLN-07 sin cambios se reconoce que son los mismos valores', () => {
  const saved = z.decode(NewContractDefaults, wire)
  expect(isSameDefaults(saved, z.decode(NewContractDefaults, { ...wire }))).toBe(true)
  expect(isSameDefaults(saved, z.decode(NewContractDefaults, { ...wire, billing_cut_day: 26 }))).toBe(false)
})
