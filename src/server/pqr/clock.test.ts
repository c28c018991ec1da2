import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrInboundApi } from '#domain/pqr/inbound-api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { claimedInvoice } from '#test/cases/claimed.ts'
import { after, filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { fromMailServer, mailOf } from '#test/cases/mails.ts'
import { testApp } from '#test/world.ts'
import { expectClockRefusal } from '#test/wrong-clock.ts'
import { runClock } from './clock.ts'
import { replyAddress } from './reply-address.ts'

const t = testApp()

const ANSWER = { text: 'Revisamos la red y el equipo quedó cambiado.', decision: 'contra' }

/** Copies a case many times, each with its own reference. */
const copyCase = (id: string, count: number) =>
  t.owner.query(
    `insert into pqr_cases (company_id, reference, type, typology, filed_typology, service, filed_service, channel, response_channel, petitioner_name, petitioner_type,
       petitioner_identification, subject, text, digest, filed_at, filed_on, filed_by, first_answer_by, status, changed_by, answer_by, due_at, clock_at)
     select company_id, 'RI-2026-' || lpad((1000 + n)::text, 6, '0'), type, typology, filed_typology, service, filed_service, channel, response_channel, petitioner_name,
       petitioner_type, petitioner_identification, subject, text, digest, filed_at, filed_on, filed_by, first_answer_by, status, changed_by,
       answer_by, due_at, clock_at
     from pqr_cases, generate_series(1, $2) n where id = $1`,
    [id, count],
  )

test('PQR-06 un segundo después del plazo opera el silencio positivo, con sus tareas de 72 horas y sin negar', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, filed } = await filedCase(t, company, { response_channel: 'portal' })
  const params = { id: filed.id }
  t.setNow(new Date('2026-12-14T23:59:59-05:00'))
  await runClock(t.world)
  expect((await by.call(pqrApi.get, { params })).data.status).toBe('radicada')
  t.setNow(new Date('2026-12-15T00:00:00-05:00'))
  await runClock(t.world)
  const { data } = await by.call(pqrApi.get, { params })
  expect([data.status, data.silence_on, data.decisions]).toEqual(['sap', '2026-12-14', ['favor']])
  expect(data.tasks.map(({ due_at }) => due_at)).toEqual(['2026-12-18T04:59:59.000Z', '2026-12-18T04:59:59.000Z'])
  const refused = await by.ask(pqrApi.answer, { params, body: ANSWER })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([422, 'decision'])
  expect((await by.ask(pqrApi.close, { params, body: {} })).status).toBe(409)
  const answered = await by.call(pqrApi.answer, { params, body: { ...ANSWER, decision: 'favor' } })
  // The answer notified the user in the portal: that task is done.
  const left = answered.data.tasks.filter(({ done_at }) => done_at === null)
  expect(left.map(({ text }) => text)).toEqual(['Haz lo que el usuario pidió'])
  expect((await by.ask(pqrApi.close, { params, body: {} })).status).toBe(409)
  for (const { id } of left) await by.call(pqrApi.task, { params: { ...params, task_id: id }, body: { note: 'Hecho' } })
  const closed = await by.call(pqrApi.close, { params, body: {} })
  expect([closed.data.status, closed.data.due]).toEqual(['cerrada', null])
})

test('PQR-06 un aviso por teléfono no acorta las 72 horas del silencio positivo', async () => {
  const { by, params, read } = await claimedInvoice(t, { amount: 10_000, response_channel: 'telefono' })
  t.setNow(morningOf('2026-12-15'))
  await runClock(t.world)
  expect((await read()).due?.on).toBe('2026-12-17')
  await by.call(pqrApi.message, { params, body: { text: 'Ya operó el silencio a su favor.' } })
  expect((await read()).due?.on).toBe('2026-12-16')
  const called = (await read()).tasks.find(({ due_at, done_at }) => done_at === null && due_at < '2026-12-17T12')
  await by.call(pqrApi.task, { params: { ...params, task_id: called?.id ?? '' }, body: { note: 'Lo llamé' } })
  expect((await read()).due?.on).toBe('2026-12-17')
})

