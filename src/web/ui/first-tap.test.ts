import { expect, test } from 'vitest'
import { onFirstTap } from './first-tap.ts'

test('FMT-01 un botón que se vuelve su contrario no toma el segundo toque de un toque doble, y sí el teclado', () => {
  let runs = 0
  const press = onFirstTap(() => (runs += 1))
  for (const detail of [1, 2, 3]) press({ detail })
  expect(runs).toBe(1)
  press({ detail: 0 })
  press({ detail: 1 })
  expect(runs).toBe(3)
})
