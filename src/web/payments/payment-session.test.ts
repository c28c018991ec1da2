import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/support/memory-storage.ts'

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
  unanswered: null,
  attempt_id: null,
  went_to_bank: false,
}

test('PAY-03 lo que se paga queda en payment-cache, con sus valores cifrados, y se lee igual', async () => {
  const { readPaymentSession, writePaymentSession, clearPaymentSession } = await import('./payment-session.ts')
  expect(readPaymentSession()).toBeNull()
  writePaymentSession(SESSION)
  const stored = window.localStorage.getItem('payment-cache') ?? ''
  expect(stored).not.toBe('')
  for (const value of ['ana@correo.test', 'Ana Ruiz', '3001234567', 'AF-1']) expect(stored).not.toContain(value)
  expect(readPaymentSession()).toEqual(SESSION)
  clearPaymentSession()
  expect(readPaymentSession()).toBeNull()
})

test('PAY-03 lo que no se puede leer es como si no hubiera nada', async () => {
  const { readPaymentSession } = await import('./payment-session.ts')
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const stored of ['x', '', 'a.b', btoa('{}')]) {
    window.localStorage.setItem('payment-cache', stored)
    expect(readPaymentSession()).toBeNull()
  }
  consoleError.mockRestore()
})

test('PAY-02 el selector guarda NEQUI, PERSON, celular vacío y la descripción', async () => {
  const { withFirstMethod } = await import('./payment-session.ts')
  expect(withFirstMethod(SESSION).payment_method).toEqual({
    type: 'NEQUI',
    user_type: 'PERSON',
    phone_number: '',
    payment_description: 'Pago de factura AF-1',
  })
})

test('PAY-02 con varias facturas la descripción dice cuántas son, y lo escrito para PSE no se pierde', async () => {
  const { withFirstMethod } = await import('./payment-session.ts')
  const { withMethod } = await import('./payment-body.ts')
  const several = { ...SESSION, invoice_ids: ['f-1', 'f-2', 'f-3'], numbers: ['AF-1', 'AF-2', 'AF-3'] }
  expect(withFirstMethod(several).payment_method?.payment_description).toBe('Pago de 3 facturas')
  const pse = withMethod(withFirstMethod(several), 'PSE')
  expect(pse.payment_method).toMatchObject({ type: 'PSE', user_type: '0', payment_description: 'Pago de 3 facturas' })
  expect(withMethod({ ...SESSION, document: { type: 'NIT', number: '900' } }, 'PSE').payment_method?.user_type).toBe(
    '1',
  )
  const typed = { ...pse, payment_method: { ...PSE, payment_description: '' } }
  expect(withFirstMethod(typed).payment_method).toEqual({
    ...PSE,
    type: 'NEQUI',
    user_type: 'PERSON',
    phone_number: '',
    payment_description: 'Pago de 3 facturas',
  })
})

const PSE = {
  type: 'PSE' as const,
  user_type: '0',
  phone_number: '',
  user_legal_id_type: 'CC',
  user_legal_id: '10203040',
  financial_institution_code: '1',
}
