import { rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bucketApi } from '#domain/bucket/api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { newPictureKey, storeOrphan } from '#test/bucket.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { samplePicture } from '#test/cases/profile.ts'
import { upload } from '#test/upload.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { bucketTasks } from './jobs.ts'

const t = testApp()
const Pictured = z.object({ data: z.object({ url: z.string() }) })

type Desk = { company: Company; superadmin: Person; client: Person; avatar: string }

/** A company with one picture in use. */
async function desk(): Promise<Desk> {
  const company = await t.company()
  const [superadmin, client] = [await company.person('superadmin'), await company.person('client')]
  const answer = await upload(t, client, profileApi.avatar, { name: 'foto.jpg', bytes: await samplePicture() })
  return { company, superadmin, client, avatar: z.parse(Pictured, answer.json).data.url }
}

const review = ({ company }: Desk) => bucketTasks['bucket.review'](t.world, { company_id: company.id })
const listOf = async ({ superadmin, company }: Desk, query: Record<string, string> = {}) =>
  superadmin.call(bucketApi.list, { query: { company_id: company.id, ...query } })
const on = ({ company }: Desk, id: string) => ({ params: { id }, query: { company_id: company.id } })
const usageOf = async ({ superadmin, company }: Desk) => {
  const { data } = await superadmin.call(bucketApi.usage, { query: { page_size: 100 } })
  return data.find(({ company_id }) => company_id === company.id)
}
const putDocument = ({ superadmin, company }: Desk, bytes: Buffer) =>
  upload(
    t,
    superadmin,
    companyApi.uploadFile,
    { name: 'rut.pdf', bytes },
    {},
    {},
    { part: 'updated_rut', params: { id: company.id } },
  )
const ageBin = (id: string, days: number) =>
  t.owner.query(
    'update bucket_objects set binned_at = now() - make_interval(days => $2) where id = $1 and binned_at is not null',
    [id, days],
  )

test('BKT-01 la revisión dice de cada archivo quién lo usa, que nadie lo usa, o que falta', async () => {
  const office = await desk()
  const { company } = office
  expect(await listOf(office)).toMatchObject({ data: [], reviewed_at: null })
  await putDocument(office, SAMPLE_PDF)
  await t.world.files.put(`${company.id}/annexes/${'a'.repeat(64)}.pdf`, SAMPLE_PDF)
  await t.world.files.put(`${company.id}/documents/${'b'.repeat(64)}.pdf`, SAMPLE_PDF)
  await t.world.files.put(`${company.id}/sin-carpeta.txt`, Buffer.from('x'))
  await rm(path.join(t.world.config.dataDir, 'files', company.id, 'images'), { recursive: true })
  await review(office)
  const { data, meta, reviewed_at } = await listOf(office)
  const found = data.toSorted((a, b) => a.kind.localeCompare(b.kind))
  expect(found.map(({ kind, use, used_by, preview }) => [kind, use, used_by, preview])).toEqual([
    ['annex', 'orphan', null, 'pdf'],
    ['document', 'used', null, 'pdf'],
    ['image', 'missing', expect.stringMatching(/^Foto de perfil: \S+/), null],
    ['other', 'orphan', null, null],
    ['registration', 'used', 'RUT actualizado', 'pdf'],
  ])
  expect([meta.total, reviewed_at === null]).toEqual([5, false])
  expect((await listOf(office, { use: 'orphan' })).meta.total).toBe(2)
  expect((await listOf(office, { kind: 'annex' })).data.map(({ bytes }) => bytes)).toEqual([SAMPLE_PDF.length])
  expect(await usageOf(office)).toMatchObject({
    used: { files: 2, bytes: 2 * SAMPLE_PDF.length },
    orphan: { files: 2, bytes: SAMPLE_PDF.length + 1 },
    missing: 1,
    max_bytes: 524_288_000,
  })
})

