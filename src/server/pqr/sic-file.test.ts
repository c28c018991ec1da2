import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { billed } from '#test/cases/billed.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { readPdf } from '#test/read-pdf.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterAll(() => t.setNow(null))

type Params = { id: string }

/** The documents of the file for the SIC by their names, as the text of each PDF. */
async function fileOf(by: Person, params: Params): Promise<Map<string, string>> {
  const { status, headers, bytes } = await by.ask(pqrApi.zip, { params })
  expect([status, headers['content-type']]).toEqual([200, 'application/zip'])
  const entries = Object.entries(unzipSync(bytes)).map(
    ([name, pdf]) => [name, readPdf(Buffer.from(pdf)).text.replaceAll(/\s+/g, ' ')] as const,
  )
  return new Map(entries)
}

test('PQR-07 R3.8 el expediente de un recurso confirmado lleva a la SIC el caso, cada respuesta, cada constancia y los archivos', async () => {
  t.setNow(morningOf('2026-11-20'))
  const company = await t.company()
  const { by, clientId, invoiceId } = await billed(t, company)
  const pqr = { ...newCase('Cobro de más'), typology: 'facturacion', response_channel: 'portal', channel: 'telefono' }
  const { data: filed } = await by.call(pqrApi.create, { body: { pqr: { ...pqr, client_id: clientId } } })
  const params = { id: filed.id }
  await by.call(pqrApi.linkInvoice, { params, body: { invoice_id: invoiceId } })
  await by.call(pqrApi.message, { params, body: { text: 'Cliente con mora', internal: true } })
  const attached = (name: string, fields = {}) =>
    upload(t, by, pqrApi.files, { name, bytes: SAMPLE_PDF }, fields, {}, { params })
  await attached('recibo.pdf')
  await attached('interno.pdf', { internal: 'true' })
  await by.call(pqrApi.answer, { params, body: { text: 'El cobro es el del contrato.', decision: 'contra' } })
  t.setNow(morningOf('2026-12-01'))
  const kind = 'reposicion_subsidio_apelacion'
  await by.call(pqrApi.appeal, { params, body: { kind, text: 'Nunca pedí esa visita', received_on: '2026-11-30' } })
  t.setNow(morningOf('2026-12-09'))
  const confirmed = { text: 'Confirmamos el cobro.', decision: 'contra' }
  const { data } = await by.call(pqrApi.answer, { params, body: confirmed })
  expect([data.status, data.sic?.transfer_by]).toEqual(['confirmada', '2026-12-16'])

  const documents = await fileOf(by, params)
  const dossier = `expediente-${filed.reference}.pdf`
  expect([...documents.keys()]).toEqual([
    dossier,
    'constancia.pdf',
    'constancia-factura.pdf',
    'constancia-recurso.pdf',
    'respuesta-1.pdf',
    'respuesta-2.pdf',
    'archivos/01-recibo.pdf',
  ])
  for (const [name, words] of [
    ['constancia.pdf', ['Constancia de radicación', 'Cobro de más']],
    ['constancia-factura.pdf', [filed.reference, '35.700,00']],
    [
      'constancia-recurso.pdf',
      ['Constancia del recurso', 'Recibido el 30 de noviembre de 2026', 'Nunca pedí esa visita'],
    ],
    [
      'respuesta-1.pdf',
      ['Respuesta a su PQR', 'Decisión: en contra', 'El cobro es el del contrato.', '4 de diciembre de 2026'],
    ],
    ['respuesta-2.pdf', ['Decisión del recurso', 'Confirmamos el cobro.', 'a más tardar el 16 de diciembre de 2026']],
    [dossier, ['El cobro es el del contrato.', 'Nunca pedí esa visita', 'Confirmamos el cobro.', 'recibo.pdf']],
  ] as const)
    for (const one of words) expect(documents.get(name), name).toContain(one)
  for (const [name, text] of documents) expect([name, text.includes('Cliente con mora')]).toEqual([name, false])
})

test('PQR-07 PQR-10 el expediente de un recurso del que se desistió lleva la constancia del desistimiento y la única respuesta', async () => {
  t.setNow(morningOf('2026-11-20'))
  const { by, client, filed } = await filedCase(t, await t.company())
  const params = { id: filed.id }
  await by.call(pqrApi.answer, { params, body: { text: 'Revisamos la red.', decision: 'contra' } })
  await client.call(pqrApi.appeal, { params, body: { kind: 'reposicion', text: 'No es cierto' } })
  await client.call(pqrApi.withdraw, { params, body: { reason: 'Ya me lo arreglaron' } })
  const documents = await fileOf(by, params)
  expect([...documents.keys()].slice(1)).toEqual([
    'constancia.pdf',
    'constancia-recurso.pdf',
    'constancia-desistimiento.pdf',
    'respuesta-1.pdf',
  ])
  expect(documents.get('constancia-desistimiento.pdf')).toContain('Ya me lo arreglaron')
})
