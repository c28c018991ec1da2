import { expect, test } from 'vitest'
import { brandOf, NEUTRAL_BLUE } from '#domain/core/brand.ts'
import { passwordChangedEmail, recoveryEmail } from './mail.ts'
import { visitEmail } from './visit-email.ts'

const entry = { username: 'ana', companyName: 'Red Sur', code: '012345' }
const url = 'https://portal.redsur.co/reset-password/otp/ana%40correo.test'

test('AUT-04 la carta del código dice de quién es, cuánto vale y qué hacer si no fue uno', () => {
  const email = recoveryEmail({ entries: [entry], minutes: 10, url })
  expect(email.senderName).toBe('Red Sur')
  for (const body of [email.text, email.html]) {
    for (const part of ['Red Sur', 'Usuario: ana', '012345', '10 minutos', 'una sola vez', url, 'Si no fuiste tú']) {
      expect(body).toContain(part)
    }
  }
  expect(email.text).not.toContain('Varios usuarios')
})

test('AUT-04 con varias personas la carta separa sus códigos, y con varias empresas las nombra', () => {
  const ofOneCompany = recoveryEmail({
    entries: [entry, { ...entry, username: 'luis', code: '999999' }],
    minutes: 10,
    url,
  })
  expect(ofOneCompany.text).toContain('Varios usuarios tienen este correo')
  expect(ofOneCompany.text).toMatch(/Usuario: ana\n\n012345\n\nUsuario: luis\n\n999999/)
  const ofTwoCompanies = recoveryEmail({ entries: [entry, { ...entry, companyName: 'Red Norte' }], minutes: 10, url })
  expect(ofTwoCompanies.senderName).toBe('Enlace')
  expect(ofTwoCompanies.text).toContain('Usuario: ana (Red Norte)')
})

test('VIS-01 un nombre o una ciudad que termina en punto no deja dos puntos seguidos en una carta', () => {
  const visit = {
    companyName: 'Fibra S.A.S.',
    brand: brandOf(NEUTRAL_BLUE),
    clientName: 'Yenny Bohórquez',
    kind: 'instalación',
    change: 'planned',
    when: 'El 5 de diciembre de 2026, en la mañana',
    address: 'Calle 10 # 20-30, Bogotá, D.C.',
    fromAddress: null,
    technician: null,
    reason: 'Espera...',
    url: 'https://portal.redsur.co/a/../b',
  } as const
  const email = visitEmail(visit)
  for (const body of [email.text, email.html]) {
    expect(body).toContain('En Calle 10 # 20-30, Bogotá, D.C.')
    expect(body).not.toContain('D.C..')
    expect(body).toContain('Espera...')
    expect(body).toContain(visit.url)
  }
})

test('a name with markup is escaped in an email', () => {
  const email = passwordChangedEmail({
    companyName: 'Red <b>Sur</b>',
    firstName: '<img src=x onerror=alert(1)>',
    at: new Date('2026-11-20T20:04:00Z'),
    publicUrl: 'https://portal.redsur.co',
    alsoDone: '',
  })
  expect(email.html).not.toMatch(/<img|<b>/)
  expect(email.text).toContain('Tu contraseña cambió el 20 de noviembre de 2026, 3:04 p. m.')
  expect(email.text).toContain('https://portal.redsur.co/reset-password')
})
