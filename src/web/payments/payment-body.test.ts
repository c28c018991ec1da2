import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { NewPayment } from '#domain/payments/online.ts'
import { memoryStorage } from '#test/support/memory-storage.ts'
import type { PaymentFormValues } from './payment-body.ts'
import type { PaymentSession } from './payment-session.ts'

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { bodyOf, keyFor, phoneForNequi, formValuesOf, withMethod, withFormValues } = await import('./payment-body.ts')
const { withFirstMethod } = await import('./payment-session.ts')

const INVOICE = '01890000-0000-7000-8000-000000000001'
const BEGUN: PaymentSession = {
  invoice_id: INVOICE,
  invoice_ids: [INVOICE],
  numbers: ['AF-1'],
  currency: 'COP',
  amount: 7_990_000,
  customer_email: '',
  customer_data: { full_name: 'Ana Ruiz', phone_number: '' },
  document: { type: 'CC', number: '10203040' },
  payment_method: null,
  acceptance_terms: false,
  unanswered: null,
  attempt_id: null,
  went_to_bank: false,
}
const CHOSEN = withFirstMethod(BEGUN)
const ACCEPTED = { terms_url: 'https://uno', personal_data_url: 'https://dos', acceptance_token: 'permiso-1' }
const NEQUI: PaymentFormValues = {
  customer_email: 'ana@correo.test',
  phone_number: '300 123 45 67',
  payment_method: { type: 'NEQUI', phone_number: '3991111111' },
}
const PSE: PaymentFormValues = {
  customer_email: 'ana@correo.test',
  phone_number: '3001234567',
  payment_method: {
    type: 'PSE',
    user_type: '0',
    user_legal_id_type: 'CC',
    user_legal_id: '10203040',
    financial_institution_code: '1',
  },
}
const body = (typed: PaymentFormValues, accepted: typeof ACCEPTED | null = ACCEPTED) =>
  z.parse(NewPayment, bodyOf(withFormValues(CHOSEN, typed), accepted))

let keys = 0
const newKey = () => `llave-${(keys += 1)}`

test('PAY-03 lo que se escribe queda en la sesión: correo, celular y medio', () => {
  expect(withFormValues(CHOSEN, NEQUI)).toMatchObject({
    customer_email: 'ana@correo.test',
    customer_data: { full_name: 'Ana Ruiz', phone_number: '300 123 45 67' },
    payment_method: { type: 'NEQUI', phone_number: '3991111111', payment_description: 'Pago de factura AF-1' },
  })
  const pse = withFormValues(withMethod(CHOSEN, 'PSE'), PSE)
  expect(pse.payment_method).toMatchObject({ type: 'PSE', user_legal_id: '10203040', financial_institution_code: '1' })
  expect(formValuesOf(body(PSE))).toEqual(PSE)
  expect(formValuesOf(body(NEQUI))).toEqual({ ...NEQUI, phone_number: '3001234567' })
})

test('PAY-03 el celular de quien paga es el que se conoce; si no es un celular, el de Nequi', () => {
  const withPhone = (phone_number: string) => ({ ...BEGUN, customer_data: { full_name: 'Ana', phone_number } })
  expect(phoneForNequi(withPhone('300 123 45 67'), '3991111111')).toBe('300 123 45 67')
  for (const phone of ['', '6012345678', '30']) expect(phoneForNequi(withPhone(phone), '3991111111')).toBe('3991111111')
})

test('PAY-04 PSE lleva acceptance_terms y user_type como número; Nequi lleva acceptance_token', () => {
  expect(body(PSE)).toEqual({
    acceptance_terms: true,
    invoice_id: INVOICE,
    invoice_ids: [INVOICE],
    currency: 'COP',
    customer_email: 'ana@correo.test',
    customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
    payment_method: {
      ...PSE.payment_method,
      user_type: 0,
      phone_number: '',
      payment_description: 'Pago de factura AF-1',
    },
    documents: ['https://uno', 'https://dos'],
  })
  const nequi = body(NEQUI)
  expect(nequi).toMatchObject({
    acceptance_token: 'permiso-1',
    customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
    payment_method: { type: 'NEQUI', user_type: 'PERSON', phone_number: '3991111111' },
  })
  expect(nequi).not.toHaveProperty('acceptance_terms')
})

