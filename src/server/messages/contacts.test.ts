import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import type { DeskChannel } from '#domain/messages/contact.ts'
import { contactApi } from '#domain/messages/contact-api.ts'
import type { World } from '#server/core/context.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { makeClient } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { sendDue } from './outbox.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const bogota = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00-05:00`)

/** A debtor that authorises collection by e-mail and by phone. Its invoice could be paid until Thursday, December 10, 2026. */
async function debtor(email: string | null = 'yenny@correo.test'): Promise<Debtor & { invoiceId: string }> {
  t.setNow(bogota('2026-11-20 09:00'))
  const company = await t.company()
  const one = await makeDebtor(t, company, await company.person('financial'), { email })
  const consent = { client_id: one.clientId, purpose: 'contact_phone' as const, is_granted: true }
  await one.financial.call(consentApi.say, { body: { consent } })
  return { ...one, invoiceId: await bill(one) }
}

/** What the desk is about to do now. */
const contact = ({ financial, clientId }: Debtor, channel: DeskChannel) =>
  financial.ask(contactApi.record, { body: { contact: { client_id: clientId, channel } } })
/** What the desk did. */
const contacted = ({ financial, clientId }: Debtor, channel: DeskChannel, at: Date) =>
  financial.ask(contactApi.record, {
    body: { contact: { client_id: clientId, channel, contacted_at: at.toISOString() } },
  })
const remind = ({ financial, invoiceId }: Debtor & { invoiceId: string }) =>
  financial.call(messageApi.remind, { params: { id: invoiceId } })
const lastMessage = async ({ financial }: Debtor) => (await financial.call(messageApi.list)).data[0]

test('SUS-05 R5.7 un mensaje de texto de la mesa el martes detiene el correo automático del jueves hasta el lunes', async () => {
  const one = await debtor()
  t.setNow(bogota('2026-12-15 10:00'))
  expect((await contact(one, 'sms')).status).toBe(201)
  t.setNow(bogota('2026-12-17 10:00'))
  await remind(one)
  await sendDue(t.world)
  expect(await lastMessage(one)).toMatchObject({
    status: 'held',
    problem: 'Esta semana ya se contactó a este cliente por otro medio',
    next_try_at: bogota('2026-12-21 07:00').toISOString(),
  })
  t.setNow(bogota('2026-12-21 07:00'))
  await sendDue(t.world)
  expect(await lastMessage(one)).toMatchObject({ status: 'sent' })
})

test('SUS-05 R5.7 dos mensajes de texto de la mesa el mismo día: el segundo se rechaza y dice cuándo y por dónde', async () => {
  const one = await debtor()
  t.setNow(bogota('2026-12-15 10:00'))
  expect((await contact(one, 'sms')).json.data).toMatchObject({ channel: 'sms', fault: null })
  t.setNow(bogota('2026-12-15 16:00'))
  const again = await contact(one, 'sms')
  expect([again.status, again.json.message]).toEqual([
    422,
    'Ese día ya se le contactó por mensaje de texto. Se puede por mensaje de texto, desde el miércoles 16 de diciembre de 2026 a las 7:00 a. m.; por correo, WhatsApp o llamada, desde el lunes 21 de diciembre de 2026 a las 7:00 a. m.',
  ])
  t.setNow(bogota('2026-12-16 10:00'))
  expect((await contact(one, 'call')).status).toBe(422)
  expect((await contact(one, 'sms')).status).toBe(201)
})

test('SUS-05 R5.7 un correo de cobro que salió cuenta para lo que la mesa hace después', async () => {
  const one = await debtor()
  t.setNow(bogota('2026-12-15 10:00'))
  await remind(one)
  await sendDue(t.world)
  expect(await lastMessage(one)).toMatchObject({ status: 'sent' })
  t.setNow(bogota('2026-12-17 10:00'))
  const call = await contact(one, 'call')
  expect([call.status, call.json.message]).toEqual([
    422,
    'Esa semana ya se le contactó por correo. Se puede por correo, ahora; por mensaje de texto, WhatsApp o llamada, desde el lunes 21 de diciembre de 2026 a las 7:00 a. m.',
  ])
  const { data } = await one.financial.call(contactApi.options, { query: { client_id: one.clientId } })
  expect(data.map(({ channel, fault }) => [channel, fault])).toEqual([
    ['email', null],
    ['sms', 'one_channel'],
    ['whatsapp', 'one_channel'],
    ['call', 'one_channel'],
  ])
  t.setNow(bogota('2026-12-21 10:00'))
  expect((await contact(one, 'call')).status).toBe(201)
})

test('SUS-05 R5.7 la mesa solo llama en las horas de la ley, y el rechazo dice desde cuándo', async () => {
  const one = await debtor()
  const vectors = [
    ['2026-11-20 18:59', null],
    ['2026-11-20 19:00', 'sábado 21 de noviembre de 2026 a las 8:00 a. m.'],
    ['2026-11-21 14:59', null],
    ['2026-11-21 15:00', 'lunes 23 de noviembre de 2026 a las 7:00 a. m.'],
    ['2026-11-22 10:00', 'lunes 23 de noviembre de 2026 a las 7:00 a. m.'],
    ['2026-12-24 20:00', 'sábado 26 de diciembre de 2026 a las 8:00 a. m.'],
    ['2026-12-08 10:00', 'miércoles 9 de diciembre de 2026 a las 7:00 a. m.'],
    ['2027-03-24 19:05', 'sábado 27 de marzo de 2027 a las 8:00 a. m.'],
    ['2026-11-27 06:30', 'viernes 27 de noviembre de 2026 a las 7:00 a. m.'],
  ] as const
  for (const [at, from] of vectors) {
    // Each vector is of a client without earlier contacts.
    const { id: clientId } = await makeClient(t.owner, one.company.id)
    const consent = { client_id: clientId, purpose: 'contact_phone' as const, is_granted: true }
    await one.financial.call(consentApi.say, { body: { consent } })
    t.setNow(bogota(at))
    const answer = await contact({ ...one, clientId }, 'call')
    const message = expect.stringContaining(from ?? 'Registramos el contacto por llamada')
    expect([at, answer.status, answer.json.message]).toEqual([at, from === null ? 201 : 422, message])
  }
})

test('SUS-05 R5.3 por un medio que el cliente no autoriza la mesa no contacta: se dice cuál autoriza', async () => {
  const one = await debtor()
  t.setNow(bogota('2026-12-15 10:00'))
  const consent = { client_id: one.clientId, purpose: 'contact_phone' as const, is_granted: false }
  await one.financial.call(consentApi.say, { body: { consent } })
  const answer = await contact(one, 'whatsapp')
  expect([answer.status, answer.json.message]).toEqual([
    422,
    'No autoriza cobros por WhatsApp. Se puede por correo, ahora',
  ])
  const none = { client_id: one.clientId, purpose: 'contact_email' as const, is_granted: false }
  await one.financial.call(consentApi.say, { body: { consent: none } })
  expect((await contact(one, 'call')).json.message).toBe(
    'No autoriza cobros por llamada. No autoriza ningún medio: avísale por carta, o registra su autorización en la ficha',
  )
})

test('SUS-05 una llamada que ya se hizo queda con su falta y cuenta, aunque la ley no la permitiera', async () => {
  const one = await debtor()
  t.setNow(bogota('2026-12-15 10:00'))
  const sunday = await contacted(one, 'call', bogota('2026-12-13 10:00'))
  expect([sunday.status, sunday.json.data, sunday.json.message]).toMatchObject([
    201,
    { fault: 'hours' },
    expect.stringMatching(/^Registramos el contacto por llamada, que la ley no permitía\. La ley permite cobrar/),
  ])
  await contacted(one, 'call', bogota('2026-12-15 09:00'))
  expect((await contact(one, 'call')).json.message).toMatch(/^Ese día ya se le contactó por llamada/)
  await remind(one)
  await sendDue(t.world)
  expect(await lastMessage(one)).toMatchObject({ status: 'held' })
  for (const at of ['2026-12-15 10:01', '2026-12-09 10:00']) {
    const answer = await contacted(one, 'call', bogota(at))
    expect([at, answer.status, answer.json.errors?.[0]?.field]).toEqual([at, 422, 'contact.contacted_at'])
  }
  expect(await t.events(one.company.id)).toContain('client.contacted')
})

test('SUS-05 R2.3 el aviso por llamada fuera de la ley cuenta como contacto y no como aviso: no se corta con él', async () => {
  const one = await debtor(null)
  await putPolicy(t, one.company.id)
  t.setNow(bogota('2026-12-14 19:30'))
  const notice = { no_contract: one.no_contract, channel: 'call' as const, given_on: '2026-12-14' }
  const give = (fields: object = {}) =>
    one.financial.ask(collectionApi.notice, { body: { notice: { ...notice, ...fields } } })
  const late = await give()
  expect([late.status, late.json.data, late.json.message]).toMatchObject([
    201,
    { reason: 'no_channel', cut_from: null },
    expect.stringMatching(
      /^Registramos el contacto por llamada, que no sirve de aviso .* desde el martes 15 de diciembre de 2026 a las 7:00 a\. m\./,
    ),
  ])
  // The call of the night was the contact of that day.
  expect((await give({ given_time: '19:29' })).json.message).toMatch(/no sirve de aviso/)
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('active')
  expect((await give({ given_on: '2026-12-17' })).json.errors?.[0]?.field).toBe('notice.given_time')
  expect(await give({ given_on: '2026-12-17', given_time: '10:00' })).toMatchObject({
    json: {
      data: { reason: 'notice_running' },
      message: expect.stringMatching(/^Registramos el aviso: se puede cortar/),
    },
  })
})

test('SUS-05 una llamada de la mesa mientras sale el correo del mismo día se rechaza, y al revés el correo espera', async () => {
  const one = await debtor()
  t.setNow(bogota('2026-12-15 10:00'))
  await remind(one)
  const during: number[] = []
  const mailer: World['mailer'] = {
    ...t.world.mailer,
    send: async (mail) => {
      during.push((await contact(one, 'call')).status)
      return t.world.mailer.send(mail)
    },
  }
  await sendDue({ ...t.world, mailer })
  expect(during).toEqual([422])
  expect(await lastMessage(one)).toMatchObject({ status: 'sent' })
})

test('SUS-05 R5.7 de varios contactos a la vez con el mismo cliente, uno solo es el que la ley permite', async () => {
  const one = await debtor()
  t.setNow(bogota('2026-12-15 10:00'))
  const answers = await Promise.all(
    (['sms', 'call', 'sms', 'whatsapp', 'call'] as const).map((channel) => contact(one, channel)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(4)
})

test('SUS-05 R5.7 una petición que empezó antes y se decide después de otra también la cuenta', async () => {
  const one = await debtor()
  t.setNow(new Date('2026-12-15T15:00:00.500Z'))
  expect((await contact(one, 'sms')).status).toBe(201)
  t.setNow(new Date('2026-12-15T15:00:00.100Z'))
  expect((await contact(one, 'sms')).status).toBe(422)
})

test('SUS-05 R5.7 dos procesos con un correo de cobro cada uno para el mismo cliente envían uno solo', async () => {
  const one = await debtor('dos@correo.test')
  const other = { ...one, invoiceId: await bill(one, 40_000) }
  t.setNow(bogota('2026-12-15 10:00'))
  await remind(one)
  const before = t.mails.length
  const mailer: World['mailer'] = {
    ...t.world.mailer,
    send: async (mail) => {
      await remind(other)
      await sendDue(t.world)
      return t.world.mailer.send(mail)
    },
  }
  await sendDue({ ...t.world, mailer })
  expect(t.mails.slice(before).filter(({ to }) => to === 'dos@correo.test')).toHaveLength(1)
  expect(await lastMessage(one)).toMatchObject({ status: 'held', problem: 'Hoy ya se contactó a este cliente' })
})

test('SUS-05 un correo que quedó sin confirmar cuenta como contacto: puede que haya llegado', async () => {
  const one = await debtor('incierto@correo.test')
  t.setNow(bogota('2026-12-15 10:00'))
  await remind(one)
  // The process is killed while it sends: the result is never saved.
  await new Promise<void>((started) => {
    const send = (): Promise<void> => {
      started()
      return new Promise(() => undefined)
    }
    void sendDue({ ...t.world, mailer: { ...t.world.mailer, send } })
  })
  t.setNow(bogota('2026-12-15 10:30'))
  await sendDue(t.world)
  const message = await lastMessage(one)
  expect(message).toMatchObject({ status: 'unknown' })
  expect((await contact(one, 'call')).status).toBe(422)
  // Sending it again would be a second contact of the day, and what may have arrived still counts.
  await one.financial.call(messageApi.resend, { body: { ids: [message?.id ?? ''] } })
  await sendDue(t.world)
  expect(await lastMessage(one)).toMatchObject({ status: 'held' })
  expect((await contact(one, 'call')).status).toBe(422)
})

test('SUS-05 un recordatorio que esperó su hora no sale cuando la factura ya se pagó, y dice por qué', async () => {
  const one = await debtor()
  t.setNow(bogota('2026-12-15 20:00'))
  await remind(one)
  await sendDue(t.world)
  expect(await lastMessage(one)).toMatchObject({ status: 'held' })
  await pay(one, 60_000, '2026-12-15')
  const before = t.mails.length
  t.setNow(bogota('2026-12-16 07:00'))
  await sendDue(t.world)
  expect(t.mails.slice(before).filter(({ to }) => to === 'yenny@correo.test')).toEqual([])
  const { data } = await one.financial.call(messageApi.list)
  expect(data.find(({ kind }) => kind === 'reminder')).toMatchObject({
    status: 'dropped',
    problem: 'La factura ya no debe nada',
    sent_at: null,
  })
})

test('SUS-02 el aviso de corte que esperó no sale si la deuda se pagó, se prometió o bajó, y sale otro al día siguiente', async () => {
  const changes: [string, (one: Debtor) => Promise<unknown>, string][] = [
    ['dropped', (one) => pay(one, 60_000, '2026-12-12'), 'Ya pagó, o el servicio cambió'],
    ['dropped', (one) => pay(one, 20_000, '2026-12-12'), 'Debe menos de lo que dice el aviso: se le avisa otra vez'],
    [
      'dropped',
      (one) =>
        one.financial.call(promiseApi.promise, {
          body: { promise: { no_contract: one.no_contract, until_on: '2026-12-16' } },
        }),
      'Prometió pagar y no se ha vencido la fecha',
    ],
  ]
  for (const [status, change, problem] of changes) {
    const one = await debtor()
    await putPolicy(t, one.company.id)
    // A Saturday after 15:00: the law allows no contact until Monday, and the decision of the day is made in any case.
    await runAt(t, '2026-12-12T20:30:00Z')
    const notice = async () => {
      const { data } = await one.financial.call(messageApi.list)
      return data.findLast(({ kind }) => kind === 'suspension')
    }
    expect(await notice()).toMatchObject({ status: 'held' })
    await change(one)
    await runAt(t, nine('2026-12-14'))
    expect(await notice()).toMatchObject({ status, problem })
  }
})

test('R5.2 R5.6 un recordatorio de antes de vencer que sale después es de cobro: espera el horario, pide autorización y cuenta', async () => {
  const [one, other] = [await debtor(), await debtor()]
  // Thursday, December 10, the last day to pay, in the night: it needs no hours, and the mail server is down.
  t.setNow(bogota('2026-12-10 23:50'))
  const down = { ...t.world.mailer, send: () => Promise.reject(new Error('smtp')) }
  for (const debt of [one, other]) await remind(debt)
  await sendDue({ ...t.world, mailer: down })
  expect(await lastMessage(one)).toMatchObject({ status: 'queued', tries: 1 })
  const consent = { client_id: other.clientId, purpose: 'contact_email' as const, is_granted: false }
  await other.financial.call(consentApi.say, { body: { consent } })
  t.setNow(bogota('2026-12-11 00:10'))
  await sendDue(t.world)
  expect(await lastMessage(one)).toMatchObject({
    status: 'held',
    next_try_at: bogota('2026-12-11 07:00').toISOString(),
  })
  expect(await lastMessage(other)).toMatchObject({ status: 'failed', problem: expect.stringMatching(/no autoriza/) })
  t.setNow(bogota('2026-12-11 07:00'))
  await sendDue(t.world)
  expect(await lastMessage(one)).toMatchObject({ status: 'sent' })
  t.setNow(bogota('2026-12-11 10:00'))
  expect((await contact(one, 'call')).status).toBe(422)
})
