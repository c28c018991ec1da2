import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { demoApi } from '#domain/auth/demo-api.ts'
import { openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { pesos } from '#domain/core/money.ts'
import { planApi } from '#domain/plans/api.ts'
import { platformApi } from '#domain/platform/api.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { sampleUser } from '#test/support/sample-user.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { call, urlOf } = await import('./call.ts')
const { isFailure, isSessionEnd, messageOf } = await import('./failure.ts')
const { maintenanceFlag } = await import('./maintenance-flag.ts')
const { sendsToken } = await import('./send.ts')
const { session } = await import('./session.ts')
const user = sampleUser('financial')

const plan = {
  id: '0197a000-0000-7000-8000-000000000001',
  name: 'Hogar 100',
  reference_code: 'HOG100',
  price: 79_900,
  download_speed: '100 Mbps',
  upload_speed: '50 Mbps',
  segment: null,
  is_packaged: false,
  is_active: true,
}

let requests: { url: string; init: RequestInit }[] = []

/** Responds to every request with this status and body. */
function network(status: number, body: unknown, headers: Record<string, string> = {}): void {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })
  })
}

const caught = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown)
  return isFailure(error) ? error : expect.fail(`no failure: ${String(error)}`)
}
const bodyOf = (): string => {
  const body = requests.at(-1)?.init.body
  return typeof body === 'string' ? body : ''
}
const headerOf = (name: string) => new Headers(requests.at(-1)?.init.headers).get(name)

beforeEach(() => {
  requests = []
  session.setAuth(user, 'enl_llave')
})
afterEach(() => {
  session.clearAuth()
  window.localStorage.clear()
})

test('API-03 una respuesta llega decodificada: los pesos son centavos', async () => {
  network(200, { data: [plan] })
  const { data } = await call(planApi.list, {})
  expect(data[0]?.price).toBe(pesos(79_900))
  expect(requests[0]?.url).toBe('/api/admin/plans')
})

test('API-03 un cuerpo sale codificado, aunque su esquema limpie lo escrito', async () => {
  network(201, { data: plan, message: 'Plan creado exitosamente' })
  await call(planApi.create, {
    body: {
      plan: {
        name: 'Hogar 100',
        reference_code: 'HOG100',
        price: pesos(79_900),
        download_speed: '100 Mbps',
        upload_speed: '50 Mbps',
        segment: null,
        is_packaged: false,
        is_active: true,
      },
    },
    idempotencyKey: 'una',
  })
  expect(JSON.parse(bodyOf())).toEqual({ plan: { ...plan, id: undefined } })
  expect(headerOf('idempotency-key')).toBe('una')
  expect(headerOf('content-type')).toBe('application/json')
})

test('API-03 un error trae su mensaje, su código, sus campos y cuánto esperar', async () => {
  network(
    429,
    { message: 'Demasiados intentos', code: 'TOO_MANY', errors: [{ field: 'username', message: 'Espera' }] },
    { 'retry-after': '12' },
  )
  const failure = await caught(call(authApi.login, { body: { username: 'a', password: 'b' } }))
  expect(failure).toMatchObject({
    status: 429,
    code: 'TOO_MANY',
    message: 'Demasiados intentos',
    retryAfterS: 12,
    errors: [{ field: 'username', message: 'Espera' }],
  })
})

test('API-03 lo que no es nuestro se dice igual en palabras: una página de error, una respuesta que no se entiende, sin red', async () => {
  network(502, '<html>')
  expect((await caught(call(planApi.list, {}))).message).toMatch(/No podemos responder/)
  network(200, { data: [{ otra: 'cosa' }] })
  expect((await caught(call(planApi.list, {}))).message).toMatch(/no entendemos/)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await caught(call(planApi.list, {}))).toMatchObject({ status: 0, code: 'NETWORK' })
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('late', 'TimeoutError')))
  expect(await caught(call(planApi.list, {}))).toMatchObject({ status: 0, code: 'TIMEOUT' })
})

test('AUT-05 la llave va en todas las llamadas menos la de entrar', async () => {
  network(200, { data: [] })
  await call(planApi.list, {})
  expect(headerOf('authorization')).toBe('Bearer enl_llave')
  expect(requests[0]?.init.credentials).toBe('same-origin')
  expect(sendsToken(authApi.login, 'enl_llave')).toBe(false)
})

test('AUT-05 una llave vacía o con un carácter prohibido no se envía', () => {
  const forbidden = [...'<>{}[]\\|"\'&%^`~ \n']
  expect(forbidden.map((character) => sendsToken(planApi.list, `enl${character}llave`))).toEqual(
    forbidden.map(() => false),
  )
  expect([sendsToken(planApi.list, ''), sendsToken(planApi.list, null)]).toEqual([false, false])
  expect(sendsToken(planApi.list, 'enl_Aa0-_')).toBe(true)
})

test('AUT-06 cada llamada se abandona a los 30 000 ms', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  network(200, { data: [] })
  await call(planApi.list, {})
  expect(timeout).toHaveBeenCalledWith(30_000)
  timeout.mockRestore()
})

test('AUT-06 una lista que no es una lista da una lista vacía', async () => {
  for (const body of [{ data: null }, { data: 'x' }, {}, null, []]) {
    network(200, body)
    expect(await call(planApi.list, {})).toMatchObject({ data: [] })
  }
})

