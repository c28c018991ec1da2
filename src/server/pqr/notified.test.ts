import { afterAll, expect, test } from 'vitest'
import { notificationApi } from '#domain/notifications/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { after, filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'
import { writeMail } from './mail.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const ANSWER = { text: 'Revisamos la red y el equipo quedó cambiado.', decision: 'contra' }
const TO_SIC = { kind: 'reposicion_subsidio_apelacion', text: 'No es cierto' }
const DECIDED = { outcome: 'confirma', text: 'Resolución 1234 de 2026' }

/** A case with two persons of the financial desk, one of the technical and an administrator; its client chose e-mails of PQR. */
async function desk() {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, clientId, filed } = await filedCase(t, company, { typology: 'facturacion' })
  await t.owner.query(`update users set email = 'yenny@correo.test' where id = $1`, [client.id])
  await client.call(notificationApi.choose, { body: { by_mail: ['pqr'] } })
  const people = {
    client,
    by,
    colleague: await company.person('financial'),
    technical: await company.person('technical'),
    admin: await company.person('admin'),
  }
  return { ...people, people, company, clientId, filed, params: { id: filed.id } }
}

/** Whom a step notified of an event, in the order of the desk, and how many e-mails it queued for the client. */
async function noticesOf(
  { company, people }: Awaited<ReturnType<typeof desk>>,
  event: string,
  step: () => Promise<unknown>,
) {
  const seen = async () => {
    const { rows } = await t.owner.query<{ user_id: string }>(
      'select n.user_id from notifications n join events e on e.company_id = n.company_id and e.id = n.event_id where n.company_id = $1 and e.name = $2',
      [company.id, event],
    )
    const { rows: mails } = await t.owner.query(
      `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
       where k.identifier in ('pqr.mail', 'notification.mail') and payload ->> 'company_id' = $1`,
      [company.id],
    )
    return { users: rows.map((row) => row.user_id), mails: mails.length }
  }
  const before = await seen()
  await step()
  const now = await seen()
  const countOf = (users: string[], id: string) => users.filter((one) => one === id).length
  const who = Object.entries(people).flatMap(([name, { id }]) =>
    Array.from({ length: countOf(now.users, id) - countOf(before.users, id) }, () => name),
  )
  return `${event}: ${who.join(', ')} (${now.mails - before.mails})`
}

test('PQR-09 NOT-01 cada paso le llega a quien le toca, y al cliente un solo correo', async () => {
  const at = await desk()
  const { by, client, technical, params, clientId } = at
  const steps: readonly (readonly [string, string, () => Promise<unknown>])[] = [
    [
      'pqr.filed',
      'client, colleague (1)',
      () =>
        by.call(pqrApi.create, {
          body: { pqr: { ...newCase('Por teléfono'), client_id: clientId, channel: 'telefono' } },
        }),
    ],
    [
      'pqr.filed',
      'by, colleague, technical (1)',
      () => client.call(pqrApi.create, { body: { pqr: { ...newCase('Sin señal'), typology: 'sin_servicio' } } }),
    ],
    [
      'pqr.assigned',
      'colleague, technical (0)',
      () => by.call(pqrApi.assign, { params, body: { user_id: technical.id } }),
    ],
    ['pqr.messaged', 'client (1)', () => by.call(pqrApi.message, { params, body: { text: 'Ya lo revisamos' } })],
    [
      'pqr.messaged',
      'by, colleague, technical (0)',
      () => client.call(pqrApi.message, { params, body: { text: 'Gracias' } }),
    ],
    ['pqr.info_requested', 'client (1)', () => by.call(pqrApi.requestInfo, { params, body: { text: '¿Cuándo?' } })],
    ['pqr.extended', 'client (1)', () => by.call(pqrApi.extend, { params, body: { reason: 'Falta una prueba' } })],
    ['pqr.answered', 'client (1)', () => by.call(pqrApi.answer, { params, body: ANSWER })],
    ['pqr.appealed', 'by, colleague, technical (1)', () => client.call(pqrApi.appeal, { params, body: TO_SIC })],
    ['pqr.answered', 'client (1)', () => by.call(pqrApi.answer, { params, body: ANSWER })],
    [
      'pqr.transfer_due',
      'by, colleague, technical, admin (0)',
      () => {
        t.setNow(morningOf('2026-11-27'))
        return runClock(t.world)
      },
    ],
    ['pqr.transferred', 'client, colleague, technical (1)', () => by.call(pqrApi.escalate, { params, body: {} })],
    ['pqr.sic_decided', 'client (1)', () => by.call(pqrApi.sicDecision, { params, body: DECIDED })],
  ]
  for (const [event, expected, step] of steps) expect(await noticesOf(at, event, step)).toBe(`${event}: ${expected}`)
})

