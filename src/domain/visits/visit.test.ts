import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import {
  isAtSameTime,
  nextVisitState,
  timeOfVisitLabel,
  VISIT_STATES,
  type VisitTime,
  visitKindsOf,
  visitLifecycle,
  visitTimeOf,
} from './visit.ts'

const at = (slot: VisitTime['slot'], from_time: string | null = null, to_time: string | null = null): VisitTime => ({
  slot,
  from_time,
  to_time,
})

test('VIS-01 dos visitas son a la misma hora cuando sus horas se cruzan; durante el día, nunca', () => {
  expect(isAtSameTime(at('manana'), at('manana'))).toBe(true)
  expect(isAtSameTime(at('manana'), at('tarde'))).toBe(false)
  expect(isAtSameTime(at('manana'), at('horas', '11:00', '13:00'))).toBe(true)
  expect(isAtSameTime(at('tarde'), at('horas', '09:00', '12:00'))).toBe(false)
  expect(isAtSameTime(at('horas', '08:00', '09:30'), at('horas', '09:30', '10:00'))).toBe(false)
  expect(isAtSameTime(at('horas', '08:00', '09:31'), at('horas', '09:30', '10:00'))).toBe(true)
  expect(isAtSameTime(at('dia'), at('manana'))).toBe(false)
  expect(isAtSameTime(at('dia'), at('dia'))).toBe(false)
})

test('VIS-01 la hora de una visita se lee como la dice una persona', () => {
  expect(timeOfVisitLabel(at('manana'))).toBe('En la mañana')
  expect(timeOfVisitLabel(at('horas', '08:30', '12:00'))).toBe('De 8:30 a. m. a 12:00 p. m.')
  expect(timeOfVisitLabel(at('horas', '00:15', '13:05'))).toBe('De 12:15 a. m. a 1:05 p. m.')
})

test('VIS-01 las dos horas se piden en su campo, y la final después de la inicial', () => {
  expect(visitTimeOf({})).toEqual(at('dia'))
  expect(visitTimeOf({ slot: 'tarde', from_time: '08:00', to_time: '09:00' })).toEqual(at('tarde'))
  expect(visitTimeOf({ slot: 'horas', from_time: '08:00', to_time: '09:00' })).toEqual(at('horas', '08:00', '09:00'))
  expect(() => visitTimeOf({ slot: 'horas', to_time: '09:00' })).toThrow('Escribe desde qué hora')
  expect(() => visitTimeOf({ slot: 'horas', from_time: '09:00' })).toThrow('Escribe hasta qué hora')
  expect(() => visitTimeOf({ slot: 'horas', from_time: '09:00', to_time: '09:00' })).toThrow('después de la inicial')
})

test('VIS-01 el primer día de una visita no es un cambio; de una hecha o cancelada no se cambia nada', () => {
  expect(nextVisitState('move', { state: 'planned', day: null })).toBe('planned')
  expect(nextVisitState('move', { state: 'planned', day: day('2026-11-20') })).toBe('moved')
  expect(nextVisitState('move', { state: 'missed', day: day('2026-11-20') })).toBe('moved')
  expect(() => nextVisitState('move', { state: 'done', day: day('2026-11-20') })).toThrow('La visita ya se hizo')
  expect(() => nextVisitState('cancel', { state: 'cancelled', day: null })).toThrow('La visita está cancelada')
  expect(VISIT_STATES.filter((state) => visitLifecycle.can(state, 'finish'))).toEqual(['planned', 'moved'])
})

test('CON-01 cada contrato tiene las visitas de su estado', () => {
  expect(visitKindsOf('draft')).toEqual([])
  expect(visitKindsOf('awaiting_installation')).toEqual(['instalacion'])
  expect(visitKindsOf('suspended')).toEqual(['retiro', 'translado', 'reinstalacion', 'cambio_equipo', 'revision'])
  expect(visitKindsOf('terminated')).toEqual(['retiro'])
})