test('PAY-03 PAY-04 de una tarjeta se guardan las cuotas, y nunca sus datos ni su token', () => {
  const method = { type: 'CARD', installments: 3 } as const
  const typed: PaymentFormValues = {
    customer_email: 'ana@correo.test',
    phone_number: '3001234567',
    payment_method: method,
  }
  const session = withFormValues(withMethod(withFormValues(withMethod(CHOSEN, 'PSE'), PSE), 'CARD'), typed)
  const sent = z.parse(NewPayment, bodyOf(session, ACCEPTED))
  expect(sent).toMatchObject({ acceptance_terms: true, payment_method: method })
  expect(JSON.stringify(sent)).not.toMatch(/user_legal_id|financial_institution|acceptance_token/)
  expect(formValuesOf({ ...sent, payment_method: { ...method, token: 'tok_test_1' } })).toEqual(typed)
  const tokens = ['tok_test_11004_1e7c0000aaaa', 'tok_test_11004_1e7c0000bbbb']
  const [first, other] = tokens.map(
    (token) => keyFor({ unanswered: null }, { ...sent, payment_method: { ...method, token } }, newKey).body,
  )
  expect(first).not.toContain('tok_test')
  expect(first).not.toBe(other)
  // Another method does not carry them.
  expect(JSON.stringify(bodyOf(withFormValues(withMethod(session, 'NEQUI'), NEQUI), ACCEPTED))).not.toContain(
    'installments',
  )
})

test('PAY-04 Botón Bancolombia lleva acceptance_terms y nada de lo que se escribió para PSE, y así se guarda', () => {
  const typed: PaymentFormValues = {
    customer_email: 'ana@correo.test',
    phone_number: '3001234567',
    payment_method: { type: 'BANCOLOMBIA_TRANSFER' },
  }
  const session = withMethod(withFormValues(withMethod(CHOSEN, 'PSE'), PSE), 'BANCOLOMBIA_TRANSFER')
  const sent = z.parse(NewPayment, bodyOf(withFormValues(session, typed), ACCEPTED))
  expect(sent).toMatchObject({
    acceptance_terms: true,
    customer_data: { phone_number: '3001234567' },
    payment_method: { type: 'BANCOLOMBIA_TRANSFER', user_type: 'PERSON' },
  })
  expect(JSON.stringify(sent)).not.toMatch(/user_legal_id|financial_institution|acceptance_token/)
  expect(formValuesOf(sent)).toEqual(typed)
})

test('PAY-04 el cuerpo de Nequi no lleva lo que se escribió para PSE, y sin aceptar no lleva permiso', () => {
  const session = withFormValues(withFormValues(withMethod(CHOSEN, 'PSE'), PSE), NEQUI)
  expect(bodyOf(session, ACCEPTED)).toMatchObject({ payment_method: { type: 'NEQUI' } })
  expect(JSON.stringify(bodyOf(session, ACCEPTED))).not.toMatch(/user_legal_id|financial_institution/)
  for (const typed of [NEQUI, PSE])
    expect(JSON.stringify(bodyOf(withFormValues(CHOSEN, typed), null))).not.toMatch(/accept/)
})

test('PAY-04 el mismo cuerpo sin respuesta conserva su llave; otro medio, otros datos u otro intento llevan una nueva', () => {
  const first = keyFor({ unanswered: null }, body(NEQUI), newKey)
  expect(keyFor({ unanswered: first }, body(NEQUI), newKey)).toBe(first)
  const others = [
    body(PSE),
    body({ ...NEQUI, customer_email: 'otra@correo.test' }),
    body({ ...NEQUI, payment_method: { type: 'NEQUI', phone_number: '3992222222' } }),
    z.parse(NewPayment, { ...bodyOf(withFormValues(CHOSEN, NEQUI), ACCEPTED), invoice_ids: [INVOICE, INVOICE] }),
  ].map((changed) => keyFor({ unanswered: first }, changed, newKey).key)
  const answered = keyFor({ unanswered: null }, body(NEQUI), newKey).key
  expect(new Set([first.key, answered, ...others]).size).toBe(6)
})

test('PAY-04 otro permiso para los mismos documentos no es otro cuerpo', () => {
  const first = keyFor({ unanswered: null }, body(NEQUI), newKey)
  const later = body(NEQUI, { ...ACCEPTED, acceptance_token: 'permiso-2' })
  expect(keyFor({ unanswered: first }, later, newKey)).toBe(first)
})
