import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
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
  t.setNow(null)
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
