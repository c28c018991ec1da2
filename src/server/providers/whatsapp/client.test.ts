import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWhatsappSimulator, type WhatsappSimulator } from '#simulators/whatsapp/simulator.ts'
import type { SimulatedNumber } from '#simulators/whatsapp/state.ts'
import { whatsappAccounts } from './accounts.ts'
import { type NewTemplate, type Outcome, type TemplateMessage, type WhatsappKeys, whatsappAt } from './client.ts'

/**
 * The calls of the Cloud API that Enlace needs, over HTTP. By default against the simulator; with a test number against Meta:
 * WHATSAPP_SUITE_URL=https://graph.facebook.com/v25.0 with WHATSAPP_SUITE_NUMBER, WHATSAPP_SUITE_WABA, WHATSAPP_SUITE_TOKEN,
 * WHATSAPP_SUITE_TO (ten digits) and WHATSAPP_SUITE_TEMPLATE, an approved template in es_CO with the variables nombre and valor.
 */
const REAL = process.env['WHATSAPP_SUITE_URL']
const SHORT_MS = 300

const NUMBER: SimulatedNumber = {
  name: 'Uno',
  phone_number_id: '106540352242922',
  waba_id: '102290129340398',
  token: 'EAAuno',
  app_secret: 'secreto-uno',
  events_url: null,
  display_phone_number: '+57 601 7654321',
}

let simulator: WhatsappSimulator
let baseUrl = ''
let now = 0
let keys: WhatsappKeys = NUMBER
let template = 'aviso_prueba'

const NEW: NewTemplate = {
  name: 'aviso_prueba',
  language: 'es_CO',
  body: 'Hola {{nombre}}, debes {{valor}} a hoy.',
  examples: { nombre: 'Ana', valor: '$ 60.000' },
  footer: 'Responde SALIR para no recibir más',
  button: { text: 'Ver y pagar', url: 'https://portal.test/payments' },
}

const message = (changes: Partial<TemplateMessage> = {}): TemplateMessage => ({
  to: process.env['WHATSAPP_SUITE_TO'] ?? '3001234567',
  template,
  language: 'es_CO',
  values: { nombre: 'Ana', valor: '$ 60.000' },
  reference: 'enlace:msg:1',
  ...changes,
})

const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}
const failureOf = <T>(outcome: Outcome<T>): unknown =>
  outcome.ok ? 'ok' : [outcome.failure.kind, outcome.failure.code]

beforeAll(async () => {
  simulator = await startWhatsappSimulator({ numbers: [NUMBER], reviewMs: 1, statusMs: 1, now: () => now })
  baseUrl = REAL ?? simulator.url
  if (REAL === undefined) {
    valueOf(await whatsappAt(baseUrl, keys).createTemplate(NEW))
    await vi.waitUntil(
      async () => valueOf(await whatsappAt(baseUrl, keys).templates(NEW.name))[0]?.status === 'APPROVED',
    )
    return
  }
  template = process.env['WHATSAPP_SUITE_TEMPLATE'] ?? ''
  keys = {
    phone_number_id: process.env['WHATSAPP_SUITE_NUMBER'] ?? '',
    waba_id: process.env['WHATSAPP_SUITE_WABA'] ?? '',
    token: process.env['WHATSAPP_SUITE_TOKEN'] ?? '',
  }
})
afterAll(() => simulator.close())

test('INT-01 el número, su token y su cuenta se prueban con dos lecturas', async () => {
  const client = whatsappAt(baseUrl, keys)
  expect(valueOf(await client.number())).toMatchObject({ id: keys.phone_number_id })
  expect(valueOf(await client.templates(template))[0]).toMatchObject({ name: template, language: 'es_CO' })
  expect(valueOf(await client.templates('no_existe'))).toEqual([])
})

test('SUS-08 una plantilla aprobada se acepta y su número lleva el indicativo de Colombia', async () => {
  expect(valueOf(await whatsappAt(baseUrl, keys).send(message()))).toMatchObject({
    id: expect.stringMatching(/^wamid\./),
  })
})

test('INT-01 un token que no es, un número de otro y una cuenta de otro se rechazan', async () => {
  const wrong = async (changes: Partial<WhatsappKeys>) => whatsappAt(baseUrl, { ...keys, ...changes })
  expect(failureOf(await (await wrong({ token: 'EAAnadie' })).number())).toEqual(['credentials', 190])
  expect(failureOf(await (await wrong({ token: 'EAAnadie' })).send(message()))).toEqual(['credentials', 190])
  expect(failureOf(await (await wrong({ phone_number_id: '1000000' })).send(message()))).toEqual(['request', 100])
  expect(failureOf(await (await wrong({ waba_id: '1000000' })).templates(template))).toEqual(['request', 100])
})

