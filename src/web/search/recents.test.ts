import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'

const local = memoryStorage()
vi.stubGlobal('window', { localStorage: local, sessionStorage: memoryStorage() })
const { RECENTS_MAX, recents } = await import('./recents.ts')
const { session } = await import('#web/core/session.ts')

const hit = (number: number) => ({
  kind: 'client' as const,
  title: `Cliente ${number}`,
  detail: '1020345678',
  href: `/clients/${number}`,
})

beforeEach(() => local.clear())

test('OPS-06 lo último que cada persona abrió va primero, sin repetirse y con un máximo', () => {
  for (const number of [1, 2, 3, 4, 5, 6, 2]) recents.add('Laura', hit(number))
  expect(recents.list('Laura').map(({ title }) => title)).toEqual([2, 6, 5, 4, 3].map((number) => `Cliente ${number}`))
  expect(recents.list('Laura')).toHaveLength(RECENTS_MAX)
  expect(recents.list('Mario')).toEqual([])
})

test('OPS-06 SHL-10 lo reciente se guarda cifrado y se borra al cerrar la sesión', () => {
  recents.add('Laura', hit(1))
  expect(local.length).toBe(1)
  expect(local.getItem(local.key(0) ?? '')).not.toContain('Cliente')
  session.logout()
  expect([local.length, recents.list('Laura')]).toEqual([0, []])
})
