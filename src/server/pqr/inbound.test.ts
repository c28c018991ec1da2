import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { auditApi } from '#domain/audit/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { endOf } from '#domain/pqr/deadlines.ts'
import { pqrInboundApi } from '#domain/pqr/inbound-api.ts'
import { REPLY_LINE } from '#domain/pqr/reply-text.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { filedCase, morningOf } from '#test/cases/filed.ts'
import { fromMailServer, mailOf, mailWire } from '#test/cases/mails.ts'
import { testApp } from '#test/world.ts'
import { runClock } from './clock.ts'
import { writeMail } from './mail.ts'
import { caseOfAddress, replyAddress } from './reply-address.ts'

const t = testApp()

const Received = z.object({ data: z.object({ is_automatic: z.boolean(), outcomes: z.array(z.string()) }) })
const deliver = (mail: Buffer) => t.ask(pqrInboundApi.receive, fromMailServer(t, mail))
/** What was done with a mail. */
const outcomesOf = async (mail: Buffer): Promise<string[]> => {
  const answer = await deliver(mail)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return z.parse(Received, answer.json).data.outcomes
}

/** A case on 20 November, with what its staff reads. */
async function opened(fields: object = {}) {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const of = await filedCase(t, company, { ...fields })
  const params = { id: of.filed.id }
  const to = replyAddress(t.world.config, of.filed.id) ?? ''
  const read = async () => (await of.by.call(pqrApi.get, { params })).data
  const texts = async (kind: string) =>
    (await read()).entries.filter((entry) => entry.kind === kind).map(({ text }) => text)
  return { ...of, company, params, to, read, texts }
}

test('PQR-03 la respuesta a la carta queda en el hilo sin la carta, a nombre de quien radicó, y el personal lo sabe', async () => {
  const { to, read, client, params, by } = await opened()
  const quoted = `\n\nEl vie, 20 nov 2026, Andina (<x@x.co>) escribió:\n> ${REPLY_LINE}: lo que escribas\n> Hola`
  expect(await outcomesOf(mailOf({ to, text: `Sigue lento, señores.${quoted}` }))).toEqual(['kept'])
  const entry = (await read()).entries.at(-1)
  expect(entry).toMatchObject({ kind: 'message', side: 'cliente', text: 'Sigue lento, señores.', is_internal: false })
  expect(entry?.author).toBe('Yenny Bohórquez (por correo)')
  const own = (await client.call(pqrApi.get, { params })).data
  expect(own.entries.at(-1)?.text).toBe('Sigue lento, señores.')
  const { data } = await by.call(notificationApi.list, { query: { topic: 'pqr' } })
  expect(data.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Hay un mensaje nuevo en la PQR RI-/))
})

test('PQR-03 el mismo correo entregado varias veces, también a la vez, queda una sola vez', async () => {
  const { to, texts, read } = await opened()
  const mail = mailOf({ to, text: 'Una vez', files: [{ name: 'a.pdf', type: 'application/pdf', bytes: SAMPLE_PDF }] })
  const outcomes = (await Promise.all([1, 2, 3].map(() => outcomesOf(mail)))).flat()
  expect(outcomes.toSorted((a, b) => a.localeCompare(b))).toEqual(['kept', 'repeated', 'repeated'])
  expect(await outcomesOf(mail)).toEqual(['repeated'])
  expect([await texts('message'), (await read()).files.length]).toEqual([['Una vez'], 1])
  const without = Buffer.from(
    mailOf({ to, text: 'Sin id' })
      .toString()
      .replace(/Message-ID:.*\r\n/, ''),
  )
  expect([await outcomesOf(without), await outcomesOf(without)]).toEqual([['kept'], ['repeated']])
})

