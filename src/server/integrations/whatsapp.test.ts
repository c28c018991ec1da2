import { expect, test } from 'vitest'
import { WHATSAPP_NOTICES } from '#domain/integrations/whatsapp.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { numberOf, whatsappKeys } from '#test/whatsapp-keys.ts'
import { readLine, whatsappApp } from '#test/whatsapping.ts'

const { t, simulator, line } = await whatsappApp()

const save = (keys: object) => ({ body: { credentials: keys } })
const KEYS = whatsappKeys(numberOf('nadie', 900))

test('INT-01 INT-03 el número se enciende con una prueba real, pide sus plantillas y se apaga', async () => {
  const { admin, company } = await line({ isRaw: true })
  expect(await readLine(admin)).toMatchObject({ is_on: false, tested_at: null, notices: WHATSAPP_NOTICES })
  const tested = await admin.call(whatsappApi.test)
  expect(tested).toMatchObject({
    message: 'WhatsApp aceptó las llaves: está encendido',
    data: { is_on: true, problem: null, display_phone: '+57 601 7654321' },
  })
  expect(tested.data.templates.map(({ status }) => status)).toEqual(['missing', 'missing', 'missing', 'missing'])
  const asked = await admin.call(whatsappApi.templates)
  expect(asked.message).toBe('Pedimos las plantillas: Meta las revisa')
  expect(asked.data.templates.map(({ category }) => category)).toEqual(Array(4).fill('UTILITY'))
  await expect
    .poll(async () => (await readLine(admin)).templates.map(({ status }) => status))
    .toEqual(Array(4).fill('approved'))
  expect((await readLine(admin)).event_at).not.toBe(null)
  expect((await admin.call(whatsappApi.templates)).message).toBe('Meta ya tiene todas las plantillas')
  expect((await admin.call(whatsappApi.stop)).data.is_on).toBe(false)
  const events = await t.events(company.id)
  for (const name of ['credentials.saved', 'integration.tested', 'whatsapp.templates_requested', 'integration.stopped'])
    expect(events).toContain(name)
})

test('INT-04 las llaves quedan selladas: ninguna respuesta ni la base las tienen, y solo se ven sus últimos cuatro', async () => {
  const { admin, number, company } = await line()
  const text = (await admin.ask(whatsappApi.get)).text
  for (const secret of [number.token, number.app_secret, whatsappKeys(number).verify_token])
    expect(text).not.toContain(secret)
  expect(await readLine(admin)).toMatchObject({ last_four: { token: number.token.slice(-4) } })
  const { rows } = await t.owner.query('select a::text as row from whatsapp_accounts a where company_id = $1', [
    company.id,
  ])
  expect(Buffer.from(rows[0].row).includes(number.token)).toBe(false)
  await t.owner.query(
    'update whatsapp_accounts set sealed = (select sealed from whatsapp_accounts where company_id <> $1 limit 1) where company_id = $1',
    [company.id],
  )
  const { data } = await admin.call(whatsappApi.test)
  expect(data).toMatchObject({ is_on: false, problem: expect.stringContaining('no se pueden abrir') })
})

test.each([
  [{ token: 'EAA-este-token-no-existe' }, 'Meta no acepta el token, o le faltan permisos: crea otro y guárdalo'],
  [
    { phone_number_id: '999999999' },
    'Meta no conoce ese identificador de número con este token: revísalo en el administrador de WhatsApp',
  ],
  [
    { waba_id: '999999999' },
    'Meta no conoce esa cuenta de WhatsApp Business con este token: revisa su identificador y los permisos del token',
  ],
])('INT-01 con %o la prueba no enciende nada y dice qué revisar', async (changes, problem) => {
  const { admin, number } = await line()
  await admin.call(whatsappApi.save, save({ ...whatsappKeys(number), ...changes }))
  const { data, message } = await admin.call(whatsappApi.test)
  expect([data.is_on, data.problem, message]).toEqual([false, problem, problem])
})

test.each([
  [{ phone_number_id: '+573001234567' }, 'credentials.phone_number_id', 'Son solo números, como 106540352242922'],
  [
    { waba_id: KEYS.phone_number_id },
    'credentials.waba_id',
    'Es el identificador del número: copia el de la cuenta de WhatsApp Business',
  ],
  [{ token: 'EAA corto con espacios' }, 'credentials.token', 'Quita los espacios'],
  [{ app_secret: 'corto' }, 'credentials.app_secret', 'El secreto de la app es más largo: cópialo completo'],
  [{ verify_token: KEYS.app_secret }, 'credentials.verify_token', 'Inventa uno distinto del token y del secreto'],
])('INT-01 unas llaves que no pueden ser se dicen en su campo: %o', async (changes, field, message) => {
  const admin = await (await t.company()).person('admin')
  const answer = await admin.ask(whatsappApi.save, save({ ...KEYS, ...changes }))
  expect([answer.status, answer.json.errors]).toEqual([400, [{ field, message }]])
})

test('SUS-08 se elige qué avisos salen por WhatsApp y el precio de un mensaje tiene su fecha', async () => {
  const { admin, company } = await line()
  t.setNow(new Date('2026-12-10T15:00:00Z'))
  const put = (settings: object) => admin.call(whatsappApi.settings, { body: { settings } })
  await put({ notices: ['notice'], price: { price: 3.3, starts_on: '2026-12-10' } })
  const { data } = await put({ notices: ['cut', 'notice'], price: { price: 4, starts_on: '2027-01-01' } })
  expect(data).toMatchObject({
    notices: ['notice', 'cut'],
    price: { price: 330, starts_on: '2026-12-10' },
    next_price: { price: 400, starts_on: '2027-01-01' },
  })
  const past = await admin.ask(whatsappApi.settings, {
    body: { settings: { notices: [], price: { price: 1, starts_on: '2026-12-09' } } },
  })
  expect([past.status, past.json.errors?.[0]?.field]).toEqual([422, 'settings.price.starts_on'])
  t.setNow(new Date('2027-01-01T15:00:00Z'))
  expect(await readLine(admin)).toMatchObject({ price: { price: 400 }, next_price: null })
  t.setNow(null)
  expect((await t.events(company.id)).filter((name) => name === 'whatsapp.settings_saved')).toHaveLength(2)
})

test('SUS-08 una plantilla de Meta con otras variables no se usa, y se dice', async () => {
  const { admin, number } = await line({ isRaw: true })
  const own = t.world.whatsapp({ ...number })
  await own.createTemplate({
    name: 'enlace_aviso_corte',
    language: 'es_CO',
    body: 'Hola {{nombre}}, debes {{saldo}} a hoy.',
    examples: { nombre: 'Ana', saldo: '$ 1' },
    footer: 'x',
    button: { text: 'Ver', url: 'https://portal.test' },
  })
  const { data } = await admin.call(whatsappApi.test)
  expect(data.templates.find(({ notice }) => notice === 'notice')?.status).toBe('different')
})

test('INT-01 si Meta no responde, lo que estaba encendido sigue encendido', async () => {
  const { admin } = await line()
  await simulator.close()
  const { data, message } = await admin.call(whatsappApi.test)
  expect([data.is_on, message]).toEqual([
    true,
    'Meta no respondió. Las llaves quedaron guardadas: prueba de nuevo en unos minutos',
  ])
})
