import { expect, test } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { itemsOf } from './items.ts'
import { maintenanceFlagOver } from './maintenance-flag.ts'
import { secureItemsOver } from './secure-items.ts'

function createFlag() {
  const storage = memoryStorage()
  const items = itemsOf(() => storage)
  return { storage, flag: maintenanceFlagOver(items, secureItemsOver(items)) }
}

test('RTE-10 la bandera puesta a mano se lee: active y true encienden, lo demás no', () => {
  const { storage, flag } = createFlag()
  const read = (value: string) => {
    storage.setItem('app_maintenance_mode', value)
    return flag.read()
  }
  expect([read('active'), read('true'), read('inactive'), read('false'), read('')]).toEqual([
    'by-hand',
    'by-hand',
    'off',
    'off',
    'off',
  ])
})

test('RTE-10 la que pone el servidor es texto plano, se recuerda como suya y él la quita', () => {
  const { storage, flag } = createFlag()
  flag.applyServerState(true)
  expect(storage.getItem('app_maintenance_mode')).toBe('active')
  expect(flag.read()).toBe('by-server')
  flag.applyServerState(false)
  expect([flag.read(), storage.length]).toEqual(['off', 0])
})

test('RTE-10 una bandera puesta a mano nunca la cambia ni la quita el servidor', () => {
  for (const value of ['active', 'inactive', 'true']) {
    const { storage, flag } = createFlag()
    storage.setItem('app_maintenance_mode', value)
    flag.applyServerState(true)
    flag.applyServerState(false)
    expect(storage.getItem('app_maintenance_mode')).toBe(value)
    expect(flag.handSet()).toBe(value)
  }
})

test('RTE-10 quien mira se entera cuando el servidor la cambia', () => {
  const { flag } = createFlag()
  let notifications = 0
  const stop = flag.subscribe(() => (notifications += 1))
  flag.applyServerState(true)
  flag.applyServerState(true)
  flag.applyServerState(false)
  stop()
  flag.applyServerState(true)
  expect(notifications).toBe(2)
})
