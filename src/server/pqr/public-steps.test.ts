import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pqrApi } from '#domain/pqr/api.ts'
import { publicPqrApi } from '#domain/pqr/public-api.ts'
import { fileWire, SAMPLE_PDF } from '#test/cases/case.ts'
import { after, filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Company, testApp } from '#test/world.ts'
import { writeMail } from './mail.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const Filed = z.object({ id: z.uuid(), reference: z.string(), answer_by: z.string(), receipt_token: z.string() })
const Companies = z.array(z.object({ nit: z.string() }))
const LookedUp = z.object({ data: z.object({ company: z.object({ nit: z.string() }) }), others: Companies })
const Uploaded = z.object({ token: z.string(), name: z.string() })
const REPLY = { decision: 'contra', text: 'Revisamos la red y el equipo quedó cambiado.' }
/** The internal references of the companies of this file are equal: each case has its own document. */
let lastDocument = 52_999_457
const newDocument = (): string => String((lastDocument += 1))

async function nitOf({ id }: Company): Promise<string> {
  const { rows } = await t.owner.query<{ nit: string }>('select nit from companies where id = $1', [id])
  return rows[0]?.nit ?? ''
}

const sendFile = (nit: string, name: string, bytes = SAMPLE_PDF) => {
  const { headers, body } = fileWire(name, bytes, 'file', { company: nit })
  const sent = { method: 'POST', url: `/api${publicPqrApi.upload.path}`, headers: headers ?? {} } as const
  return t.app.inject({ ...sent, payload: z.parse(z.instanceof(Buffer), body) })
}

/** A case of a person who is no client, filed without a session on 20 November 2026. */
async function filedWithoutSession(fields: object = {}) {
  t.setNow(morningOf('2026-11-20'))
  await t.owner.query('delete from attempts')
  const company = await t.company()
  const nit = await nitOf(company)
  const identification = newDocument()
  const petitioner = {
    name: 'Luz Ortiz',
    type_identification: 'CC',
    identification,
    email: 'luz@correo.test',
  }
  const pqr = { ...newCase(), company: nit, petitioner, ...fields }
  const { json } = await t.ask(publicPqrApi.submit, { body: { pqr } })
  const filed = z.parse(Filed, json.data)
  const by = await company.person('financial')
  const params = { id: filed.id }
  const proof = { cun: filed.reference, identification }
  const read = async () => (await by.call(pqrApi.get, { params })).data
  const look = async () => (await t.ask(publicPqrApi.lookup, { query: proof })).json.data
  return { company, nit, by, params, filed, proof: { ...proof, company: nit }, read, look }
}

test('PQR-07 R3.7 quien no tiene usuario interpone su recurso con el número y el documento, dos toques son uno', async () => {
  const { company, by, params, proof, read, look, filed } = await filedWithoutSession({ typology: 'facturacion' })
  const body = { ...proof, kind: 'reposicion_subsidio_apelacion', text: 'No es cierto lo que dicen' }
  expect((await t.ask(publicPqrApi.appeal, { body })).status).toBe(409)
  await by.call(pqrApi.answer, { params, body: REPLY })
  expect(await look()).toMatchObject({
    actions: ['appeal', 'message'],
    appeals: ['reposicion', 'reposicion_subsidio_apelacion'],
  })
  const first = await t.ask(publicPqrApi.appeal, { body })
  const second = await t.ask(publicPqrApi.appeal, { body })
  expect([first.status, second.status, second.json.message]).toEqual([200, 200, first.json.message])
  expect(first.json.message).toBe('Recibimos el recurso: la respuesta llega a más tardar el 14 de diciembre de 2026')
  const { status, appeal, entries } = await read()
  expect([status, appeal?.kind, entries.filter(({ kind }) => kind === 'appealed').length]).toEqual([
    'en_reposicion',
    'reposicion_subsidio_apelacion',
    1,
  ])
  // Its receipt goes by e-mail: it has what who knows two numbers must not read.
  expect(Object.keys(Object(first.json.data))).toEqual(['pqr'])
  const { rows } = await t.owner.query(
    `select 1 from graphile_worker._private_jobs where payload ->> 'case_id' = $1 and payload ->> 'document' = 'appeal'`,
    [filed.id],
  )
  expect(rows).toHaveLength(1)
  expect(await t.events(company.id)).toContain('pqr.appealed')
})

