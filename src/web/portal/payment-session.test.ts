import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#web/core/memory-storage.ts'

beforeEach(() => vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() }))

const SESSION = {
  invoice_id: 'f-1',
  invoice_ids: ['f-1'],
  numbers: ['AF-1'],
  currency: 'COP' as const,
  amount: 7_990_000,
  customer_email: 'ana@correo.test',
  customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
  document: { type: 'CC', number: '10203040' },
  payment_method: null,
  acceptance_terms: false,
  key: 'k',
  attempt_id: null,
  went_to_bank: false,
}

test('PAY-03 lo que se paga queda en payment-cache, con sus valores cifrados, y se lee igual', async () => {
  const { readPaymentSession, writePaymentSession, clearPaymentSession } = await import('./payment-session.ts')
  expect(readPaymentSession()).toBeNull()
  writePaymentSession(SESSION)
  const kept = window.localStorage.getItem('payment-cache') ?? ''
  expect(kept).not.toBe('')
  for (const value of ['ana@correo.test', 'Ana Ruiz', '3001234567', 'AF-1']) expect(kept).not.toContain(value)
  expect(readPaymentSession()).toEqual(SESSION)
  clearPaymentSession()
  expect(readPaymentSession()).toBeNull()
})

test('PAY-03 lo que no se puede leer es como si no hubiera nada', async () => {
  const { readPaymentSession } = await import('./payment-session.ts')
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const kept of ['x', '', 'a.b', btoa('{}')]) {
    window.localStorage.setItem('payment-cache', kept)
    expect(readPaymentSession()).toBeNull()
  }
  complaint.mockRestore()
})

test('PAY-02 el selector guarda NEQUI, PERSON, celular vacío y la descripción', async () => {
  const { chosen } = await import('./payment-session.ts')
  expect(chosen(SESSION).payment_method).toEqual({
    type: 'NEQUI',
    user_type: 'PERSON',
    phone_number: '',
    payment_description: 'Pago de factura AF-1',
  })
})
