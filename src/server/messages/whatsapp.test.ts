import { afterEach, expect, test, vi } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { whatsappApi } from '#domain/integrations/whatsapp-api.ts'
import { messageApi } from '#domain/messages/api.ts'
import type { Message } from '#domain/messages/message.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { type Line, reachable, readLine, whatsappApp } from '#test/whatsapping.ts'
import { replaceUndelivered, sendDueWhatsapp } from './whatsapp-outbox.ts'

const { t, simulator, line } = await whatsappApp()
afterEach(() => t.setNow(null))

type Reached = Debtor & { line: Line }

/** A debtor whose only invoice could be paid until Thursday, December 10, 2026, with WhatsApp. */
async function debtor(
  phone: string,
  policy: Parameters<typeof putPolicy>[2] = {},
  email?: string | null,
): Promise<Reached> {
  const own = await line()
  t.setNow(new Date(nine('2026-11-20')))
  await putPolicy(t, own.company.id, policy)
  const one = await makeDebtor(t, own.company, own.financial, email === undefined ? {} : { email })
  await reachable(t, one, phone)
  await bill(one)
  return { ...one, line: own }
}

/** One tick of the collections and of both channels. */
async function tickAt(at: string): Promise<void> {
  await runAt(t, at)
  await sendDueWhatsapp(t.world)
  await runAt(t, at)
}

const messagesOf = async ({ financial }: Debtor): Promise<Message[]> =>
  (await financial.call(messageApi.list, { query: { sort: 'created_at' } })).data

const sentTo = (phone: string) => simulator.messages().filter(({ to }) => to === `57${phone}`)
const mailsTo = (one: Debtor) => t.mails.filter(({ to }) => to === mailOf(one))
const mailOf = (one: Debtor): string => `${one.clientId}@correo.test`

/** Gives each debtor an address of its own, because the mails of the app are those of all tests. */
async function ownAddress(one: Debtor): Promise<void> {
  await t.owner.query('update clients set email = $1 where id = $2', [mailOf(one), one.clientId])
}

const untilStatus = (one: Debtor, status: string): Promise<void> =>
  vi
    .waitUntil(
      async () => (await messagesOf(one)).some((message) => message.status === status || message.delivery === status),
      5_000,
    )
    .then(() => undefined)

