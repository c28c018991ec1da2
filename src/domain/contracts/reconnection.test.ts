import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos, ZERO } from '#domain/core/money.ts'
import { type EndedSuspension, reconnectionCharge } from './reconnection.ts'

const cap = { value: pesos(1981), legal_basis: 'Ley 2485 de 2025' }
const real: EndedSuspension = {
  kind: 'arrears',
  from_on: day('2026-11-10'),
  is_charged: false,
  is_of_earlier_holder: false,
  is_imported: false,
  is_unowed: false,
  is_after_reversal: false,
}
const on = (suspension: EndedSuspension | null, cost: number, limit: typeof cap | null = cap, includes_vat = true) =>
  reconnectionCharge(suspension, { cost: pesos(cost), cap: limit, includes_vat, today: day('2026-11-20') })

test('PLN-07 la reconexión cuesta lo configurado hasta el tope legal, y antes del tope lo configurado', () => {
  expect(on(real, 1_500)).toEqual({
    price: pesos(1_500),
    reason: 'La reconexión cuesta $ 1.500,00 y va en la próxima factura del mes.',
  })
  expect(on(real, 10_000)).toMatchObject({ price: pesos(1_981) })
  expect(on(real, 10_000).reason).toContain('Es el tope legal: Ley 2485 de 2025.')
  expect(on(real, 1_981).reason).not.toContain('tope')
  expect(on(real, 10_000, null).price).toBe(pesos(10_000))
  expect(on(real, 1_500, cap, false).reason).toContain('cuesta $ 1.500,00 más IVA')
})

test('PLN-07 sin una suspensión real por mora la reconexión no se cobra, y nunca dos veces', () => {
  expect(on(null, 1_500)).toEqual({
    price: ZERO,
    reason: 'No hay una suspensión por mora: la reconexión no se cobra.',
  })
  expect(on({ ...real, kind: 'voluntary' }, 1_500).price).toBe(ZERO)
  expect(on({ ...real, from_on: day('2026-11-20') }, 1_500).price).toBe(ZERO)
  expect(on({ ...real, is_charged: true }, 1_500).price).toBe(ZERO)
  expect(on({ ...real, is_of_earlier_holder: true }, 1_500).price).toBe(ZERO)
  expect(on({ ...real, is_imported: true }, 1_500)).toEqual({
    price: ZERO,
    reason: 'El servicio llegó suspendido con la carga de clientes: la reconexión no se cobra.',
  })
  expect(on({ ...real, is_unowed: true }, 1_500)).toEqual({
    price: ZERO,
    reason: 'No se debía nada vencido cuando se suspendió: la reconexión no se cobra.',
  })
  expect(on({ ...real, is_after_reversal: true }, 1_500)).toEqual({
    price: 0,
    reason: 'La reconexión de esta deuda ya se cobró con un pago que se reversó: no se cobra otra vez.',
  })
  expect(on(real, 0)).toEqual({ price: ZERO, reason: 'Tu empresa no cobra la reconexión.' })
})
