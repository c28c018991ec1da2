import { expect, test } from 'vitest'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import { connectionLabel } from './connection-label.ts'

test('R2.8 la cláusula que descuenta toda la conexión dice que no se paga nada por ella', () => {
  const cost = pesos(120_000)
  expect(connectionLabel({ connection_cost: cost, discounted_value: cost })).toBe('no pagas nada')
  expect(connectionLabel({ connection_cost: cost, discounted_value: pesos(100_000) })).toBe(
    `pagas ${pesosLabel(pesos(20_000))}`,
  )
})
