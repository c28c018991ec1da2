import { matchPath } from 'react-router'
import { expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { FIRST_OF, IN_JOURNEYS, PUBLIC, SCREENS } from '../e2e/walked-screens.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { guardedRoutes } = await import('#web/routes.tsx')
const { publicRoutes, unguardedRoutes } = await import('#web/open-routes.tsx')
const open: string[] = [...publicRoutes, ...unguardedRoutes].map(({ path }) => path)

/** The path of an address of the accessibility tests. */
const pathOf = (address: string): string => address.split('?')[0] ?? ''
const walked = Object.entries(SCREENS).flatMap(([role, addresses]) => addresses.map((address) => ({ role, address })))

test('cada ruta pasa por las pruebas de accesibilidad, sola o en un recorrido que la nombra', () => {
  const addresses = [...PUBLIC, ...walked.map(({ address }) => address)]
  const all = [...open, ...guardedRoutes.map(({ path }) => path)]
  const left = all.filter((path) => !(path in IN_JOURNEYS) && !addresses.some((to) => matchPath(path, pathOf(to))))
  expect(left).toEqual([])
  expect(Object.keys(IN_JOURNEYS).filter((path) => !all.includes(path))).toEqual([])
})

test('las pruebas de accesibilidad abren cada pantalla con un rol que la abre, y con una dirección que existe', () => {
  expect(
    walked.filter(
      ({ role, address }) =>
        !guardedRoutes.some(
          ({ path, roles }) => roles.some((each) => each === role) && matchPath(path, pathOf(address)),
        ),
    ),
  ).toEqual([])
  expect(PUBLIC.filter((address) => !open.some((path) => matchPath(path, address)))).toEqual([])
  const names = walked.flatMap(({ address }) => address.match(/(?<=\{)\w+(?=\})/g) ?? [])
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(FIRST_OF).toSorted())
})
