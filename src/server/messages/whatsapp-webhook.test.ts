import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { eventSignature } from '#server/providers/whatsapp/signature.ts'
import { type Status, signedEvent, statusValue } from '#simulators/whatsapp/events.ts'
import type { SimulatedMessage } from '#simulators/whatsapp/state.ts'
import { bill, type Debtor, makeDebtor, nine, putPolicy, runAt } from '#test/arrears.ts'
import { whatsappKeys } from '#test/whatsapp-keys.ts'
import { type Line, reachable, readLine, whatsappApp } from '#test/whatsapping.ts'
import { sendDueWhatsapp } from './whatsapp-outbox.ts'

const { t, simulator, line } = await whatsappApp()
afterEach(() => t.setNow(null))

const addressOf = ({ number }: Line): string => new URL(number.events_url ?? '').pathname

const post = async (address: string, body: string, signature?: string) => {
  const headers = { 'content-type': 'application/json', ...(signature && { 'x-hub-signature-256': signature }) }
  const answer = await t.app.inject({ method: 'POST', url: address, headers, payload: body })
  return { status: answer.statusCode, json: answer.json<{ data?: { applied: number } }>() }
}

/** Sends a signed event to the address of a line. */
const sendEvent = (own: Line, value: unknown, field = 'messages') => {
  const { body, headers } = signedEvent(own.number, field, value, Date.now())
  return post(addressOf(own), body, headers['x-hub-signature-256'])
}

/** A message of the line that Meta accepted and of which no status arrives by itself. */
async function accepted(phone = '3000000099'): Promise<{ one: Debtor; own: Line; message: SimulatedMessage }> {
  const own = await line()
  t.setNow(new Date(nine('2026-11-20')))
  await putPolicy(t, own.company.id)
  const one = await makeDebtor(t, own.company, own.financial)
  await reachable(t, one, phone)
  await bill(one)
  await runAt(t, nine('2026-12-11'))
  await sendDueWhatsapp(t.world)
  const message = simulator.messages().find(({ number }) => number === own.number)
  if (!message) throw new Error('nothing was sent')
  return { one, own, message }
}

const stateOf = async ({ financial }: Debtor) => {
  const { data } = await financial.call(messageApi.list, { query: { sort: 'created_at' } })
  return data.map(({ channel, status, delivery }) => `${channel} ${status} ${delivery}`)
}

const verifyUrl = (own: Line, token: string): string =>
  `${addressOf(own)}?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`

test('INT-01 la comprobación de la dirección devuelve exactamente el reto, y con otro token la rechaza', async () => {
  const own = await line({ isRaw: true })
  const right = await t.app.inject({ url: verifyUrl(own, whatsappKeys(own.number).verify_token) })
  expect([right.statusCode, right.body, right.headers['content-type']]).toEqual([200, '1158201444', 'text/plain'])
  expect((await t.app.inject({ url: verifyUrl(own, 'otro-token') })).statusCode).toBe(403)
  const unknown = `/api/webhook/whatsapp/${'a'.repeat(43)}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=x`
  expect((await t.app.inject({ url: unknown })).statusCode).toBe(404)
})

test('INT-02 un aviso sin la firma del secreto de la app no se aplica, y la pantalla lo dice', async () => {
  const { own, message, one } = await accepted()
  const { body } = signedEvent(own.number, 'messages', statusValue(message, 'delivered', Date.now()), Date.now())
  for (const signature of [undefined, 'sha256=00', eventSignature(Buffer.from(body), 'otro-secreto-de-app')])
    expect((await post(addressOf(own), body, signature)).status).toBe(403)
  expect(
    (await post(addressOf(own), `${body} `, eventSignature(Buffer.from(body), own.number.app_secret))).status,
  ).toBe(403)
  expect(await stateOf(one)).toEqual(['whatsapp sent accepted'])
  expect((await readLine(own.admin)).refused_at).not.toBe(null)
  expect((await post(`/api/webhook/whatsapp/${'b'.repeat(43)}`, body)).status).toBe(404)
})

test.each([
  [['sent', 'delivered', 'read'], 'read'],
  [['read', 'delivered', 'sent'], 'read'],
  [['delivered', 'delivered', 'sent', 'delivered'], 'delivered'],
  [['read'], 'read'],
] as const)('INT-02 los estados %j, en cualquier orden y repetidos, dejan el más alto', async (statuses, highest) => {
  const { own, message, one } = await accepted()
  for (const status of statuses) {
    const { json } = await sendEvent(own, statusValue(message, status, Date.now()))
    expect(json.data?.applied).toBe(1)
  }
  expect(await stateOf(one)).toEqual([`whatsapp sent ${highest}`])
})

