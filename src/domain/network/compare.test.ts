import { expect, test } from 'vitest'
import { compareDevice, isShortRead, type Observed, type Wanted } from './compare.ts'

const wanted = (id: number, changes: Partial<Wanted> = {}): Wanted => ({
  service_id: `s${id}`,
  username: `u${id}`,
  ipv4: `10.0.0.${id}`,
  state: 'active',
  down_kbps: 100_000,
  up_kbps: 50_000,
  ...changes,
})
const observed = (id: number, changes: Partial<Observed> = {}): Observed => ({
  service_id: `s${id}`,
  username: `u${id}`,
  ipv4: `10.0.0.${id}`,
  state: 'active',
  speed: { down_kbps: 100_000, up_kbps: 50_000 },
  ...changes,
})
const kinds = (...lists: Parameters<typeof compareDevice>) =>
  compareDevice(...lists).map(({ service_id, kind }) => [service_id, kind])

test('SUS-06 un equipo como debe no tiene diferencias, y un servicio retirado no se busca', () => {
  expect(compareDevice([wanted(1), wanted(2, { state: 'absent' })], [observed(1)])).toEqual([])
  expect(
    compareDevice([wanted(1, { state: 'suspended' })], [observed(1, { state: 'suspended', speed: null })]),
  ).toEqual([])
  expect(compareDevice([wanted(1, { ipv4: null })], [observed(1)])).toEqual([])
})

test('SUS-06 cada servicio tiene una diferencia, la más grave', () => {
  const speed = { down_kbps: 1, up_kbps: 1 }
  expect(
    kinds(
      [wanted(1), wanted(2), wanted(3), wanted(4), wanted(5, { state: 'absent' }), wanted(6)],
      [
        observed(2, { state: 'suspended', username: 'otro' }),
        observed(3, { speed }),
        observed(4, { ipv4: '10.9.9.9', speed }),
        observed(5),
        observed(7),
      ],
      [{ name: 'u6' }, { name: 'ajeno' }],
    ),
  ).toEqual([
    ['s1', 'missing'],
    ['s2', 'state'],
    ['s3', 'speed'],
    ['s4', 'identity'],
    ['s5', 'extra'],
    ['s6', 'foreign'],
    ['s7', 'extra'],
  ])
})

test('SUS-06 una lista con menos de la mitad de lo que debía tener no se cree', () => {
  expect([isShortRead(4, 1), isShortRead(4, 2), isShortRead(3, 0), isShortRead(0, 0)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
