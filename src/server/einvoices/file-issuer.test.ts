import { unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { eventSentence } from '#domain/audit/sentences.ts'
import { clientApi } from '#domain/clients/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { newKey } from '#test/cases/billed.ts'
import { fileNumbers, issuingFiles } from '#test/cases/einvoices.ts'
import { issued, sendAllDue } from '#test/issuing.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A company that issues by files, with the documents of some invoices. */
async function withFiles(count: number) {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const made = []
  for (let index = 0; index < count; index += 1) made.push(await issued(t, company))
  await sendAllDue(t)
  return { company, admin, made }
}

const documentsOf = async (admin: Person) => (await admin.call(einvoiceApi.list, { query: { sort: 'queued_at' } })).data
const xmlOf = async (admin: Person, id: string) => (await admin.ask(einvoiceApi.xml, { params: { id } })).text

test('EIN-04 sin Factus, cada factura sale como un archivo UBL numerado en orden, y no es factura electrónica hasta que se confirma', async () => {
  const { admin, made } = await withFiles(3)
  const documents = await documentsOf(admin)
  expect(documents.map(({ status, reason, number, cufe }) => [status, reason, number, cufe])).toEqual(
    documents.map(() => ['manual', 'file', null, null]),
  )
  const numbers = []
  for (const { id } of documents) numbers.push(/<cbc:ID>(SETP\d+)</.exec(await xmlOf(admin, id))?.[1])
  expect(numbers).toEqual(['SETP990000000', 'SETP990000001', 'SETP990000002'])
  const [first] = documents
  const [at] = made
  if (!first || !at) throw new Error('there is no document')
  const charge = async () => readPdf((await at.by.ask(invoiceApi.pdf, { params: { id: at.invoice.id } })).bytes).text
  expect(await charge()).toContain('Cuenta de cobro')
  const { data } = await admin.call(einvoiceApi.get, { params: { id: first.id } })
  const cufe = data.file_code ?? ''
  expect(await xmlOf(admin, first.id)).toContain(cufe)
  const confirmed = await admin.call(fileIssuerApi.confirm, { params: { id: first.id }, body: { cufe } })
  expect(confirmed.data).toMatchObject({ status: 'validated', number: 'SETP990000000', cufe })
  expect(await charge()).toContain('Factura electrónica de venta')
  const again = await admin.ask(fileIssuerApi.confirm, { params: { id: first.id }, body: { cufe } })
  const other = await admin.ask(fileIssuerApi.confirm, { params: { id: documents[1]?.id ?? '' }, body: { cufe } })
  expect([again.status, other.status]).toEqual([409, 409])
})

test('EIN-01 escrito de nuevo, el archivo conserva su número y cambia de fecha y de CUFE', async () => {
  const { admin } = await withFiles(1)
  const [document] = await documentsOf(admin)
  const id = document?.id ?? ''
  const before = (await admin.call(einvoiceApi.get, { params: { id } })).data.file_code
  t.setNow(new Date(Date.now() + 86_400_000))
  await admin.call(einvoiceApi.retry, { params: { id }, body: {} })
  await sendAllDue(t)
  const { data } = await admin.call(einvoiceApi.get, { params: { id } })
  expect(data.file_code).not.toBe(before)
  expect(await xmlOf(admin, id)).toContain('<cbc:ID>SETP990000000<')
})

/** A file that is written again, as a person asks. */
async function writtenAgain(admin: Person, id: string): Promise<string> {
  await admin.call(einvoiceApi.retry, { params: { id }, body: {} })
  await sendAllDue(t)
  return xmlOf(admin, id)
}

test('EIN-02 escrito de nuevo, el archivo tiene los datos corregidos del cliente', async () => {
  const { admin, made } = await withFiles(1)
  const [document] = await documentsOf(admin)
  const id = document?.id ?? ''
  expect(await xmlOf(admin, id)).not.toContain('Carrera 99')
  const [at] = made
  await at?.by.call(clientApi.update, {
    params: { id: at.clientId },
    body: { client: { address: 'Carrera 99 # 1-2' } },
  })
  const xml = await writtenAgain(admin, id)
  expect(xml).toContain('Carrera 99 # 1-2')
  expect(xml).toContain('<cbc:ID>SETP990000000<')
  expect((await documentsOf(admin)).map(({ status, reason }) => [status, reason])).toEqual([['manual', 'file']])
})

test('EIN-01 escrito de nuevo otro día, el archivo no vence antes de su fecha', async () => {
  const { admin } = await withFiles(1)
  const [document] = await documentsOf(admin)
  t.setNow(new Date(Date.now() + 200 * 86_400_000))
  const xml = await writtenAgain(admin, document?.id ?? '')
  const issuedOn = /<cbc:IssueDate>([\d-]+)</.exec(xml)?.[1]
  const dueOn = [/<cbc:DueDate>([\d-]+)</, /<cbc:PaymentDueDate>([\d-]+)</].map((part) => part.exec(xml)?.[1])
  expect([issuedOn, ...dueOn]).toEqual(Array(3).fill(dayOf(new Date(Date.now() + 200 * 86_400_000))))
})

test('EIN-05 con otra autorización, lo ya numerado se escribe con la suya y lo nuevo con la nueva', async () => {
  const { company, admin } = await withFiles(1)
  const { issuer } = fileNumbers()
  const renewed = { prefix: 'FE', resolution: '18760000099', from_number: 1, to_number: 500, next_number: 1 }
  await admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...renewed } } })
  await issued(t, company)
  await sendAllDue(t)
  const [first, second] = await documentsOf(admin)
  const own = ['SETP990000000', '18760000001', 'SETP']
  expect(authorisedIn(await writtenAgain(admin, first?.id ?? ''))).toEqual(own)
  expect(authorisedIn(await xmlOf(admin, second?.id ?? ''))).toEqual(['FE1', '18760000099', 'FE'])
  const cufe = 'd'.repeat(96)
  await admin.call(fileIssuerApi.confirm, { params: { id: first?.id ?? '' }, body: { cufe } })
  const pdf = readPdf((await admin.ask(einvoiceApi.pdf, { params: { id: first?.id ?? '' } })).bytes).text
  expect(pdf).toContain('18760000001')
  expect(pdf).not.toContain('Factus')
})

