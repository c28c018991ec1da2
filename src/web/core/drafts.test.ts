import { expect, test, vi } from 'vitest'
import { DAY_MS } from '#domain/core/durations.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { sampleUser } from '#test/support/sample-user.ts'
import { itemsOf } from './items.ts'

const local = memoryStorage()
vi.stubGlobal('window', { localStorage: local, sessionStorage: memoryStorage() })
const { DRAFTS_MAX, draftsOver, ownerOf } = await import('./drafts.ts')
const { session } = await import('./session.ts')
const { secureItems } = await import('./secure-items.ts')

const NOON = Date.parse('2026-11-22T12:00:00.000Z')
const typed = { title: 'Crear cliente', is_interrupted: false, values: { 'client.first_name': 'Íngrid', box: true } }

function createDrafts() {
  const storage = memoryStorage()
  const clock = { now: NOON }
  return {
    storage,
    clock,
    drafts: draftsOver(
      itemsOf(() => storage),
      () => clock.now,
    ),
  }
}

test('ERR-02 un borrador se guarda cifrado y se lee igual, solo para su persona y su empresa', () => {
  const { storage, drafts } = createDrafts()
  drafts.save('901234567-7/ana', 'client/new', typed)
  const key = storage.key(0) ?? ''
  expect(key).toMatch(/^enlace\.draft\./)
  expect(`${key}${storage.getItem(key)}`).not.toMatch(/ana|client|Íngrid/)
  expect(drafts.get('901234567-7/ana', 'client/new')).toEqual({ ...typed, saved_at: '2026-11-22T12:00:00.000Z' })
  expect(drafts.get('901234567-7/eva', 'client/new')).toBeNull()
  expect(drafts.get('800111222-3/ana', 'client/new')).toBeNull()
  expect(drafts.list('901234567-7/ana').map(({ title }) => title)).toEqual(['Crear cliente'])
  expect(drafts.list('901234567-7/an')).toEqual([])
  drafts.remove('901234567-7/ana', 'client/new')
  expect(storage.length).toBe(0)
})

test('ERR-02 un borrador dura siete días, y uno que no se puede leer se borra', () => {
  const { storage, clock, drafts } = createDrafts()
  drafts.save('ana', 'client/new', typed)
  clock.now += 7 * DAY_MS - 1
  expect(drafts.get('ana', 'client/new')).not.toBeNull()
  clock.now += 1
  expect(drafts.get('ana', 'client/new')).toBeNull()
  expect(storage.length).toBe(0)
  drafts.save('ana', 'client/new', typed)
  storage.setItem(storage.key(0) ?? '', 'otra cosa')
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(drafts.get('ana', 'client/new')).toBeNull()
  consoleError.mockRestore()
  expect(storage.length).toBe(0)
})

test('ERR-02 con los borradores llenos, uno nuevo saca el más viejo', () => {
  const { storage, clock, drafts } = createDrafts()
  for (let count = 0; count <= DRAFTS_MAX; count += 1) {
    clock.now += 1_000
    drafts.save('ana', `client/${count}`, typed)
  }
  expect(storage.length).toBe(DRAFTS_MAX)
  expect(drafts.get('ana', 'client/0')).toBeNull()
  expect(drafts.get('ana', `client/${DRAFTS_MAX}`)).not.toBeNull()
})

test('ERR-02 SHL-10 los borradores quedan cuando la sesión termina, y se borran cuando la persona sale', () => {
  const user = sampleUser('financial', { user_id: '01a201e3-5da8-7000-8bc0-861c87544385' })
  const owner = ownerOf(user) ?? ''
  const drafts = draftsOver(
    itemsOf(() => local),
    () => NOON,
  )
  session.setAuth(user, 'a')
  secureItems.set('otro', 'dato')
  drafts.save(owner, 'client/new', typed)
  session.end()
  expect(drafts.get(owner, 'client/new')).not.toBeNull()
  expect(local.length).toBe(1)
  session.setAuth(user, 'b')
  session.logout()
  expect(local.length).toBe(0)
})

test('ERR-02 sin el identificador de la persona no hay borradores', () => {
  expect(ownerOf(sampleUser('financial'))).toBeNull()
  expect(ownerOf(null)).toBeNull()
})