test('PQR-03 el correo de un extraño no queda en el caso: el personal ve una sola nota por día, sin su texto', async () => {
  const { to, texts, client, params } = await opened()
  const others = [
    mailOf({ to, text: 'Soy otro', from: 'Otro <otro@correo.test>' }),
    mailOf({ to, text: 'Soy otro', from: 'yenny@correo.test <otro@correo.test>' }),
    mailOf({ to, text: 'Soy otro', headers: ['From: otro@correo.test'] }),
    mailOf({ to, text: 'Soy otro', from: '' }),
  ]
  for (const mail of others) expect(await outcomesOf(mail)).toEqual(['other_sender'])
  const notes = await texts('note')
  expect(notes).toHaveLength(1)
  expect(notes[0]).toMatch(/no es la de quien la radicó, y no se agregó/)
  expect(JSON.stringify((await client.call(pqrApi.get, { params })).data)).not.toMatch(/Soy otro|no se agregó/)
  t.setNow(morningOf('2026-11-21'))
  await outcomesOf(mailOf({ to, from: 'otro@correo.test' }))
  expect(await texts('note')).toHaveLength(2)
})

test('PQR-03 una dirección inventada, cambiada o de otra firma no es de ningún caso, y nada se escribe', async () => {
  const { to, filed, read } = await opened()
  const other = replyAddress({ ...t.world.config, secret: randomBytes(32) }, filed.id) ?? ''
  const changed = to.replace(/(.)@/, (_, last: string) => `${last === 'a' ? 'e' : 'a'}@`)
  const before = (await read()).version
  for (const address of [other, changed, `pqr+${'a'.repeat(42)}@respuestas.enlace.test`, 'pqr@respuestas.enlace.test'])
    expect([address, await outcomesOf(mailOf({ to: address }))]).toEqual([address, []])
  expect((await read()).version).toBe(before)
  // Signed, of a case that does not exist any more or never did.
  const absent = replyAddress(t.world.config, '01900000-0000-7000-8000-000000000000') ?? ''
  expect(await outcomesOf(mailOf({ to: absent }))).toEqual([])
  expect(caseOfAddress(t.world.config, to.toUpperCase())).toBe(filed.id)
  expect(await outcomesOf(mailOf({ to: 'x@y.co', headers: [`Delivered-To: ${to.toUpperCase()}`] }))).toEqual(['kept'])
})

test('PQR-03 API-02 del correo que no llega a ningún caso solo se leen los encabezados', async () => {
  // The reader of HTML takes minutes for it, and the server's limit would answer 503.
  const html = '<a href='.repeat(100_000)
  const mail = `From: x@correo.test\r\nTo: nadie@respuestas.test\r\nContent-Type: text/html\r\n\r\n${html}`
  expect(await outcomesOf(Buffer.from(mail))).toEqual([])
})

test('PQR-03 las respuestas automáticas, las listas y los correos devueltos no son respuestas', async () => {
  const { to, read } = await opened()
  const before = (await read()).version
  for (const header of [
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-generated; x=1',
    'Return-Path: <>',
    'Precedence: bulk',
    'X-Autoreply: yes',
    'List-Id: <x.y.co>',
  ]) {
    const { json } = await deliver(mailOf({ to, headers: [header] }))
    expect([header, json.data]).toEqual([header, { is_automatic: true, outcomes: [] }])
  }
  const { json } = await deliver(mailOf({ to, from: 'MAILER-DAEMON@correo.test' }))
  expect(json.data).toEqual({ is_automatic: true, outcomes: [] })
  expect((await read()).version).toBe(before)
  expect(await outcomesOf(mailOf({ to, headers: ['Auto-Submitted: no', 'Return-Path: <yenny@correo.test>'] }))).toEqual(
    ['kept'],
  )
})

