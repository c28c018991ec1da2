import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { matchRoutes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ROLES } from '#domain/core/roles.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { sampleUser, withIntegrations } from '#test/support/sample-user.ts'
import { FIRST_OF, IN_JOURNEYS, PUBLIC, SCREENS } from '../e2e/walked-screens.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { guardedRoutes } = await import('#web/routes.tsx')
const { publicRoutes, unguardedRoutes } = await import('#web/open-routes.tsx')
const { accountMenuOf, menuOf } = await import('#web/shell/menu.ts')
const open: string[] = [...publicRoutes, ...unguardedRoutes].map((route) => route.path)
const all = [...open, ...guardedRoutes.map((route) => route.path)]

/** The route that opens an address: the best match, so '/pqr/nueva' is no case. */
const routeOf = (address: string): string | undefined =>
  matchRoutes(
    all.map((each) => ({ path: each })),
    address.split('?')[0] ?? '',
  )?.at(-1)?.route.path
const walked = Object.entries(SCREENS).flatMap(([role, addresses]) => addresses.map((address) => ({ role, address })))

test('cada ruta pasa por las pruebas de accesibilidad, sola o en un recorrido que la nombra', () => {
  const opened = new Set([...PUBLIC, ...walked.map(({ address }) => address)].map(routeOf))
  expect(all.filter((each) => !(each in IN_JOURNEYS) && !opened.has(each))).toEqual([])
  expect(Object.keys(IN_JOURNEYS).filter((each) => !all.includes(each) || opened.has(each))).toEqual([])
})

test('cada recorrido que se nombra examina la accesibilidad', async () => {
  for (const file of new Set(Object.values(IN_JOURNEYS))) {
    const source = await readFile(path.resolve(import.meta.dirname, '../e2e', file), 'utf8')
    expect([file, source.includes('await assertAccessible(')]).toEqual([file, true])
  }
})

test('las pruebas de accesibilidad abren cada pantalla con un rol que la abre, y con una dirección que existe', () => {
  expect(
    walked.filter(
      ({ role, address }) =>
        !guardedRoutes.some((route) => route.path === routeOf(address) && route.roles.some((each) => each === role)),
    ),
  ).toEqual([])
  expect(PUBLIC.filter((address) => !open.includes(routeOf(address) ?? ''))).toEqual([])
  const names = walked.flatMap(({ address }) => address.match(/(?<=\{)\w+(?=\})/g) ?? [])
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(FIRST_OF).toSorted())
})

test('SHL-05 cada entrada del menú de cada rol, en escritorio y en celular, se abre en las pruebas de accesibilidad', () => {
  for (const role of ROLES) {
    const user = withIntegrations(sampleUser(role), true, true)
    const sections = [...menuOf(user, 'side', true), ...menuOf(user, 'mobile', true)]
    const entries = [...sections.flatMap((section) => section.entries), ...accountMenuOf(user, true)]
    const targets = new Set(entries.flatMap((entry) => (entry.action === undefined ? [entry.to] : [])))
    expect([role, targets.size > 3]).toEqual([role, true])
    const opened = SCREENS[role].map((address) => address.split('?')[0])
    expect([role, [...targets].filter((target) => !opened.includes(target))]).toEqual([role, []])
  }
})