test('PQR-06 un servidor detenido se pone al día, y cada consecuencia ocurre una sola vez con dos procesos a la vez', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const open = await filedCase(t, company)
  // Read in the portal: its term to appeal needs no e-mail.
  const answered = await filedCase(t, company, { subject: 'Respondida', response_channel: 'portal' })
  await answered.by.call(pqrApi.answer, { params: { id: answered.filed.id }, body: ANSWER })
  t.setNow(morningOf('2027-03-01'))
  const counts = await Promise.all([runClock(t.world), runClock(t.world), runClock(t.world)])
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2)
  expect(await runClock(t.world)).toBe(0)
  const statuses = await Promise.all(
    [open, answered].map(async ({ by, filed }) => (await by.call(pqrApi.get, { params: { id: filed.id } })).data),
  )
  expect(statuses.map(({ status }) => status)).toEqual(['sap', 'cerrada'])
  expect(statuses[0]?.entries.filter(({ kind }) => kind === 'silence')).toHaveLength(1)
  const names = await t.events(company.id)
  expect(names.filter((name) => ['pqr.silence_applied', 'pqr.window_closed'].includes(name)).toSorted()).toEqual([
    'pqr.silence_applied',
    'pqr.window_closed',
  ])
})

test('PQR-06 el silencio y la respuesta en el mismo segundo tienen un solo ganador', async () => {
  const company = await t.company()
  t.setNow(morningOf('2026-11-20'))
  for (let n = 0; n < 5; n += 1) {
    t.setNow(morningOf('2026-11-20'))
    const { by, filed } = await filedCase(t, company, { subject: `Carrera ${n}` })
    const params = { id: filed.id }
    t.setNow(after(filed.answer_by))
    const [refused] = await Promise.all([by.ask(pqrApi.answer, { params, body: ANSWER }), runClock(t.world)])
    expect(refused.status).toBe(422)
    const { data } = await by.call(pqrApi.get, { params })
    expect([data.status, data.decision, data.entries.filter(({ kind }) => kind === 'silence').length]).toEqual([
      'sap',
      null,
      1,
    ])
  }
})

test('PQR-06 la respuesta a favor después del plazo aplica el silencio aunque el reloj no haya corrido', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, filed } = await filedCase(t, await t.company())
  t.setNow(after(filed.answer_by))
  const body = { ...ANSWER, decision: 'favor' }
  const { data } = await by.call(pqrApi.answer, { params: { id: filed.id }, body })
  expect([data.status, data.silence_on, data.tasks.length]).toEqual(['sap', filed.answer_by, 2])
})

test('PQR-06 un proceso con el reloj equivocado en un día no aplica ningún plazo', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, filed } = await filedCase(t, await t.company())
  t.setNow(after(filed.answer_by))
  for (const days of [1, -1]) {
    const wrong = () => new Date(Date.now() + days * 86_400_000)
    expect(await runClock(t.world, wrong)).toBe(0)
  }
  expect((await by.call(pqrApi.get, { params: { id: filed.id } })).data.status).toBe('radicada')
  await runClock(t.world)
  expect((await by.call(pqrApi.get, { params: { id: filed.id } })).data.status).toBe('sap')
})

