import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientImportApi } from '#domain/imports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { planApi } from '#domain/plans/api.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { sampleUser } from '#test/support/sample-user.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { call } = await import('./call.ts')
const { download } = await import('./download.ts')
const { isFailure } = await import('./failure.ts')
const { maintenanceFlag } = await import('./maintenance-flag.ts')
const { session } = await import('./session.ts')
const { upload } = await import('./upload.ts')

const SENDERS = {
  'una llamada': () => call(planApi.list, {}),
  'una descarga': () => download(invoiceApi.pdf, { params: { id: '0197a000-0000-7000-8000-000000000001' } }),
  'una subida': () => upload(clientImportApi.upload, new File(['a;b'], 'clientes.csv')),
}

const network = (response: () => Response | Promise<Response>): void =>
  void vi.stubGlobal('fetch', async () => response())
const answer = (status: number, body: unknown) => (): Response => new Response(JSON.stringify(body), { status })

const caught = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown)
  return isFailure(error) ? error : expect.fail(`no failure: ${String(error)}`)
}

beforeEach(() => session.setAuth(sampleUser('financial'), 'enl_token'))
afterEach(() => {
  session.clearAuth()
  window.localStorage.clear()
})

test('ACT-11 lo que una persona dejó por enviar no se envía con la sesión de la siguiente, y no la termina', async () => {
  const sent = vi.fn(answer(200, { data: [] }))
  network(sent)
  let owner = 'first'
  const maySend = (): boolean => owner === 'first'
  await call(planApi.list, { maySend })
  owner = 'next'
  expect(await caught(call(planApi.list, { maySend }))).toMatchObject({ status: 401 })
  const file = new File(['a;b'], 'clientes.csv')
  expect(await caught(upload(clientImportApi.upload, file, {}, { maySend }))).toMatchObject({ status: 401 })
  expect(sent).toHaveBeenCalledTimes(1)
  expect(session.get().isAuthenticated).toBe(true)
})

for (const [name, send] of Object.entries(SENDERS)) {
  test(`ERR-01 ${name} que encuentra la sesión terminada la termina aquí y dice Sesión expirada`, async () => {
    for (const [status, code] of [
      [401, 'NOT_SIGNED_IN'],
      [400, 'TOKEN_EXPIRED'],
    ] as const) {
      session.setAuth(sampleUser('financial'), 'enl_token')
      network(answer(status, { message: 'Entra de nuevo', code }))
      expect(await caught(send())).toMatchObject({ message: 'Sesión expirada', code: 'TOKEN_EXPIRED' })
      expect(session.get()).toMatchObject({ isAuthenticated: false, ending: 'expired' })
    }
  })

  test(`ERR-01 ${name} con otro error deja la sesión como estaba`, async () => {
    network(answer(409, { message: 'Ya existe', code: 'DUPLICATE' }))
    expect(await caught(send())).toMatchObject({ status: 409, message: 'Ya existe' })
    expect(session.get().isAuthenticated).toBe(true)
  })

  test(`RTE-10 ${name} que encuentra el mantenimiento lo anota en este navegador`, async () => {
    network(answer(503, { message: 'Estamos en mantenimiento', code: 'MAINTENANCE' }))
    expect((await caught(send())).code).toBe('MAINTENANCE')
    expect(maintenanceFlag.read()).toBe('by-server')
  })

  test(`AUT-06 ${name} se abandona a los 30 000 ms`, async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    network(() => Promise.reject(new DOMException('late', 'TimeoutError')))
    expect((await caught(send())).code).toBe('TIMEOUT')
    expect(timeout.mock.calls).toEqual([[30_000]])
    timeout.mockRestore()
  })

  test(`AUT-06 ${name} cuya respuesta se corta a medio camino lo dice en palabras`, async () => {
    const cut = () => new ReadableStream({ pull: (stream) => stream.error(new DOMException('late', 'TimeoutError')) })
    network(() => new Response(cut()))
    expect((await caught(send())).code).toBe('TIMEOUT')
  })
}
