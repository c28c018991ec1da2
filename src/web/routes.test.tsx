import { matchPath } from 'react-router'
import { expect, test, vi } from 'vitest'
import { paths } from '#domain/core/paths.ts'
import { ROLES } from '#domain/core/roles.ts'
import { searchApi } from '#domain/search/api.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import { sampleUser } from '#test/support/sample-user.ts'
import { withoutBackofficePrefix } from '#web/shell/backoffice-prefix.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { QUICK_LINKS } = await import('#web/dashboard/quick-links.ts')
const { actionsOf } = await import('#web/search/actions.ts')
const { morePlacesOf } = await import('#web/search/more-places.ts')
const { canOpen, guardedRoutes, isGuarded } = await import('./routes.tsx')
const { publicRoutes, unguardedRoutes } = await import('./open-routes.tsx')

/** The specification's table, with the role that RTE-12 adds. */
const TABLE = `
/dashboard                                                      admin client financial network superadmin technical
/invoices-electronic                                            admin superadmin
/invoices-electronic/:id                                        admin superadmin
/profile                                                        admin client financial network superadmin technical
/notifications                                                  admin client financial network superadmin technical
/transactions                                                   client financial
/transactions/online                                            financial
/transactions/bank                                              financial
/transactions/bank/:id                                          financial
/transactions/cash                                              admin financial
/transactions/cash/:id                                          admin financial
/messages                                                       financial
/accounting                                                     admin financial
/accounting/small-balances                                      admin financial
/accounting/bad-debts                                           admin financial
/accounting/write-offs                                          admin financial
/accounting/income                                              admin financial
/accounting/sales-book                                          admin financial
/accounting/received-book                                       admin financial
/accounting/portfolio                                           admin financial
/accounting/advances                                            admin financial
/accounting/advance-movements                                   admin financial
/pqr                                                            client
/pqr/nueva                                                      client
/pqr/:id                                                        client
/pqrResponse                                                    financial technical
/pqrResponse/nueva                                              financial technical
/pqrResponse/regulador                                          admin financial
/pqrResponse/plantillas                                         financial technical
/pqrResponse/:id                                                financial technical
/reports                                                        admin financial
/reports/:name                                                  admin financial
/invoices                                                       financial
/contracts/refunds                                              financial
/invoices/disputes                                              financial
/invoices/collections                                           financial
/invoices/collections/policy                                    admin financial
/invoices/bureau                                                admin financial
/invoices/bureau/policy                                         admin financial
/invoices/massive                                               financial
/bulk                                                           financial
/invoices/notes                                                 financial
/clients                                                        financial
/clients/import                                                 financial
/clients/:id                                                    financial
/plans-and-service                                              financial
/users                                                          admin
/integration                                                    admin superadmin
/binnacle                                                       admin superadmin
/contracts                                                      client financial network technical
/visits                                                         financial technical
/outages                                                        financial network technical
/outages/:id                                                    financial network technical
/equipment                                                      financial network technical
/network                                                        admin network
/network/devices                                                admin network superadmin
/network/differences                                            admin network
/contracts/detail/:no_contract                                  client financial network technical
/contracts/complete/:no_contract                                client financial
/contracts/proceeding/create/:no_contract/:identification       financial technical
/contracts/proceeding                                           financial technical
/contracts/proceeding/view/:no_contract/:identification         financial network technical
/contracts/documents/:no_contract                               client financial
/view/invoice/:id                                               client financial
/view/voucher/:id                                               client financial
/view/credit-note/:id                                           client financial
/view/document/:id                                              client financial
/view/acta/:id                                                  client financial
/view/pqr/:id                                                   client financial
/view/contract/:id                                              client financial
/payments                                                       client
/payments/payment_method                                        client
/payments/payment_method/nq                                     client
/payments/payment_method/pse                                    client
/payments/payment_method/tarjeta                                client
/payments/payment_method/efectivo                               client
/payments/payment_method/wompi                                  client
/payments/payment_method/bancolombia                            client
/payments/processing                                            client
/payments/checkout                                              client
/companies                                                      superadmin
/companies/:id                                                  superadmin
/bucket                                                         superadmin
`
const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().replace(/\s+/g, ' '))
const open = [...publicRoutes, ...unguardedRoutes].map(({ path }) => path)

test('RTE-01 las rutas públicas están todas y ninguna tiene guardia', () => {
  for (const path of [
    '/',
    '/auth',
    '/reset-password',
    '/reset-password/otp/:email',
    '/reset-password/new-password/:token',
  ])
    expect(open).toContain(path)
  for (const path of ['/maintenance', '/about', '/services', '/specialties', '/terms', '/privacy', '/faq', '/404'])
    expect(open).toContain(path)
  expect(open.filter(isGuarded)).toEqual([])
})