test('BKT-01 un archivo que vuelve deja de faltar, y uno que ya no está deja la lista', async () => {
  const office = await desk()
  await review(office)
  const key = `${office.company.id}/images/${office.avatar.split('/').at(-1)}`
  const bytes = await t.world.files.read(key)
  await t.world.files.remove(key)
  await t.world.files.put(`${office.company.id}/annexes/suelto.pdf`, SAMPLE_PDF)
  await review(office)
  expect((await listOf(office)).data.map(({ use }) => use).toSorted()).toEqual(['missing', 'orphan'])
  await t.world.files.put(key, bytes ?? Buffer.from(''))
  await t.world.files.remove(`${office.company.id}/annexes/suelto.pdf`)
  await review(office)
  expect((await listOf(office)).data.map(({ use }) => use)).toEqual(['used'])
})

test('BKT-01 un archivo se ve y se descarga como está, y cada consulta queda en la bitácora de la empresa', async () => {
  const office = await desk()
  await putDocument(office, SAMPLE_PDF)
  await review(office)
  const { data } = await listOf(office, { kind: 'registration' })
  const id = data[0]?.id ?? ''
  const file = await office.superadmin.ask(bucketApi.file, on(office, id))
  expect([file.status, file.headers['content-type'], file.bytes.equals(SAMPLE_PDF)]).toEqual([
    200,
    'application/pdf',
    true,
  ])
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''registration-[0-9a-f]{8}\.pdf$/)
  expect((await t.events(office.company.id)).filter((name) => name === 'company.read').length).toBe(2)
  const other = await t.company()
  const elsewhere = await office.superadmin.ask(bucketApi.file, { params: { id }, query: { company_id: other.id } })
  expect(elsewhere.status).toBe(404)
})

