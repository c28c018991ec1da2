import { afterAll, expect, test, vi } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import type { WebhookEvent } from '#domain/integrations/outgoing-webhook.ts'
import { outgoingWebhookApi as api } from '#domain/integrations/outgoing-webhook-api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { type EventReceiver, startEventReceiver } from '#simulators/webhook/event-receiver.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { deliveryTasks, startDue } from './deliver.ts'

const t = testApp()
const receivers: EventReceiver[] = []
const WAIT = { timeout: 8_000, interval: 50 }
afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())))

/** A company whose program receives some events, with a client and its active contract. */
async function desk(events: readonly WebhookEvent[] = ['contract.suspended', 'contract.reconnected']) {
  const company = await t.company()
  const admin = await company.person('admin')
  const financial = await company.person('financial')
  const { id: clientId } = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, clientId)
  const it = { company, admin, financial, clientId, params: { no: no_contract } }
  return { ...it, ...(await addWebhook(it.admin, events)) }
}

async function addWebhook(admin: Person, events: readonly WebhookEvent[]) {
  const receiver = await startEventReceiver()
  receivers.push(receiver)
  const { data, secret } = await admin.call(api.create, {
    body: { webhook: { name: 'CRM', url: receiver.url, events } },
  })
  receiver.secrets.push(secret)
  return { receiver, secret, webhook: data.id }
}

type Desk = Awaited<ReturnType<typeof desk>>
const suspend = ({ financial, params }: Desk) =>
  financial.call(contractApi.suspend, { params, body: { reason: 'No pagó' } })
const reconnect = ({ financial, params }: Desk) => financial.call(contractApi.reconnect, { params, body: {} })
/** Sends what is due, as one process does. Returns the number of deliveries. */
async function deliverDue(): Promise<number> {
  const counts = await Promise.all(await startDue(t.world, new Map()))
  return counts.reduce((total, count) => total + count, 0)
}
const deliveries = async ({ admin }: { admin: Person }) => (await admin.call(api.deliveries)).data
const typesOf = (receiver: EventReceiver) => receiver.events.map(({ type }) => type)
/** What waits is due now: the clock of the database cannot be moved. */
const makeDue = (company: Company) =>
  t.owner.query(`update webhook_deliveries set next_try_at = now() where company_id = $1 and state = 'queued'`, [
    company.id,
  ])

test('OPS-05 un evento queda en cola con su hecho y llega firmado, y los que no se eligieron no llegan', async () => {
  const it = await desk(['contract.suspended'])
  await suspend(it)
  await reconnect(it)
  expect(await deliveries(it)).toMatchObject([{ type: 'contract.suspended', state: 'queued', tries: 0 }])
  expect(await deliverDue()).toBe(1)
  expect(it.receiver.events).toMatchObject([
    { type: 'contract.suspended', company_id: it.company.id, data: { no_contract: it.params.no } },
  ])
  const [delivery] = await deliveries(it)
  expect(delivery).toMatchObject({ state: 'delivered', status: 200, problem: null, next_try_at: null })
  const { data } = await it.admin.call(api.delivery, { params: { id: delivery?.id ?? '' } })
  expect(JSON.parse(data.body)).toEqual(it.receiver.events[0])
  expect(data.log).toMatchObject([{ status: 200, answer: 'respuesta 200', problem: null }])
})

test('OPS-05 cuando el hecho no se guarda, tampoco queda su envío; y otra empresa no recibe nada', async () => {
  const [it, other] = [await desk(['contract.reconnected']), await desk(['contract.suspended'])]
  expect((await it.financial.ask(contractApi.reconnect, { params: it.params, body: {} })).status).toBeGreaterThan(399)
  await suspend(it)
  expect([await deliveries(it), await deliveries(other)]).toEqual([[], []])
})