/** What a file says of its number: the number, the resolution, the prefix. */
const authorisedIn = (xml: string) =>
  [/<cbc:ID>([A-Z]+\d+)</, /InvoiceAuthorization>(\d+)</, /sts:Prefix>(\w+)</].map((part) => part.exec(xml)?.[1])

test('EIN-05 una autorización mal escrita se corrige también para lo ya numerado, mientras la DIAN no haya validado nada con ella', async () => {
  const { company, admin } = await withFiles(2)
  const { issuer } = fileNumbers()
  const save = (change: object) =>
    admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...change } } })
  expect((await save({ resolution: '18760000011' })).message).toContain('Corregimos la autorización 18760000001')
  const [first, second] = await documentsOf(admin)
  const [id, other] = [first?.id ?? '', second?.id ?? '']
  expect(authorisedIn(await writtenAgain(admin, id))).toEqual(['SETP990000000', '18760000011', 'SETP'])
  const { rows } = await t.owner.query(
    `select before ->> 'resolution' as before, after ->> 'resolution' as after from events
     where company_id = $1 and name = 'file_issuer.saved' order by id desc limit 1`,
    [company.id],
  )
  expect(rows).toEqual([{ before: '18760000001', after: '18760000011' }])
  await issued(t, company)
  await sendAllDue(t)
  const third = (await documentsOf(admin))[2]?.id ?? ''
  expect(authorisedIn(await xmlOf(admin, third))).toEqual(['SETP990000002', '18760000011', 'SETP'])
  // A renewed authorisation has other numbers, and the documents keep theirs.
  await save({ resolution: '18760000022', from_number: 994000000, next_number: 994000000 })
  expect(authorisedIn(await writtenAgain(admin, other))).toEqual(['SETP990000001', '18760000011', 'SETP'])
})