test('PQR-07 R3.7 sin usuario el recurso tiene el mismo plazo y los mismos temas que en el portal', async () => {
  const it = await filedWithoutSession({ typology: 'atencion' })
  await it.by.call(pqrApi.answer, { params: it.params, body: REPLY })
  const appeal = (kind: string) => t.ask(publicPqrApi.appeal, { body: { ...it.proof, kind, text: 'No es cierto' } })
  const toSic = await appeal('reposicion_subsidio_apelacion')
  expect([toSic.status, toSic.json.errors?.[0]?.field]).toEqual([422, 'kind'])
  const { appeal_until } = await it.read()
  await t.owner.query(
    `insert into pqr_entries (company_id, case_id, kind, at, side, author, text)
     values ($1, $2, 'delivered', now(), 'empresa', 'Ana', 'Entregada')`,
    [it.company.id, it.params.id],
  )
  if (appeal_until === null) throw new Error('the case has no term to appeal')
  t.setNow(after(appeal_until))
  const late = await appeal('reposicion')
  expect([late.status, late.json.message]).toEqual([422, 'El plazo para el recurso venció el 4 de diciembre de 2026'])
})

test('PQR-01 R3.1 con el espacio de la empresa lleno la PQR se radica y el mensaje se recibe, y se dice qué archivo no quedó', async () => {
  const { company, nit, by, proof, read } = await filedWithoutSession()
  await t.owner.query('update companies set files_max_bytes = 0 where id = $1', [company.id])
  const uploaded = z.parse(Uploaded, (await sendFile(nit, 'prueba.pdf')).json().data)
  const said = 'No guardamos «prueba.pdf»: la empresa no tiene espacio para más archivos; entrégaselo por otro medio.'
  const body = { ...proof, text: 'Va la prueba', files: [uploaded] }
  const replies = [await t.ask(publicPqrApi.message, { body }), await t.ask(publicPqrApi.message, { body })]
  for (const { status, json } of replies) expect([status, json.message]).toEqual([200, `Recibimos tu mensaje. ${said}`])
  const written = await read()
  expect(written.entries.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
    ['message', 'Va la prueba'],
    ['notified', said],
  ])
  const identification = newDocument()
  const petitioner = { name: 'Luz Ortiz', type_identification: 'CC', identification, email: 'luz@correo.test' }
  const pqr = { ...newCase('Con archivo'), company: nit, petitioner, files: [uploaded] }
  const { status, json } = await t.ask(publicPqrApi.submit, { body: { pqr } })
  expect([status, json.message]).toEqual([201, `Radicamos tu PQR con el radicado interno RI-2026-000002. ${said}`])
  const params = { id: z.parse(Filed, json.data).id }
  const { data } = await by.call(pqrApi.get, { params })
  expect([data.files, data.entries.map(({ kind }) => kind), data.entries.at(-1)?.text]).toEqual([
    [],
    ['filed', 'notified'],
    said,
  ])
})

test('PQR-03 quien no tiene usuario envía los datos que le piden, con archivos, y la mesa los lee', async () => {
  const { nit, by, params, proof, read } = await filedWithoutSession()
  await by.call(pqrApi.requestInfo, { params, body: { text: '¿A qué hora pasa?' } })
  const uploaded = z.parse(Uploaded, (await sendFile(nit, 'C:\\fotos\\prueba de velocidad.pdf')).json().data)
  expect(uploaded.name).toBe('prueba de velocidad.pdf')
  const body = { ...proof, text: 'Pasa después de las siete', files: [uploaded] }
  const replies = [await t.ask(publicPqrApi.message, { body }), await t.ask(publicPqrApi.message, { body })]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const { entries, files } = await read()
  const own = entries.filter(({ kind, side }) => kind === 'message' && side === 'cliente')
  expect(own.map(({ author, text }) => [author, text])).toEqual([
    ['Luz Ortiz (en la consulta)', 'Pasa después de las siete'],
  ])
  expect(files.map(({ name, is_internal }) => [name, is_internal])).toEqual([['prueba de velocidad.pdf', false]])
  expect(replies[0]?.text).not.toMatch(/Pasa después/)
})

test('PQR-08 en la PQR de un cliente se recurre con la consulta, y se escribe y se desiste en el portal', async () => {
  t.setNow(morningOf('2026-11-20'))
  await t.owner.query('delete from attempts')
  const { filed, clientId } = await filedCase(t, await t.company())
  const { rows } = await t.owner.query<{ identification: string }>('select identification from clients where id = $1', [
    clientId,
  ])
  const proof = { cun: filed.reference, identification: rows[0]?.identification ?? '' }
  const { json } = await t.ask(publicPqrApi.lookup, { query: proof })
  expect(json.data).toMatchObject({ actions: [] })
  const { company } = z.parse(z.object({ company: z.object({ nit: z.string() }) }), json.data)
  const body = { ...proof, company: company.nit, text: 'Hola' }
  expect((await t.ask(publicPqrApi.message, { body })).status).toBe(403)
})