test('RTE-02 una dirección desconocida no es de ninguna tabla', () => {
  const all = [...open, ...guardedRoutes.map(({ path }) => path)]
  for (const unknown of ['/nada', '/plans', '/contracts/documents', '/view/invoice', '/view/otra/1', '/backofficex'])
    expect(all.filter((path) => matchPath(path, unknown) !== null)).toEqual([])
})

test('RTE-01 RTE-03 cada dirección de los enlaces es de una ruta', () => {
  const all = [...open, ...guardedRoutes.map(({ path }) => path)]
  // The type of a document is the first part of its address.
  const given = { view: ['invoice', 'id'], payWith: ['nq'] } as Record<string, string[]>
  const addresses = Object.entries(paths).map(([name, path]) =>
    typeof path === 'string' ? path : (path as (...parts: string[]) => string)(...(given[name] ?? ['one', 'two'])),
  )
  const withoutRoute = addresses.filter((address) => {
    const { pathname } = new URL(address, 'http://localhost')
    return !all.some((path) => matchPath(path, pathname) !== null)
  })
  expect(addresses.length).toBeGreaterThan(90)
  expect(withoutRoute).toEqual([])
})

test('RTE-03 RTE-12 cada ruta con guardia y sus roles, como en la tabla de la especificación', () => {
  expect(guardedRoutes.map(({ path, roles }) => `${path} ${roles.toSorted().join(' ')}`)).toEqual(rows)
})

test('OPS-06 la búsqueda lleva a cada pantalla que el rol puede abrir, y una sola vez', () => {
  const findsRole = searchApi.find.roles
  expect(findsRole.length).toBe(5)
  for (const role of findsRole) {
    const user = sampleUser(role)
    const all = [...QUICK_LINKS[role], ...actionsOf(user), ...morePlacesOf(user)]
    const found = all.map(({ to }) => to)
    const names = all.map(({ to, title }) => `${title} ${to}`)
    const screens = guardedRoutes.filter(({ path, roles }) => roles.includes(role) && !path.includes(':'))
    expect(screens.length).toBeGreaterThan(5)
    expect({ role, missing: screens.map(({ path }) => path).filter((path) => !found.includes(path)) }).toEqual({
      role,
      missing: [],
    })
    expect({ role, refused: found.filter((to) => to.startsWith('/') && !canOpen(role, to)) }).toEqual({
      role,
      refused: [],
    })
    expect({ role, twice: names.filter((name, index) => names.indexOf(name) !== index) }).toEqual({ role, twice: [] })
  }
})

test('RTE-04 RTE-11 el menú antiguo lleva a la misma ruta sin prefijo, y el prefijo solo al panel', () => {
  expect(
    ['/backoffice', '/backoffice/', '/backoffice/companies', '/backoffice/payments/checkout'].map(
      withoutBackofficePrefix,
    ),
  ).toEqual(['/dashboard', '/dashboard', '/companies', '/payments/checkout'])
})

test('RTE-06 después de entrar se vuelve al origen solo si el rol puede abrirlo', () => {
  expect([canOpen('client', '/payments?a=1'), canOpen('client', '/clients'), canOpen('client', '/about')]).toEqual([
    true,
    false,
    true,
  ])
})

test('RTE-08 solo /users pide integraciones, y su validación propia siempre dice que sí', () => {
  const withCondition = guardedRoutes.filter(({ needsIntegrations, validate }) => needsIntegrations || validate)
  expect(withCondition.map(({ path }) => path)).toEqual(['/users'])
  expect(withCondition[0]?.validate?.(sampleUser('client'))).toBe(true)
})

test('RTE-12 el rol de redes abre cinco rutas, los equipos, las fallas, la red y la ficha de cada contrato', () => {
  const opened = guardedRoutes.filter(({ roles }) => roles.includes('network')).map(({ path }) => path)
  expect(opened).toEqual([
    '/dashboard',
    '/profile',
    '/notifications',
    '/contracts',
    '/outages',
    '/outages/:id',
    '/equipment',
    '/network',
    '/network/devices',
    '/network/differences',
    '/contracts/detail/:no_contract',
    '/contracts/proceeding/view/:no_contract/:identification',
  ])
})

test('PLN-06 en planes los mensajes se cierran a los 3 s y son tres a la vez', () => {
  const timings = guardedRoutes.filter(({ toasts }) => toasts).map(({ path, toasts }) => [path, toasts])
  expect(timings).toEqual([['/plans-and-service', { autoClose: 3000, limit: 3 }]])
})

test('cada rol tiene algo que abrir', () => {
  expect(ROLES.every((role) => guardedRoutes.some(({ roles }) => roles.includes(role)))).toBe(true)
})
