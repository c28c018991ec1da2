import { expect, test } from 'vitest'
import { ROLE_LABELS, ROLES, type Role } from '#domain/core/roles.ts'
import { avatarUrl, displayName, initials } from '#domain/core/signed-in-user.ts'
import { sampleUser, withIntegrations } from '#test/support/sample-user.ts'
import { accountMenuOf, lacksPayments, MENU_ICONS, type MenuPlace, MOBILE_LOGOUT, menuOf } from './menu.ts'

const labels = (role: Role, place: MenuPlace = 'side', user = sampleUser(role)): Record<string, string[]> =>
  Object.fromEntries(
    menuOf(user, place, true).map(({ heading, entries }) => [heading, entries.map(({ label }) => label)]),
  )
const targets = (role: Role): string[] =>
  menuOf(sampleUser(role), 'side', true).flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.action === undefined ? [entry.to] : [])),
  )
const COMMON = ['Dashboard', 'Notificaciones']

test('SHL-05 el menú de cada rol, en su orden', () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, labels(role)]))).toEqual({
    superadmin: {
      General: [...COMMON, 'Gestión de empresas', 'Bucket', 'Facturas Electrónicas', 'Bitacora'],
      Configuración: ['Integraciones'],
    },
    admin: {
      General: [...COMMON, 'Facturas Electrónicas', 'Bitacora', 'Gestión de usuarios', 'Reportes', 'Red'],
      Configuración: ['Integraciones'],
    },
    financial: {
      General: [
        ...COMMON,
        'Gestión de facturas',
        'Gestión de clientes',
        'Planes y Servicios',
        'Reportes',
        'Gestión de PQR',
        'Contratos',
      ],
    },
    technical: { General: [...COMMON, 'Gestión de PQR', 'Contratos'] },
    network: { General: [...COMMON, 'Contratos', 'Red'] },
    client: { General: [...COMMON, 'Mis PQR', 'Contratos', 'Gestión de pagos', 'Mis Transacciones'] },
  })
})

test('SHL-05 VIS-01 en el celular el técnico tiene Visitas después de sus entradas, y los demás roles no', () => {
  const added = Object.fromEntries(
    ROLES.map((role) => [
      role,
      labels(role, 'mobile').General?.filter((label) => !labels(role).General?.includes(label)),
    ]),
  )
  expect(added).toEqual({ ...Object.fromEntries(ROLES.map((role) => [role, []])), technical: ['Visitas'] })
  expect(labels('technical', 'mobile').General).toEqual([...COMMON, 'Gestión de PQR', 'Contratos', 'Visitas'])
})

test('SHL-05 cada entrada lleva a su ruta', () => {
  expect(targets('superadmin')).toEqual([
    '/dashboard',
    '/notifications',
    '/companies',
    '/bucket',
    '/invoices-electronic',
    '/binnacle',
    '/integration',
  ])
  expect(targets('financial').slice(2)).toEqual([
    '/invoices',
    '/clients',
    '/plans-and-service',
    '/reports',
    '/pqrResponse',
    '/contracts',
  ])
  expect(targets('client').slice(2)).toEqual(['/pqr', '/contracts', '/payments', '/transactions'])
  expect(targets('admin').slice(2)).toEqual([
    '/invoices-electronic',
    '/binnacle',
    '/users',
    '/reports',
    '/network',
    '/integration',
  ])
})

test('SHL-05 Gestión de usuarios solo con las dos integraciones encendidas', () => {
  for (const [wompi, factus] of [
    [true, false],
    [false, true],
    [false, false],
  ] as const) {
    const user = withIntegrations(sampleUser('admin'), wompi, factus)
    expect(labels('admin', 'side', user).General).not.toContain('Gestión de usuarios')
  }
})

test('SHL-05 en el primer ingreso la sección General no está', () => {
  for (const role of ROLES) {
    for (const place of ['side', 'mobile'] as const) {
      expect(labels(role, place, sampleUser(role, { is_first_login: true })).General).toBeUndefined()
    }
  }
})

test('SHL-02 el panel del celular tiene Perfil en Configuración, y la bitácora solo para admin', () => {
  expect(labels('client', 'mobile').Configuración).toEqual(['Perfil', 'Cambiar contraseña'])
  expect(labels('admin', 'mobile').Configuración).toEqual(['Perfil', 'Integraciones', 'Cambiar contraseña'])
  expect(labels('admin', 'mobile').General).toContain('Bitacora')
  expect(labels('superadmin', 'mobile').General).not.toContain('Bitacora')
})

test('SHL-01 Mi cuenta: Perfil, Notificaciones, Integraciones solo para admin, y Cerrar sesión al final', () => {
  const account = (role: Role) => accountMenuOf(sampleUser(role), true).map(({ label }) => label)
  expect(account('admin')).toEqual(['Perfil', 'Notificaciones', 'Integraciones', 'Cambiar contraseña', 'Cerrar sesión'])
  for (const role of ROLES.filter((other) => other !== 'admin')) expect(account(role)).not.toContain('Integraciones')
})

test('SHL-09 cambiar la contraseña se ofrece salvo que digan que no', () => {
  const offered = (isOffered: boolean) => [
    accountMenuOf(sampleUser('client'), isOffered).some(({ icon }) => icon === 'contrasena'),
    menuOf(sampleUser('client'), 'mobile', isOffered).some(({ entries }) =>
      entries.some(({ icon }) => icon === 'contrasena'),
    ),
  ]
  expect([offered(true), offered(false)]).toEqual([
    [true, true],
    [false, false],
  ])
})

test('SHL-06 el punto rojo está mientras falte la pasarela de pagos', () => {
  const admin = sampleUser('admin')
  expect(lacksPayments(withIntegrations(admin, false, true))).toBe(true)
  expect(lacksPayments(withIntegrations(admin, true, false))).toBe(false)
  expect(lacksPayments(sampleUser('client'))).toBe(false)
})

test('SHL-06 INT-03 al superadmin no le falta configurar pagos: la plataforma no los recibe', () => {
  expect(lacksPayments(withIntegrations(sampleUser('superadmin'), false, false))).toBe(false)
})

test('SHL-07 las claves de los iconos, y una entrada de acción no lleva a ninguna parte', () => {
  expect(MENU_ICONS).toEqual(
    expect.arrayContaining(
      'notificaciones pqrManagement reportes bitacora pqr facturas contratos usuarios pagos clientes salir perfil empresas'.split(
        ' ',
      ),
    ),
  )
  expect(MOBILE_LOGOUT).toEqual({ label: 'Salir', icon: 'salir', action: 'logout' })
})

test('SHL-08 rótulo, nombre, iniciales y foto de cada rol', () => {
  expect(ROLE_LABELS).toEqual({
    superadmin: 'Super Administrador',
    admin: 'Administrador',
    financial: 'Financiero',
    technical: 'Técnico',
    network: 'Redes',
    client: 'Cliente',
  })
  expect(ROLES.map((role) => displayName(sampleUser(role)))).toEqual([
    'Marta Lucía Ocampo',
    'Marta Lucía Ocampo',
    ...['financial', 'technical', 'network', 'client'].map(() => 'Laura Pinzón'),
  ])
  expect([initials(sampleUser('admin')), initials(sampleUser('client'))]).toEqual(['MO', 'LP'])
  const admin = sampleUser('admin')
  expect(avatarUrl({ ...admin, profile: { ...admin.profile, logo_url: '/logo.png' } })).toBe('/logo.png')
})
