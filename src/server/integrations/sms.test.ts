import { expect, test } from 'vitest'
import { pesos } from '#domain/core/money.ts'
import { smsApi } from '#domain/integrations/sms-api.ts'
import { smsKeys } from '#test/sms-keys.ts'
import { readAccount, smsApp, TEST_PHONE } from '#test/texting.ts'

const { t, simulator, texting, sentTo } = await smsApp()

test('INT-01 SUS-10 la cuenta de mensajes de texto se prueba con un mensaje de verdad y queda encendida', async () => {
  const { admin, account } = await texting({ isRaw: true })
  expect(await readAccount(admin)).toMatchObject({
    is_on: false,
    tested_at: null,
    url: simulator.url,
    sender: '899775',
  })
  const before = sentTo(TEST_PHONE).length
  const { data, message } = await admin.call(smsApi.test, { body: { test: { phone: '300 999 9999' } } })
  expect(message).toBe('El proveedor aceptó el mensaje al 3009999999: están encendidos')
  expect(data).toMatchObject({ is_on: true, problem: null, last_four: account.key.slice(-4) })
  expect(sentTo(TEST_PHONE)).toHaveLength(before + 1)
  expect(JSON.stringify(data)).not.toContain(account.key)
  const { rows } = await t.owner.query<{ sealed: Buffer }>('select sealed from sms_accounts where company_id = $1', [
    admin.companyId,
  ])
  expect(rows[0]?.sealed.toString('latin1')).not.toContain(account.key)
})

test.each([
  ['la llave no es', (account: { key: string; sender: string }) => (account.key = 'otra'), 'no acepta la llave'],
  ['el código corto no es', (account: { key: string; sender: string }) => (account.sender = '111111'), 'código corto'],
  ['no confirma', () => simulator.fail('html'), 'no confirmó'],
  ['pide esperar', () => simulator.fail('slow'), 'más despacio'],
  ['se cae', () => simulator.fail('error_500'), 'no confirmó'],
])('INT-01 SUS-10 la prueba dice qué pasó y no enciende cuando %s', async (_what, change, words) => {
  const { admin, account } = await texting({ isRaw: true })
  change(account)
  const { data, message } = await admin.call(smsApi.test, { body: { test: { phone: TEST_PHONE } } })
  expect(message).toContain(words)
  expect(data).toMatchObject({ is_on: false, problem: message })
})

test('INT-01 SUS-10 otra llave apaga hasta probarla, el precio queda, y apagar conserva la cuenta', async () => {
  const { admin, account } = await texting()
  const priced = await admin.call(smsApi.price, { body: { price: { part_price: 12.5 } } })
  expect(priced.data).toMatchObject({ part_price: pesos(12.5), is_on: true })
  const credentials = { url: simulator.url, sender: account.sender, key: account.key }
  expect((await admin.call(smsApi.save, { body: { credentials } })).data).toMatchObject({
    is_on: false,
    tested_at: null,
    part_price: pesos(12.5),
  })
  await admin.call(smsApi.test, { body: { test: { phone: TEST_PHONE } } })
  expect((await admin.call(smsApi.stop)).data).toMatchObject({ is_on: false, part_price: pesos(12.5) })
  expect((await admin.call(smsApi.price, { body: { price: { part_price: null } } })).data.part_price).toBeNull()
  expect(await t.events(admin.companyId)).toEqual(
    expect.arrayContaining(['credentials.saved', 'integration.tested', 'integration.stopped', 'sms.price_saved']),
  )
})

test.each([
  ['url', 'https://10.1.2.3/sms', 'Esa dirección es de este servidor o de una red privada: escribe una pública'],
  ['url', 'http://localhost/sms', 'Esa dirección es de este servidor o de una red privada: escribe una pública'],
  ['url', 'http://sms.proveedor.co/enviar', 'La dirección debe ser https'],
  ['url', 'proveedor', 'Escribe la dirección completa'],
  ['url', '', 'La dirección es requerida'],
  ['sender', 'Andina', 'El código corto tiene 5 o 6 números'],
  ['key', 'con espacios y más', 'La llave no tiene espacios ni tildes: cópiala completa'],
  ['key', 'corta', 'La llave es más larga: cópiala completa'],
])('INT-01 SUS-10 %s «%s» se rechaza en su campo', async (field, value, problem) => {
  const company = await t.company()
  const admin = await company.person('admin')
  const answer = await admin.ask(smsApi.save, { body: { credentials: { ...smsKeys(), [field]: value } } })
  expect(answer.status).toBe(400)
  expect(answer.json.errors?.[0]).toMatchObject({
    field: `credentials.${field}`,
    message: expect.stringContaining(problem),
  })
})

test('INT-01 SUS-10 la prueba es a un celular, y sin cuenta no hay qué probar', async () => {
  const { admin } = await texting({ isRaw: true })
  expect((await admin.ask(smsApi.test, { body: { test: { phone: '6017654321' } } })).status).toBe(400)
  const other = await (await t.company()).person('admin')
  expect((await other.ask(smsApi.test, { body: { test: { phone: TEST_PHONE } } })).status).toBe(404)
  expect(await other.call(smsApi.get)).toEqual({ data: null, suggested_url: simulator.url })
})
