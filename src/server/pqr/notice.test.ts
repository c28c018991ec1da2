import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { morningOf, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'
import { writeMail } from './mail.ts'

const t = testApp()

/** A case of a person who is no client, filed at the desk. */
async function deskCase(reached: { email?: string; phone?: string }, response_channel: string) {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const by = await company.person('financial')
  const petitioner = { name: 'Luz Marina Ortiz', type_identification: 'CC', identification: '52123456', ...reached }
  const pqr = { ...newCase(), petitioner, channel: 'telefono', response_channel }
  const { data: filed } = await by.call(pqrApi.create, { body: { pqr } })
  return { company, by, filed, params: { id: filed.id } }
}

/** Sends what the jobs of a case queue, and returns the new e-mails. */
async function mailed(id: string) {
  const { rows } = await t.owner.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'pqr.mail' and payload::text like $1 order by j.id`,
    [`%${id}%`],
  )
  for (const { payload } of rows) await writeMail(t.world, payload)
  const before = t.mails.length
  await sendDue(t.world)
  return t.mails.slice(before)
}

test('PQR-04 PQR-03 R3.13 a quien no tiene correo ni portal le avisa la mesa: queda una tarea con plazo, y el aviso dice la verdad', async () => {
  const { by, filed, params } = await deskCase({ phone: '3001234567' }, 'telefono')
  const extended = await by.call(pqrApi.extend, { params, body: { reason: 'Falta la medición del poste' } })
  const asked = await by.call(pqrApi.requestInfo, { params, body: { text: '¿A qué hora pasa?' } })
  const written = await by.call(pqrApi.message, { params, body: { text: 'Ya lo revisamos' } })
  for (const { message } of [extended, asked, written]) expect(message).toContain('todavía no lo sabe')
  expect(written.data.tasks.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Llama al 3001234567 y dile que la respuesta se prorrogó hasta el 6 de enero de 2027/),
    expect.stringMatching(/^Llama al 3001234567 y dile los datos que necesitamos/),
    expect.stringMatching(/^Llama al 3001234567 y cuéntale lo que le escribimos/),
  ])
  // Before the first term ends (R3.5).
  expect(written.data.tasks[0]?.due_at).toBe(new Date('2026-12-14T23:59:59-05:00').toISOString())
  expect(await mailed(filed.id)).toEqual([])
})

test('PQR-03 PQR-08 el mensaje de la mesa le llega al correo a quien no es cliente, y también lo ve al consultar su número', async () => {
  const { by, filed, params } = await deskCase({ email: 'luz@correo.test' }, 'correo')
  const { message, data } = await by.call(pqrApi.message, { params, body: { text: 'Vamos el martes' } })
  await by.call(pqrApi.message, { params, body: { text: 'Ojo: llamar antes', internal: true } })
  expect([message, data.tasks]).toEqual(['Guardamos tu mensaje. Le escribimos a su correo', []])
  const mails = await mailed(filed.id)
  expect(mails.map(({ subject }) => subject)).toContain(`Te escribimos sobre tu PQR ${filed.reference}`)
  expect(mails.at(-1)?.text).toContain('Vamos el martes')
  // Who is no client looks the case up: the link of its mails goes there.
  expect(mails.at(-1)?.text).toContain('/consulta-pqr')
  const query = { cun: filed.reference, identification: '52123456' }
  const found = await t.ask(publicPqrApi.lookup, { query })
  expect(found.json.data).toMatchObject({ messages: [{ kind: 'message', text: 'Vamos el martes' }] })
  expect(found.text).not.toMatch(/Luz|llamar antes/)
})

test('PQR-06 cuando opera el silencio el usuario recibe un correo, y responder a favor deja hecha la tarea de comunicarlo', async () => {
  const { by, filed, params } = await deskCase({ email: 'luz@correo.test' }, 'correo')
  t.setNow(new Date('2026-12-15T00:00:01-05:00'))
  await runClock(t.world)
  expect((await mailed(filed.id)).map(({ subject }) => subject)).toContain(`Tu PQR ${filed.reference} queda a tu favor`)
  const { data } = await by.call(pqrApi.answer, { params, body: { text: 'Queda a su favor', decision: 'favor' } })
  // Both tasks are of one instant: their order is not fixed.
  expect(new Map(data.tasks.map(({ text, done_at }) => [text, done_at !== null]))).toEqual(
    new Map([
      ['Comunícale al usuario que su solicitud queda a favor', true],
      ['Haz lo que el usuario pidió', false],
    ]),
  )
  expect(data.tasks).toHaveLength(2)
})
