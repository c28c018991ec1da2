import { expect, test } from 'vitest'
import { methodOfType, methodsOfAccount, ONLINE_METHODS, offeredMethods, PROVIDER_TYPES } from './online-method.ts'

test('PAY-02 se ofrece lo que la cuenta tiene, en el orden de siempre; sin la lista de Wompi, Nequi y PSE', () => {
  expect(methodsOfAccount(['CARD', 'BANCOLOMBIA_TRANSFER', 'NEQUI'])).toEqual(['nequi', 'bancolombia_transfer', 'card'])
  expect(methodsOfAccount([])).toEqual([])
  for (const absent of [null, undefined])
    expect(offeredMethods(methodsOfAccount(absent), false)).toEqual(['nequi', 'pse'])
  expect(offeredMethods([], false)).toEqual([])
  expect(offeredMethods(['pse'], true)).toEqual(['pse', 'wompi_page'])
  expect(ONLINE_METHODS.map((method) => methodOfType(PROVIDER_TYPES[method]))).toEqual([...ONLINE_METHODS])
})
