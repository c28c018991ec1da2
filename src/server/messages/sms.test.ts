import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { pesos } from '#domain/core/money.ts'
import { smsApi } from '#domain/integrations/sms-api.ts'
import { messageApi } from '#domain/messages/api.ts'
import type { Message } from '#domain/messages/message.ts'
import { smsSize } from '#domain/messages/sms.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { authorise, readAccount, smsApp, type Texting } from '#test/texting.ts'
import { sendDueSms } from './sms-outbox.ts'

const { t, simulator, texting, sentTo } = await smsApp()
afterEach(() => t.setNow(null))

type Texted = Debtor & { own: Texting }

/** A debtor with a mobile and no e-mail, whose only invoice could be paid until Thursday, December 10, 2026. */
async function debtor(
  phone: string | null,
  policy: Parameters<typeof putPolicy>[2] = {},
  email: string | null = null,
): Promise<Texted> {
  const own = await texting()
  t.setNow(new Date(nine('2026-11-20')))
  await putPolicy(t, own.company.id, policy)
  const one = await makeDebtor(t, own.company, own.financial, { email })
  await t.owner.query('update clients set phone = $1 where id = $2', [phone, one.clientId])
  await authorise(own.financial, one.clientId, 'contact_phone', true)
  await bill(one)
  return { ...one, own }
}

/** One tick of the collections and of the text messages. */
async function tickAt(at: string): Promise<void> {
  await runAt(t, at)
  await sendDueSms(t.world)
}

const messagesOf = async ({ financial }: Debtor): Promise<Message[]> =>
  (await financial.call(messageApi.list, { query: { sort: 'created_at' } })).data

const previewOf = ({ financial }: Debtor, on: string) => financial.call(collectionApi.preview, { query: { on } })