test('AUT-06 la llave de la memoria es la dirección', () => {
  expect(urlOf(openSessionsApi.closeSession, { params: { id: 'a/b' } })).toBe('/api/auth/sessions/a%2Fb')
  expect(urlOf(contractDefaultsApi.get, {})).toBe('/api/admin/billing-config')
})

test('AUT-06 lo que pregunta el reloj lo dice, para no alargar la sesión', async () => {
  network(200, { data: { active: false, message: '', until: null } })
  await call(platformApi.maintenance, { background: true })
  expect(headerOf('enlace-background')).toBe('1')
  await call(platformApi.maintenance, {})
  expect(headerOf('enlace-background')).toBeNull()
})

test('ERR-01 un 401, TOKEN_EXPIRED o cualquiera de las cuatro frases termina la sesión', async () => {
  const endings: [number, { message: string; code: string }][] = [
    [401, { message: 'lo que sea', code: 'NOT_SIGNED_IN' }],
    [400, { message: 'lo que sea', code: 'TOKEN_EXPIRED' }],
    [403, { message: 'Ay: Tu sesión ha expirado.', code: 'X' }],
    [422, { message: 'Token inválido', code: 'X' }],
    [500, { message: 'No autorizado para esto', code: 'X' }],
    [409, { message: 'Unauthorized', code: 'X' }],
  ]
  for (const [status, body] of endings) {
    session.setAuth(user, 'enl_llave')
    network(status, body)
    expect((await caught(call(planApi.list, {}))).message).toBe('Sesión expirada')
    expect(session.get()).toMatchObject({ isAuthenticated: false, ending: 'expired' })
  }
})

test('ERR-01 cualquier otro error deja la sesión como estaba', async () => {
  for (const status of [400, 403, 404, 409, 422, 429, 500, 503]) {
    network(status, { message: 'Tu usuario no tiene acceso a esta sección', code: 'OTHER' })
    await caught(call(planApi.list, {}))
    expect(session.get().isAuthenticated).toBe(true)
  }
})

test('ERR-01 entrar, recuperar, validar el código y crear la contraseña dejan pasar sus errores', async () => {
  network(401, { message: 'Usuario o contraseña incorrectos', code: 'WRONG_CREDENTIALS' })
  const calls = [
    call(authApi.login, { body: { username: 'a', password: 'b' } }),
    call(authApi.recovery, { body: { email: 'a@b.co' } }),
    call(authApi.validateOtp, { body: { email: 'a@b.co', otp: '123456' } }),
    call(authApi.resetPassword, { body: { token: 'a', password: 'b' } }),
  ]
  for (const promise of calls) expect((await caught(promise)).message).toBe('Usuario o contraseña incorrectos')
  expect(session.get().isAuthenticated).toBe(true)
})

test('ERR-01 la respuesta tardía a una llave que ya se cambió no termina la sesión nueva', async () => {
  vi.stubGlobal('fetch', async () => {
    session.setAuth(user, 'enl_otra')
    return new Response(JSON.stringify({ message: 'No autorizado', code: 'NOT_SIGNED_IN' }), { status: 401 })
  })
  expect((await caught(call(planApi.list, {}))).message).toBe('Sesión expirada')
  expect(session.get()).toMatchObject({ token: 'enl_otra', isAuthenticated: true })
})

test('ERR-01 las palabras que no terminan la sesión', () => {
  const failure = { status: 403, code: 'FORBIDDEN', message: 'Tu usuario no tiene acceso a esta sección' }
  expect(isSessionEnd(failure)).toBe(false)
})

test('ERR-03 PLN-06 se dice el mensaje del servidor, y si no hay, el de la pantalla con lo que se sabe', async () => {
  const message = async () => messageOf(await caught(call(planApi.list, {})), 'Error al cargar los planes')
  network(409, { message: 'Ya existe un plan con este código', code: 'DUPLICATE' })
  expect(await message()).toBe('Ya existe un plan con este código')
  network(500, { message: 'Algo falló de nuestro lado' })
  expect(await message()).toBe('Algo falló de nuestro lado')
  for (const body of ['<html>', {}, { message: '' }, { message: 7 }]) {
    network(502, body)
    expect(await message()).toMatch(/^Error al cargar los planes\. No podemos responder en este momento/)
  }
  network(200, { data: [{ otra: 'cosa' }] })
  expect(await message()).toMatch(/^Error al cargar los planes\. Recibimos una respuesta que no entendemos/)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await message()).toBe('Error al cargar los planes. No hay conexión: revisa tu internet e intenta de nuevo.')
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('late', 'TimeoutError')))
  expect(await message()).toMatch(/^Error al cargar los planes\. La respuesta tardó demasiado/)
  expect(messageOf(new Error('bug'), 'Error al cargar los planes')).toBe('Error al cargar los planes')
})

test('RTE-10 una respuesta MAINTENANCE pone la bandera en este navegador', async () => {
  network(503, { message: 'Estamos en mantenimiento', code: 'MAINTENANCE' })
  await caught(call(demoApi.accounts, {}))
  expect(maintenanceFlag.read()).toBe('by-server')
})
