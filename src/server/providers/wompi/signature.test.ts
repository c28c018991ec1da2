import { assert, constantFrom, nat, pre, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { eventOf } from '#simulators/wompi/events.ts'
import { integritySignature, readEvent } from './signature.ts'

const SECRET = 'prod_integrity_Z5mMke9x0k8gpErbDqwrJXMqsI6SFli6'
const EVENTS_SECRET = 'prod_events_OcHnIzeBl5socpwByQ4hA52Em3USQ93Z'

test('PAY-04 la firma de integridad es la de los ejemplos del proveedor', () => {
  const payment = { reference: 'sk8-438k4-xmxm392-sn2m', amount_in_cents: 2_490_000, currency: 'COP' }
  expect(integritySignature(payment, SECRET)).toBe('37c8407747e595535433ef8f6a811d853cd943046624a0ec04662b17bbf33bf5')
  expect(integritySignature({ ...payment, expiration_time: '2023-06-09T20:28:50.000Z' }, SECRET)).toBe(
    'e972f58e7de36b283fbb93d9318d39a54ffdff4e8e917b534f30d63c9d7bb89c',
  )
})

const genuine = (changes: object = {}) => ({
  event: 'transaction.updated',
  data: { transaction: { id: '1234-1610641025-49201', status: 'APPROVED', amount_in_cents: 4_490_000 } },
  environment: 'prod',
  signature: {
    properties: ['transaction.id', 'transaction.status', 'transaction.amount_in_cents'],
    checksum: '5a18ec5e8fdb7df463e9f94774cba8f583ba21bd04a09ceff2ea68a4bc0aefbe',
  },
  timestamp: 1_530_291_411,
  ...changes,
})
const CHECKSUM = genuine().signature.checksum

test('TRX-05 un evento auténtico se cree, en mayúsculas también y con su encabezado', () => {
  expect(readEvent(genuine(), EVENTS_SECRET, null)).toHaveProperty('event')
  const upper = genuine({ signature: { ...genuine().signature, checksum: CHECKSUM.toUpperCase() } })
  expect(readEvent(upper, EVENTS_SECRET, CHECKSUM)).toHaveProperty('event')
})

const signature = genuine().signature
const transaction = genuine().data.transaction
test.each<[string, object, string | null, string]>([
  ['otro estado', { data: { transaction: { ...transaction, status: 'DECLINED' } } }, null, 'checksum'],
  ['otro valor', { data: { transaction: { ...transaction, amount_in_cents: 1 } } }, null, 'checksum'],
  ['otra hora', { timestamp: 1_530_291_412 }, null, 'checksum'],
  [
    'sin firmar el valor',
    { signature: { ...signature, properties: signature.properties.slice(0, 2) } },
    null,
    'unsigned_field',
  ],
  [
    'una propiedad que no está',
    { signature: { ...signature, properties: [...signature.properties, 'transaction.x'] } },
    null,
    'unsigned_field',
  ],
  [
    'una propiedad heredada',
    { signature: { ...signature, properties: [...signature.properties, 'transaction.constructor.name'] } },
    null,
    'unsigned_field',
  ],
  ['un objeto por valor', { data: { transaction: { ...transaction, id: { toString: 'x' } } } }, null, 'unsigned_field'],
  ['la firma vacía', { signature: { ...signature, checksum: '' } }, null, 'checksum'],
  ['la firma recortada', { signature: { ...signature, checksum: CHECKSUM.slice(2) } }, null, 'checksum'],
  ['otro encabezado', {}, CHECKSUM.replace('5', '6'), 'header'],
  ['sin propiedades', { signature: { checksum: CHECKSUM } }, null, 'shape'],
  ['la hora como texto', { timestamp: '1530291411' }, null, 'shape'],
  [
    'mil propiedades',
    { signature: { ...signature, properties: Array.from({ length: 1_000 }, () => 'transaction.id') } },
    null,
    'shape',
  ],
  ['sin datos', { data: null }, null, 'shape'],
])('TRX-05 un evento con %s no se cree', (_, changes, header, problem) => {
  expect(readEvent(genuine(changes), EVENTS_SECRET, header)).toEqual({ problem })
})

test('TRX-05 firmado con el secreto de otra empresa no se cree', () => {
  expect(readEvent(genuine(), 'prod_events_otra', null)).toEqual({ problem: 'checksum' })
})

test('TRX-05 cambiar lo firmado de cualquier evento lo hace increíble', () => {
  const merchant = {
    name: '',
    public_key: '',
    private_key: '',
    integrity_secret: '',
    events_secret: 's',
    events_url: null,
  }
  assert(
    property(string(), constantFrom('APPROVED', 'DECLINED'), nat(), nat(), (id, status, amount, other) => {
      pre(other !== amount)
      const { body } = eventOf(merchant, { id, status, amount_in_cents: amount, reference: 'r' })
      expect(readEvent(body, 's', null)).toHaveProperty('event')
      const transaction_ = { ...body.data.transaction, amount_in_cents: other }
      expect(readEvent({ ...body, data: { transaction: transaction_ } }, 's', null)).toEqual({ problem: 'checksum' })
    }),
  )
})

test.each([null, 'x', 7, [], {}, { event: 'x' }])('TRX-05 %j no es un evento', (body) => {
  expect(readEvent(body, EVENTS_SECRET, null)).toEqual({ problem: 'shape' })
})