test('PQR-08 con otro documento no se escribe ni se recurre, y se responde igual que con un número ajeno', async () => {
  const { proof, read } = await filedWithoutSession()
  const wrong = { ...proof, identification: '41999458' }
  const message = await t.ask(publicPqrApi.message, { body: { ...wrong, text: 'Hola' } })
  const absent = await t.ask(publicPqrApi.message, { body: { ...proof, cun: '4488-26-0000000001', text: 'Hola' } })
  const appeal = await t.ask(publicPqrApi.appeal, { body: { ...wrong, kind: 'reposicion', text: 'Hola' } })
  expect([message.status, absent.status, appeal.status]).toEqual([404, 404, 404])
  expect(message.text).toBe(absent.text)
  expect((await read()).entries).toHaveLength(1)
})

test('PQR-01 R3.2 los archivos de quien radica sin usuario quedan en el caso, y la constancia los nombra', async () => {
  t.setNow(morningOf('2026-11-20'))
  const nit = await nitOf(await t.company())
  const other = z.parse(Uploaded, (await sendFile(nit, 'ajeno.pdf')).json().data)
  const company = await t.company()
  const mine = await nitOf(company)
  const file = z.parse(Uploaded, (await sendFile(mine, 'factura de julio.pdf')).json().data)
  const identification = newDocument()
  const petitioner = {
    name: 'Luz Ortiz',
    type_identification: 'CC',
    identification,
    email: 'luz@correo.test',
  }
  const pqr = { ...newCase('Con archivos'), company: mine, petitioner }
  const send = (files: object[]) => t.ask(publicPqrApi.submit, { body: { pqr: { ...pqr, files } } })
  // The key of another company's file, and more files than a form has.
  expect((await send([other])).json.errors?.[0]?.field).toBe('files')
  expect((await send(Array.from({ length: 6 }, () => file))).status).toBe(400)
  const [filed, again] = [await send([file]), await send([file])]
  expect([filed.status, again.status, again.json.message]).toEqual([
    201,
    201,
    expect.stringMatching(/^Ya habíamos recibido esta PQR/),
  ])
  const { id, receipt_token: token } = z.parse(Filed, filed.json.data)
  const by = await company.person('financial')
  const { files } = (await by.call(pqrApi.get, { params: { id } })).data
  expect(files.map(({ name, added_by }) => [name, added_by])).toEqual([['factura de julio.pdf', 'Luz Ortiz']])
  const receipt = await t.ask(publicPqrApi.receipt, { params: { token } })
  expect(readPdf(receipt.bytes).text).toContain('Archivos que se recibieron: factura de julio.pdf.')
  await writeMail(t.world, { company_id: company.id, case_id: id, document: 'constancia' })
  const { rows } = await t.owner.query<{ sha256: string }>(
    'select f.sha256 from message_files f join messages m on m.id = f.message_id where m.company_id = $1',
    [company.id],
  )
  expect(rows).toHaveLength(1)
  // A file that is added later is not in the receipt of the filing.
  t.setNow(new Date('2026-11-20T10:05:00-05:00'))
  const later = await t.ask(publicPqrApi.message, {
    body: {
      cun: z.parse(Filed, filed.json.data).reference,
      identification,
      company: mine,
      text: 'Otro archivo',
      files: [
        z.parse(
          Uploaded,
          (await sendFile(mine, 'despues.pdf', Buffer.concat([SAMPLE_PDF, Buffer.from('\n')]))).json().data,
        ),
      ],
    },
  })
  expect(later.status).toBe(200)
  const afterwards = await t.ask(publicPqrApi.receipt, { params: { token } })
  expect(readPdf(afterwards.bytes).text).not.toContain('despues.pdf')
})

test('PQR-01 un archivo de otro tipo, de una empresa que no existe o con la llave vencida se rechaza y dice qué hacer', async () => {
  t.setNow(morningOf('2026-11-20'))
  await t.owner.query('delete from attempts')
  const company = await t.company()
  const nit = await nitOf(company)
  const text = await sendFile(nit, 'nota.pdf', Buffer.from('Hola'))
  expect([text.statusCode, text.json().message]).toEqual([400, expect.stringMatching(/^Sube un PDF o una imagen/)])
  const unknown = await sendFile('999999999', 'a.pdf')
  expect([unknown.statusCode, unknown.json().errors[0].field]).toEqual([404, 'company'])
  const file = z.parse(Uploaded, (await sendFile(nit, 'a.pdf')).json().data)
  t.setNow(new Date('2026-11-20T10:56:00-05:00'))
  const identification = newDocument()
  const petitioner = {
    name: 'Luz Ortiz',
    type_identification: 'CC',
    identification,
    email: 'luz@correo.test',
  }
  const pqr = { ...newCase('Tarde'), company: nit, petitioner, files: [file] }
  const late = await t.ask(publicPqrApi.submit, { body: { pqr } })
  expect([late.status, late.json.message]).toEqual([422, expect.stringMatching(/^La subida de «a.pdf» ya venció/)])
  await t.owner.query(`update attempts set failures = 60 where subject like 'pqr_upload:%'`)
  const many = await sendFile(nit, 'a.pdf')
  expect([many.statusCode, many.json().code]).toEqual([429, 'TOO_MANY'])
})

