import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos, ZERO } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { NewContract } from './contract.ts'
import { changedValues, missingToSign, newContractValues } from './draft.ts'
import type { ContractStatus } from './lifecycle.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const input: NewContract = {
  client_id: ID,
  plan_id: ID,
  address: 'Calle 1 # 2-3',
  department: 'antioquia',
  city: 'medellin',
  date_contract: day('2026-11-20'),
}
const context = {
  place: { department: 'Antioquia', city: 'Medellín', municipality_code: '05001' },
  client: { segment: 'residential', stratum: 2 } as const,
  defaults: null,
  permanenceMax: 12,
}
const defaults = {
  connection_cost: pesos(120_000),
  discounted_value: pesos(60_000),
  billing_cut_day: 15,
  reconnection_cost: ZERO,
  transfer_cost: ZERO,
  technical_visit_cost: ZERO,
  additional_cable_cost: ZERO,
}

test('CON-02 lo que falta sale de los datos por defecto de la empresa y del cliente', () => {
  expect(newContractValues(input, { ...context, defaults })).toMatchObject({
    billing_cut_day: 15,
    connection_cost: pesos(120_000),
    discounted_value: pesos(60_000),
    permanence_months: 12,
    segment: 'residential',
    stratum: 2,
    city: 'Medellín',
  })
  expect(newContractValues(input, context)).toMatchObject({
    billing_cut_day: 30,
    connection_cost: ZERO,
    permanence_months: 0,
  })
})

test('CON-02 VAT-5 R1.4 un cliente empresarial no tiene un servicio residencial; uno residencial puede tener un local', () => {
  const useOf = (segment: Segment | undefined, holder: Segment) =>
    newContractValues({ ...input, segment }, { ...context, client: { segment: holder, stratum: 2 } }).segment
  expect([useOf(undefined, 'business'), useOf('business', 'residential')]).toEqual(['business', 'business'])
  expect(() => useOf('residential', 'business')).toThrow('El titular es empresarial')
})

test('CON-02 el descuento no supera la conexión, ni el de siempre sobre una conexión más barata', () => {
  const cheap = newContractValues({ ...input, connection_cost: pesos(20_000) }, { ...context, defaults })
  expect(cheap.discounted_value).toBe(pesos(20_000))
  expect(() => newContractValues({ ...input, discounted_value: pesos(1) }, context)).toThrow(
    'El valor descontado no puede ser mayor que el costo de conexión',
  )
})

test('R2.8 sin descuento, o si el cliente no la quiere, no hay cláusula de permanencia', () => {
  const months = (changes: Partial<NewContract>) =>
    newContractValues({ ...input, ...changes }, { ...context, defaults }).permanence_months
  expect(months({ accepts_permanence: false })).toBe(0)
  expect(months({ accepts_permanence: true, discounted_value: ZERO })).toBe(0)
})

test('R2.8 sin la cláusula de permanencia no hay descuento: se paga toda la conexión, en un contrato nuevo y en un borrador que cambia', () => {
  const whole = { connection_cost: pesos(120_000), discounted_value: ZERO, permanence_months: 0 }
  const declined = newContractValues({ ...input, accepts_permanence: false }, { ...context, defaults })
  expect(declined).toMatchObject(whole)
  const offered = newContractValues(input, { ...context, defaults })
  const change = (before: typeof offered, changes: object) =>
    changedValues({ ...before, status: 'draft' as const }, changes, context)
  expect(change(offered, { accepts_permanence: false, discounted_value: pesos(60_000) })).toMatchObject(whole)
  // A draft of before this rule.
  expect(change({ ...offered, permanence_months: 0 }, { address: 'Otra' })).toMatchObject(whole)
  expect(change(declined, { accepts_permanence: true, discounted_value: pesos(60_000) })).toMatchObject({
    discounted_value: pesos(60_000),
    permanence_months: 12,
  })
})

test('CON-02 después de la firma solo se completan las coordenadas y el estrato que faltaba', () => {
  const values = newContractValues({ ...input, stratum: null }, { ...context, defaults })
  const change = (status: ContractStatus, changes: object, stratum: number | null = null) =>
    changedValues({ ...values, stratum, status }, changes, context)
  expect(change('draft', { address: 'Otra', discounted_value: ZERO })).toMatchObject({
    address: 'Otra',
    permanence_months: 0,
  })
  for (const status of ['awaiting_installation', 'active', 'suspended'] as const) {
    expect(change(status, { stratum: 3, latitude: 6.2 })).toMatchObject({ stratum: 3, latitude: 6.2 })
    expect(() => change(status, { address: 'Otra' })).toThrow('El contrato ya está firmado')
    expect(() => change(status, { stratum: 4 }, 3)).toThrow('El estrato quedó fijo con la firma del contrato')
    expect(change(status, { stratum: 3 }, 3).stratum).toBe(3)
  }
  expect(() => change('cancelled', { latitude: 6 })).toThrow('El contrato está anulado')
})

test('CON-03 una casa sin estrato no está completa; una empresa no lo necesita', () => {
  const missing = (segment: Segment, stratum: number | null, client_segment: Segment = 'residential') =>
    missingToSign({ segment, stratum, client_segment })
  expect(missing('residential', null)).toEqual([{ field: 'stratum', message: 'Falta el estrato de la dirección' }])
  expect(missing('residential', 1)).toEqual([])
  expect(missing('business', null)).toEqual([])
  expect(missing('residential', 1, 'business')).toMatchObject([{ field: 'segment' }])
})
