import { afterAll, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { after, filedCase, morningOf } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'
import { writeMail } from './mail.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const ANSWER = { text: 'Revisamos la red y el equipo quedó cambiado.', decision: 'contra' }
const APPEAL = { kind: 'reposicion', text: 'No es cierto' }

/** A case that was answered on 20 November 2026, with the e-mail of its answer in the queue. */
async function answered() {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, filed } = await filedCase(t, company)
  const params = { id: filed.id }
  const { data } = await by.call(pqrApi.answer, { params, body: ANSWER })
  const entry_id = data.entries.find(({ kind }) => kind === 'answered')?.id
  await writeMail(t.world, { company_id: company.id, case_id: filed.id, document: 'answer', entry_id })
  const setMail = (change: string) =>
    t.owner.query(`update messages set ${change} where company_id = $1 and dedupe like 'pqr:answer:%'`, [company.id])
  const read = async () => (await by.call(pqrApi.get, { params })).data
  return { company, by, client, params, setMail, read, first: data.appeal_until ?? filed.answer_by }
}

test('PQR-07 R3.7 el plazo del recurso cuenta desde que salió el correo con la respuesta, no desde que se escribió', async () => {
  const { company, client, params, read, first } = await answered()
  expect(first).toBe('2026-12-04')
  t.setNow(morningOf('2026-11-25'))
  await sendDue(t.world)
  t.setNow(after(first))
  await runClock(t.world)
  const moved = await read()
  expect([moved.status, moved.appeal_until]).toEqual(['respondida', '2026-12-10'])
  expect(await t.events(company.id)).toContain('pqr.term_moved')
  t.setNow(new Date('2026-12-10T23:59:59-05:00'))
  expect(await runClock(t.world)).toBe(0)
  t.setNow(new Date('2026-12-11T00:00:00-05:00'))
  await runClock(t.world)
  expect((await read()).status).toBe('cerrada')
  expect((await client.ask(pqrApi.appeal, { params, body: APPEAL })).status).toBe(409)
})

test('PQR-07 R3.7 con el correo de la respuesta devuelto el plazo del recurso no corre, y la mesa lo sabe', async () => {
  const { company, client, params, setMail, read, first } = await answered()
  await setMail(`status = 'failed', next_try_at = null`)
  t.setNow(after(first))
  await runClock(t.world)
  const renewed = await read()
  expect([renewed.status, renewed.appeal_until]).toEqual(['respondida', '2026-12-21'])
  expect(renewed.entries.at(-1)).toMatchObject({ kind: 'notified', is_internal: true })
  expect(renewed.entries.at(-1)?.text).toContain('Entrégasela en papel o por teléfono')
  expect(await t.events(company.id)).toContain('pqr.not_notified')
  const { data } = await client.call(pqrApi.appeal, { params, body: APPEAL })
  expect(data.status).toBe('en_reposicion')
})

test('PQR-07 quien apela después del día escrito, y no fue notificado, no espera al reloj', async () => {
  const { client, by, params, setMail, first } = await answered()
  await setMail(`status = 'unknown', next_try_at = null`)
  t.setNow(after(first))
  expect((await by.ask(pqrApi.close, { params, body: {} })).status).toBe(409)
  const { data } = await client.call(pqrApi.appeal, { params, body: APPEAL })
  expect(data.status).toBe('en_reposicion')
})

test('PQR-07 R3.7 el plazo de una respuesta en papel o por teléfono cuenta desde el día en que la mesa la entregó', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, filed } = await filedCase(t, company, { response_channel: 'telefono' })
  const params = { id: filed.id }
  const deliver = (delivered_on: string) => by.ask(pqrApi.deliver, { params, body: { delivered_on } })
  expect((await deliver('2026-11-20')).status).toBe(409)
  await by.call(pqrApi.answer, { params, body: ANSWER })
  t.setNow(new Date('2026-12-05T00:00:01-05:00'))
  await runClock(t.world)
  const { data } = await by.call(pqrApi.get, { params })
  expect([data.status, data.appeal_until, data.actions.includes('deliver')]).toEqual(['respondida', '2026-12-21', true])
  for (const day of ['2026-11-19', '2026-12-06'])
    expect([day, (await deliver(day)).json.errors?.[0]?.field]).toEqual([day, 'delivered_on'])
  t.setNow(morningOf('2026-12-09'))
  expect((await deliver('2026-12-09')).status).toBe(200)
  expect((await by.call(pqrApi.get, { params })).data.appeal_until).toBe('2026-12-23')
  t.setNow(new Date('2026-12-24T00:00:00-05:00'))
  await runClock(t.world)
  expect((await by.call(pqrApi.get, { params })).data.status).toBe('cerrada')
})

