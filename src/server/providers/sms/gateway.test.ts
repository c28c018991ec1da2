import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SmsSimulator, startSmsSimulator } from '#simulators/sms/simulator.ts'
import { parseRange } from '../network/addresses.ts'
import { type SmsKeys, smsGateways } from './gateway.ts'
import type { SmsMessage } from './sender.ts'

const SHORT_MS = 300
const LOOPBACK = [parseRange('127.0.0.0/8') ?? { address: '127.0.0.0', bits: 8 }]
const MESSAGE: SmsMessage = { to: '3001234567', text: 'Tu contrato debe $ 60.000', reference: 'enlace:msg:1' }

let simulator: SmsSimulator
let keys: SmsKeys

beforeAll(async () => {
  simulator = await startSmsSimulator({ accounts: [{ name: 'Uno', key: 'llave-uno', sender: '899775' }] })
  keys = { url: simulator.url, sender: '899775', key: 'llave-uno' }
})
afterAll(() => simulator.close())

/** Sends with a breaker of its own. */
const send = (changes: Partial<SmsKeys> = {}, message: Partial<SmsMessage> = {}) =>
  smsGateways(LOOPBACK, SHORT_MS)({ ...keys, ...changes }).send({ ...MESSAGE, ...message })
const count = (): number => simulator.messages().length

test('SUS-10 un mensaje de texto se acepta, con el indicativo de Colombia y nuestra referencia', async () => {
  expect(await send()).toEqual({ kind: 'accepted' })
  expect(simulator.messages().at(-1)).toMatchObject({
    from: '899775',
    to: '573001234567',
    text: MESSAGE.text,
    reference: 'enlace:msg:1',
  })
})

test('SUS-10 una llave o un código corto que no son, y un fijo, se rechazan y no sale nada', async () => {
  const before = count()
  expect(await send({ key: 'otra' })).toEqual({ kind: 'refused', isKey: true, details: 'Invalid API key' })
  expect(await send({ sender: '111111' })).toEqual({ kind: 'refused', isKey: false, details: 'Invalid from' })
  expect(await send({}, { to: '6017654321' })).toMatchObject({ kind: 'refused', isKey: false })
  expect(await send({ url: simulator.url.replace('/send', '/otra') })).toMatchObject({ kind: 'refused' })
  expect(count()).toBe(before)
})

test.each(['reset', 'hang', 'lost', 'html', 'long', 'redirect', 'error_500', 'not_ok', 'forbidden_page'] as const)(
  'SUS-10 una respuesta que no dice qué pasó (%s) queda sin confirmar y se llama una sola vez',
  async (failure) => {
    const before = count()
    simulator.fail(failure)
    expect(await send()).toMatchObject({ kind: 'unknown' })
    expect(count()).toBe(before + (failure === 'lost' ? 1 : 0))
  },
)

test('SUS-10 el proveedor que pide ir más despacio no envió nada', async () => {
  simulator.fail('slow')
  expect(await send()).toEqual({ kind: 'slow', details: 'Too many requests' })
})

test('SUS-10 lo que no alcanza a salir se puede enviar otra vez: nadie escucha, o la dirección es de una red privada', async () => {
  expect(await send({ url: 'http://127.0.0.1:9/api' })).toMatchObject({ kind: 'unsent' })
  expect(await send({ url: 'https://10.0.0.1/api' })).toEqual({
    kind: 'unsent',
    details: 'la dirección no está permitida',
  })
  expect(await send({ url: 'proveedor' })).toEqual({ kind: 'unsent', details: 'la dirección no existe' })
  expect(await smsGateways([])(keys).send(MESSAGE)).toMatchObject({ kind: 'unsent' })
})

test('SUS-10 un proveedor que no responde deja de llamarse por un rato, y los demás no', async () => {
  const open = smsGateways(LOOPBACK, SHORT_MS)
  const silent = open({ ...keys, url: 'http://127.0.0.1:9/api' })
  for (let call = 0; call < 5; call += 1) await silent.send(MESSAGE)
  expect(await silent.send(MESSAGE)).toEqual({ kind: 'unsent', details: 'no responde' })
  expect(await open(keys).send(MESSAGE)).toEqual({ kind: 'accepted' })
})
