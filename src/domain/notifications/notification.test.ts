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

test('NOT-01 CON-07 al terminar un corte dentro de una pausa, el cliente lee que la pausa sigue y no que vuelve su servicio', () => {
  const reconnected = { ...event, after: { no_contract: 'AF-000001', paused_until: '2027-01-30' } }
  const rule = noticeFor('contract.reconnected', 'client')
  expect(rule?.text(reconnected)).toBe(
    'Terminó el corte por mora de tu contrato AF-000001. La pausa que pediste sigue hasta el 30 de enero de 2027',
  )
  expect(rule?.text({ ...event, after: { no_contract: 'AF-000001' } })).toBe(
    'Reconectamos el servicio de tu contrato AF-000001',
  )
  const suspended = noticeFor('contract.suspended', 'client')?.when
  expect([suspended?.({ ...event, after: { is_after_cut: true } }), suspended?.(event)]).toEqual([false, true])
})

test('EIN-02 un rechazo de la DIAN llega a la financiera con su factura o sus notas, y al administrador con los documentos', () => {
  for (const name of ['electronic.rejected', 'electronic.given_up'] as const) {
    const pathOf = (number: string, role: 'admin' | 'financial') =>
      noticeFor(name, role)?.href({ ...event, after: { number, reason: '' } }, role)
    expect([pathOf('AND-7', 'financial'), pathOf('NC-4', 'financial')]).toEqual([
      '/invoices?q=AND-7',
      '/invoices/notes',
    ])
    expect(pathOf('AND-7', 'admin')).toBe('/invoices-electronic')
  }
})
