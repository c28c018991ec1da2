import { unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { makeClient } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'
import { writeMail } from './mail.ts'

const t = testApp()

/** The text of a PDF, whose lines are divided where the page is. */
const textOf = (bytes: Buffer): string => readPdf(bytes).text.replaceAll(/\s+/g, ' ')

const ANSWER = { text: 'Cambiamos el equipo.\n\nEl servicio quedó estable.', decision: 'contra' }

test('PQR-01 la constancia dice el radicado interno como tal, la fecha y el plazo, y llega por correo una sola vez', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { client, filed } = await filedCase(t, company)
  const pdf = await client.ask(pqrApi.constancia, { params: { id: filed.id } })
  const text = textOf(pdf.bytes)
  expect(text).toContain('Radicado interno RI-2026-000001')
  expect(text).toContain('no un Código Único Numérico')
  expect(text).toContain('14 de diciembre de 2026')
  const job = { company_id: company.id, case_id: filed.id, document: 'constancia' }
  await writeMail(t.world, job)
  await writeMail(t.world, job)
  const before = t.mails.length
  await sendDue(t.world)
  const sent = t.mails.slice(before).filter(({ to }) => to === 'yenny@correo.test')
  expect(sent.map(({ subject }) => subject)).toEqual(['Recibimos tu PQR: radicado interno RI-2026-000001'])
  expect(textOf(sent[0]?.attachments?.[0]?.bytes ?? Buffer.alloc(0))).toContain('Constancia de radicación')
  const { rows } = await t.owner.query('select bytes, sha256 from message_files where company_id = $1', [company.id])
  expect(rows).toEqual([{ bytes: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
})

test('PQR-05 la respuesta sale en PDF con la decisión y hasta cuándo va el recurso, y por correo', async () => {
  t.setNow(morningOf('2026-12-14'))
  const company = await t.company()
  const { by, client, filed } = await filedCase(t, company)
  const params = { id: filed.id }
  expect((await client.ask(pqrApi.answerPdf, { params })).status).toBe(404)
  await by.call(pqrApi.answer, { params, body: ANSWER })
  const text = textOf((await client.ask(pqrApi.answerPdf, { params })).bytes)
  for (const words of ['Decisión: en contra', 'Cambiamos el equipo.', '29 de diciembre de 2026'])
    expect(text).toContain(words)
  const { rows } = await t.owner.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'pqr.mail' and payload::text like $1 order by j.id`,
    [`%${filed.id}%`],
  )
  for (const { payload } of rows) await writeMail(t.world, payload)
  const before = t.mails.length
  await sendDue(t.world)
  expect(t.mails.slice(before).map(({ subject }) => subject)).toEqual([
    'Recibimos tu PQR: radicado interno RI-2026-000001',
    'Respondimos tu PQR RI-2026-000001',
  ])
  expect(t.mails.at(-1)?.text).toContain('puedes calificar con un toque cómo te atendimos')
  expect(t.mails.at(-1)?.text).toContain(`/pqr/${filed.id}`)
  const [attached, ...others] = t.mails.at(-1)?.attachments ?? []
  expect([attached?.name, others, textOf(attached?.bytes ?? Buffer.alloc(0))]).toEqual([
    `respuesta-${filed.reference}.pdf`,
    [],
    text,
  ])
})

test('PQR-01 quien no tiene correo recibe su constancia en la pantalla, y nada falla', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const by = await company.person('financial')
  const made = await makeClient(t.owner, company.id)
  const pqr = { ...newCase(), client_id: made.id, channel: 'oficina', response_channel: 'direccion' }
  const { data } = await by.call(pqrApi.create, { body: { pqr } })
  await writeMail(t.world, { company_id: company.id, case_id: data.id, document: 'constancia' })
  expect((await t.owner.query('select 1 from messages where company_id = $1', [company.id])).rowCount).toBe(0)
  expect((await by.ask(pqrApi.constancia, { params: { id: data.id } })).status).toBe(200)
})

test('PQR-01 un archivo con código se rechaza, una foto se vuelve a codificar, y el expediente en ZIP los lleva', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  const send = (name: string, bytes: Buffer, fields = {}, person = client) =>
    upload(t, person, pqrApi.files, { name, bytes }, fields, {}, { params })
  const script = '<script>alert(1)</script>'
  for (const [name, bytes] of [
    ['foto.png', Buffer.from(script)],
    ['foto.svg', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['pagina.html', Buffer.from(`<!doctype html>${script}`)],
  ] as const)
    expect([(await send(name, bytes)).status, name]).toEqual([400, name])
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  expect((await send('../../el módem <1>.png', Buffer.concat([photo, Buffer.from(script)]))).status).toBe(200)
  expect((await send('prueba.pdf', SAMPLE_PDF)).status).toBe(200)
  expect((await send('interno.pdf', SAMPLE_PDF, { internal: 'true' }, by)).status).toBe(200)
  const { data } = await client.call(pqrApi.get, { params })
  expect(data.files.map(({ name }) => name)).toEqual(['el módem 1.webp', 'prueba.pdf'])
  const got = await client.ask(pqrApi.file, { params: { ...params, file_id: data.files[0]?.id ?? '' } })
  expect([got.headers['content-type'], got.bytes.includes('script')]).toEqual(['image/webp', false])
  const zip = unzipSync((await by.ask(pqrApi.zip, { params })).bytes)
  expect(Object.keys(zip).toSorted()).toEqual([
    'archivos/01-el módem 1.webp',
    'archivos/02-prueba.pdf',
    'constancia.pdf',
    `expediente-${filed.reference}.pdf`,
  ])
  const internal = (await by.call(pqrApi.get, { params })).data.files.find(({ is_internal }) => is_internal)
  expect((await client.ask(pqrApi.file, { params: { ...params, file_id: internal?.id ?? '' } })).status).toBe(404)
})

test('PQR-07 el expediente en PDF tiene el hilo completo, aunque un texto no quepa en una página', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, filed } = await filedCase(t, await t.company(), { text: 'Texto muy largo. '.repeat(550) })
  const params = { id: filed.id }
  await by.call(pqrApi.message, { params, body: { text: 'Una nota interna', internal: true } })
  await by.call(pqrApi.answer, { params, body: ANSWER })
  const text = textOf((await by.ask(pqrApi.pdf, { params })).bytes)
  expect(text.match(/Texto muy largo/g)?.length).toBeGreaterThanOrEqual(1_000)
  expect(text).toContain('El servicio quedó estable.')
  expect(text).not.toContain('Una nota interna')
})

test('PQR-07 miles de líneas cortas quedan completas en pocas páginas, y un día tiene un máximo de mensajes', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  const write = (text: string) => client.ask(pqrApi.message, { params, body: { text } })
  for (let count = 0; count < 10; count += 1) await write('línea\n'.repeat(1_600))
  const { bytes } = await by.ask(pqrApi.pdf, { params })
  expect(textOf(bytes).match(/línea/g)?.length).toBe(16_000)
  // Each line as a paragraph of its own takes five times as much.
  expect(bytes.length).toBeLessThan(700_000)
  for (let count = 10; count < 50; count += 1) expect((await write('otra')).status).toBe(200)
  const refused = await write('otra')
  expect([refused.status, refused.json.message]).toEqual([
    429,
    'Hoy ya escribiste muchos mensajes en esta PQR. Escribe de nuevo mañana.',
  ])
  expect((await by.ask(pqrApi.message, { params, body: { text: 'Te leemos' } })).status).toBe(200)
  t.setNow(morningOf('2026-11-21'))
  expect((await write('otra')).status).toBe(200)
})

test('PQR-07 R3.8 quien interpone un recurso recibe su constancia con el número y la fecha, por correo y para descargar', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company(), { typology: 'facturacion' })
  const params = { id: filed.id }
  const query = { of: 'appeal' } as const
  expect((await client.ask(pqrApi.constancia, { params, query })).status).toBe(404)
  await by.call(pqrApi.answer, { params, body: ANSWER })
  t.setNow(morningOf('2026-12-01'))
  const body = { kind: 'reposicion_subsidio_apelacion', text: 'No acepto el cobro de octubre' }
  await client.call(pqrApi.appeal, { params, body })
  const text = textOf((await client.ask(pqrApi.constancia, { params, query })).bytes)
  for (const words of [
    'Constancia del recurso',
    'RI-2026-000001',
    'Recibido el 1 de diciembre de 2026',
    'No acepto el cobro de octubre',
    'que decida la SIC',
    'a más tardar el 23 de diciembre de 2026',
  ])
    expect(text).toContain(words)
  const { rows } = await t.owner.query<{ payload: object }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'pqr.mail' and payload::text like $1 order by j.id`,
    [`%${filed.id}%"appeal"%`],
  )
  for (const { payload } of rows) await writeMail(t.world, payload)
  const before = t.mails.length
  await sendDue(t.world)
  const [sent] = t.mails.slice(before)
  expect(sent?.subject).toBe('Recibimos tu recurso: radicado interno RI-2026-000001')
  expect(textOf(sent?.attachments?.[0]?.bytes ?? Buffer.alloc(0))).toContain('Constancia del recurso')
})

test('PQR-05 R3.13 la carta impresa lleva la dirección a la que va', async () => {
  t.setNow(morningOf('2026-11-20'))
  const response_address = 'Calle 5 # 4-3, Urrao'
  const fields = { response_channel: 'direccion', response_address }
  const { by, filed } = await filedCase(t, await t.company(), fields)
  const params = { id: filed.id }
  await by.call(pqrApi.answer, { params, body: ANSWER })
  expect(textOf((await by.ask(pqrApi.answerPdf, { params })).bytes)).toContain(response_address)
})

test('PQR-09 R3.11 el PDF de una respuesta dice lo que recibió el usuario, aunque después cambie su plazo y llegue el CUN', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company(), { response_channel: 'telefono' })
  const params = { id: filed.id }
  const body = { text: 'Revisamos su caso.', decision: 'contra' }
  await by.call(pqrApi.answer, { params, body })
  const document = async () => textOf((await client.ask(pqrApi.answerPdf, { params })).bytes)
  const sent = await document()
  t.setNow(morningOf('2026-11-27'))
  const { data } = await by.call(pqrApi.deliver, { params, body: { delivered_on: '2026-11-27' } })
  await by.call(pqrApi.setCun, { params, body: { cun: '4331-26-0000475930' } })
  expect(data.appeal_until).toBe('2026-12-14')
  expect(sent).toContain('hasta el 4 de diciembre de 2026')
  expect(sent).toContain('Radicado interno RI-2026-')
  expect(await document()).toBe(sent)
})