test('SUS-10 R2.3 el aviso sale por mensaje de texto a quien no tiene correo y lo autorizó, y corre su término', async () => {
  const one = await debtor('3010000001')
  await tickAt(nine('2026-12-11'))
  const [sent] = sentTo('3010000001')
  expect(sent?.text).toContain(
    `Yenny, tu contrato ${one.no_contract} tiene $ 60.000,00 vencidos. Sin el pago, podemos suspender el servicio desde el 16 de diciembre de 2026`,
  )
  expect(smsSize(sent?.text ?? '').encoding).toBe('gsm7')
  const [message] = await messagesOf(one)
  expect(message).toMatchObject({
    channel: 'sms',
    to: '3010000001',
    status: 'sent',
    kind: 'suspension',
    delivery: null,
  })
  expect(sent?.reference).toBe(`enlace:msg:${message?.id}`)
  await tickAt(nine('2026-12-11'))
  expect(sentTo('3010000001')).toHaveLength(1)
  await tickAt(nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  t.setNow(new Date(nine('2026-12-17')))
  await pay(one, 60_000, '2026-12-17')
  await tickAt(nine('2026-12-18'))
  expect(sentTo('3010000001').map(({ text }) => text)).toEqual([
    expect.stringContaining('podemos suspender'),
    expect.stringContaining('suspendimos el servicio'),
    expect.stringContaining('activo otra vez'),
  ])
})

test('SUS-10 el recordatorio antes de vencer también sale por mensaje de texto', async () => {
  await debtor('3010000002', { reminder_days: 3 })
  await tickAt(nine('2026-12-07'))
  expect(sentTo('3010000002')).toMatchObject([
    { text: expect.stringContaining('por pagar hasta el 10 de diciembre de 2026') },
  ])
})

test('SUS-10 quien tiene correo y lo autoriza no recibe mensajes de texto; si no lo autoriza, sí', async () => {
  const byMail = await debtor('3010000003', {}, 'uno@correo.test')
  const byText = await debtor('3010000004', {}, 'dos@correo.test')
  await authorise(byText.own.financial, byText.clientId, 'contact_email', false)
  await tickAt(nine('2026-12-11'))
  expect(sentTo('3010000003')).toEqual([])
  expect(await messagesOf(byMail)).toMatchObject([{ channel: 'email', to: 'uno@correo.test' }])
  expect(sentTo('3010000004')).toHaveLength(1)
  expect(await messagesOf(byText)).toMatchObject([{ channel: 'sms', to: '3010000004' }])
})

test.each([
  [
    '3010000011',
    'a quien no lo autoriza',
    (one: Texted) => authorise(one.financial, one.clientId, 'contact_phone', false),
  ],
  [
    '3010000012',
    'a quien solo tiene un fijo',
    (one: Texted) =>
      t.owner.query(`update clients set phone = null, telephone = '6017654321' where id = $1`, [one.clientId]),
  ],
  ['3010000013', 'a nadie cuando están apagados', (one: Texted) => one.own.admin.call(smsApi.stop)],
])('SUS-10 R5.3 (%s) no sale %s, y la cartera dice que no hay por dónde avisarle', async (phone, _who, change) => {
  const one = await debtor(phone)
  await change(one)
  await tickAt(nine('2026-12-11'))
  expect(sentTo(phone)).toEqual([])
  expect((await previewOf(one, '2026-12-11')).data).toMatchObject([{ action: 'none', reason: 'no_channel' }])
})

test('SUS-05 R5.2 de noche el mensaje de texto espera; R5.3 quien ya fue llamado esa semana no lo recibe', async () => {
  const one = await debtor('3010000021')
  // Friday 11 at 20:00 in Bogotá: Saturday at 8:00.
  await tickAt('2026-12-12T01:00:00Z')
  expect(await messagesOf(one)).toMatchObject([
    {
      channel: 'sms',
      status: 'held',
      problem: 'Espera el horario en que la ley permite cobrar',
      next_try_at: '2026-12-12T13:00:00.000Z',
    },
  ])
  await t.owner.query(
    `insert into desk_contacts (company_id, client_id, channel, contacted_at, made_by) values ($1, $2, 'call', $3, 'Marta')`,
    [one.company.id, one.clientId, new Date(nine('2026-12-09'))],
  )
  await tickAt('2026-12-12T13:00:00Z')
  expect(await messagesOf(one)).toMatchObject([
    {
      status: 'held',
      problem: 'Esta semana ya se contactó a este cliente por otro medio',
      next_try_at: '2026-12-14T12:00:00.000Z',
    },
  ])
  expect(sentTo('3010000021')).toEqual([])
  await tickAt('2026-12-14T12:00:00Z')
  expect(sentTo('3010000021')).toHaveLength(1)
})

test('SUS-05 R5.3 un mensaje de texto de la mesa en el mismo día deja el aviso para el día siguiente', async () => {
  const one = await debtor('3010000022')
  await t.owner.query(
    `insert into desk_contacts (company_id, client_id, channel, contacted_at, made_by) values ($1, $2, 'sms', $3, 'Marta')`,
    [one.company.id, one.clientId, new Date('2026-12-11T13:00:00Z')],
  )
  await tickAt(nine('2026-12-11'))
  expect(await messagesOf(one)).toMatchObject([
    { status: 'held', problem: 'Hoy ya se contactó a este cliente', next_try_at: '2026-12-12T13:00:00.000Z' },
  ])
})

test('SUS-10 quien retira su autorización mientras el mensaje espera no lo recibe', async () => {
  const one = await debtor('3010000023')
  await tickAt('2026-12-12T01:00:00Z')
  await authorise(one.financial, one.clientId, 'contact_phone', false)
  await tickAt('2026-12-12T13:00:00Z')
  expect(sentTo('3010000023')).toEqual([])
  // Without another channel the decision of the day changes, so that the notice is not given at all.
  expect(await messagesOf(one)).toMatchObject([{ status: expect.stringMatching(/^(failed|dropped)$/) }])
})

test.each(['lost', 'html', 'error_500'] as const)(
  'SUS-10 una respuesta perdida (%s) no se envía dos veces: queda sin confirmar, cuenta como contacto y sale otra vez solo si alguien lo pide',
  async (failure) => {
    const phone = { lost: '3010000031', html: '3010000032', error_500: '3010000033' }[failure]
    const one = await debtor(phone)
    simulator.fail(failure)
    await tickAt(nine('2026-12-11'))
    const arrived = failure === 'lost' ? 1 : 0
    for (const at of ['2026-12-11T14:05:00Z', '2026-12-11T16:00:00Z', nine('2026-12-12'), nine('2026-12-14')])
      await tickAt(at)
    expect(sentTo(phone)).toHaveLength(arrived)
    const [message] = await messagesOf(one)
    expect(message).toMatchObject({ status: 'unknown', problem: expect.stringContaining('puede que haya llegado') })
    // No service is cut on a notice that perhaps did not arrive.
    await tickAt(nine('2026-12-17'))
    expect(await statusOf(one)).toBe('active')
    expect(await messagesOf(one)).toHaveLength(1)
    await one.financial.call(messageApi.resend, { body: { ids: [message?.id ?? ''] } })
    await tickAt('2026-12-17T15:00:00Z')
    expect(sentTo(phone)).toHaveLength(arrived + 1)
    expect(await messagesOf(one)).toMatchObject([{ status: 'sent', problem: null }])
  },
)

test('SUS-10 R5.3 lo que se pide enviar otra vez el mismo día espera al siguiente: pudo haber llegado', async () => {
  const one = await debtor('3010000034')
  simulator.fail('lost')
  await tickAt(nine('2026-12-11'))
  await one.financial.call(messageApi.resend, { body: {} })
  await tickAt('2026-12-11T15:00:00Z')
  expect(sentTo('3010000034')).toHaveLength(1)
  expect(await messagesOf(one)).toMatchObject([{ status: 'held', problem: 'Hoy ya se contactó a este cliente' }])
})

test('SUS-10 el proveedor que pide esperar, o que no recibe la llamada, recibe el mensaje más tarde, una vez', async () => {
  const one = await debtor('3010000041')
  simulator.fail('slow')
  await tickAt(nine('2026-12-11'))
  expect(await messagesOf(one)).toMatchObject([
    { status: 'queued', problem: 'El proveedor pide ir más despacio: lo seguimos intentando' },
  ])
  const silent = 'http://127.0.0.1:9/api'
  await t.owner.query('update sms_accounts set url = $1 where company_id = $2', [silent, one.company.id])
  await tickAt('2026-12-11T14:01:00Z')
  expect(await messagesOf(one)).toMatchObject([
    { status: 'queued', problem: 'El proveedor de mensajes de texto no responde: lo seguimos intentando' },
  ])
  await t.owner.query('update sms_accounts set url = $1 where company_id = $2', [simulator.url, one.company.id])
  await tickAt('2026-12-11T14:10:00Z')
  await tickAt('2026-12-11T14:20:00Z')
  expect(sentTo('3010000041')).toHaveLength(1)
  expect(await messagesOf(one)).toMatchObject([{ status: 'sent', problem: null }])
})

test('SUS-10 una llave que el proveedor retira apaga los mensajes de texto y avisa; lo que esperaba no se pierde', async () => {
  const one = await debtor('3010000042')
  const { key } = one.own.account
  one.own.account.key = 'otra-llave-en-el-proveedor'
  await tickAt(nine('2026-12-11'))
  expect(await messagesOf(one)).toMatchObject([
    { status: 'failed', problem: 'El proveedor no acepta la llave de la empresa' },
  ])
  expect(await readAccount(one.own.admin)).toMatchObject({
    is_on: false,
    problem: 'El proveedor no acepta la llave: pídele otra y guárdala',
  })
  expect(await t.events(one.company.id)).toContain('integration.stopped')
  expect((await one.own.admin.call(notificationApi.list)).data.map(({ text }) => text)).toContainEqual(
    'Se apagaron los mensajes de texto de tu empresa',
  )
  one.own.account.key = key
  await one.own.admin.call(smsApi.test, { body: { test: { phone: '3009999999' } } })
  await one.financial.call(messageApi.resend, { body: {} })
  await tickAt('2026-12-11T15:00:00Z')
  expect(sentTo('3010000042')).toHaveLength(1)
})

test('SUS-10 el proceso que muere o falla antes de llamar no pierde el mensaje: sale una vez', async () => {
  const one = await debtor('3010000051')
  await runAt(t, nine('2026-12-11'))
  await t.owner.query(
    `create function refuse_handing() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  )
  await t.owner.query(`create trigger refuse_handing before update on messages for each row
    when (new.handed_at is not null) execute function refuse_handing()`)
  await sendDueSms(t.world)
  expect(await messagesOf(one)).toMatchObject([
    { status: 'queued', problem: 'No se pudo preparar: lo seguimos intentando' },
  ])
  await t.owner.query('drop function refuse_handing cascade')
  await t.owner.query(
    `update messages set status = 'sending', next_try_at = null, claimed_at = $1, cleared_at = $1 where company_id = $2`,
    [new Date('2026-12-11T14:05:00Z'), one.company.id],
  )
  await tickAt('2026-12-11T14:16:00Z')
  expect(sentTo('3010000051')).toHaveLength(1)
})

test('SUS-10 lo que ya no se debe no sale por mensaje de texto', async () => {
  const one = await debtor('3010000052')
  await runAt(t, '2026-12-12T01:00:00Z')
  await pay(one, 60_000, '2026-12-11')
  await tickAt('2026-12-12T13:00:00Z')
  expect(sentTo('3010000052')).toEqual([])
  expect(await messagesOf(one)).toMatchObject([{ status: 'dropped' }])
})

test('SUS-10 R5.2 un proceso con el reloj corrido no envía mensajes de texto', async () => {
  const one = await debtor('3010000053')
  await runAt(t, nine('2026-12-11'))
  await sendDueSms(t.world, () => new Date(Date.now() + 3_600_000))
  expect(await messagesOf(one)).toMatchObject([{ status: 'queued' }])
  expect(sentTo('3010000053')).toEqual([])
})

test('SUS-10 la vista previa dice cuántos mensajes de texto van, de cuántas partes y cuánto cuestan', async () => {
  const one = await debtor('3010000061')
  expect((await previewOf(one, '2026-12-11')).summary.sms).toEqual({ notices: 1, parts: 2, cost: null })
  await one.own.admin.call(smsApi.price, { body: { price: { part_price: 12.5 } } })
  expect((await previewOf(one, '2026-12-11')).summary.sms).toEqual({ notices: 1, parts: 2, cost: pesos(25) })
  await tickAt(nine('2026-12-11'))
  expect(smsSize(sentTo('3010000061')[0]?.text ?? '').parts).toBe(2)
  await one.own.admin.call(smsApi.stop)
  expect((await previewOf(one, '2026-12-11')).summary.sms).toBeNull()
})

test('SUS-10 la empresa elige qué avisos salen por mensaje de texto; el que no, sale por otro medio o por ninguno', async () => {
  const one = await debtor('3010000071')
  const { admin } = one.own
  const before = await readAccount(admin)
  expect(before.notices).toEqual(['reminder', 'notice', 'cut', 'reconnected'])
  const save = (notices: string[]) => admin.ask(smsApi.notices, { body: { settings: { notices } } })
  expect((await save(['notice', 'otro'])).status).toBe(400)
  const { data, message } = await admin.call(smsApi.notices, { body: { settings: { notices: ['cut', 'notice'] } } })
  expect([data.notices, message]).toEqual([['notice', 'cut'], 'Guardamos qué avisos salen por mensaje de texto'])
  expect(await t.events(admin.companyId)).toContain('sms.notices_saved')
  await tickAt(nine('2026-12-11'))
  await tickAt(nine('2026-12-16'))
  t.setNow(new Date(nine('2026-12-17')))
  await pay(one, 60_000, '2026-12-17')
  await tickAt(nine('2026-12-18'))
  expect(sentTo('3010000071').map(({ text }) => text)).toEqual([
    expect.stringContaining('podemos suspender'),
    expect.stringContaining('suspendimos el servicio'),
  ])
})

test('SUS-10 sin el aviso antes del corte por mensaje de texto, a quien no tiene correo no se le avisa ni se le corta', async () => {
  const one = await debtor('3010000072')
  await one.own.admin.call(smsApi.notices, { body: { settings: { notices: ['reminder', 'cut', 'reconnected'] } } })
  expect((await previewOf(one, '2026-12-11')).data).toMatchObject([{ action: 'none', reason: 'no_channel' }])
  await tickAt(nine('2026-12-11'))
  await tickAt(nine('2026-12-16'))
  expect([sentTo('3010000072'), await statusOf(one)]).toEqual([[], 'active'])
})

test('SUS-10 antes de elegir se lee cuánto costaría cada aviso al mes, como máximo', async () => {
  const one = await debtor('3010000073')
  const withMail = await debtor('3010000074', {}, 'tres@correo.test')
  const read = async ({ own }: Texted) =>
    (await own.admin.call(smsApi.month)).data.map(({ notice, messages, parts, cost }) => [
      notice,
      messages,
      parts,
      cost,
    ])
  expect(await read(one)).toEqual([
    ['reminder', 1, 1, null],
    ['notice', 1, 2, null],
    ['cut', 1, 2, null],
    ['reconnected', 1, 1, null],
  ])
  await one.own.admin.call(smsApi.price, { body: { price: { part_price: 12.5 } } })
  expect((await read(one)).map(([, , , cost]) => cost)).toEqual([pesos(12.5), pesos(25), pesos(25), pesos(12.5)])
  await authorise(one.financial, one.clientId, 'contact_phone', false)
  expect((await read(one)).map(([, messages]) => messages)).toEqual([0, 0, 0, 0])
  // Who has an e-mail gets the notice of the reconnection by it, also without authorising collections.
  expect((await read(withMail)).map(([, messages]) => messages)).toEqual([0, 0, 0, 0])
  await authorise(withMail.own.financial, withMail.clientId, 'contact_email', false)
  expect((await read(withMail)).map(([, messages]) => messages)).toEqual([1, 1, 1, 0])
})
