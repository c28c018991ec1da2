import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import type { Topic } from '#domain/notifications/topics.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { routes } from '#server/app.ts'
import { buildServer } from '#server/core/serve.ts'
import { inTransaction } from '#server/core/tx.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { notificationTasks } from './jobs.ts'

const t = testApp()
let base = ''
beforeAll(async () => {
  base = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
const streams: AbortController[] = []
afterEach(() => streams.splice(0).forEach((stream) => stream.abort()))

let keys = 0
const newKey = () => {
  keys += 1
  return { 'idempotency-key': `n${keys}` }
}

type Desk = { company: Company; financial: Person; client: Person; clientId: string; no_contract: string }

async function desk(): Promise<Desk> {
  const company = await t.company()
  const made = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, made.id)
  const { rows } = await t.owner.query('select id, username from users where id = $1', [made.userId])
  const user = { ...rows[0], company_id: company.id, companyId: company.id }
  const client = t.as(await t.session(user), user)
  return { company, financial: await company.person('financial'), client, clientId: made.id, no_contract }
}

const bill = ({ financial, no_contract }: Desk) => {
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_700 }]
  return financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers: newKey() })
}
const pay = ({ financial, clientId }: Desk) =>
  financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, amount: 10_000, method: 'efectivo', paid_on: '2026-01-15' } },
    headers: newKey(),
  })
const readAll = async (person: Person) => (await person.call(notificationApi.list)).data.map(({ text }) => text)

/** Opens the event stream as a browser does. Returns the received events, in order, and whether the stream ended. */
async function listen(person: Person, url = base) {
  const stream = new AbortController()
  streams.push(stream)
  const response = await fetch(`${url}/api/notification/stream`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: stream.signal,
  })
  const received = { status: response.status, type: response.headers.get('content-type'), events: '', isEnded: false }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const follow = async (): Promise<void> => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) received.events += part.value
    received.isEnded = true
  }
  follow().catch(() => undefined)
  await vi.waitFor(() => expect(received.events).toContain('event: refresh'), 5_000)
  return received
}

test('NOT-01 a cada quien se le cuenta lo que le toca, y a quien lo hizo no', async () => {
  const at = await desk()
  const { data: invoice } = await bill(at)
  const { data: payment } = await pay(at)
  expect(await readAll(at.client)).toEqual([
    `Recibimos tu pago de $ 10.000,00. Recibo ${payment.number}`,
    `Tienes una factura nueva: ${invoice.number} por $ 35.700,00`,
  ])
  expect(await readAll(at.financial)).toEqual([])
  const admin = await at.company.person('admin')
  await at.financial.call(manualPaymentApi.reverse, {
    params: { id: payment.id },
    body: { reason: 'Era de otro cliente' },
    headers: newKey(),
  })
  expect(await readAll(admin)).toEqual([`Se reversó el recibo ${payment.number} de $ 10.000,00: Era de otro cliente`])
  expect(await readAll(at.financial)).toEqual([])
  const other = await desk()
  await bill(other)
  expect(await readAll(at.client)).toHaveLength(3)
})

test('NOT-01 se filtran por tema y por no leídas, y cada quien marca las suyas', async () => {
  const at = await desk()
  await bill(at)
  await pay(at)
  const list = (query: object) => at.client.call(notificationApi.list, { query: { ...query } })
  const { data, totals } = await list({})
  expect(totals.unread).toBe(2)
  expect((await list({ topic: 'payments' })).data).toHaveLength(1)
  const id = data[0]?.id ?? ''
  const marked = await at.client.call(notificationApi.mark, { params: { id }, body: { is_read: true } })
  expect(marked.data.is_read).toBe(true)
  expect((await list({ unread: 'true' })).data.map((one) => one.topic)).toEqual(['invoices'])
  await at.client.call(notificationApi.mark, { params: { id }, body: { is_read: false } })
  expect((await list({})).totals.unread).toBe(2)
  const outsider = await at.financial.ask(notificationApi.mark, { params: { id }, body: { is_read: true } })
  expect([outsider.status, outsider.json.message]).toEqual([404, 'Esa notificación no existe'])
  await at.client.call(notificationApi.readAll)
  expect((await list({ unread: 'true' })).data).toEqual([])
  expect(await list({ unread: 'no' }).catch((error: Error) => error.message)).toContain('unread solo admite true')
})

