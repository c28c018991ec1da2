import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import {
  actionProblem,
  assertAction,
  CONTRACT_ACTIONS,
  CONTRACT_STATUS_LABELS,
  CONTRACT_STATUSES,
  contractLifecycle,
  contractStatusOn,
} from './lifecycle.ts'

test('CON-01 de borrador a retirado, cada paso lleva al estado que le corresponde', () => {
  expect(contractLifecycle.next('draft', 'sign')).toBe('awaiting_installation')
  expect(contractLifecycle.next('awaiting_installation', 'activate')).toBe('active')
  expect(contractLifecycle.next('active', 'suspend')).toBe('suspended')
  expect(contractLifecycle.next('suspended', 'reconnect')).toBe('active')
  expect(contractLifecycle.from('terminate')).toEqual(['active', 'suspended'])
  expect(contractLifecycle.from('cancel')).toEqual(['draft', 'awaiting_installation'])
  expect(contractLifecycle.next('suspended', 'change_plan')).toBe('suspended')
})

test('CON-01 de retirado y de anulado no se sale', () => {
  for (const action of CONTRACT_ACTIONS) {
    expect(contractLifecycle.next('terminated', action)).toBe(null)
    expect(contractLifecycle.next('cancelled', action)).toBe(null)
  }
})

test('CON-01 un botón deshabilitado siempre dice por qué, y uno habilitado no dice nada', () => {
  for (const status of CONTRACT_STATUSES) {
    for (const action of CONTRACT_ACTIONS) {
      const reason = actionProblem(action, status)
      expect(reason === null).toBe(contractLifecycle.can(status, action))
      if (reason === null) expect(() => assertAction(action, status)).not.toThrow()
      else expect(() => assertAction(action, status)).toThrow(reason)
    }
  }
  expect(actionProblem('sign', 'active')).toBe('El contrato ya está firmado')
  expect(actionProblem('cancel', 'suspended')).toBe('El contrato ya está en servicio: se retira, no se anula')
  expect(actionProblem('terminate', 'awaiting_installation')).toBe(
    'El servicio todavía no está instalado: se anula, no se retira',
  )
  expect(CONTRACT_STATUS_LABELS.terminated).toBe('Retirado')
})

test('CON-06 al día siguiente de su último día de servicio un contrato está retirado', () => {
  const [last, next] = [day('2026-11-25'), day('2026-11-26')]
  expect(contractStatusOn('active', last, last)).toBe('active')
  expect(contractStatusOn('active', last, next)).toBe('terminated')
  expect(contractStatusOn('suspended', last, next)).toBe('terminated')
  expect(contractStatusOn('active', null, next)).toBe('active')
  expect(contractStatusOn('cancelled', null, next)).toBe('cancelled')
})
