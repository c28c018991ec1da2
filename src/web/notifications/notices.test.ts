import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { ROLES } from '#domain/core/roles.ts'
import { NOTIFICATION_RULES } from '#domain/notifications/notification.ts'
import { guardedRoutes } from '#web/routes.tsx'

const event = {
  name: '',
  before: null,
  after: { id: 'x', no_contract: 'AF-000005', period: '2026-11', status: 'declined', method: 'nequi' },
}

test('NOT-01 todo aviso lleva a una pantalla que su dueño puede abrir', () => {
  const unreachable = Object.entries(NOTIFICATION_RULES).flatMap(([name, rules]) =>
    rules.flatMap((rule) =>
      ROLES.filter((role) => (role === 'client' ? rule.client : rule.staff?.includes(role))).flatMap((role) => {
        const href = rule.href(event, role)
        const route = guardedRoutes.find(({ path }) => matchPath(path, new URL(href, 'http://app.test').pathname))
        return route?.roles.includes(role) ? [] : [`${name} · ${role} · ${href}`]
      }),
    ),
  )
  expect(unreachable).toEqual([])
})
