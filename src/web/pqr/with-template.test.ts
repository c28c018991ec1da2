import { expect, test } from 'vitest'
import { withTemplate } from './template.ts'

test('PQR-03 una plantilla no borra lo que ya se escribió, y otra cambia solo la anterior', () => {
  expect(withTemplate('', '', 'Cordial saludo.')).toBe('Cordial saludo.')
  expect(withTemplate('Ya hablamos ayer.', '', 'Cordial saludo.')).toBe('Ya hablamos ayer.\n\nCordial saludo.')
  expect(withTemplate('Ya hablamos ayer.\n\nCordial saludo.', 'Cordial saludo.', 'Gracias.')).toBe(
    'Ya hablamos ayer.\n\nGracias.',
  )
  expect(withTemplate('Cordial saludo. Cambiado.', 'Cordial saludo.', 'Gracias.')).toBe(
    'Cordial saludo. Cambiado.\n\nGracias.',
  )
})