test('NOT-01 el aviso llega en vivo desde cualquier proceso, a su dueño y a nadie más', async () => {
  const at = await desk()
  const second = await buildServer(t.world, routes)
  try {
    const secondBase = await second.listen({ port: 0, host: '127.0.0.1' })
    const [ofFirst, ofSecond, ofFinancial] = [
      await listen(at.client),
      await listen(at.client, secondBase),
      await listen(at.financial),
    ]
    expect([ofFirst.status, ofFirst.type]).toEqual([200, 'text/event-stream'])
    await bill(at)
    await vi.waitFor(() => {
      expect(ofFirst.events).toContain('event: notification')
      expect(ofSecond.events).toContain('event: notification')
    }, 5_000)
    expect(ofFinancial.events).not.toContain('event: notification')
  } finally {
    await second.close()
  }
})

test('NOT-01 si la base de datos suelta la conexión, vuelve sola y pide mirar de nuevo', async () => {
  const at = await desk()
  const received = await listen(at.client)
  await dropListeners()
  await vi.waitFor(() => expect(received.events.match(/event: refresh/g)?.length).toBeGreaterThan(1), 10_000)
  await bill(at)
  await vi.waitFor(() => expect(received.events).toContain('event: notification'), 5_000)
})

test('NOT-01 sin sesión no se escucha, y cerrar el servidor termina lo que estaba abierto', async () => {
  const answer = await fetch(`${base}/api/notification/stream`)
  expect(answer.status).toBe(401)
  const at = await desk()
  const second = await buildServer(t.world, routes)
  const received = await listen(at.client, await second.listen({ port: 0, host: '127.0.0.1' }))
  await second.close()
  await vi.waitFor(() => expect(received.isEnded).toBe(true), 5_000)
})

test('NOT-01 un hecho que no se guarda no se cuenta', async () => {
  const at = await desk()
  const { data: invoice } = await bill(at)
  const before = await readAll(at.client)
  const scope = {
    companyId: at.company.id,
    actorId: null,
    actorName: 'x',
    actorRole: 'system',
    ip: null,
    requestId: null,
  }
  const undone = inTransaction(t.world.pool, 'enlace_app', scope, async (tx) => {
    await tx.record('credit_note.created', { entity_id: invoice.id, after: { number: 'NC-1', total: 1 } })
    await tx.record('invoice.created', { entity_id: invoice.id, after: { number: 'AF-9', total: 1 } })
    const { rows } = await sql`select from notifications where created_at > now() - interval '1 minute'`.execute(tx)
    expect(rows.length).toBeGreaterThan(0)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await readAll(at.client)).toEqual(before)
})

test('NOT-02 quien lo elige lo recibe también por correo, una vez, y solo de los temas que le tocan', async () => {
  const at = await desk()
  const admin = await at.company.person('admin')
  const choose = (person: Person, topics: readonly Topic[]) =>
    person.call(notificationApi.choose, { body: { by_mail: [...topics] } })
  expect((await choose(admin, ['payments'])).data.by_mail).toEqual(['payments'])
  expect((await choose(at.client, ['system', 'contracts'])).data.by_mail).toEqual(['contracts'])
  const { data: payment } = await pay(at)
  const reverse = { params: { id: payment.id }, body: { reason: 'Era de otro cliente' }, headers: newKey() }
  await at.financial.call(manualPaymentApi.reverse, reverse)
  const { rows } = await t.owner.query<{ payload: { company_id: string; notification_id: string } }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'notification.mail' and payload->>'company_id' = $1`,
    [at.company.id],
  )
  expect(rows).toHaveLength(1)
  await notificationTasks['notification.mail'](t.world, rows[0]?.payload)
  expect(t.mails.at(-1)).toMatchObject({
    id: rows[0]?.payload.notification_id,
    to: (await admin.call(notificationApi.preferences)).data.email,
    subject: `Se reversó el recibo ${payment.number} de $ 10.000,00: Era de otro cliente`,
  })
  const sent = t.mails.length
  await admin.call(notificationApi.readAll)
  await notificationTasks['notification.mail'](t.world, rows[0]?.payload)
  expect(t.mails).toHaveLength(sent)
})

/** Ends the connections of the listeners, as a restart of the database does. Needs the superuser. */
async function dropListeners(): Promise<void> {
  const database = await t.owner.query<{ name: string }>('select current_database() as name')
  const admin = new Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'enlace live' and datname = $1",
    [database.rows[0]?.name],
  )
  await admin.end()
}
