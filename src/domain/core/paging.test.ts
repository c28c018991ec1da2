import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'

test('TBL-02 la página 0 es la primera, y una página nunca pide más filas que el máximo', () => {
  const Query = z.strictObject(pageQuery)
  expect(z.parse(Query, { page: '0', page_size: '0' })).toEqual({ page: 1, page_size: 1 })
  expect(z.parse(Query, { page: '999999', page_size: '5000' })).toEqual({ page: 999_999, page_size: 100 })
  expect(z.safeParse(Query, { page: '-1' }).success).toBe(false)
})
