import { expect, test } from 'vitest'
import { electronicLabel } from './electronic.ts'

test('EIN-02 lo que la DIAN validó en pruebas lo dice: no vale como factura', () => {
  expect(electronicLabel({ status: 'validated', environment: 'test' })).toBe('Validada en pruebas')
  expect(electronicLabel({ status: 'validated', environment: 'production' })).toBe('Validada')
  expect(electronicLabel({ status: 'rejected', environment: 'test' })).toBe('Rechazada')
})
