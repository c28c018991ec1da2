import { expect, test } from 'vitest'
import { pesos } from '#domain/core/money.ts'
import { refundParts, releasedParts } from './owed-refund.ts'

const owed = (contract_id: string, amount: number, returned = 0) => ({
  contract_id,
  amount: pesos(amount),
  returned: pesos(returned),
})

test('R2.26 una devolución paga primero lo que vence primero, hasta donde alcance', () => {
  const open = [owed('a', 100, 40), owed('b', 50)]
  expect(refundParts(open, pesos(30))).toEqual([{ contract_id: 'a', returned: pesos(70), isClosed: false }])
  expect(refundParts(open, pesos(80))).toEqual([
    { contract_id: 'a', returned: pesos(100), isClosed: true },
    { contract_id: 'b', returned: pesos(20), isClosed: false },
  ])
  expect(refundParts(open, pesos(500)).map(({ isClosed }) => isClosed)).toEqual([true, true])
  expect(refundParts([], pesos(5))).toEqual([])
})

test('R2.26 TRX-04 lo apartado baja lo que se reversó de su contrato, y nunca pasa del saldo a favor que queda', () => {
  const open = [
    { ...owed('a', 100, 40), reversed: pesos(25) },
    { ...owed('b', 50), reversed: pesos(0) },
  ]
  expect(releasedParts(open, pesos(85))).toEqual([{ contract_id: 'a', amount: pesos(75), isClosed: false }])
  expect(releasedParts(open, pesos(40))).toEqual([
    { contract_id: 'a', amount: pesos(75), isClosed: false },
    { contract_id: 'b', amount: pesos(5), isClosed: false },
  ])
  expect(releasedParts(open, pesos(0))).toEqual([
    { contract_id: 'a', amount: pesos(40), isClosed: true },
    { contract_id: 'b', amount: pesos(0), isClosed: true },
  ])
  expect(releasedParts([{ ...owed('a', 10), reversed: pesos(0) }], pesos(10))).toEqual([])
})
