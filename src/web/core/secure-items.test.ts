import { expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { itemsOf } from './items.ts'
import { SECURE_KEY_PREFIX, secureItemsOver } from './secure-items.ts'

const silenceConsole = () => vi.spyOn(console, 'error').mockImplementation(() => undefined)

test('AUT-02 un dato seguro se guarda con la clave codificada, el valor cifrado, y se lee igual', () => {
  const storage = memoryStorage()
  const secure = secureItemsOver(itemsOf(() => storage))
  secure.set('pago', 'factura AF-018342, ñ')
  const key = storage.key(0) ?? ''
  expect(key.startsWith(SECURE_KEY_PREFIX)).toBe(true)
  expect(key).not.toContain('pago')
  expect(storage.getItem(key)).not.toContain('factura')
  expect(secure.get('pago')).toBe('factura AF-018342, ñ')
})

test('AUT-02 el mismo valor se cifra distinto cada vez', () => {
  const storage = memoryStorage()
  const secure = secureItemsOver(itemsOf(() => storage))
  secure.set('a', 'igual')
  secure.set('b', 'igual')
  expect(new Set(Array.from({ length: 2 }, (_, index) => storage.getItem(storage.key(index) ?? ''))).size).toBe(2)
})

test('AUT-02 limpiar quita solo las claves con prefijo', () => {
  const storage = memoryStorage()
  const secure = secureItemsOver(itemsOf(() => storage))
  storage.setItem('auth-storage', 'x')
  storage.setItem('renderChangePassword', 'false')
  secure.set('uno', '1')
  secure.set('dos', '2')
  secure.clear()
  expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual([
    'auth-storage',
    'renderChangePassword',
  ])
})

test('AUT-02 quitar un dato deja los demás, y el ausente es null sin queja', () => {
  const consoleError = silenceConsole()
  const secure = secureItemsOver(itemsOf(constant(memoryStorage())))
  secure.set('uno', '1')
  secure.set('dos', '2')
  secure.remove('uno')
  expect([secure.get('uno'), secure.get('dos')]).toEqual([null, '2'])
  expect(consoleError).not.toHaveBeenCalled()
  consoleError.mockRestore()
})

test('AUT-02 un valor que no se puede descifrar es null y queda en la consola', () => {
  const consoleError = silenceConsole()
  const storage = memoryStorage()
  const secure = secureItemsOver(itemsOf(() => storage))
  secure.set('uno', '1')
  storage.setItem(storage.key(0) ?? '', 'basura')
  expect(secure.get('uno')).toBeNull()
  expect(consoleError).toHaveBeenCalledTimes(1)
  consoleError.mockRestore()
})

test('AUT-02 si el navegador niega el almacenamiento, leer da null, escribir no hace nada y solo la consola se entera', () => {
  const consoleError = silenceConsole()
  const items = itemsOf(() => {
    throw new Error('denied')
  })
  const secure = secureItemsOver(items)
  secure.set('uno', '1')
  secure.remove('uno')
  secure.clear()
  expect(secure.get('uno')).toBeNull()
  expect(items.get('auth-storage')).toBeNull()
  expect(consoleError).toHaveBeenCalled()
  consoleError.mockRestore()
})

const constant =
  <T>(value: T) =>
  (): T =>
    value
