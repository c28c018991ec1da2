import { expect, test } from 'vitest'
import { ROLES, type Role } from '#domain/core/roles.ts'
import { sampleUser, withIntegrations } from '#test/support/sample-user.ts'
import { type Session, SIGNED_OUT } from '#web/core/stored-session.ts'
import { type GuardRule, guardDecision, isProtected } from './guard-decision.ts'

const at = (pathname: string, search = '') => ({ pathname, search, hash: '' })
const signedIn = (role: Role): Session => ({ ...SIGNED_OUT, user: sampleUser(role), token: 'a', isAuthenticated: true })
const forAll: GuardRule = { roles: ROLES }
const users: GuardRule = { roles: ['admin'], needsIntegrations: true, validate: () => true }

test('RTE-06 sin entrar, /dashboard lleva a / con el origen, y cualquier otra ruta a /auth con el origen', () => {
  expect(guardDecision(forAll, at('/dashboard', '?a=1'), SIGNED_OUT)).toEqual({
    to: '/',
    state: { from: '/dashboard?a=1' },
  })
  for (const path of ['/payments', '/transactions', '/profile', '/dashboardx']) {
    expect(guardDecision(forAll, at(path), SIGNED_OUT)).toEqual({ to: '/auth', state: { from: path } })
  }
})

test('RTE-06 con usuario pero sin llave nadie pasa', () => {
  const withoutToken: Session = { ...signedIn('client'), token: null }
  expect(guardDecision(forAll, at('/dashboard'), withoutToken)).toMatchObject({ to: '/' })
  expect(guardDecision(forAll, at('/pqr'), withoutToken)).toMatchObject({ to: '/auth' })
})

test('RTE-07 un usuario que no se puede leer lleva a /, uno que falta a /auth con el origen', () => {
  const broken: Session = { ...signedIn('client'), user: null, isUndecodable: true }
  expect(guardDecision(forAll, at('/pqr'), broken)).toEqual({ to: '/' })
  expect(guardDecision(forAll, at('/pqr'), { ...broken, isUndecodable: false })).toEqual({
    to: '/auth',
    state: { from: '/pqr' },
  })
})

test('RTE-07 basta un rol de la lista; los demás van a /404', () => {
  const rule: GuardRule = { roles: ['client', 'financial'] }
  const allowed = ROLES.filter((role) => guardDecision(rule, at('/view/invoice/1'), signedIn(role)) === 'render')
  expect(allowed).toEqual(['financial', 'client'])
  expect(guardDecision(rule, at('/view/invoice/1'), signedIn('admin'))).toMatchObject({ to: '/404' })
})

test('RTE-07 en /users otro rol va a /404, antes de mirar las integraciones', () => {
  for (const role of ROLES.filter((other) => other !== 'admin')) {
    expect(guardDecision(users, at('/users'), signedIn(role))).toMatchObject({ to: '/404' })
  }
})

test('RTE-08 /users pide las dos integraciones encendidas; si no, /dashboard diciendo por qué', () => {
  const admin = signedIn('admin')
  const withBoth = (wompi: boolean, factus: boolean) =>
    guardDecision(users, at('/users'), { ...admin, user: withIntegrations(sampleUser('admin'), wompi, factus) })
  const redirect = { to: '/dashboard', state: { why: 'integrations' } }
  expect([withBoth(true, true), withBoth(true, false), withBoth(false, true), withBoth(false, false)]).toEqual([
    'render',
    redirect,
    redirect,
    redirect,
  ])
})

test('RTE-08 la validación propia de una ruta que dice que no lleva a /dashboard', () => {
  expect(guardDecision({ ...users, validate: () => false }, at('/users'), signedIn('admin'))).toEqual({
    to: '/dashboard',
  })
  expect(guardDecision(users, at('/users'), signedIn('admin'))).toBe('render')
})

test('RTE-09 las rutas con sesión protegida y las que cuelgan de ellas', () => {
  const paths = ['/dashboard', '/payments', '/payments/checkout', '/transactions', '/transactions/1']
  expect(paths.map(isProtected)).toEqual(paths.map(() => true))
  expect(['/', '/contracts', '/paymentsx', '/profile'].map(isProtected)).toEqual([false, false, false, false])
})

test('ERR-02 al expirar la sesión, una ruta protegida lleva a / y cualquier otra a /auth con el origen', () => {
  const expired: Session = { ...SIGNED_OUT, ending: 'expired' }
  expect(guardDecision(forAll, at('/payments/checkout'), expired)).toEqual({ to: '/' })
  expect(guardDecision(forAll, at('/contracts', '?page=2'), expired)).toEqual({
    to: '/auth',
    state: { from: '/contracts?page=2' },
  })
})

test('SHL-10 quien sale a propósito va a / sin origen', () => {
  expect(guardDecision(forAll, at('/contracts'), { ...SIGNED_OUT, ending: 'left' })).toEqual({ to: '/' })
})