test('SUS-08 R2.3 el aviso del corte sale por WhatsApp a quien lo autorizó, y solo entregado corre su término', async () => {
  const one = await debtor('3000000077')
  await tickAt(nine('2026-12-11'))
  const [sent] = sentTo('3000000077')
  expect(sent).toMatchObject({
    template: 'enlace_aviso_corte',
    values: { nombre: 'Yenny', contrato: one.no_contract, valor: '$ 60.000,00', fecha: '16 de diciembre de 2026' },
  })
  await untilStatus(one, 'read')
  const [message] = await messagesOf(one)
  expect(message).toMatchObject({
    channel: 'whatsapp',
    to: '3000000077',
    status: 'sent',
    delivery: 'read',
    kind: 'suspension',
  })
  await tickAt(nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  t.setNow(new Date(nine('2026-12-17')))
  await pay(one, 60_000, '2026-12-17')
  await tickAt(nine('2026-12-18'))
  expect(sentTo('3000000077').map(({ template }) => template)).toEqual([
    'enlace_aviso_corte',
    'enlace_suspendido',
    'enlace_reconectado',
  ])
})

test('SUS-08 R2.3 un aviso que Meta aceptó y no entregó no deja cortar', async () => {
  const one = await debtor('3000000099')
  await tickAt(nine('2026-12-11'))
  expect(await messagesOf(one)).toMatchObject([{ status: 'sent', delivery: 'accepted' }])
  const { data } = await one.financial.call(collectionApi.preview, { query: { on: '2026-12-16' } })
  expect(data).toMatchObject([{ action: 'none', reason: 'notice_waiting' }])
})

test('SUS-08 el recordatorio antes de vencer sale por WhatsApp, también a quien no tiene correo', async () => {
  const one = await debtor('3001110001', { reminder_days: 3 }, null)
  await tickAt(nine('2026-12-07'))
  expect(sentTo('3001110001')).toMatchObject([
    { template: 'enlace_recordatorio', values: { fecha: '10 de diciembre de 2026' } },
  ])
  await tickAt(nine('2026-12-07'))
  expect(sentTo('3001110001')).toHaveLength(1)
  expect(await messagesOf(one)).toHaveLength(1)
})

test.each([
  [
    'quien no lo autorizó',
    async (one: Reached) => {
      const consent = { client_id: one.clientId, purpose: 'contact_phone', is_granted: false }
      await one.financial.call(consentApi.say, { body: { consent } })
    },
  ],
  [
    'quien no tiene celular',
    async (one: Reached) => {
      await t.owner.query('update clients set phone = null where id = $1', [one.clientId])
    },
  ],
  [
    'todos cuando ese aviso no va por WhatsApp',
    async (one: Reached) => {
      await one.line.admin.call(whatsappApi.settings, { body: { settings: { notices: ['reminder', 'cut'] } } })
    },
  ],
  [
    'todos cuando WhatsApp está apagado',
    async (one: Reached) => {
      await one.line.admin.call(whatsappApi.stop)
    },
  ],
  [
    'todos cuando Meta tiene la plantilla en pausa',
    async (one: Reached) => {
      await simulator.setTemplate(one.line.number.phone_number_id, 'enlace_aviso_corte', 'PAUSED')
    },
  ],
])('SUS-08 el aviso sale por correo, como siempre, a %s', async (_who, change) => {
  const phone = '3002220001'
  const one = await debtor(phone)
  await ownAddress(one)
  await change(one)
  const before = sentTo(phone).length
  await tickAt(nine('2026-12-11'))
  expect(sentTo(phone)).toHaveLength(before)
  expect(mailsTo(one)).toMatchObject([{ subject: 'Tu servicio se puede suspender desde el 16 de diciembre de 2026' }])
})

test('SUS-05 R5.2 de noche el mensaje espera y dice hasta cuándo; R5.3 quien ya fue llamado esa semana no recibe WhatsApp', async () => {
  const one = await debtor('3003330001')
  await tickAt('2026-12-12T01:00:00Z')
  // Friday 11 at 20:00 in Bogotá: Saturday at 8:00.
  expect(await messagesOf(one)).toMatchObject([
    {
      channel: 'whatsapp',
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
  expect(sentTo('3003330001')).toEqual([])
  await tickAt('2026-12-14T12:00:00Z')
  expect(sentTo('3003330001')).toHaveLength(1)
})

test('SUS-08 un celular sin WhatsApp pasa al correo una sola vez, y los avisos siguientes van directo al correo', async () => {
  const one = await debtor('3000000026')
  await ownAddress(one)
  await tickAt(nine('2026-12-11'))
  await untilStatus(one, 'replaced')
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-11'))
  expect(mailsTo(one)).toHaveLength(1)
  const [first, second] = await messagesOf(one)
  expect(first).toMatchObject({ status: 'replaced', problem: 'Ese celular no recibe mensajes por WhatsApp' })
  expect(second).toMatchObject({ channel: 'email', status: 'sent', to: mailOf(one) })
  // The notice goes on by the e-mail, so its term runs from it.
  await tickAt(nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  expect(sentTo('3000000026')).toHaveLength(1)
})

test('SUS-08 un celular sin WhatsApp y un cliente sin correo: el aviso falló, y la mesa lo ve', async () => {
  const one = await debtor('3000000026', {}, null)
  await tickAt(nine('2026-12-11'))
  await untilStatus(one, 'failed')
  expect(await messagesOf(one)).toMatchObject([
    { problem: expect.stringContaining('No tiene correo: avísale por otro medio') },
  ])
  await tickAt(nine('2026-12-14'))
  const { data } = await one.financial.call(collectionApi.preview, { query: { on: '2026-12-15' } })
  expect(data).toMatchObject([{ action: 'none', reason: 'no_channel' }])
  expect(sentTo('3000000026').filter(({ number }) => number === one.line.number)).toHaveLength(1)
})

test('SUS-08 una respuesta perdida no se envía dos veces: queda sin confirmar, y su entrega la confirma', async () => {
  const one = await debtor('3004440001')
  simulator.fail('lost')
  await tickAt(nine('2026-12-11'))
  await untilStatus(one, 'delivered')
  expect(await messagesOf(one)).toMatchObject([{ status: 'sent', delivery: 'delivered', problem: null }])
  expect(sentTo('3004440001')).toHaveLength(1)
})

test('SUS-08 sin respuesta y sin entrega en un día pasa al correo; mientras tanto cuenta como un contacto', async () => {
  const one = await debtor('3000000099')
  await ownAddress(one)
  simulator.fail('reset')
  await tickAt(nine('2026-12-11'))
  expect(await messagesOf(one)).toMatchObject([
    { status: 'unknown', problem: expect.stringContaining('No se envía dos veces') },
  ])
  expect((await one.financial.ask(messageApi.resend, { body: {} })).status).toBe(409)
  await replaceUndelivered(t.world)
  expect(await messagesOf(one)).toHaveLength(1)
  t.setNow(new Date('2026-12-12T14:01:00Z'))
  await replaceUndelivered(t.world)
  await runAt(t, '2026-12-12T14:01:00Z')
  expect(mailsTo(one)).toHaveLength(1)
  expect(sentTo('3000000099').filter(({ number }) => number === one.line.number)).toEqual([])
})

test('SUS-08 el proceso que muere o falla antes de llamar a Meta no pierde el mensaje: sale una vez', async () => {
  const one = await debtor('3004440002')
  await runAt(t, nine('2026-12-11'))
  await t.owner.query(
    `create function refuse_handing() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`,
  )
  await t.owner.query(`create trigger refuse_handing before update on messages for each row
    when (new.handed_at is not null) execute function refuse_handing()`)
  await sendDueWhatsapp(t.world)
  expect(await messagesOf(one)).toMatchObject([
    { status: 'queued', problem: 'No se pudo preparar: lo seguimos intentando' },
  ])
  await t.owner.query('drop function refuse_handing cascade')
  await t.owner.query(
    `update messages set status = 'sending', next_try_at = null, claimed_at = $1, cleared_at = $1 where company_id = $2`,
    [new Date('2026-12-11T14:05:00Z'), one.line.company.id],
  )
  await tickAt('2026-12-11T14:16:00Z')
  expect(await messagesOf(one)).toMatchObject([{ channel: 'whatsapp', status: 'sent' }])
  expect(sentTo('3004440002')).toHaveLength(1)
})

test('SUS-08 si Meta se cae y lo dice, el mensaje se reintenta y llega una vez', async () => {
  const one = await debtor('3000000016')
  await tickAt(nine('2026-12-11'))
  expect(await messagesOf(one)).toMatchObject([
    { status: 'queued', problem: 'WhatsApp no responde: lo seguimos intentando' },
  ])
  await tickAt('2026-12-11T14:01:00Z')
  await tickAt('2026-12-11T14:05:00Z')
  expect(sentTo('3000000016')).toHaveLength(1)
  expect(await messagesOf(one)).toMatchObject([{ status: 'sent' }])
})

test('SUS-08 una plantilla que Meta pausa al enviar se dice en Integraciones y sus avisos salen por correo', async () => {
  const one = await debtor('3005550001')
  await ownAddress(one)
  const found = one.line.number
  found.events_url = null
  await simulator.setTemplate(found.phone_number_id, 'enlace_aviso_corte', 'PAUSED')
  await tickAt(nine('2026-12-11'))
  expect(mailsTo(one)).toHaveLength(1)
  const connection = await readLine(one.line.admin)
  expect(connection.templates.find(({ notice }) => notice === 'notice')).toMatchObject({
    status: 'paused',
    problem: expect.stringContaining('132015'),
  })
  expect((await one.line.admin.call(notificationApi.list)).data.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('no se puede usar: esos avisos salen por correo'),
  )
})

test('SUS-08 un token que Meta retira apaga WhatsApp, avisa, y lo que esperaba sale por correo', async () => {
  const one = await debtor('3006660001')
  await ownAddress(one)
  one.line.number.token = 'EAA-otro-token-en-meta'
  await tickAt(nine('2026-12-11'))
  expect(await readLine(one.line.admin)).toMatchObject({
    is_on: false,
    problem: expect.stringContaining('Meta no acepta el token'),
  })
  expect(mailsTo(one)).toHaveLength(1)
  expect(await t.events(one.company.id)).toContain('whatsapp.stopped')
})

test('SUS-08 lo que ya no se debe no sale por WhatsApp', async () => {
  const one = await debtor('3007770001')
  await runAt(t, '2026-12-12T01:00:00Z')
  await pay(one, 60_000, '2026-12-11')
  t.setNow(new Date('2026-12-12T13:00:00Z'))
  await sendDueWhatsapp(t.world)
  expect(sentTo('3007770001')).toEqual([])
  expect(await messagesOf(one)).toMatchObject([{ status: 'dropped' }])
})

test('SUS-08 R5.2 un proceso con el reloj corrido no envía por WhatsApp, ni pasa al correo lo que no se entregó', async () => {
  const one = await debtor('3000000098')
  const wrong = () => new Date(Date.now() + 3_600_000)
  await runAt(t, nine('2026-12-11'))
  await sendDueWhatsapp(t.world, wrong)
  expect(await messagesOf(one)).toMatchObject([{ status: 'queued' }])
  simulator.fail('reset')
  await sendDueWhatsapp(t.world)
  t.setNow(new Date('2026-12-12T14:01:00Z'))
  await replaceUndelivered(t.world, wrong)
  expect(await messagesOf(one)).toMatchObject([{ status: 'unknown' }])
  await replaceUndelivered(t.world)
  expect(await messagesOf(one)).toHaveLength(2)
})
