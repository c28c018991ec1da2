import { expect, test } from 'vitest'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import { cookieNameOf, cookieOf, decodeSettings, encodeSettings, NO_SETTINGS } from './list-settings.ts'

const userOf = (first_name: string, nit = '900123456'): SignedInUser => ({
  metadata: { role: 'financial', is_first_login: false, tour_seen: true },
  profile: { first_name, last_name: 'Pinzón', avatar_url: null },
  company: {
    name: 'Andina',
    nit,
    logo_url: null,
    initial_letter: 'A',
    brand: {
      solid: '#0b5fff',
      ink: '#ffffff',
      text: '#0b5fff',
      text_dark: '#84b0ff',
      tint: '#ebf2ff',
      tint_dark: '#1b2a4a',
      ring: '#0b5fff',
    },
  },
})

test('TBL-02 lo elegido en una lista se guarda y se vuelve a leer igual, entre otras cookies', () => {
  const settings = { pageSize: 20, hidden: ['phone', 'city'], isCompact: true }
  const name = cookieNameOf('clients', userOf('Laura'))
  const header = `enlace-theme=dark; ${name}=${encodeSettings(settings)}; otra=1`
  expect(decodeSettings(cookieOf(header, name))).toEqual(settings)
  expect(cookieOf(header, `${name}0`)).toBeNull()
})

test('TBL-02 cada persona y cada lista tienen lo suyo en el mismo equipo', () => {
  const names = [
    cookieNameOf('clients', userOf('Laura')),
    cookieNameOf('invoices', userOf('Laura')),
    cookieNameOf('clients', userOf('Andrés')),
    cookieNameOf('clients', userOf('Laura', '901234567')),
  ]
  expect(new Set(names).size).toBe(4)
  for (const name of names) expect(name).toMatch(/^[\w-]+$/)
})

test('TBL-02 una cookie ajena o manoseada es una lista sin nada elegido', () => {
  const sized = (pageSize: number): string => encodeSettings({ ...NO_SETTINGS, pageSize })
  for (const value of [null, '', '%', '{', '%7B%22pageSize%22%3A8%7D', sized(3), sized(51), sized(8.5)])
    expect(decodeSettings(value)).toEqual(NO_SETTINGS)
})
