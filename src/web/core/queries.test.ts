import { expect, test, vi } from 'vitest'
import { memoryStorage } from './memory-storage.ts'
import { sampleUser } from './sample-user.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { forgetWithSession, queryClient } = await import('./queries.ts')
const { session } = await import('./session.ts')
const { failureOf } = await import('./failure.ts')
const user = sampleUser('client')

test('AUT-06 lo leído se cree diez segundos', () => {
  expect(queryClient.getDefaultOptions().queries?.staleTime).toBe(10_000)
})

test('AUT-06 lo leído se olvida al terminar la sesión y cuando entra otra persona', () => {
  forgetWithSession()
  session.setAuth(user, 'a')
  queryClient.setQueryData(['/api/admin/plans'], 'de la primera')
  session.setAuth(user, 'b')
  expect(queryClient.getQueryData(['/api/admin/plans'])).toBeUndefined()
  queryClient.setQueryData(['/api/admin/plans'], 'de la segunda')
  session.end()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

test('AUT-06 solo se repite por sí solo lo que una segunda vez puede cambiar', () => {
  const retry = queryClient.getDefaultOptions().queries?.retry
  const again = (status: number, failures = 0) =>
    typeof retry === 'function' && retry(failures, failureOf({ status, code: 'X', message: '' }))
  expect([again(0), again(500), again(502), again(401), again(404), again(429), again(503), again(0, 1)]).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
