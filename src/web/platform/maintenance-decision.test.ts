import { expect, test } from 'vitest'
import { ROLES } from '#domain/core/roles.ts'
import { maintenanceDecision } from './maintenance-decision.ts'

const PATHS = ['/', '/auth', '/dashboard', '/about', '/reset-password', '/404']

test('RTE-10 apagada, solo /maintenance se va: a /', () => {
  expect(PATHS.map((path) => maintenanceDecision('off', path, 'client'))).toEqual(PATHS.map(() => null))
  expect(maintenanceDecision('off', '/maintenance', null)).toBe('/')
})

test('RTE-10 puesta a mano, toda navegación va a /maintenance, la del superadmin y /auth también', () => {
  for (const role of [...ROLES, null]) {
    expect(PATHS.map((path) => maintenanceDecision('by-hand', path, role))).toEqual(PATHS.map(() => '/maintenance'))
    expect(maintenanceDecision('by-hand', '/maintenance', role)).toBeNull()
  }
})

test('RTE-10 puesta por el servidor, perdona a /auth y al superadmin', () => {
  const closed = PATHS.filter((path) => maintenanceDecision('by-server', path, 'client') !== null)
  expect(closed).toEqual(PATHS.filter((path) => path !== '/auth'))
  expect(PATHS.map((path) => maintenanceDecision('by-server', path, 'superadmin'))).toEqual(PATHS.map(() => null))
  expect(maintenanceDecision('by-server', '/dashboard', null)).toBe('/maintenance')
})
