import { afterAll, expect, test } from 'vitest'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrUploadApi } from '#domain/pqr/upload-api.ts'
import { fileWire, SAMPLE_PDF } from '#test/cases/case.ts'
import { filedCase, morningOf, newCase } from '#test/cases/filed.ts'
import { samplePicture } from '#test/cases/profile.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Person, testApp } from '#test/world.ts'
import { writeMail } from './mail.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const MORNING = '2026-11-20'
const upload = async (by: Person, name: string, bytes: Buffer = SAMPLE_PDF) =>
  (await by.call(pqrUploadApi.upload, fileWire(name, bytes))).data

test('PQR-01 R3.2 la constancia de una PQR del portal, o que radica la mesa, nombra las fotos y los documentos que se radicaron con ella', async () => {
  t.setNow(morningOf(MORNING))
  const company = await t.company()
  const { by, client, clientId } = await filedCase(t, company)
  const desk = { client_id: clientId, channel: 'oficina' }
  for (const [who, fields] of [
    [client, {}],
    [by, desk],
  ] as const) {
    const files = [await upload(who, 'módem.png', await samplePicture()), await upload(who, 'factura.pdf')]
    const pqr = { ...newCase(`Con archivos de ${'channel' in fields ? 'la mesa' : 'el cliente'}`), ...fields, files }
    const { data: filed } = await who.call(pqrApi.create, { body: { pqr } })
    const params = { id: filed.id }
    const { data } = await client.call(pqrApi.get, { params })
    expect(data.files.map(({ name }) => name)).toEqual(['módem.webp', 'factura.pdf'])
    const named = 'Archivos que se recibieron: módem.webp, factura.pdf.'
    const receipt = await client.ask(pqrApi.constancia, { params })
    expect(readPdf(receipt.bytes).text.replaceAll(/\s+/g, ' ')).toContain(named)
    // The one by e-mail is drawn from the same rows: nothing arrives after it.
    await writeMail(t.world, { company_id: company.id, case_id: filed.id, document: 'constancia' })
    const added = data.files.map(({ added_at }) => added_at)
    expect(new Set(added)).toEqual(new Set([data.filed_at]))
    expect((await who.ask(pqrApi.file, { params: { ...params, file_id: data.files[1]?.id ?? '' } })).status).toBe(200)
  }
})

test('PQR-01 R3.1 una PQR se radica también con la llave de un archivo que ya se usó, y su hilo dice cuál falta; una llave repetida es un archivo', async () => {
  t.setNow(morningOf(MORNING))
  const { client } = await filedCase(t, await t.company())
  // A character that takes two units, at the place where a long name is cut.
  const [used, own] = [await upload(client, 'usado.pdf'), await upload(client, `${'a'.repeat(119)}𝕬𝕬.pdf`)]
  const file = async (subject: string, files: object[]) => {
    const made = await client.call(pqrApi.create, { body: { pqr: { ...newCase(subject), files } } })
    return (await client.call(pqrApi.get, { params: { id: made.data.id } })).data
  }
  const first = await file('Con el archivo', [used, used])
  expect(first.files.map(({ name }) => name)).toEqual(['usado.pdf'])
  const second = await file('Con el mismo archivo', [used, own])
  expect(second.files.map(({ name }) => name)).toEqual([`${'a'.repeat(119)}.pdf`])
  expect(second.entries.map(({ text }) => text)).toContain(
    'No guardamos «usado.pdf»: se envió con otra PQR, o venció su subida; agrégalo otra vez en esta.',
  )
})

test('PQR-01 la llave de un archivo vence, es de su empresa, y una PQR se radica con cinco; lo demás se rechaza en su campo', async () => {
  t.setNow(morningOf(MORNING))
  const [{ client }, { client: rival }] = [await filedCase(t, await t.company()), await filedCase(t, await t.company())]
  const [own, other] = [await upload(client, 'factura.pdf'), await upload(rival, 'ajeno.pdf')]
  const file = (files: object[]) => client.ask(pqrApi.create, { body: { pqr: { ...newCase('Con archivos'), files } } })
  const refused = await file([other])
  expect([refused.status, refused.json.errors?.[0]]).toEqual([
    422,
    { field: 'pqr.files', message: 'La subida de «ajeno.pdf» ya venció: quita el archivo y agrégalo otra vez' },
  ])
  expect((await file(Array.from({ length: 6 }, () => own))).status).toBe(400)
  t.setNow(new Date(`${MORNING}T10:56:00-05:00`))
  expect((await file([own])).status).toBe(422)
  t.setNow(new Date(`${MORNING}T10:54:00-05:00`))
  expect((await file([own])).status).toBe(201)
})

// Each file is read in a thread of its own, which a busy machine makes slow.
test('PQR-01 un usuario sube sesenta archivos en una hora, y el siguiente espera', { timeout: 180_000 }, async () => {
  const { client } = await filedCase(t, await t.company())
  for (const _each of Array.from({ length: 60 })) await upload(client, 'factura.pdf')
  const { status, json } = await client.ask(pqrUploadApi.upload, fileWire('factura.pdf', SAMPLE_PDF))
  expect([status, json.message]).toEqual([429, expect.stringMatching(/^Ya subiste muchos archivos\. Espera/)])
})
