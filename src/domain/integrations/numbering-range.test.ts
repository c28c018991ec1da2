import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { type RangeFacts, rangeState } from './numbering-range.ts'

const range = (changes: Partial<RangeFacts> = {}): RangeFacts => ({
  provider: 'factus',
  prefix: 'SETP',
  from_number: 1,
  to_number: 1_000,
  next_number: 1,
  starts_on: day('2026-01-01'),
  ends_on: day('2027-12-31'),
  is_active: true,
  ...changes,
})

const TODAY = day('2026-11-22')
const stateOf = (changes: Partial<RangeFacts>, today = TODAY) => rangeState(range(changes), today)

test('EIN-05 un rango sano dice cuánto queda', () => {
  expect(stateOf({})).toEqual({ left: 1_000, state: 'ok', problem: null })
  expect(stateOf({ to_number: null, ends_on: null })).toEqual({ left: null, state: 'ok', problem: null })
})

test('EIN-05 avisa cuando queda menos del 10 % y cuando faltan menos de 30 días', () => {
  expect(stateOf({ next_number: 901 }).state).toBe('ok')
  expect(stateOf({ next_number: 902 })).toMatchObject({
    left: 99,
    state: 'warning',
    problem: expect.stringMatching(/quedan 99 números/),
  })
  expect(stateOf({ ends_on: day('2026-12-22') }).state).toBe('ok')
  expect(stateOf({ ends_on: day('2026-12-21') })).toMatchObject({
    state: 'warning',
    problem: expect.stringMatching(/vence el 21/),
  })
})

test('EIN-05 no numera cuando se gastó, venció, no ha empezado o está inactivo', () => {
  expect(stateOf({ next_number: 1_000 }).state).toBe('warning')
  expect(stateOf({ next_number: 1_001 })).toMatchObject({
    left: 0,
    state: 'blocked',
    problem: expect.stringMatching(/no tiene más números/),
  })
  expect(stateOf({ ends_on: TODAY }).state).toBe('warning')
  expect(stateOf({ ends_on: day('2026-11-21') })).toMatchObject({
    state: 'blocked',
    problem: expect.stringMatching(/venció/),
  })
  expect(stateOf({ starts_on: day('2026-11-23') })).toMatchObject({
    state: 'blocked',
    problem: expect.stringMatching(/empieza/),
  })
  expect(stateOf({ is_active: false })).toMatchObject({ state: 'blocked', problem: expect.stringMatching(/inactivo/) })
})

test('EIN-05 un rango de Archivo UBL no habla de Factus: dice dónde se cambia', () => {
  const own = { provider: 'ubl_file' } as const
  for (const change of [{ is_active: false }, { next_number: 1_001 }, { next_number: 950 }, { ends_on: TODAY }]) {
    const { problem } = stateOf({ ...own, ...change })
    expect(problem).toContain('Archivo UBL')
    expect(problem).not.toContain('Factus')
  }
})