test('SUS-08 un fallo después de la entrega no cambia nada; uno antes pasa al correo una vez, aunque se repita', async () => {
  const delivered = await accepted()
  for (const status of ['delivered', 'failed'] satisfies Status[])
    await sendEvent(delivered.own, statusValue(delivered.message, status, Date.now(), 131_026))
  expect(await stateOf(delivered.one)).toEqual(['whatsapp sent delivered'])
  const failed = await accepted()
  for (let time = 0; time < 3; time += 1)
    await sendEvent(failed.own, statusValue(failed.message, 'failed', Date.now(), 131_026))
  expect(await stateOf(failed.one)).toEqual(['whatsapp replaced accepted', 'email queued null'])
})

test('SUS-08 un estado sin nuestro identificador se encuentra por el de Meta, y el de otra empresa no se aplica', async () => {
  const [one, other] = [await accepted(), await accepted()]
  await sendEvent(one.own, statusValue({ ...one.message, reference: null }, 'delivered', Date.now()))
  expect(await stateOf(one.one)).toEqual(['whatsapp sent delivered'])
  // The event of one company names the message of another, with the right signature of the first.
  const foreign = statusValue({ ...other.message, number: one.own.number }, 'read', Date.now())
  expect((await sendEvent(one.own, foreign)).json.data?.applied).toBe(1)
  expect(await stateOf(other.one)).toEqual(['whatsapp sent accepted'])
  const ofOtherNumber = statusValue(other.message, 'read', Date.now())
  expect((await sendEvent(one.own, ofOtherNumber)).json.data?.applied).toBe(0)
})

test.each([
  ['{}'],
  ['no es json'],
  ['[]'],
  ['{"entry":[{"id":"1","changes":[{"field":"messages","value":null}]}]}'],
  [JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value: { statuses: [{ id: 1 }] } }] }] })],
])('INT-02 un aviso firmado que no se entiende se acepta y no cambia nada: %s', async (body) => {
  const own = await line({ isRaw: true })
  const answer = await post(addressOf(own), body, eventSignature(Buffer.from(body), own.number.app_secret))
  expect([answer.status, answer.json.data?.applied]).toEqual([200, 0])
})

test('INT-02 un aviso de mil estados se aplica entero', async () => {
  const { own, message, one } = await accepted()
  const value = statusValue(message, 'delivered', Date.now())
  const many = Array.from({ length: 1_000 }, () => ({
    ...value.statuses[0],
    biz_opaque_callback_data: `enlace:msg:${randomUUID()}`,
  }))
  const { status, json } = await sendEvent(own, { ...value, statuses: [...many, ...value.statuses] })
  expect([status, json.data?.applied]).toEqual([200, 1_001])
  expect(await stateOf(one)).toEqual(['whatsapp sent delivered'])
})

test('INT-02 un identificador de Meta con comas, llaves o comillas es solo un texto', async () => {
  const { own, message, one } = await accepted()
  const id = 'wamid.},{"x\\,NULL'
  await sendEvent(own, statusValue({ ...message, id }, 'sent', Date.now()))
  await sendEvent(own, statusValue({ ...message, id, reference: null }, 'read', Date.now()))
  expect(await stateOf(one)).toEqual(['whatsapp sent read'])
})

test('SUS-08 una plantilla rechazada dice la razón de Meta y avisa; aprobada de nuevo, se vuelve a usar', async () => {
  const own = await line()
  await simulator.setTemplate(own.number.phone_number_id, 'enlace_suspendido', 'REJECTED')
  const cut = async () => (await readLine(own.admin)).templates.find(({ notice }) => notice === 'cut')
  expect(await cut()).toMatchObject({
    status: 'rejected',
    problem: expect.stringContaining('Meta dice: No cumple el formato'),
  })
  const { data } = await own.admin.call(notificationApi.list)
  expect(data[0]?.text).toBe(
    'La plantilla de WhatsApp «Servicio suspendido» no se puede usar: esos avisos salen por correo',
  )
  await simulator.setTemplate(own.number.phone_number_id, 'enlace_suspendido', 'APPROVED')
  expect(await cut()).toMatchObject({ status: 'approved', problem: null })
})

const reply = (own: Line, from: string, text: string, id?: string) =>
  simulator.receive(own.number.phone_number_id, from, text, id)
const notified = async ({ financial }: Line) => (await financial.call(notificationApi.list)).data

