import { afterEach, expect, test } from 'vitest'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { newKey } from '#test/cases/billed.ts'
import { issuingFiles } from '#test/cases/einvoices.ts'
import { issued, sendAllDue } from '#test/issuing.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const documentsOf = async (admin: Person) => (await admin.call(einvoiceApi.list, { query: { sort: 'queued_at' } })).data
const xmlOf = async (admin: Person, id: string) => (await admin.ask(einvoiceApi.xml, { params: { id } })).text

/** A company with one file of the last day of November, that its signer confirms in December. */
async function withOldFile() {
  t.setNow(new Date('2026-11-30T20:00:00Z'))
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const at = await issued(t, company)
  await sendAllDue(t)
  const [document] = await documentsOf(admin)
  if (!document) throw new Error('there is no document')
  const { data } = await admin.call(einvoiceApi.get, { params: { id: document.id } })
  // The database says when a document was queued, by its own clock.
  await t.owner.query(`update electronic_documents set queued_at = '2026-11-30T19:00:00Z' where id = $1`, [document.id])
  t.setNow(new Date('2026-12-02T15:00:00Z'))
  const confirm = (body: object) => admin.ask(fileIssuerApi.confirm, { params: { id: document.id }, body })
  const [fileDay] = /(?<=<cbc:IssueDate>)[^<]+/.exec(await xmlOf(admin, document.id)) ?? []
  return { admin, at, id: document.id, file_code: data.file_code ?? '', file_on: data.file_on, fileDay, confirm }
}

test('EIN-04 un archivo confirmado días después es del día que él tiene: en la nota, en el papel y en el ZIP del mes', async () => {
  const { admin, at, file_code, file_on, fileDay, confirm } = await withOldFile()
  expect([file_on, fileDay]).toEqual(['2026-11-30', '2026-11-30'])
  expect((await confirm({ cufe: file_code })).status).toBe(200)
  const charge = await at.by.ask(invoiceApi.pdf, { params: { id: at.invoice.id } })
  expect(readPdf(charge.bytes).text).toContain('Fecha de emisión: 30 de noviembre de 2026')
  const count = async (period: string) => (await admin.call(fileIssuerApi.monthFiles, { query: { period } })).data.count
  expect([await count('2026-11'), await count('2026-12')]).toEqual([1, 0])
  const concept = { concept: 'No se hizo la visita' }
  await at.by.call(invoiceApi.creditNote, { params: { id: at.invoice.id }, body: concept, headers: newKey() })
  await sendAllDue(t)
  const note = (await documentsOf(admin)).find(({ kind }) => kind === 'credit_note')
  const reference = /<cac:InvoiceDocumentReference>.*?<\/cac:InvoiceDocumentReference>/s.exec(
    await xmlOf(admin, note?.id ?? ''),
  )
  expect(reference?.[0]).toContain('<cbc:IssueDate>2026-11-30<')
})

test('EIN-04 quien firmó el archivo con otra fecha la escribe, y no puede ser de antes del documento ni de después de hoy', async () => {
  const { admin, id, confirm } = await withOldFile()
  for (const issued_on of ['2026-11-29', '2026-12-03', '30/11/2026']) {
    const refused = await confirm({ cufe: 'd'.repeat(96), issued_on })
    expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([400, 'issued_on'])
  }
  expect((await confirm({ cufe: 'd'.repeat(96), issued_on: '2026-12-01' })).status).toBe(200)
  expect((await admin.call(einvoiceApi.get, { params: { id } })).data).toMatchObject({ file_on: '2026-12-01' })
  expect((await admin.call(fileIssuerApi.monthFiles, { query: { period: '2026-12' } })).data.count).toBe(1)
})
