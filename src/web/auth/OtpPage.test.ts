import { expect, test } from 'vitest'
import { maskedEmail } from './OtpPage.tsx'

test('AUT-04 el correo se muestra tapado: su dueño lo reconoce y nadie más lo lee', () => {
  expect(maskedEmail('cliente@andina.test')).toBe('cl•••@andina.test')
  expect(maskedEmail('ab@c.co')).toBe('a•••@c.co')
  expect(maskedEmail('a@c.co')).toBe('•••@c.co')
  expect(maskedEmail('nada')).toBe('•••')
})
