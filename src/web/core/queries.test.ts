import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { planApi } from '#domain/plans/api.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { sampleUser } from '#test/support/sample-user.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { clearCacheOnSessionChange, queryClient, refetchAfterChange, reload } = await import('./queries.ts')
const { session } = await import('./session.ts')
const { failureOf } = await import('./failure.ts')
const user = sampleUser('client')

test('AUT-06 lo leído se cree diez segundos', () => {
  expect(queryClient.getDefaultOptions().queries?.staleTime).toBe(10_000)
})

test('AUT-06 lo leído se olvida al terminar la sesión y cuando entra otra persona', () => {
  clearCacheOnSessionChange()
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

test('AUT-06 tras un cambio nada de lo leído se cree, y en pantalla se lee de nuevo lo que el cambio nombra', async () => {
  const requested: string[] = []
  const urls = ['/api/admin/plans?page=2', '/api/client/7/statement', '/api/client/7', '/api/client?q=ana']
  const stops = urls.map((url) => {
    const options = { queryKey: [url], queryFn: () => requested.push(url), staleTime: Infinity, initialData: 1 }
    return new QueryObserver(queryClient, options).subscribe(() => undefined)
  })
  queryClient.setQueryData(['/api/dashboard'], 'not on the screen')
  const isOld = (url: string) => queryClient.getQueryState([url])?.isInvalidated

  await refetchAfterChange(queryClient, [planApi.list, clientApi.get])
  expect(requested.splice(0).toSorted()).toEqual(['/api/admin/plans?page=2', '/api/client/7'])
  expect([isOld('/api/client/7/statement'), isOld('/api/dashboard'), isOld('/api/client/7')]).toEqual([
    true,
    true,
    false,
  ])

  await refetchAfterChange(queryClient, [])
  expect(requested).toEqual([])
  await refetchAfterChange(queryClient)
  expect(requested.toSorted()).toEqual(urls.toSorted())
  for (const stop of stops) stop()
  queryClient.clear()
})

test('NOT-01 lo que se estaba leyendo por primera vez cuando llegó la novedad se lee de nuevo', async () => {
  const answers: ((text: string) => void)[] = []
  const options = {
    queryKey: ['/api/notification'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  }
  const stop = new QueryObserver(queryClient, options).subscribe(() => undefined)
  const reloaded = reload(queryClient, (url) => url === '/api/notification')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('before the news')
  answers[1]?.('with the news')
  await reloaded
  expect(queryClient.getQueryData(['/api/notification'])).toBe('with the news')
  stop()
  queryClient.clear()
})