test('PQR-01 PQR-03 los adjuntos pasan por las mismas reglas de una subida, y lo que no se guarda se dice en el hilo', async () => {
  const { to, read, texts, client, params } = await opened()
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const active = Buffer.from(SAMPLE_PDF.toString().replace('<<>>', '<</OpenAction<</S/JavaScript/JS(x)>>>>'))
  const files = [
    { name: '../../el módem.png', type: 'image/png', bytes: Buffer.concat([photo, Buffer.from('<script>')]) },
    { name: 'factura.pdf', type: 'application/pdf', bytes: SAMPLE_PDF },
    { name: 'pagina.html', type: 'text/html', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { name: 'virus.pdf', type: 'application/pdf', bytes: active },
    { name: 'video.mp4', type: 'video/mp4', bytes: Buffer.alloc(5 * 1024 * 1024 + 1) },
  ]
  expect(await outcomesOf(mailOf({ to, text: 'Van las pruebas', files }))).toEqual(['kept'])
  expect((await read()).files.map(({ name, is_internal }) => [name, is_internal])).toEqual([
    ['el módem.webp', false],
    ['factura.pdf', false],
  ])
  const [notice] = await texts('notified')
  expect(notice?.split('\n').map((line) => line.slice(0, 30))).toEqual([
    'No guardamos «pagina.html»: su',
    'No guardamos «virus.pdf»: el P',
    'No guardamos «video.mp4»: el a',
  ])
  expect((await client.call(pqrApi.get, { params })).data.entries.map(({ text }) => text)).toContain(notice)
  const many = Array.from({ length: 12 }, (_, at) => ({
    name: `${at}.pdf`,
    type: 'application/pdf',
    bytes: SAMPLE_PDF,
  }))
  await outcomesOf(mailOf({ to, text: '', files: many }))
  expect((await read()).files).toHaveLength(12)
  expect((await texts('message')).at(-1)).toBe('(El correo llegó sin texto.)')
  await t.owner.query(
    `insert into pqr_files (company_id, case_id, name, kind, stored, bytes, is_internal, added_by, added_at)
     select company_id, case_id, name, kind, stored, bytes, false, 'x', now() from pqr_files, generate_series(1, 17) n
     where case_id = $1 and name = 'factura.pdf'`,
    [params.id],
  )
  await outcomesOf(mailOf({ to, text: 'Más', files: many.slice(0, 2) }))
  expect([(await read()).files.length, (await texts('message')).at(-1)]).toEqual([30, 'Más'])
  expect((await texts('notified')).at(-1)).toMatch(/«1.*»: una PQR tiene máximo 30 archivos/)
})

test('PQR-09 el correo a una PQR cerrada no la reabre: el personal lo lee en una nota y quien escribe recibe un solo aviso', async () => {
  const { to, texts, read, by, client, params, company } = await opened()
  await by.call(pqrApi.answer, { params, body: { text: 'Revisamos la red.', decision: 'contra' } })
  await client.call(pqrApi.close, { params, body: {} })
  const files = [{ name: 'a.pdf', type: 'application/pdf', bytes: SAMPLE_PDF }]
  expect(await outcomesOf(mailOf({ to, text: 'Otra vez falla', files }))).toEqual(['closed'])
  expect(await outcomesOf(mailOf({ to, text: 'Y otra' }))).toEqual(['closed'])
  const { status, files: kept } = await read()
  expect([status, kept, await texts('message')]).toEqual(['cerrada', [], []])
  expect((await texts('note')).map((text) => text.slice(-14))).toEqual([
    'Otra vez falla',
    'radícalo:\n\nY otra'.slice(-14),
  ])
  const { rows } = await t.owner.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'pqr.mail' and payload->>'document' = 'closed' and payload->>'case_id' = $1`,
    [params.id],
  )
  expect(rows).toHaveLength(2)
  for (const { payload } of rows) await writeMail(t.world, payload)
  await t.owner.query(
    `update messages set next_try_at = null where company_id = $1 and dedupe not like 'pqr:closed:%'`,
    [company.id],
  )
  const before = t.mails.length
  await sendDue(t.world)
  const sent = t.mails.slice(before).filter(({ subject }) => subject.includes('está cerrada'))
  expect(sent.map(({ to: address, replyTo }) => [address, replyTo === to])).toEqual([['yenny@correo.test', false]])
})

test('PQR-03 la constancia y la respuesta de un caso se responden a su dirección, que no dice ningún secreto', async () => {
  const { to, filed, company, by, params } = await opened()
  const { data } = await by.call(pqrApi.answer, { params, body: { text: 'Revisamos la red.', decision: 'contra' } })
  const of = { company_id: company.id, case_id: filed.id }
  await writeMail(t.world, { ...of, document: 'constancia' })
  await writeMail(t.world, { ...of, document: 'answer', entry_id: data.entries.at(-1)?.id })
  const before = t.mails.length
  await sendDue(t.world)
  expect(to.length).toBeLessThanOrEqual(64 + '@respuestas.enlace.test'.length)
  for (const start of ['Recibimos tu PQR', 'Respondimos tu PQR']) {
    const sent = t.mails.slice(before).find(({ subject }) => subject.startsWith(start))
    expect([start, sent?.replyTo]).toEqual([start, to])
    expect(sent?.text).toContain(REPLY_LINE)
    expect(sent?.text).not.toContain('no lo respondas')
    expect(`${sent?.text}${sent?.html}`).not.toContain(to)
  }
})

test('PQR-07 un correo en el plazo del recurso deja una tarea, y el caso no se cierra hasta que alguien dice qué es', async () => {
  const { to, read, by, params } = await opened({ response_channel: 'portal' })
  await by.call(pqrApi.answer, { params, body: { text: 'Revisamos la red.', decision: 'contra' } })
  expect(await outcomesOf(mailOf({ to, text: 'Es un recurso de reposición' }))).toEqual(['kept'])
  expect(await outcomesOf(mailOf({ to, text: 'Y otra cosa más' }))).toEqual(['kept'])
  const { tasks, appeal_until } = await read()
  expect(tasks.map(({ text }) => text)).toEqual([expect.stringMatching(/^Lee el correo que el usuario escribió/)])
  expect(tasks[0]?.due_at).toBe(appeal_until && endOf(appeal_until).toISOString())
  t.setNow(new Date(Date.parse(tasks[0]?.due_at ?? '') + 2_000))
  await runClock(t.world)
  expect((await read()).status).toBe('respondida')
  const filed = {
    text: 'Es un recurso de reposición',
    kind: 'reposicion',
    received_on: '2026-11-20',
  }
  await by.call(pqrApi.appeal, { params, body: filed })
  const appealed = await read()
  expect([appealed.status, appealed.tasks.map(({ done_at }) => done_at === null)]).toEqual(['en_reposicion', [false]])
  expect(appealed.tasks[0]?.done_by).toBe(appealed.entries.at(-1)?.author)
  const body = { text: 'Tiene razón.', decision: 'favor' }
  expect((await by.call(pqrApi.answer, { params, body })).data.due).toBe(null)
  expect((await by.call(pqrApi.close, { params, body: {} })).data.status).toBe('cerrada')
})

test('PQR-06 el correo que llega después del plazo encuentra el silencio aplicado, y el texto también queda', async () => {
  const { to, filed, read } = await opened()
  t.setNow(new Date(`${filed.answer_by}T23:59:59-05:00`))
  t.setNow(new Date(new Date(`${filed.answer_by}T23:59:59-05:00`).getTime() + 1_000))
  expect(await outcomesOf(mailOf({ to, text: '¿Y mi respuesta?' }))).toEqual(['kept'])
  const { status, entries } = await read()
  expect([status, entries.map(({ kind }) => kind).slice(-2)]).toEqual(['sap', ['silence', 'message']])
})

/** Fifty mails of a day in a case, with one outcome. */
const fifty = (id: string, outcome: 'kept' | 'other_sender') =>
  t.owner.query(
    `insert into pqr_mails (company_id, case_id, digest, outcome, received_at)
     select company_id, id, sha256(n::text::bytea), $3, $2 from pqr_cases, generate_series(1, 50) n where id = $1`,
    [id, morningOf('2026-11-20'), outcome],
  )

test('PQR-03 el correo 51 de quien radicó en un día no se pierde: el servidor de correo lo guarda y lo entrega otro día', async () => {
  const { to, params, texts } = await opened()
  await fifty(params.id, 'kept')
  const mail = mailOf({ to, text: 'El 51' })
  const refused = await deliver(mail)
  expect([refused.status, refused.json.code, Number(refused.headers['retry-after']) > 3_600]).toEqual([
    429,
    'TOO_MANY',
    true,
  ])
  expect(await texts('message')).toEqual([])
  t.setNow(morningOf('2026-11-21'))
  expect([await outcomesOf(mail), await texts('message')]).toEqual([['kept'], ['El 51']])
})

test('PQR-03 cincuenta correos de extraños en un día no quitan el lugar al de quien radicó, y los siguientes no se anotan', async () => {
  const { to, params, texts } = await opened()
  await fifty(params.id, 'other_sender')
  expect(await outcomesOf(mailOf({ to, from: 'otro@correo.test' }))).toEqual(['too_many'])
  expect(await outcomesOf(mailOf({ to, text: 'Soy yo' }))).toEqual(['kept'])
  expect([await texts('message'), await texts('note')]).toEqual([['Soy yo'], []])
})

test('PQR-03 la bitácora dice que el correo es de una persona sin sesión, no del sistema', async () => {
  const { to, company } = await opened()
  await outcomesOf(mailOf({ to, text: 'Sigue lento' }))
  const admin = await company.person('admin')
  const { data } = await admin.call(auditApi.list)
  const event = data.find(({ name }) => name === 'pqr.messaged')
  expect(event?.actor).toEqual({ id: null, name: expect.stringMatching(/ \(por correo\)$/), role: 'Sin sesión' })
})

test('PQR-03 sin la clave del servidor de correo la dirección no existe, y nada que llegue es un error interno', async () => {
  const { to } = await opened()
  const bad = { ...mailWire(mailOf({ to })), headers: { 'content-type': 'message/rfc822', authorization: 'Bearer x' } }
  for (const wire of [mailWire(mailOf({ to })), bad])
    expect((await t.ask(pqrInboundApi.receive, wire)).status).toBe(404)
  const { headers = {} } = fromMailServer(t, Buffer.of())
  const asJson = { body: '{}', headers: { ...headers, 'content-type': 'application/json' } }
  expect((await t.ask(pqrInboundApi.receive, asJson)).status).toBe(415)
  expect((await deliver(Buffer.alloc(12 * 1024 * 1024 + 1, 'a'))).status).toBe(413)
  const hostile = [
    Buffer.of(),
    Buffer.from('\0\0\0'),
    randomBytes(50_000),
    Buffer.from(`From: yenny@correo.test\r\nTo: ${to}\r\n\r\n${'\r\n'.repeat(3_000_000)}`),
    mailOf({ to, text: '\0 con nulos \ud800' }),
    mailOf({ to, text: 'x'.repeat(60_000) }),
    Buffer.from(`From: a\r\nTo: ${`${to}, `.repeat(2_000)}\r\n\r\nhola`),
    Buffer.from(`From: yenny@correo.test\r\nTo: ${to}\r\n${'X: y\r\n'.repeat(100_000)}\r\nhola`),
    Buffer.from(
      `To: ${to}\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(500)}`,
    ),
    Buffer.from(`From: yenny@correo.test\r\nTo: ${to}\r\nContent-Type: text/html\r\n\r\n${'<a <!-- '.repeat(100_000)}`),
  ]
  for (const [at, mail] of [...hostile, ...hostile].entries())
    expect([at, [200, 400].includes((await deliver(mail)).status)]).toEqual([at, true])
})

test('PQR-03 un correo que solo tiene HTML queda como texto, y uno largo en varias partes', async () => {
  const { to, texts } = await opened()
  const html = Buffer.from(
    `From: Yenny@Correo.test\r\nTo: ${to}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Señores: <b>sigue</b> lento</p><script>x</script><div>El lun, Andina escribió:</div><blockquote>${REPLY_LINE}: hola</blockquote>`,
  )
  expect(await outcomesOf(html)).toEqual(['kept'])
  expect((await texts('message')).at(-1)).toBe('Señores: sigue lento')
  await outcomesOf(mailOf({ to, text: 'palabra '.repeat(7_000) }))
  expect((await texts('message')).length).toBe(6)
  expect((await texts('notified')).at(-1)).toMatch(/^No guardamos las últimas \d+ letras/)
})