test('PQR-06 lo que hace una persona en un proceso con el reloj equivocado en un día recibe 503 y no cambia nada', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, clientId, filed } = await filedCase(t, company)
  const params = { id: filed.id }
  const { rows } = await t.owner.query<{ nit: string; identification: string }>(
    'select o.nit, k.identification from companies o join clients k on k.company_id = o.id where k.id = $1',
    [clientId],
  )
  const { nit = '', identification = '' } = rows[0] ?? {}
  const proof = { company: nit, cun: filed.reference, identification }
  const petitioner = {
    name: 'Luz Ortiz',
    type_identification: 'CC',
    identification: '52123456',
    email: 'l@correo.test',
  }
  const mail = mailOf({ to: replyAddress(t.world.config, filed.id) ?? '', text: '¿Y mi respuesta?' })
  const steps = [
    () => client.ask(pqrApi.message, { params, body: { text: '¿Y mi respuesta?' } }),
    () => by.ask(pqrApi.take, { params, body: {} }),
    () => by.ask(pqrApi.answer, { params, body: ANSWER }),
    () => client.ask(pqrApi.create, { body: { pqr: newCase('Otra') } }),
    () => t.ask(publicPqrApi.submit, { body: { pqr: { ...newCase(), company: nit, petitioner } } }),
    () => t.ask(publicPqrApi.message, { body: { ...proof, text: '¿Y mi respuesta?' } }),
    () => t.ask(pqrInboundApi.receive, fromMailServer(t, mail)),
  ]
  // What the process believes: the term of the case is over, or it is not yet the day.
  for (const [days, now] of [
    [1, after(filed.answer_by)],
    [-1, morningOf('2026-11-19')],
  ] as const) {
    t.setNow(now)
    await expectClockRefusal(steps, days * 86_400_000)
  }
  t.setNow(morningOf('2026-11-20'))
  const { data } = await by.call(pqrApi.get, { params })
  expect([data.status, data.entries.map(({ kind }) => kind), data.assignee]).toEqual(['radicada', ['filed'], null])
  expect((await by.call(pqrApi.list)).meta.total).toBe(1)
  expect((await client.ask(pqrApi.message, { params, body: { text: 'Hola' } })).status).toBeLessThan(300)
})

test('PQR-07 el último día para el traslado a la SIC se avisa una vez', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, client, filed } = await filedCase(t, company, { typology: 'corte', response_channel: 'portal' })
  const params = { id: filed.id }
  await by.call(pqrApi.answer, { params, body: ANSWER })
  const kind = 'reposicion_subsidio_apelacion'
  await client.call(pqrApi.appeal, { params, body: { kind, text: 'No es cierto' } })
  const { data } = await by.call(pqrApi.answer, { params, body: ANSWER })
  expect(data.sic?.transfer_by).toBe('2026-11-27')
  t.setNow(new Date('2026-11-26T23:59:59-05:00'))
  expect(await runClock(t.world)).toBe(0)
  t.setNow(new Date('2026-11-27T00:00:00-05:00'))
  expect([await runClock(t.world), await runClock(t.world)]).toEqual([1, 0])
  expect(await t.events(company.id)).toContain('pqr.transfer_due')
})

test('PQR-06 un reloj que estuvo detenido se pone al día en un paso, que sigue mientras haya casos y tiempo', async () => {
  const company = await t.company()
  t.setNow(morningOf('2026-11-20'))
  const { filed } = await filedCase(t, company)
  await copyCase(filed.id, 600)
  t.setNow(new Date('2026-12-16T09:00:00-05:00'))
  const minute = 60_000
  expect(await runClock(t.world, undefined, 0)).toBe(500)
  expect(await runClock(t.world, undefined, minute)).toBeGreaterThanOrEqual(101)
  const { rows } = await t.owner.query(
    'select count(*)::int as waiting from pqr_cases where company_id = $1 and silence_on is null',
    [company.id],
  )
  expect(rows).toEqual([{ waiting: 0 }])
}, 60_000)

test('PQR-06 el reloj lee solo los casos cuyo instante llegó', async () => {
  const company = await t.company()
  t.setNow(morningOf('2026-11-20'))
  const { filed } = await filedCase(t, company)
  await copyCase(filed.id, 5_000)
  await t.owner.query('analyze pqr_cases')
  const asked = vi.spyOn(Client.prototype, 'query')
  await runClock(t.world)
  const texts = asked.mock.calls.map(([query]: readonly unknown[]) =>
    typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '',
  )
  asked.mockRestore()
  const [statement = '', ...others] = texts.filter((text) => text.includes('from pqr_cases'))
  expect(others).toEqual([])
  const { rows } = await t.owner.query<{ 'QUERY PLAN': string }>(`explain ${statement.replace('$1', "'2026-11-21'")}`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('pqr_cases_clock')
})
