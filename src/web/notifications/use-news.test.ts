import { expect, test } from 'vitest'
import type { Notification } from '#domain/notifications/api.ts'
import { withMarks } from './use-news.ts'

const item = (id: string, is_read: boolean): Notification => ({
  id,
  is_read,
  topic: 'invoices',
  text: id,
  href: '/',
  at: '',
})
const list = (...data: Notification[]) => ({
  data,
  meta: { page: 1, page_size: 6, total: 9 },
  totals: { unread: 3 },
})
const shown = ({ data, totals }: ReturnType<typeof list>) => [
  data.map(({ id, is_read }) => `${id}${is_read ? ' read' : ''}`),
  totals.unread,
]

test('NOT-01 una marca en camino se ve hecha: su aviso, el de otra página, y la que ya llegó no se cuenta dos veces', () => {
  const stored = list(item('a', false), item('b', false), item('c', true))
  expect(shown(withMarks(stored, [], false))).toEqual([['a', 'b', 'c read'], 3])
  expect(shown(withMarks(stored, ['b', 'c'], false))).toEqual([['a', 'b read', 'c read'], 2])
  expect(shown(withMarks(stored, ['elsewhere'], false))).toEqual([['a', 'b', 'c read'], 2])
  expect(shown(withMarks(stored, ['a'], true))).toEqual([['a read', 'b read', 'c read'], 0])
  expect(withMarks({ ...stored, totals: { unread: 0 } }, ['a'], false).totals.unread).toBe(0)
})