test('OPS-05 los eventos llegan en orden: el que falla detiene a los siguientes, y se repite hasta que llega', async () => {
  const it = await desk()
  it.receiver.answer(503)
  await suspend(it)
  await reconnect(it)
  const askedMs = Date.now()
  expect(await deliverDue()).toBe(0)
  const [later, first] = await deliveries(it)
  expect(first).toMatchObject({ state: 'queued', tries: 1, status: 503, problem: 'respondió 503' })
  expect(later).toMatchObject({ state: 'queued', tries: 0 })
  expect(Date.parse(first?.next_try_at ?? '') - askedMs).toBeGreaterThan(50_000)
  // Before its time it is not tried again, and the one behind it neither.
  expect([await deliverDue(), it.receiver.paths.length]).toEqual([0, 1])
  await makeDue(it.company)
  expect(await deliverDue()).toBe(2)
  expect(typesOf(it.receiver)).toEqual(['contract.suspended', 'contract.reconnected'])
})

test('OPS-05 dos procesos a la vez no envían dos veces ni fuera de orden', async () => {
  const it = await desk()
  for (let time = 0; time < 3; time += 1) {
    await suspend(it)
    await reconnect(it)
  }
  await Promise.all([deliverDue(), deliverDue(), deliverDue()])
  await deliverDue()
  const ids = it.receiver.events.map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([6, 6])
  expect(typesOf(it.receiver)).toEqual(
    Array.from({ length: 6 }, (_, n) => `contract.${n % 2 ? 'reconnected' : 'suspended'}`),
  )
})

test('OPS-05 uno que no responde, uno que redirige y uno que no termina de responder no dañan a los demás', async () => {
  const it = await desk(['contract.suspended'])
  const endless = await addWebhook(it.admin, ['contract.suspended'])
  const [mute, good] = [await desk(['contract.suspended']), await desk(['contract.suspended'])]
  it.receiver.answer('redirect')
  endless.receiver.answer('endless')
  mute.receiver.answer('mute')
  for (const one of [mute, it, good]) await suspend(one)
  const run = deliverDue()
  await vi.waitFor(async () => expect((await deliveries(good))[0]?.state).toBe('delivered'), WAIT)
  expect((await deliveries(mute))[0]).toMatchObject({ state: 'queued', tries: 0 })
  await mute.receiver.close()
  receivers.splice(receivers.indexOf(mute.receiver), 1)
  await run
  expect((await deliveries(mute))[0]).toMatchObject({ state: 'queued', tries: 1, status: null })
  // The redirect was not followed.
  expect(it.receiver.paths).toEqual(['/eventos'])
  const byWebhook = new Map((await deliveries(it)).map((one) => [one.webhook.id, one]))
  expect(byWebhook.get(it.webhook)).toMatchObject({ state: 'queued', status: 302 })
  const whole = byWebhook.get(endless.webhook)
  expect(whole).toMatchObject({ state: 'delivered', status: 200 })
  const { data } = await it.admin.call(api.delivery, { params: { id: whole?.id ?? '' } })
  expect(data.log[0]?.answer.length).toBe(2_000)
})

test('OPS-05 a los tres días el envío se deja, el webhook queda en pausa y se avisa; encendido sigue con los demás', async () => {
  const it = await desk()
  await suspend(it)
  await t.owner.query('update webhook_deliveries set tries = 8 where company_id = $1', [it.company.id])
  it.receiver.answer(500)
  await deliverDue()
  const [webhook] = (await it.admin.call(api.list)).data
  expect(webhook).toMatchObject({ state: 'paused', problem: 'respondió 500' })
  expect((await deliveries(it))[0]).toMatchObject({ state: 'failed', tries: 9 })
  const { data: notices } = await it.admin.call(notificationApi.list, { query: {} })
  expect(notices[0]?.text).toBe('El webhook CRM quedó en pausa: respondió 500')
  await reconnect(it)
  expect(await deliveries(it)).toHaveLength(1)
  const [failed] = await deliveries(it)
  expect((await it.admin.ask(api.resend, { params: { id: failed?.id ?? '' } })).status).toBe(409)
  await it.admin.call(api.change, { params: { id: it.webhook }, body: { webhook: { state: 'on' } } })
  await it.admin.call(api.resend, { params: { id: failed?.id ?? '' } })
  await deliverDue()
  expect(typesOf(it.receiver)).toEqual(['contract.suspended'])
})

