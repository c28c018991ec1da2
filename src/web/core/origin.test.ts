import { expect, test } from 'vitest'
import { originOf, redirectState, wasRedirectedFor } from './origin.ts'

test('RTE-06 el origen viaja con su búsqueda y su ancla', () => {
  expect(originOf(redirectState({ pathname: '/invoices', search: '?page=2', hash: '#a' }))).toBe('/invoices?page=2#a')
})

test('RTE-06 un origen de otro sitio, o de otra forma, no es un origen', () => {
  for (const state of [
    null,
    'x',
    {},
    { from: 3 },
    { from: 'https://otro.co' },
    { from: '//otro.co' },
    { from: '/\\otro.co' },
  ]) {
    expect(originOf(state)).toBeNull()
  }
})

test('RTE-08 la razón de una redirección se lee de su estado', () => {
  expect([
    wasRedirectedFor('integrations', { why: 'integrations' }),
    wasRedirectedFor('integrations', { why: 'role' }),
    wasRedirectedFor('role', null),
  ]).toEqual([true, false, false])
})