test('PQR-08 dos empresas con el mismo radicado y la misma cédula: lo que se escribe llega a la que se consultó', async () => {
  const one = await filedWithoutSession()
  const other = await t.company()
  const petitioner = {
    name: 'Luz Ortiz',
    type_identification: 'CC',
    identification: one.proof.identification,
    email: 'luz@correo.test',
  }
  const pqr = { ...newCase('Otra'), company: await nitOf(other), petitioner }
  const filed = z.parse(Filed, (await t.ask(publicPqrApi.submit, { body: { pqr } })).json.data)
  expect(filed.reference).toBe(one.filed.reference)
  expect((await t.ask(publicPqrApi.message, { body: { ...one.proof, text: 'Es de la primera' } })).status).toBe(200)
  expect((await one.read()).entries.at(-1)?.text).toBe('Es de la primera')
  const by = await other.person('financial')
  expect((await by.call(pqrApi.get, { params: { id: filed.id } })).data.entries).toHaveLength(1)
})

test('PQR-08 dos empresas con el mismo radicado y la misma cédula: la consulta muestra la última y ofrece la otra', async () => {
  const one = await filedWithoutSession()
  const other = await t.company()
  const petitioner = {
    name: 'Luz Ortiz',
    type_identification: 'CC',
    identification: one.proof.identification,
    email: 'luz@correo.test',
  }
  const pqr = { ...newCase('Otra'), company: await nitOf(other), petitioner }
  await t.ask(publicPqrApi.submit, { body: { pqr } })
  const { company: first, ...numbers } = one.proof
  const second = await nitOf(other)
  const look = async (company: object = {}) => {
    const { status, json } = await t.ask(publicPqrApi.lookup, { query: { ...numbers, ...company } })
    if (status !== 200) return status
    const { data, others } = z.parse(LookedUp, json)
    return [data.company.nit, others.map(({ nit }) => nit)]
  }
  expect(await look()).toEqual([second, [first]])
  expect(await look({ company: first })).toEqual([first, [second]])
  expect(await look({ company: second.split('-')[0] ?? '' })).toEqual([second, [first]])
  // A company without such a case is answered as an unknown number.
  expect(await look({ company: await nitOf(await t.company()) })).toBe(404)
})

test('PQR-08 la empresa que se nombra se encuentra aunque más de veinte hayan dado después el mismo radicado', async () => {
  const one = await filedWithoutSession()
  const others: string[] = []
  for (let count = 0; count < 21; count += 1) others.push((await t.company()).id)
  await t.owner.query(
    `insert into pqr_cases (company_id, reference, type, typology, filed_typology, service, filed_service, channel, response_channel, petitioner_name, petitioner_type,
       petitioner_identification, subject, text, digest, filed_at, filed_on, filed_by, first_answer_by, status, changed_by, answer_by, due_at, clock_at)
     select other, reference, type, typology, filed_typology, service, filed_service, channel, response_channel, petitioner_name,
       petitioner_type, petitioner_identification, subject, text, digest, filed_at, filed_on, filed_by, first_answer_by, status, changed_by,
       answer_by, due_at, clock_at
     from pqr_cases, unnest($2::uuid[]) other where id = $1`,
    [one.filed.id, others],
  )
  const { status, json } = await t.ask(publicPqrApi.lookup, { query: one.proof })
  expect([status, z.parse(LookedUp, json).data.company.nit]).toEqual([200, one.proof.company])
})

test('PQR-03 las mismas palabras después de que la empresa escribió son otro mensaje', async () => {
  const { by, params, proof, read } = await filedWithoutSession()
  const send = async () => (await t.ask(publicPqrApi.message, { body: { ...proof, text: 'No' } })).status
  expect([await send(), await send()]).toEqual([200, 200])
  await by.call(pqrApi.requestInfo, { params, body: { text: '¿Ya reinició el equipo?' } })
  expect(await send()).toBe(200)
  expect((await read()).entries.filter(({ kind, text }) => kind === 'message' && text === 'No')).toHaveLength(2)
})