test('OPS-05 «Enviar de nuevo» manda el mismo cuerpo otra vez, antes de los que esperan', async () => {
  const it = await desk()
  await suspend(it)
  await deliverDue()
  const [delivery] = await deliveries(it)
  await reconnect(it)
  await it.admin.call(api.resend, { params: { id: delivery?.id ?? '' } })
  await deliverDue()
  expect(typesOf(it.receiver)).toEqual(['contract.suspended', 'contract.suspended', 'contract.reconnected'])
  expect(it.receiver.events[1]).toEqual(it.receiver.events[0])
})

test('OPS-05 el secreto se guarda cifrado, y cambia con un día de plazo en el que llegan las dos firmas', async () => {
  const it = await desk()
  const { rows } = await t.owner.query<{ row: string }>(
    'select row_to_json(w)::text as row from outgoing_webhooks w where company_id = $1',
    [it.company.id],
  )
  expect(rows[0]?.row).not.toContain(it.secret)
  expect((await it.admin.ask(api.list)).text).not.toContain(it.secret)
  const { secret } = await it.admin.call(api.rotate, { params: { id: it.webhook } })
  expect(secret).not.toBe(it.secret)
  // The receiver knows only the old one: both signatures come.
  await suspend(it)
  expect(await deliverDue()).toBe(1)
  await t.owner.query(`update outgoing_webhooks set previous_until = now() where company_id = $1`, [it.company.id])
  await reconnect(it)
  expect(await deliverDue()).toBe(0)
  expect((await deliveries(it))[0]).toMatchObject({ status: 401 })
  it.receiver.secrets.splice(0, 1, secret)
  await makeDue(it.company)
  expect(await deliverDue()).toBe(1)
})

test('OPS-05 una dirección de este servidor, de una red privada o sin https se rechaza en su campo, y al enviar también', async () => {
  const { admin } = await desk()
  for (const url of [
    'https://10.0.0.8/enlace',
    'https://169.254.169.254/latest',
    'https://localhost/enlace',
    'https://[::1]/enlace',
    'https://[::ffff:10.0.0.8]/enlace',
    'https://167772168/enlace',
    'http://crm.example.com/enlace',
    'ftp://crm.example.com',
  ]) {
    const webhook = { name: 'CRM', url, events: ['client.created'] }
    const answer = await admin.ask(api.create, { body: { webhook } })
    expect([url, answer.status, answer.json.errors?.[0]?.field]).toEqual([url, 400, 'webhook.url'])
  }
  // What is stored is checked again at each call.
  const it = await desk(['contract.suspended'])
  await t.owner.query(`update outgoing_webhooks set url = 'https://10.0.0.8/enlace' where company_id = $1`, [
    it.company.id,
  ])
  await suspend(it)
  await deliverDue()
  expect((await deliveries(it))[0]).toMatchObject({ status: null, problem: 'la dirección no está permitida' })
})

test('OPS-05 la prueba dice qué respondió el programa, y un pago registrado llega con su valor en pesos', async () => {
  const it = await desk(['payment.registered'])
  const { data, message } = await it.admin.call(api.test, { params: { id: it.webhook } })
  expect([data, message]).toEqual([{ status: 200, problem: null, answer: 'respuesta 200' }, 'CRM recibió la prueba'])
  it.receiver.answer(404)
  expect((await it.admin.call(api.test, { params: { id: it.webhook } })).data.problem).toBe('respondió 404')
  const payment = { client_id: it.clientId, amount: 45_000, method: 'efectivo', paid_on: '2026-01-15' }
  await it.financial.call(manualPaymentApi.create, { body: { payment }, headers: { 'idempotency-key': 'uno' } })
  await deliverDue()
  expect(it.receiver.events.at(-1)).toMatchObject({ type: 'payment.registered', data: { amount: 45_000 } })
})

test('OPS-05 lo enviado hace más de un mes se borra, y un webhook que se quita no envía nada más', async () => {
  const it = await desk()
  await suspend(it)
  await deliverDue()
  await t.owner.query(`update webhook_deliveries set created_at = now() - interval '31 days' where company_id = $1`, [
    it.company.id,
  ])
  await deliveryTasks['webhooks.sweep'](t.world)
  expect(await deliveries(it)).toEqual([])
  await reconnect(it)
  await it.admin.call(api.remove, { params: { id: it.webhook } })
  expect([await deliverDue(), (await it.admin.call(api.list)).data]).toEqual([0, []])
})
