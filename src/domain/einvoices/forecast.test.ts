import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecastOf } from './forecast.ts'

const range = { prefix: 'SETP', left: 4_000, state: 'ok', problem: null } as const
const facts = { is_on: true, waiting: 0, added: 100, range, minutes: 3 }

test('EIN-05 antes de la corrida se dice para cuántos documentos alcanza el rango, y cuántos esperarían', () => {
  expect(forecastOf(facts)).toMatchObject({ state: 'ok', text: 'El rango SETP alcanza para 4.000 documentos.' })
  expect(forecastOf({ ...facts, waiting: 1_000, added: 3_001 })).toMatchObject({
    state: 'short',
    beyond: 1,
    text: 'El rango SETP alcanza para 4.000 documentos. El último espera hasta que elijas otro rango.',
  })
  expect(forecastOf({ ...facts, added: 5_000 }).text).toContain('Los últimos 1.000 esperan')
})

test('EIN-05 sin rango, o con uno que no numera, ningún documento sale y se dice por qué', () => {
  expect(forecastOf({ ...facts, range: null })).toMatchObject({ state: 'blocked', beyond: 100, left: null })
  const spent = { ...range, left: 0, state: 'blocked', problem: 'El rango SETP no tiene más números' } as const
  expect(forecastOf({ ...facts, range: spent }).text).toContain('no tiene más números')
  expect(forecastOf({ ...facts, is_on: false, range: null })).toMatchObject({ state: 'ok', beyond: 0 })
})

test('EIN-05 los que caben y los que esperan suman siempre todos', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), fc.integer({ min: 1, max: 10_000 }), (waiting, added, left) => {
      const { beyond } = forecastOf({ ...facts, waiting, added, range: { ...range, left } })
      expect(Math.min(left, waiting + added) + beyond).toBe(waiting + added)
    }),
  )
})