test('PQR-05 R3.7 la carta que entrega la mesa dice que el plazo del recurso cuenta desde que se recibe, y la de correo el día fijo', async () => {
  t.setNow(morningOf('2026-11-20'))
  const paperOf = async (fields: Readonly<Record<string, unknown>>) => {
    const { by, filed } = await filedCase(t, await t.company(), fields)
    const params = { id: filed.id }
    const { appeal_if_answered } = (await by.call(pqrApi.get, { params })).data
    await by.call(pqrApi.answer, { params, body: ANSWER })
    const { data } = await by.call(pqrApi.get, { params })
    // An answer that was given states no other one.
    expect([appeal_if_answered, data.appeal_if_answered]).toEqual(['2026-12-04', null])
    return textOf((await by.ask(pqrApi.answerPdf, { params })).bytes)
  }
  expect(await paperOf({ response_channel: 'direccion', response_address: 'Calle 5 # 4-3, Urrao' })).toContain(
    'Puede interponer recurso de reposición. El plazo cuenta desde el día en que reciba esta respuesta: si es el 20 de noviembre de 2026, va hasta el 4 de diciembre de 2026. No necesita abogado ni pagar la factura.',
  )
  expect(await paperOf({ response_channel: 'correo', typology: 'facturacion' })).toContain(
    'Puede interponer recurso de reposición, o reposición y en subsidio apelación para que decida la Superintendencia de Industria y Comercio, hasta el 4 de diciembre de 2026. No necesita abogado ni pagar la factura.',
  )
})

test('PQR-07 el expediente prueba a qué correo se notificó cada paso, y cuándo lo aceptó el servidor de correo', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, filed } = await filedCase(t, company)
  const params = { id: filed.id }
  const dossier = async () => textOf((await by.ask(pqrApi.pdf, { params })).bytes)
  expect(await dossier()).not.toContain('Correos enviados')
  await writeMail(t.world, { company_id: company.id, case_id: filed.id, document: 'constancia' })
  const line = 'Recibimos tu PQR: radicado interno RI-2026-000001 · yenny@correo.test'
  expect(await dossier()).toContain(`${line} · Por enviar`)
  await sendDue(t.world)
  expect(await dossier()).toContain(`Correos enviados a quien radicó ${line} · Enviado el 20 de noviembre de 2026, `)
})