test('SUS-08 una plantilla que no existe, en otro idioma o con otras variables se rechaza como plantilla', async () => {
  const client = whatsappAt(baseUrl, keys)
  expect(failureOf(await client.send(message({ template: 'no_existe' })))).toEqual(['template', 132_001])
  expect(failureOf(await client.send(message({ language: 'en_US' })))).toEqual(['template', 132_001])
  expect(failureOf(await client.send(message({ values: { nombre: 'Ana' } })))).toEqual(['template', 132_000])
  expect(failureOf(await client.send(message({ values: { nombre: 'Ana', fecha: 'hoy' } })))).toEqual([
    'template',
    132_012,
  ])
})

const only = test.skipIf(REAL !== undefined)

only.each([
  ['PAUSED', 132_015],
  ['DISABLED', 132_016],
  ['REJECTED', 132_001],
  ['PENDING', 132_001],
] as const)('SUS-08 una plantilla en %s no se envía', async (status, code) => {
  await simulator.setTemplate(NUMBER.phone_number_id, template, status)
  expect(failureOf(await whatsappAt(baseUrl, keys).send(message()))).toEqual(['template', code])
  await simulator.setTemplate(NUMBER.phone_number_id, template, 'APPROVED')
})

only('SUS-08 el ritmo de Meta se dice como ritmo: no se envió y se puede enviar después', async () => {
  const client = whatsappAt(baseUrl, keys)
  now += 1_000_000
  const to = '3009999999'
  for (let sent = 0; sent < 45; sent += 1) valueOf(await client.send(message({ to })))
  expect(failureOf(await client.send(message({ to })))).toEqual(['slow', 131_056])
  const others = Array.from({ length: 80 }, (_, index) => `31000000${String(index).padStart(2, '0')}`)
  const outcomes: unknown[] = []
  for (const other of others) outcomes.push(failureOf(await client.send(message({ to: other }))))
  expect(outcomes).toContainEqual(['slow', 130_429])
  now += 1_000_000
})

only('SUS-08 una caída que Meta dice se reintenta, y no se envió nada', async () => {
  const client = whatsappAt(baseUrl, keys)
  const to = '3000000016'
  expect(failureOf(await client.send(message({ to })))).toEqual(['retry', 131_016])
  expect(failureOf(await client.send(message({ to })))).toEqual(['retry', 131_016])
  expect(failureOf(await client.send(message({ to })))).toBe('ok')
})

only.each(['error_500', 'reset', 'hang', 'html', 'long', 'redirect', 'lost'] as const)(
  'SUS-08 si la respuesta es %s nadie sabe si el mensaje salió',
  async (failure) => {
    const before = simulator.messages().length
    simulator.fail(failure)
    expect(failureOf(await whatsappAt(baseUrl, keys, SHORT_MS).send(message()))).toEqual(['unknown', null])
    expect(simulator.messages().length - before).toBe(failure === 'lost' ? 1 : 0)
  },
)

only('SUS-08 donde nadie escucha nada salió, y después de cinco intentos no se llama más por un rato', async () => {
  const closed = await startWhatsappSimulator({ numbers: [NUMBER] })
  await closed.close()
  expect(failureOf(await whatsappAt(closed.url, keys).send(message()))).toEqual(['unsent', null])
  const guarded = whatsappAccounts(baseUrl, SHORT_MS)(keys)
  simulator.fail('reset', 5)
  for (let time = 0; time < 5; time += 1) expect(failureOf(await guarded.send(message()))).toEqual(['unknown', null])
  const before = simulator.messages().length
  expect(failureOf(await guarded.send(message()))).toEqual(['unsent', null])
  expect(simulator.messages().length).toBe(before)
})

only('SUS-08 un número mal escrito, un salto de línea y una variable al final se rechazan', async () => {
  const client = whatsappAt(baseUrl, keys)
  expect(failureOf(await client.send(message({ to: 'abc' })))).toEqual(['request', 131_009])
  expect(failureOf(await client.send(message({ values: { nombre: 'Ana\nRuiz', valor: '1' } })))).toEqual([
    'template',
    132_018,
  ])
  expect(failureOf(await client.createTemplate({ ...NEW, name: 'otra', body: 'Debes {{valor}}' }))).toEqual([
    'request',
    100,
  ])
  expect(failureOf(await client.createTemplate(NEW))).toEqual(['request', 100])
})
