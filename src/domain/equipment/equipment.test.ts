import { expect, test } from 'vitest'
import {
  assertMove,
  EQUIPMENT_STATES,
  equipmentLifecycle,
  lineProblem,
  normaliseMac,
  normaliseSerial,
  readLines,
} from './equipment.ts'

test('ACT-12 de cada lugar un equipo solo pasa a los que tienen sentido', () => {
  const reached = EQUIPMENT_STATES.map((from) => [
    from,
    EQUIPMENT_STATES.filter((to) => equipmentLifecycle.can(from, to)).join(' '),
  ])
  expect(reached).toEqual([
    ['in_store', 'assigned at_client damaged lost'],
    ['assigned', 'in_store at_client damaged lost'],
    ['at_client', 'returned damaged lost'],
    ['returned', 'in_store assigned at_client damaged lost'],
    ['damaged', 'in_store lost'],
    ['lost', 'in_store'],
  ])
})

test('ACT-12 un paso que no se puede dice por qué y qué hacer antes', () => {
  expect(() => assertMove('at_client', 'in_store', 'ONU X')).toThrow(
    'ONU X está instalado donde un cliente: primero recógelo',
  )
  expect(() => assertMove('assigned', 'assigned', 'ONU X')).toThrow(
    'ONU X ya lo tiene un técnico: primero devuélvelo a la bodega',
  )
  expect(() => assertMove('lost', 'at_client', 'ONU X')).toThrow(
    'ONU X está perdido: no puede pasar a donde el cliente',
  )
  expect(() => assertMove('returned', 'in_store', 'ONU X')).not.toThrow()
})

test('ACT-12 un serial y una MAC se guardan de una sola forma', () => {
  expect(normaliseSerial(' hwtc 1a2b ')).toBe('HWTC1A2B')
  for (const mac of ['aabbcc001122', 'AA-BB-CC-00-11-22', 'aabb.cc00.1122'])
    expect(normaliseMac(mac)).toBe('AA:BB:CC:00:11:22')
  expect(normaliseMac('otra cosa')).toBe('otra cosa')
})

test('ACT-12 las líneas pegadas conservan su número, y cada una mala dice su problema', () => {
  const lines = readLines('hwtc11111111, aabbcc001122\n\n?\nHWTC2222, zz')
  expect(lines.map(({ line }) => line)).toEqual([1, 3, 4])
  expect(lines.map((one) => lineProblem(one) === null)).toEqual([true, false, false])
})
