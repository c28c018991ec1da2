import { expect, test } from 'vitest'
import { assertFilled, fillTemplate } from './template.ts'

test('PQR-03 una plantilla se llena con los datos del caso, con o sin espacios en las llaves', () => {
  const values = { nombre: 'Ana Ruiz', radicado: '4321-26-0000000001' }
  expect(fillTemplate('{{nombre}}, su PQR {{ radicado }} y {{ fecha }}', values)).toBe(
    'Ana Ruiz, su PQR 4321-26-0000000001 y {{ fecha }}',
  )
})

test('PQR-03 un texto con una variable sin su valor se rechaza y la nombra', () => {
  expect(() => assertFilled('text', 'Señora {{ nombre }}: el {{fecha}} la visitamos, {{nombre}}')).toThrow(
    'Cambia {{nombre}} y {{fecha}} por su valor: quien radicó lo leería así',
  )
  expect(() => assertFilled('text', 'Señora Ana, {nada} {{} }}')).not.toThrow()
})

test('PQR-03 API-02 unas llaves que no cierran se leen de una vez, con miles de espacios', { timeout: 5_000 }, () => {
  // With a pattern that leaves out the blanks, a quarter of these takes minutes.
  const text = `Hola {{${' '.repeat(9_000)}x`
  expect(() => assertFilled('text', text)).not.toThrow()
  expect(fillTemplate(text, {})).toBe(text)
})
