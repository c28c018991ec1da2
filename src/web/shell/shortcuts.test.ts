import { expect, test } from 'vitest'
import { sampleUser } from '#test/support/sample-user.ts'
import { guardedRoutes } from '#web/routes.tsx'
import { goTosOf, shortcutOf } from './shortcuts.ts'

const ROLES = ['superadmin', 'admin', 'financial', 'technical', 'network', 'client'] as const

test('OPS-06 cada atajo lleva a una pantalla que el rol puede abrir, y ninguno se repite', () => {
  for (const role of ROLES) {
    const goTos = goTosOf(sampleUser(role))
    const refused = goTos.filter(({ to }) => !guardedRoutes.find(({ path }) => path === to)?.roles.includes(role))
    expect([role, refused]).toEqual([role, []])
    expect(new Set(goTos.map(({ key }) => key)).size).toBe(goTos.length)
  }
})

test('OPS-06 G y una letra llevan a una lista; la letra sola no hace nada', () => {
  const user = sampleUser('financial')
  expect(shortcutOf(user, '/dashboard', 'g', false)).toEqual({ kind: 'wait' })
  expect(shortcutOf(user, '/dashboard', 'F', true)).toEqual({ kind: 'go', to: '/invoices' })
  expect(shortcutOf(user, '/dashboard', 'f', false)).toBeNull()
  expect(shortcutOf(user, '/dashboard', 'z', true)).toBeNull()
})

test('OPS-06 N crea solo en una lista donde el rol puede crear', () => {
  expect(shortcutOf(sampleUser('financial'), '/contracts', 'n', false)).toEqual({ kind: 'new' })
  expect(shortcutOf(sampleUser('technical'), '/contracts', 'n', false)).toBeNull()
  expect(shortcutOf(sampleUser('financial'), '/dashboard', 'n', false)).toBeNull()
})
