import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { sampleUser } from '#test/support/sample-user.ts'
import { itemsOf } from './items.ts'
import { deobfuscate, obfuscate } from './obfuscation.ts'
import { decodeSession, encodeSession, SIGNED_OUT } from './stored-session.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { sessionOver } = await import('./session.ts')
const user = sampleUser('financial')

function createSession() {
  const storage = memoryStorage()
  const items = itemsOf(() => storage)
  return { storage, items, session: sessionOver(items, () => storage.clear()) }
}

test('AUT-03 empieza sin usuario, sin llave y sin autenticar', () => {
  expect(createSession().session.get()).toEqual(SIGNED_OUT)
})

test('AUT-02 guarda user, token e isAuthenticated en auth-storage, versión 0, con user y token disimulados', () => {
  const { storage, session } = createSession()
  session.setAuth(user, 'enl_llave')
  const text = storage.getItem('auth-storage') ?? ''
  const stored = JSON.parse(text)
  expect(stored.version).toBe(0)
  expect(Object.keys(stored.state)).toEqual(['user', 'token', 'isAuthenticated'])
  expect(stored.state.isAuthenticated).toBe(true)
  expect(text).not.toMatch(/Laura|enl_llave|financial/)
})

test('AUT-02 el disimulo no es cifrado: la rutina publicada lo deshace', () => {
  const { storage, session } = createSession()
  session.setAuth(user, 'enl_llave')
  const { state } = JSON.parse(storage.getItem('auth-storage') ?? '')
  expect(deobfuscate(state.token)).toBe('enl_llave')
  expect(JSON.parse(deobfuscate(state.user) ?? '')).toEqual(user)
})

test('AUT-02 todo texto disimulado se vuelve a leer igual', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => deobfuscate(obfuscate(text)) === text))
})

test('AUT-03 setAuth, updateProfile, clearAuth y logout', () => {
  const { session } = createSession()
  session.setAuth(user, 'a')
  expect(session.get()).toMatchObject({ user, token: 'a', isAuthenticated: true })
  const other = { ...user, profile: { ...user.profile, first_name: 'Ana' } }
  session.updateProfile(other)
  expect(session.get()).toMatchObject({ user: other, token: 'a', isAuthenticated: true })
  session.clearAuth()
  expect(session.get()).toEqual(SIGNED_OUT)
  session.setAuth(user, 'b')
  session.logout()
  expect(session.get()).toEqual({ ...SIGNED_OUT, ending: 'left' })
})

test('AUT-03 hasRole compara el rol; hasAnyRole y hasAllRoles preguntan por pertenencia', () => {
  const { session } = createSession()
  expect([session.hasRole('financial'), session.hasAnyRole(['financial'])]).toEqual([false, false])
  session.setAuth(user, 'a')
  expect([session.hasRole('financial'), session.hasRole('admin')]).toEqual([true, false])
  expect([session.hasAnyRole(['admin', 'financial']), session.hasAnyRole(['admin']), session.hasAnyRole([])]).toEqual([
    true,
    false,
    false,
  ])
  expect([session.hasAllRoles(['admin', 'financial']), session.hasAllRoles(['admin'])]).toEqual([true, false])
})

test('AUT-02 al salir se borra payment-cache, y si falla solo se escribe en la consola', () => {
  const { storage, items, session } = createSession()
  storage.setItem('payment-cache', 'x')
  session.setAuth(user, 'a')
  session.logout()
  expect(storage.getItem('payment-cache')).toBeNull()

  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const failing = sessionOver(
    itemsOf(() => ({ ...storage, removeItem: () => void JSON.parse('no') })),
    () => undefined,
  )
  failing.logout()
  expect(consoleError).toHaveBeenCalledWith('Error al limpiar caché de pagos:', expect.anything())
  consoleError.mockRestore()
  expect(items.get('payment-cache')).toBeNull()
})

test('AUT-03 lo que hace otra pestaña se sigue', () => {
  const { items, session } = createSession()
  session.setAuth(user, 'a')
  sessionOver(items, () => undefined).clearAuth()
  session.follow()
  expect(session.get()).toEqual(SIGNED_OUT)
})

test('ERR-02 al terminar la sesión se vacía el almacenamiento y queda dicho que expiró', () => {
  const { storage, session } = createSession()
  session.setAuth(user, 'a')
  storage.setItem('payment-cache', 'x')
  session.end()
  expect(storage.length).toBe(0)
  expect(session.get()).toEqual({ ...SIGNED_OUT, ending: 'expired' })
  session.acknowledgeEnding()
  expect(session.get()).toEqual(SIGNED_OUT)
})

test('RTE-07 un usuario guardado que no se puede leer se distingue de uno que falta', () => {
  const text = encodeSession({ ...SIGNED_OUT, user, token: 'a', isAuthenticated: true })
  const stored = JSON.parse(text)
  const withUser = (value: unknown) =>
    decodeSession(JSON.stringify({ ...stored, state: { ...stored.state, user: value } }))
  expect(withUser('basura')).toMatchObject({ isAuthenticated: true, isUndecodable: true, user: null })
  expect(withUser(obfuscate('{"metadata":{"role":"dueño"}}'))).toMatchObject({ isUndecodable: true, user: null })
  expect(withUser(null)).toMatchObject({ isAuthenticated: true, isUndecodable: false, user: null })
  expect(withUser(undefined)).toMatchObject({ isAuthenticated: true, isUndecodable: false, user: null })
})

test('AUT-02 mil valores ajenos o manoseados en auth-storage: nadie entra y nada se rompe', () => {
  const valid = encodeSession({ ...SIGNED_OUT, user, token: 'enl_llave', isAuthenticated: true })
  const anyText = fc.oneof(
    fc.string(),
    fc.json(),
    fc.record({ state: fc.anything(), version: fc.anything() }).map((value) => JSON.stringify(value) ?? ''),
    fc
      .record({ user: fc.jsonValue(), token: fc.jsonValue(), isAuthenticated: fc.jsonValue() })
      .map((state) => JSON.stringify({ state, version: 0 })),
    fc.nat(valid.length - 1).map((length) => valid.slice(0, length)),
  )
  fc.assert(
    fc.property(anyText, (text) => decodeSession(text).user === null),
    { numRuns: 1000 },
  )
})