test('PQR-07 R3.7 una respuesta cuyo correo falló la entrega la mesa, y el plazo cuenta desde ese día, aunque el correo salga después', async () => {
  const { company, by, client, params, setMail, read, first } = await answered()
  await setMail(`status = 'failed', next_try_at = null`)
  expect((await read()).actions).toContain('deliver')
  expect((await client.call(pqrApi.get, { params })).data.actions).not.toContain('deliver')
  t.setNow(after(first))
  await runClock(t.world)
  t.setNow(morningOf('2026-12-09'))
  const { data } = await by.call(pqrApi.deliver, { params, body: { delivered_on: '2026-12-09' } })
  expect(data.appeal_until).toBe('2026-12-23')
  t.setNow(new Date('2026-12-24T00:00:00-05:00'))
  await setMail(`status = 'sent', sent_at = '2026-12-22T10:00:00-05:00', next_try_at = null`)
  await runClock(t.world)
  expect((await read()).status).toBe('cerrada')
  expect(await t.events(company.id)).not.toContain('pqr.term_moved')
})

test('PQR-07 la entrega de una respuesta en el portal, o cuyo correo espera o salió, no la registra la mesa', async () => {
  const { by, params, setMail, read, first } = await answered()
  const refused = async () =>
    (await by.ask(pqrApi.deliver, { params, body: { delivered_on: '2026-11-20' } })).status === 409 &&
    !(await read()).actions.includes('deliver')
  expect(await refused()).toBe(true)
  t.setNow(after(first))
  await runClock(t.world)
  expect((await read()).entries.at(-1)?.text).toContain('Revisa en Mensajes por qué espera')
  await setMail(`status = 'sent', sent_at = '2026-11-20T10:00:00-05:00', next_try_at = null`)
  expect(await refused()).toBe(true)
})

test('PQR-07 R3.7 un recurso que llegó en papel dentro del plazo se registra después, también con el caso cerrado, y se responde desde ese día', async () => {
  const { by, client, params, setMail, read, first } = await answered()
  await setMail(`status = 'sent', sent_at = '2026-11-20T10:00:00-05:00', next_try_at = null`)
  t.setNow(after(first))
  await runClock(t.world)
  const closed = await read()
  expect([closed.status, closed.actions.includes('appeal')]).toEqual(['cerrada', true])
  const own = (await client.call(pqrApi.get, { params })).data
  expect([own.actions.includes('appeal'), own.appeals]).toEqual([false, []])
  const ask = (person: typeof by, received_on?: string) =>
    person.ask(pqrApi.appeal, { params, body: { ...APPEAL, ...(received_on === undefined ? {} : { received_on }) } })
  t.setNow(morningOf('2026-12-10'))
  for (const day of ['2026-11-19', '2026-12-05', '2026-12-11'])
    expect([day, (await ask(by, day)).json.errors?.[0]?.field]).toEqual([day, 'received_on'])
  expect([(await ask(by)).status, (await ask(client)).status, (await ask(client, first)).status]).toEqual([
    409, 409, 403,
  ])
  expect((await ask(by, first)).status).toBe(200)
  const { status, closed_at, answer_by, due, appeal, entries } = await read()
  expect([status, closed_at, appeal?.filed_on]).toEqual(['en_reposicion', null, '2026-12-04'])
  expect([answer_by, due?.on]).toEqual(['2026-12-29', '2026-12-29'])
  expect(entries.at(-1)?.text).toContain('Llegó el 4 de diciembre de 2026.')
  t.setNow(after(answer_by))
  await runClock(t.world)
  expect((await read()).status).toBe('sap')
})

test('PQR-07 R3.7 R3.13 el plazo del recurso no corre mientras el correo con la respuesta no se ha escrito, y al otro día la mesa puede entregarla', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  const { data } = await by.call(pqrApi.answer, { params, body: ANSWER })
  const read = async () => (await by.call(pqrApi.get, { params })).data
  // The job that writes the e-mail did not run.
  expect((await read()).actions).not.toContain('deliver')
  t.setNow(after(data.appeal_until ?? filed.answer_by))
  await runClock(t.world)
  const renewed = await read()
  expect([renewed.status, renewed.appeal_until, renewed.actions.includes('deliver')]).toEqual([
    'respondida',
    '2026-12-21',
    true,
  ])
  expect(renewed.entries.at(-1)?.text).toContain('Entrégasela en papel o por teléfono')
  await by.call(pqrApi.deliver, { params, body: { delivered_on: '2026-12-05' } })
  expect((await client.call(pqrApi.appeal, { params, body: APPEAL })).data.status).toBe('en_reposicion')
})

test('PQR-07 un caso que cerró el usuario no recibe un recurso', async () => {
  const { by, client, params, read } = await answered()
  await client.call(pqrApi.close, { params, body: {} })
  t.setNow(morningOf('2026-12-09'))
  const body = { ...APPEAL, received_on: '2026-11-25' }
  expect((await by.ask(pqrApi.appeal, { params, body })).status).toBe(409)
  expect((await read()).actions).not.toContain('appeal')
})
