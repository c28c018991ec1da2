import { expect, test } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { itemsOf } from '#web/core/items.ts'
import { secureItemsOver } from '#web/core/secure-items.ts'
import { savedDayIn } from './saved-day.ts'

test('VIS-02 Tu día se guarda cifrado en el navegador, y lo que no se puede leer no se muestra', () => {
  const storage = memoryStorage()
  const items = secureItemsOver(itemsOf(() => storage))
  const saved = savedDayIn(items)
  expect(saved.read()).toBeNull()
  saved.save({ visits: [], late: [], tomorrow: 3 }, new Date('2026-11-20T12:00:00Z'))
  expect(saved.read()).toEqual({ at: '2026-11-20T12:00:00.000Z', day: { visits: [], late: [], tomorrow: 3 } })
  expect(JSON.stringify({ ...storage })).not.toContain('tomorrow')
  items.set('technician-day', '{"day":')
  expect(saved.read()).toBeNull()
})