test('BKT-02 solo lo que nadie usa va a la papelera; lo demás se rechaza con quién lo usa', async () => {
  const office = await desk()
  await review(office)
  const [used] = (await listOf(office)).data
  const refused = await office.superadmin.ask(bucketApi.remove, on(office, used?.id ?? ''))
  expect([refused.status, refused.json.code, refused.json.message]).toEqual([
    409,
    'IN_USE',
    expect.stringMatching(/^No se puede borrar: está en uso \(Foto de perfil: /),
  ])
  const id = await storeOrphan(t, office.company.id)
  const { data, message } = await office.superadmin.call(bucketApi.remove, on(office, id))
  expect([data.use, message]).toEqual(['binned', 'Lo enviamos a la papelera: en 30 días se borra para siempre'])
  expect(Date.parse(data.binned?.until ?? '') - Date.parse(data.binned?.at ?? '')).toBe(30 * 86_400_000)
  expect((await office.superadmin.ask(bucketApi.remove, on(office, id))).status).toBe(409)
  expect((await listOf(office, { use: 'binned' })).data.map((file) => file.id)).toEqual([id])
})

test('BKT-02 lo que empezó a usarse después de la lista no se pierde: no se borra, o sale de la papelera', async () => {
  const office = await desk()
  await putDocument(office, Buffer.concat([SAMPLE_PDF, Buffer.from('\n')]))
  await t.owner.query('update companies set updated_rut_pdf_url = null where id = $1', [office.company.id])
  await review(office)
  const [orphan] = (await listOf(office, { use: 'orphan' })).data
  const id = orphan?.id ?? ''
  // Between the list and the call the same document is uploaded again.
  await putDocument(office, Buffer.concat([SAMPLE_PDF, Buffer.from('\n')]))
  expect((await office.superadmin.ask(bucketApi.remove, on(office, id))).json.code).toBe('IN_USE')
  await t.owner.query('update companies set updated_rut_pdf_url = null where id = $1', [office.company.id])
  await office.superadmin.call(bucketApi.remove, on(office, id))
  await putDocument(office, Buffer.concat([SAMPLE_PDF, Buffer.from('\n')]))
  expect((await office.superadmin.call(bucketApi.get, on(office, id))).data.use).toBe('used')
  await ageBin(id, 31)
  await bucketTasks['bucket.empty'](t.world)
  expect((await office.superadmin.ask(bucketApi.file, on(office, id))).status).toBe(200)
})

test('BKT-02 un archivo que se está borrando no lo puede empezar a usar nadie hasta que termine', async () => {
  const office = await desk()
  await putDocument(office, SAMPLE_PDF)
  await t.owner.query('update companies set updated_rut_pdf_url = null where id = $1', [office.company.id])
  await review(office)
  const [orphan] = (await listOf(office, { use: 'orphan' })).data
  await t.owner.query('update bucket_objects set ending_at = now() where id = $1', [orphan?.id])
  const refused = await putDocument(office, SAMPLE_PDF)
  expect([refused.status, refused.json.message]).toEqual([503, expect.stringMatching(/se está borrando ahora/)])
  await bucketTasks['bucket.empty'](t.world)
  expect((await putDocument(office, SAMPLE_PDF)).status).toBe(200)
  await review(office)
  expect((await listOf(office)).data.map(({ use }) => use)).toEqual(['used', 'used'])
})

test('BKT-02 de la papelera se puede volver 30 días; después se borra para siempre, por el reloj de la base de datos', async () => {
  const office = await desk()
  const [back, gone] = [await storeOrphan(t, office.company.id), await storeOrphan(t, office.company.id)]
  for (const id of [back, gone]) await office.superadmin.call(bucketApi.remove, on(office, id))
  await ageBin(back, 29)
  await ageBin(gone, 31)
  // The clock of the process does not count.
  t.setNow(new Date(Date.now() + 90 * 86_400_000))
  await bucketTasks['bucket.empty'](t.world)
  t.setNow(null)
  expect((await office.superadmin.ask(bucketApi.get, on(office, gone))).status).toBe(404)
  const { data } = await office.superadmin.call(bucketApi.restore, on(office, back))
  expect([data.use, data.binned]).toEqual(['orphan', null])
  expect((await office.superadmin.ask(bucketApi.restore, on(office, back))).status).toBe(409)
  expect((await office.superadmin.ask(bucketApi.file, on(office, back))).bytes.toString()).toBe('x')
  const events = (await t.events(office.company.id)).filter((name) => name.startsWith('bucket.'))
  expect(events).toEqual(['bucket.binned', 'bucket.binned', 'bucket.ended', 'bucket.restored'])
})

test('BKT-02 lo que nadie usa hace una semana va solo a la papelera, y lo que se sacó de ella espera otra semana', async () => {
  const office = await desk()
  const key = newPictureKey()
  const [old, young] = [await storeOrphan(t, office.company.id, { key }), await storeOrphan(t, office.company.id)]
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000)
  await utimes(path.join(t.world.config.dataDir, 'files', office.company.id, key), eightDaysAgo, eightDaysAgo)
  await review(office)
  const binned = (await listOf(office, { use: 'binned' })).data
  expect(binned.map(({ id, binned: bin }) => [id, bin?.by])).toEqual([[old, 'Enlace']])
  await office.superadmin.call(bucketApi.restore, on(office, old))
  await review(office)
  expect((await listOf(office, { use: 'orphan' })).data.map(({ id }) => id).toSorted()).toEqual([old, young].toSorted())
  const events = (await t.events(office.company.id)).filter((name) => name.startsWith('bucket.'))
  expect(events).toEqual(['bucket.swept', 'bucket.restored'])
})

test('BKT-01 se puede pedir una revisión de una empresa, que es una tarea', async () => {
  const office = await desk()
  const answer = await office.superadmin.ask(bucketApi.review, { query: { company_id: office.company.id } })
  expect(answer.status).toBe(202)
  const { rows } = await t.owner.query(`select payload from graphile_worker._private_jobs where key = $1`, [
    `bucket.review:${office.company.id}`,
  ])
  expect(rows).toEqual([{ payload: { company_id: office.company.id } }])
})

test('BKT-01 el bucket es solo del superadministrador', async () => {
  const office = await desk()
  for (const role of ['admin', 'financial', 'technical', 'client'] as const) {
    const person = await office.company.person(role)
    expect((await person.ask(bucketApi.usage)).status).toBe(403)
    expect((await person.ask(bucketApi.list, { query: { company_id: office.company.id } })).status).toBe(403)
  }
})
