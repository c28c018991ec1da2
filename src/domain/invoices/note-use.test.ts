import { expect, test } from 'vitest'
import { money, ZERO } from '#domain/core/money.ts'
import { noteUseCopy, paidOfNoteCopy } from './note-use.ts'

const spaced = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test('R8.5 una nota dice cuánto se debe menos, qué facturas pagó y cuánto queda a favor', () => {
  const nothing = { invoice: 'FV-1', reduced: ZERO, paid: [], credit: ZERO }
  expect(spaced(noteUseCopy({ ...nothing, reduced: money(600_000) }))).toBe('Debes $ 6.000,00 menos de la factura FV-1')
  expect(spaced(noteUseCopy({ ...nothing, reduced: money(600_000), credit: money(400_000) }))).toBe(
    'Debes $ 6.000,00 menos de la factura FV-1. $ 4.000,00 ya se habían pagado y quedan como saldo a favor',
  )
  const paid = [{ number: 'FV-2', amount: money(300_000) }]
  expect(spaced(noteUseCopy({ ...nothing, paid, credit: money(100_000) }))).toBe(
    '$ 4.000,00 ya se habían pagado: $ 3.000,00 pagaron la factura FV-2 y $ 1.000,00 quedan como saldo a favor',
  )
  expect(spaced(noteUseCopy({ ...nothing, paid }))).toBe(
    '$ 3.000,00 ya se habían pagado: $ 3.000,00 pagaron la factura FV-2',
  )
  expect(paidOfNoteCopy(nothing)).toBeNull()
})
