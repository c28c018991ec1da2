import { expect, test } from 'vitest'
import { presenceText } from './presence-text.ts'

const ana = { name: 'Ana Ruiz', doing: 'reading' } as const
const luis = { name: 'Luis Mesa', doing: 'reading' } as const

test('PQR-03 el aviso nombra a quien está en el caso y a quien lo está respondiendo', () => {
  expect(presenceText([ana])).toBe('Ana Ruiz también está en este caso.')
  expect(presenceText([ana, luis])).toBe('Ana Ruiz y Luis Mesa también están en este caso.')
  expect(presenceText([{ ...luis, doing: 'answering' }, ana])).toBe(
    'Luis Mesa está respondiendo este caso. Ana Ruiz también está en este caso.',
  )
})
