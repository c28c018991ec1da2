import { expect, test } from 'vitest'
import { CONTRACT_STATUSES, type ContractStatus } from '#domain/contracts/lifecycle.ts'
import { addDays, day } from '#domain/core/days.ts'
import { DONE_SENTENCES, datedStep, isLateRemoval, reinstalledBefore, type ServiceState, stepOf } from './effect.ts'
import { WORK_ORDERS, type WorkOrder } from './report.ts'
import { REPORT_DAYS_MAX } from './visit-time.ts'

const VISIT = day('2026-03-10')
const state = (status: ContractStatus, more: Partial<ServiceState> = {}): ServiceState => ({
  status,
  active_from: status === 'draft' || status === 'awaiting_installation' ? null : day('2026-01-05'),
  active_to: null,
  is_paused: false,
  stopped_from: null,
  removed_from: null,
  ...more,
})

/** What each work order does in each state, in the order draft … cancelled. */
const EXPECTED: Readonly<Record<WorkOrder, string>> = {
  retiro: 'task task end end none none',
  instalacion: 'task activate task task task task',
  translado: 'task task move move task task',
  reinstalacion: 'task task none task task task',
  cambio_equipo: 'task none none none task task',
}

test('ACT-04 cada orden en cada estado del contrato: hace su efecto, no cambia nada o deja una tarea con su razón', () => {
  for (const order of WORK_ORDERS) {
    const steps = CONTRACT_STATUSES.map((status) => stepOf(order, state(status), VISIT))
    expect([order, steps.map(({ kind }) => kind).join(' ')]).toEqual([order, EXPECTED[order]])
    for (const step of steps) {
      if (step.kind === 'task') expect(step.reason).toMatch(/^[A-ZÁÉÍÓÚ].{20,}[^.\s]$/u)
    }
  }
})

test('ACT-04 una pausa se reconecta con la reinstalación y una mora no; un retiro ya registrado no se repite', () => {
  expect(stepOf('reinstalacion', state('suspended', { is_paused: true }), VISIT)).toEqual({ kind: 'reconnect' })
  expect(stepOf('reinstalacion', state('suspended'), VISIT)).toMatchObject({ reason: expect.stringMatching(/mora/) })
  expect(stepOf('retiro', state('active', { active_to: day('2026-03-30') }), VISIT)).toEqual({
    kind: 'none',
    sentence:
      'El retiro ya estaba registrado: el contrato termina el 30 de marzo de 2026, y los días sin equipos no se cobran',
  })
})

test('R2.6 ACT-04 el retiro de un contrato que ya terminó dice que no se cobran los días sin equipos, si los hubo', () => {
  const ended = (activeTo: string) => stepOf('retiro', state('terminated', { active_to: day(activeTo) }), VISIT)
  expect([ended('2026-03-10'), ended('2026-03-15')]).toEqual([
    { kind: 'none', sentence: 'El contrato ya había terminado' },
    {
      kind: 'none',
      sentence: 'El contrato ya había terminado el 15 de marzo de 2026, y los días sin equipos no se cobran',
    },
  ])
})

test('ACT-04 el retiro por registrar es el de un acta de retiro con su tarea abierta, que no cambió el contrato', () => {
  const left = { type_order_job: 'retiro', effect: { kind: 'task' }, task: { done_at: null } } as const
  expect(isLateRemoval(left)).toBe(true)
  for (const other of [
    { type_order_job: 'translado' as const },
    { effect: { kind: 'ended' } },
    { task: { done_at: '2026-03-20T10:00:00Z' } },
    { task: null },
    { task: undefined },
  ])
    expect(isLateRemoval({ ...left, ...other })).toBe(false)
})

test('ACT-04 una reinstalación no termina una pausa ni un retiro que empezó después de su visita', () => {
  const kindOf = (days: number) =>
    stepOf('reinstalacion', state('suspended', { is_paused: true, stopped_from: addDays(VISIT, days) }), VISIT).kind
  expect([-1, 0, 1].map(kindOf)).toEqual(['reconnect', 'reconnect', 'task'])
  const ofActive = (days: number) =>
    stepOf('reinstalacion', state('active', { removed_from: addDays(VISIT, days) }), VISIT).kind
  expect([0, 1, 2].map(ofActive)).toEqual(['reinstall', 'reinstall', 'task'])
})

test('CON-06 ACT-04 una reinstalación no dice que el servicio sigue cuando el retiro sigue registrado', () => {
  const ends = { active_to: day('2026-03-30') }
  expect(stepOf('reinstalacion', state('active', ends), VISIT)).toEqual({
    kind: 'none',
    sentence: 'El servicio ya estaba activo, y el contrato termina el 30 de marzo de 2026',
    task: reinstalledBefore(ends.active_to),
  })
  expect(DONE_SENTENCES.reinstall(ends.active_to)).toBe(
    'Los equipos están de nuevo en el servicio, y el contrato termina el 30 de marzo de 2026',
  )
  expect(DONE_SENTENCES.reconnect(VISIT, null)).toBe('El servicio quedó reconectado desde el 10 de marzo de 2026')
})

test('ACT-04 una instalación ya activada a mano el mismo día no deja tarea', () => {
  expect(stepOf('instalacion', state('active', { active_from: VISIT }), VISIT).kind).toBe('none')
})

test('ACT-04 un acta cambia el contrato hasta 7 días después de su visita, y no antes de otra visita ni de lo facturado', () => {
  const step = { kind: 'end' } as const
  const kindOf = (days: number, more: object = {}) =>
    datedStep(step, VISIT, addDays(VISIT, days), { is_billed: false, last_visit_on: null, ...more }).kind
  expect([0, REPORT_DAYS_MAX, REPORT_DAYS_MAX + 1].map((days) => kindOf(days))).toEqual(['end', 'end', 'task'])
  expect([kindOf(2, { is_billed: true }), kindOf(2, { last_visit_on: addDays(VISIT, 1) })]).toEqual(['task', 'task'])
  expect(kindOf(2, { last_visit_on: VISIT })).toBe('end')
})
