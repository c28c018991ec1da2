import { matchPath } from 'react-router'
import { expect, test } from 'vitest'
import { ROLES } from '#domain/core/roles.ts'
import { NOTIFICATION_RULES } from '#domain/notifications/notification.ts'
import { guardedRoutes } from '#web/routes.tsx'

const fact = {
  name: '',
  before: null,
  after: { no_contract: 'AF-000005', period: '2026-11', status: 'declined', method: 'nequi' },
}

test('NOT-01 todo aviso lleva a una pantalla que su dueño puede abrir', () => {
  const lost = Object.entries(NOTIFICATION_RULES).flatMap(([name, notices]) =>
    notices.flatMap((notice) =>
      ROLES.filter((role) => (role === 'client' ? notice.client : notice.staff?.includes(role))).flatMap((role) => {
        const href = notice.href(fact, role)
        const route = guardedRoutes.find(({ path }) => matchPath(path, href))
        return route?.roles.includes(role) ? [] : [`${name} · ${role} · ${href}`]
      }),
    ),
  )
  expect(lost).toEqual([])
})