test('SUS-08 lo que el cliente responde llega una vez a la mesa, con su nombre y sin lo que no se puede guardar', async () => {
  const { own, one } = await accepted('3005551234')
  await reply(own, '573005551234', 'ya pagué \u0000 <b>ayer</b>', 'wamid.uno')
  await reply(own, '573005551234', 'ya pagué \u0000 <b>ayer</b>', 'wamid.uno')
  const { data: client } = await own.financial.call(clientApi.get, { params: { id: one.clientId } })
  expect((await notified(own)).filter(({ text }) => text.includes('respondió'))).toMatchObject([
    { text: `${client.name} respondió por WhatsApp: «ya pagué  <b>ayer</b>»`, href: `/clients/${one.clientId}` },
  ])
  await reply(own, '573009998888', 'x'.repeat(5_000), 'wamid.dos')
  const { rows } = await t.owner.query(
    'select client_id, length(text) as length from whatsapp_replies where company_id = $1 order by id',
    [own.company.id],
  )
  expect(rows).toEqual([
    { client_id: one.clientId, length: 21 },
    { client_id: null, length: 1_000 },
  ])
  expect((await notified(own))[0]?.text).toContain('El número 573009998888 respondió por WhatsApp')
})

test('SUS-08 la mesa lee las respuestas, la última primero, y las busca por cliente o por celular', async () => {
  const { own, one } = await accepted('3005557788')
  const other = await line({ isRaw: true })
  await reply(own, '573005557788', 'ya pagué', 'wamid.lista.uno')
  await reply(own, '573001234567', '¿venden internet?', 'wamid.lista.dos')
  await reply(other, '573005551111', 'de otra empresa', 'wamid.lista.tres')
  const { data: client } = await own.financial.call(clientApi.get, { params: { id: one.clientId } })
  const listed = async (q?: string) => {
    const { data, meta } = await own.financial.call(messageApi.replies, { query: q === undefined ? {} : { q } })
    return [meta.total, ...data.map(({ client: who, phone, text }) => [who?.name ?? null, phone, text])]
  }
  const paid = [client.name, '573005557788', 'ya pagué']
  expect(await listed()).toEqual([2, [null, '573001234567', '¿venden internet?'], paid])
  expect(await listed('3005557788')).toEqual([1, paid])
  expect(await listed(client.identification)).toEqual([1, paid])
  expect(await listed('3005551111')).toEqual([0])
})

test('SUS-08 un número que escribe sin parar no llena la mesa', async () => {
  const own = await line({ isRaw: true })
  for (let time = 0; time < 25; time += 1) await reply(own, '573001119999', `mensaje ${time}`, `wamid.${time}`)
  const { rows } = await t.owner.query('select count(*)::int as count from whatsapp_replies where company_id = $1', [
    own.company.id,
  ])
  expect(rows[0].count).toBe(20)
})

test.each(['SALIR', 'salir', ' Stop. '])(
  'SUS-05 CLI-02 quien responde %j retira su autorización y no recibe más por WhatsApp',
  async (word) => {
    const { own, one } = await accepted('3004443322')
    await reply(own, '573004443322', word)
    const { data } = await own.financial.call(consentApi.list, { query: { client_id: one.clientId } })
    expect(data.find(({ purpose }) => purpose === 'contact_phone')).toMatchObject({
      is_granted: false,
      said: { channel: 'whatsapp' },
    })
    expect(data.find(({ purpose }) => purpose === 'contact_email')?.is_granted).toBe(true)
    expect(await t.events(own.company.id)).toContain('consent.withdrawn')
  },
)

test('SUS-05 CLI-02 SALIR retira la autorización también después de muchos mensajes; uno repetido no retira la que se dio después', async () => {
  const { own, one } = await accepted('3004443355')
  const mayCall = async () =>
    (await own.financial.call(consentApi.list, { query: { client_id: one.clientId } })).data.find(
      ({ purpose }) => purpose === 'contact_phone',
    )?.is_granted
  const grant = () =>
    own.financial.call(consentApi.say, {
      body: { consent: { client_id: one.clientId, purpose: 'contact_phone', is_granted: true } },
    })
  await reply(own, '573004443355', 'SALIR', 'wamid.salir.uno')
  expect(await mayCall()).toBe(false)
  await grant()
  await reply(own, '573004443355', 'SALIR', 'wamid.salir.uno')
  expect(await mayCall()).toBe(true)
  for (let time = 0; time < 22; time += 1) await reply(own, '573004443355', `mensaje ${time}`, `wamid.salir.m${time}`)
  await reply(own, '573004443355', 'SALIR', 'wamid.salir.dos')
  expect(await mayCall()).toBe(false)
  const { rows } = await t.owner.query('select count(*)::int as count from whatsapp_replies where company_id = $1', [
    own.company.id,
  ])
  expect(rows[0].count).toBe(20)
})