test('EIN-05 los rangos de Archivo UBL no se dicen de Factus ni se eligen, y la bitácora no repite que se encendió', async () => {
  const { company, admin } = await withFiles(1)
  const { issuer } = fileNumbers()
  const renewed = { prefix: 'FE', resolution: '18760000099', from_number: 1, to_number: 500, next_number: 1 }
  await admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...renewed } } })
  const { data } = await admin.call(factusApi.ranges)
  expect(new Set(data.map(({ provider }) => provider))).toEqual(new Set(['ubl_file']))
  expect(data.map(({ problem }) => problem ?? '').filter((problem) => problem.includes('Factus'))).toEqual([])
  const earlier = data.find(({ is_active }) => !is_active)
  expect(earlier?.problem).toBe('El rango SETP es de Archivo UBL y ya no numera: otra numeración tomó su lugar')
  const refused = await admin.ask(factusApi.chooseRange, { params: { id: data[0]?.id ?? '' } })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Los rangos de Archivo UBL se cambian allá, con «Cambiar numeración»',
  ])
  const { rows } = await t.owner.query(
    `select name, before, after from events where company_id = $1 and name = 'file_issuer.saved' order by id`,
    [company.id],
  )
  expect(rows.map((row) => eventSentence('Ana', row))).toEqual([
    expect.stringContaining('encendió Archivo UBL con el prefijo SETP'),
    expect.stringContaining('cambió la numeración de Archivo UBL: el prefijo FE con la autorización 18760000099'),
  ])
})

test('EIN-05 con un documento validado, otra resolución del mismo prefijo es otra autorización', async () => {
  const { admin } = await withFiles(2)
  const { issuer } = fileNumbers()
  const [first, second] = await documentsOf(admin)
  await admin.call(fileIssuerApi.confirm, { params: { id: first?.id ?? '' }, body: { cufe: 'f'.repeat(96) } })
  const renewed = { ...issuer, resolution: '18760000011', next_number: 990000002 }
  await admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: renewed } })
  expect(authorisedIn(await writtenAgain(admin, second?.id ?? ''))).toEqual(['SETP990000001', '18760000001', 'SETP'])
})

test('EIN-05 un número validado cuya autorización no se sabe tampoco se da otra vez', async () => {
  const { company, admin } = await withFiles(1)
  const { issuer } = fileNumbers()
  const [document] = await documentsOf(admin)
  await admin.call(fileIssuerApi.confirm, { params: { id: document?.id ?? '' }, body: { cufe: 'a'.repeat(96) } })
  await t.owner.query('update electronic_documents set file_range_id = null where company_id = $1', [company.id])
  const save = (change: object) =>
    admin.ask(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...change } } })
  expect((await save({})).status).toBe(200)
  const refused = await save({ resolution: '18760000011' })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'issuer.next_number'])
  expect((await save({ resolution: '18760000011', next_number: 990000001 })).status).toBe(200)
  await issued(t, company)
  await sendAllDue(t)
  const [, next] = await documentsOf(admin)
  expect(authorisedIn(await xmlOf(admin, next?.id ?? ''))).toEqual(['SETP990000001', '18760000011', 'SETP'])
})

