import { expect, test } from 'vitest'
import { ROLES } from '#domain/core/roles.ts'
import { NOTIFICATION_RULES, noticeFor, noticesOf } from './notification.ts'

const event = {
  name: '',
  before: null,
  after: { number: 'AND-7', amount: 59_500, total: 59_500, method: 'nequi', client: 'Ana Rojas' },
}

test('NOT-01 a nadie se le cuenta dos veces el mismo hecho', () => {
  for (const [name, notices] of Object.entries(NOTIFICATION_RULES)) {
    for (const role of ROLES) {
      const own = notices.filter((notice) => (role === 'client' ? notice.client : notice.staff?.includes(role)))
      expect([name, role, own.length <= 1]).toEqual([name, role, true])
    }
    expect(notices.every((notice) => notice.client !== undefined || (notice.staff?.length ?? 0) > 0)).toBe(true)
  }
})

test('NOT-01 el mismo pago se le cuenta al cliente como suyo y a la financiera por su cliente', () => {
  expect(noticeFor('payment.registered', 'client')?.text(event)).toBe('Recibimos tu pago de $ 59.500,00. Recibo AND-7')
  expect(noticeFor('payment.registered', 'financial')?.text(event)).toBe(
    'Ana Rojas pagó $ 59.500,00 en línea. Recibo AND-7',
  )
  expect(noticeFor('payment.registered', 'technical')).toBeUndefined()
})

test('NOT-01 un pago que la financiera escribió no se le vuelve a contar, y un hecho sin regla no se cuenta a nadie', () => {
  const cash = { ...event, after: { ...event.after, method: 'cash' } }
  expect(noticeFor('payment.registered', 'financial')?.when?.(cash)).toBe(false)
  expect(noticeFor('payment.registered', 'financial')?.when?.(event)).toBe(true)
  expect(noticesOf('session.opened')).toEqual([])
})