test('PQR-06 PQR-10 NOT-01 del silencio positivo y del desistimiento el cliente recibe un solo correo, y la mesa lo sabe', async () => {
  const late = await desk()
  t.setNow(after(late.filed.answer_by))
  expect(await noticesOf(late, 'pqr.silence_applied', () => runClock(t.world))).toBe(
    'pqr.silence_applied: client, by, colleague, technical, admin (1)',
  )
  const it = await desk()
  const step = () => it.client.call(pqrApi.withdraw, { params: it.params, body: {} })
  expect(await noticesOf(it, 'pqr.withdrawn', step)).toBe('pqr.withdrawn: client, by, colleague, technical (1)')
})

/** A confirmed appeal, filed at the desk, of a person who is no client. */
async function confirmed(reached: { email?: string; phone?: string }) {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const by = await company.person('financial')
  const petitioner = { name: 'Luz Marina Ortiz', type_identification: 'CC', identification: '52123456', ...reached }
  const response_channel = reached.email === undefined ? 'telefono' : 'correo'
  const pqr = { ...newCase(), typology: 'facturacion', petitioner, channel: 'telefono', response_channel }
  const { data: filed } = await by.call(pqrApi.create, { body: { pqr } })
  const params = { id: filed.id }
  await by.call(pqrApi.answer, { params, body: ANSWER })
  await by.call(pqrApi.appeal, { params, body: { ...TO_SIC, received_on: '2026-11-20' } })
  await by.call(pqrApi.answer, { params, body: ANSWER })
  return { by, filed, params }
}

test('PQR-07 R3.13 quien no es cliente sabe por su correo que su caso se envió a la SIC y qué decidió', async () => {
  const { by, filed, params } = await confirmed({ email: 'luz@correo.test' })
  const sent = await by.call(pqrApi.escalate, { params, body: {} })
  const decided = await by.call(pqrApi.sicDecision, { params, body: DECIDED })
  expect([sent.message, decided.message]).toEqual([
    'Registramos el traslado a la SIC. Le escribimos a su correo',
    'Guardamos la decisión de la SIC. Le escribimos a su correo',
  ])
  const { rows } = await t.owner.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs where payload ->> 'case_id' = $1 order by id`,
    [filed.id],
  )
  for (const { payload } of rows) await writeMail(t.world, payload)
  const before = t.mails.length
  await sendDue(t.world)
  const mails = t.mails.slice(before)
  const [moved, said] = ['Enviamos tu PQR', 'La SIC decidió'].map((start) =>
    mails.find(({ subject }) => subject.startsWith(start)),
  )
  expect(moved?.text).toContain('que decide tu apelación')
  expect(said?.text).toContain('Confirma nuestra decisión. Resolución 1234 de 2026')
})

test('PQR-07 R3.13 a quien no tiene correo la mesa le dice lo de la SIC: queda una tarea con plazo en la cola', async () => {
  const { by, params } = await confirmed({ phone: '3001234567' })
  const { data, message } = await by.call(pqrApi.escalate, { params, body: {} })
  expect(message).toContain('Quedó esta tarea: Llama al 3001234567 y dile que su caso se envió a la SIC')
  expect(data.due).toMatchObject({ kind: 'task', on: '2026-11-23' })
  const decided = await by.call(pqrApi.sicDecision, { params, body: DECIDED })
  expect(decided.message).toContain('Llama al 3001234567 y dile qué decidió la SIC')
  expect((await by.ask(pqrApi.close, { params, body: {} })).status).toBe(409)
})