test('EIN-05 un número cuya autorización venció queda sin usar, y el documento toma uno de la nueva', async () => {
  const { company, admin } = await withFiles(1)
  const [document] = await documentsOf(admin)
  const id = document?.id ?? ''
  await t.owner.query(
    `update numbering_ranges set ends_on = (now() at time zone 'America/Bogota')::date - 1 where company_id = $1 and resolution is not null`,
    [company.id],
  )
  const { issuer } = fileNumbers()
  const renewed = { prefix: 'FE', resolution: '18760000099', from_number: 1, to_number: 500, next_number: 1 }
  await admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...renewed } } })
  expect(await writtenAgain(admin, id)).toContain('<cbc:ID>FE1<')
  const { data } = await admin.call(einvoiceApi.get, { params: { id } })
  expect(data.steps.map(({ text }) => text)).toContainEqual(expect.stringContaining('SETP990000000 quedó sin usar'))
})

test('EIN-05 el prefijo de un rango puede terminar en un número', async () => {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const { issuer } = fileNumbers()
  const own = { prefix: 'FE2', resolution: '18760000077', from_number: 1, to_number: 9, next_number: 5 }
  await admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...own } } })
  await issued(t, company)
  await sendAllDue(t)
  await t.owner.query(`update numbering_ranges set next_number = 1 where company_id = $1 and prefix = 'FE2'`, [
    company.id,
  ])
  const [document] = await documentsOf(admin)
  const cufe = 'e'.repeat(96)
  await admin.call(fileIssuerApi.confirm, { params: { id: document?.id ?? '' }, body: { cufe } })
  const { data } = await admin.call(factusApi.ranges)
  expect(data.find(({ prefix }) => prefix === 'FE2')?.next_number).toBe(6)
})

test('EIN-05 un número que ya es de otro documento no se da otra vez, tampoco por un prefijo que termina en un número', async () => {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const { issuer } = fileNumbers()
  const save = (range: object) => admin.ask(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...range } } })
  await save({ prefix: 'FE1', resolution: '18760000071', from_number: 1, to_number: 9, next_number: 1 })
  await issued(t, company)
  await sendAllDue(t)
  const [document] = await documentsOf(admin)
  expect(await xmlOf(admin, document?.id ?? '')).toContain('<cbc:ID>FE11<')
  const cufe = 'b'.repeat(96)
  await admin.call(fileIssuerApi.confirm, { params: { id: document?.id ?? '' }, body: { cufe } })
  const own = { prefix: 'FE', resolution: '18760000072', from_number: 1, to_number: 500 }
  for (const [range, status] of [
    [{ ...own, next_number: 11 }, 409],
    [{ ...own, prefix: 'FE1', next_number: 1 }, 409],
    [{ ...own, next_number: 12 }, 200],
  ] as const) {
    const { json, ...reply } = await save(range)
    expect([reply.status, json.errors?.[0]?.field]).toEqual([status, status === 409 ? 'issuer.next_number' : undefined])
  }
  await issued(t, company)
  await sendAllDue(t)
  const numbers = await Promise.all((await documentsOf(admin)).map(async ({ id }) => xmlOf(admin, id)))
  expect(numbers.map((xml) => /<cbc:ID>(FE\d+)</.exec(xml)?.[1])).toEqual(['FE11', 'FE12'])
})

test('EIN-04 la nota crédito espera la validación de su factura y su archivo nombra el CUFE de ella', async () => {
  const { admin, made } = await withFiles(1)
  const [at] = made
  if (!at) throw new Error('nothing was issued')
  const body = { concept: 'No se hizo la visita' }
  await at.by.call(invoiceApi.creditNote, { params: { id: at.invoice.id }, body, headers: newKey() })
  await sendAllDue(t)
  const [invoice, note] = await documentsOf(admin)
  expect(note?.status).toBe('queued')
  const cufe = 'c'.repeat(96)
  await admin.call(fileIssuerApi.confirm, { params: { id: invoice?.id ?? '' }, body: { cufe } })
  await sendAllDue(t)
  const xml = await xmlOf(admin, note?.id ?? '')
  expect(xml).toContain('<CreditNote')
  expect(xml).toContain(cufe)
  expect(xml).toContain('CUDE-SHA384')
  expect(/<cbc:ID>(NC\d+)</.exec(xml)?.[1]).toBe('NC1')
})

test('EIN-05 cuando el rango se acaba, los que faltan esperan y la fila dice por qué', async () => {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const { issuer } = fileNumbers()
  const small = { ...issuer, from_number: 1, to_number: 2, next_number: 1, resolution: '18760000002' }
  await admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: small } })
  for (let index = 0; index < 3; index += 1) await issued(t, company)
  await sendAllDue(t)
  expect((await documentsOf(admin)).map(({ status }) => status)).toEqual(['manual', 'manual', 'queued'])
  const { data } = await admin.call(einvoiceApi.queue)
  expect(data.problem?.text).toContain('no tiene más números')
})

test('EIN-04 el ZIP del mes tiene el XML de cada documento con su número', async () => {
  const { admin } = await withFiles(2)
  const period = periodOf(dayOf(new Date()))
  const { data } = await admin.call(fileIssuerApi.monthFiles, { query: { period } })
  expect(data).toEqual({ count: 2, parts: 1 })
  const zip = await admin.ask(fileIssuerApi.monthZip, { query: { period } })
  const files = unzipSync(new Uint8Array(zip.bytes))
  expect(Object.keys(files).toSorted()).toEqual(['SETP990000000.xml', 'SETP990000001.xml'])
  expect(Buffer.from(files['SETP990000000.xml'] ?? []).toString()).toContain('<cbc:ID>SETP990000000<')
})

test('INT-01 Archivo UBL pide la dirección de la empresa, no enciende con Factus, y apagado no escribe más archivos', async () => {
  const company = await t.company()
  const admin = await company.person('admin')
  const bare = await admin.ask(fileIssuerApi.saveFileIssuer, { body: fileNumbers() })
  expect([bare.status, bare.text]).toEqual([409, expect.stringContaining('dirección')])
  await issuingFiles(t, company)
  const { data } = await admin.call(factusApi.ranges)
  expect(data.map(({ prefix, is_chosen }) => `${prefix} ${is_chosen}`).toSorted()).toEqual(['NC true', 'SETP true'])
  expect(JSON.stringify(data)).not.toContain(fileNumbers().issuer.technical_key)
  await admin.call(fileIssuerApi.stopFileIssuer, { body: {} })
  await issued(t, company)
  expect(await documentsOf(admin)).toEqual([])
  await t.owner.query('update companies set is_factus_integration = true where id = $1', [company.id])
  const refused = await admin.ask(fileIssuerApi.saveFileIssuer, { body: fileNumbers() })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Factus')])
})

test('EIN-01 una empresa que no existe tiene una respuesta que lo dice', async () => {
  const company = await t.company()
  const superadmin = await company.person('superadmin')
  const query = { company_id: '01900000-0000-7000-8000-000000000000' }
  const absent = await superadmin.ask(einvoiceApi.queue, { query })
  expect([absent.status, absent.text]).toEqual([404, expect.stringContaining('empresa')])
})

test('EIN-03 si falta la dirección de la empresa o el municipio del cliente, la persona lee qué completar', async () => {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  await t.owner.query('update companies set address = null where id = $1', [company.id])
  const made = await issued(t, company)
  await t.owner.query(
    `update clients set municipality_code = '99999' where id = (select client_id from invoices where id = $1)`,
    [made.invoice.id],
  )
  await sendAllDue(t)
  expect((await documentsOf(admin)).map(({ status }) => status)).toEqual(['queued'])
  expect((await admin.call(einvoiceApi.queue)).data.problem?.text).toMatch(/^Completa la dirección, .* de tu empresa/)
  await t.owner.query(`update companies set address = 'Calle 1' where id = $1`, [company.id])
  await t.owner.query('update electronic_queues set wait_until = null where company_id = $1', [company.id])
  await sendAllDue(t)
  const rejected = (await documentsOf(admin)).map(({ status, reason }) => [status, reason])
  expect(rejected).toEqual([['rejected', 'municipality']])
})
