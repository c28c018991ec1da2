import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { companyApi } from '#domain/companies/api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { bucketTasks } from '#server/bucket/jobs.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { samplePicture } from '#test/cases/profile.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const Pictured = z.object({ data: z.object({ url: z.string() }) })

const filesOf = async (companyId: string): Promise<string[]> => {
  const found = await readdir(path.join(t.world.config.dataDir, 'files', companyId), { recursive: true }).catch(
    () => [],
  )
  return found.filter((name) => name.includes('.')).toSorted()
}

async function picture(person: Person, endpoint: typeof profileApi.avatar | typeof profileApi.logo): Promise<string> {
  const answer = await upload(t, person, endpoint, { name: 'foto.jpg', bytes: await samplePicture() })
  return z.parse(Pictured, answer.json).data.url
}

test('PRF-01 una foto reemplazada o quitada se borra del disco, y la igual de otra persona se queda', async () => {
  const company = await t.company()
  const [one, other] = [await company.person('financial'), await company.person('client')]
  const first = await picture(one, profileApi.avatar)
  const kept = await picture(other, profileApi.avatar)
  const second = await picture(one, profileApi.avatar)
  expect(new Set([first, kept, second]).size).toBe(3)
  expect((await t.app.inject({ url: first })).statusCode).toBe(404)
  expect((await t.app.inject({ url: second })).statusCode).toBe(200)
  await one.call(profileApi.removeAvatar)
  expect((await t.app.inject({ url: second })).statusCode).toBe(404)
  expect((await t.app.inject({ url: kept })).statusCode).toBe(200)
  expect(await filesOf(company.id)).toEqual([`images/${kept.split('/').at(-1)}`])
})

test('COM-02 un logo o un documento reemplazado se borra del disco', async () => {
  const company = await t.company()
  const superadmin = await company.person('superadmin')
  const put = (part: string, bytes: Buffer) =>
    upload(t, superadmin, companyApi.uploadFile, { name: 'a', bytes }, {}, {}, { part, params: { id: company.id } })
  const pdf = (text: string): Buffer => Buffer.concat([SAMPLE_PDF.subarray(0, 9), Buffer.from(text), SAMPLE_PDF])
  for (const side of [600, 700]) expect((await put('logo', await samplePicture(side, 200))).status).toBe(200)
  for (const text of ['viejo', 'nuevo', 'nuevo']) expect((await put('updated_rut', pdf(text))).status).toBe(200)
  expect((await put('range_of_numbers', pdf('nuevo'))).status).toBe(200)
  expect((await put('range_of_numbers', pdf('otro'))).status).toBe(200)
  expect((await filesOf(company.id)).map((name) => name.split('/')[0])).toEqual([
    'images',
    'registration',
    'registration',
  ])
})

test('PRF-01 la foto número 31 del día espera al otro día, y las de los demás no', async () => {
  const company = await t.company()
  const [one, other] = [await company.person('client'), await company.person('client')]
  const bytes = await samplePicture(8, 8)
  const statusOf = async (person: Person) =>
    (await upload(t, person, profileApi.avatar, { name: 'foto.jpg', bytes })).status
  const statuses = []
  for (let n = 1; n <= 31; n += 1) statuses.push(await statusOf(one))
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
  expect(await statusOf(other)).toBe(200)
  expect(await filesOf(company.id)).toHaveLength(2)
})

test('PRF-01 una imagen que ocuparía demasiada memoria se rechaza por su encabezado', async () => {
  const company = await t.company()
  const bytes = await sharp({ create: { width: 4_900, height: 4_900, channels: 4, background: '#fff' } })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  const answer = await upload(t, await company.person('client'), profileApi.avatar, { name: 'foto.png', bytes })
  expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, 'file'])
})

test('API-02 la revisión borra lo que quedó a medias hace más de una hora, señala lo que nadie usa, y nada más', async () => {
  const company = await t.company()
  const used = await picture(await company.person('client'), profileApi.avatar)
  const folder = path.join(t.world.config.dataDir, 'files', company.id)
  await mkdir(path.join(folder, 'documents'), { recursive: true })
  const long = new Date(Date.now() - 2 * 60 * 60 * 1_000)
  const orphan = `images/${'a'.repeat(64)}.webp`
  const files = [orphan, 'images/x.part', 'documents/y.part', `documents/${'b'.repeat(64)}.pdf`]
  for (const name of files) {
    await writeFile(path.join(folder, name), 'x')
    await utimes(path.join(folder, name), long, long)
  }
  await writeFile(path.join(folder, 'images/nuevo.part'), 'x')
  await utimes(path.join(folder, 'images', used.split('/').at(-1) ?? ''), long, long)
  await bucketTasks['bucket.review'](t.world, {})
  const kept = [orphan, `documents/${'b'.repeat(64)}.pdf`, `images/${used.split('/').at(-1)}`, 'images/nuevo.part']
  expect(await filesOf(company.id)).toEqual(kept.toSorted())
  const { rows } = await t.owner.query('select key from bucket_objects where company_id = $1 and use = $2', [
    company.id,
    'orphan',
  ])
  expect(rows).toEqual([{ key: orphan }])
})

test('API-02 un archivo que no se pudo guardar no deja restos', async () => {
  const folder = path.join(t.world.config.dataDir, 'files', 'sin-espacio')
  // A folder has the name of the file, so that the file cannot get it.
  await mkdir(path.join(folder, 'foto.webp'), { recursive: true })
  await expect(t.world.files.put('sin-espacio/foto.webp', Buffer.from('x'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['foto.webp'])
})

/** The counted bytes of a company. */
async function countedBytes(companyId: string): Promise<number> {
  const { rows } = await t.owner.query<{ bytes: string }>(
    'select coalesce(sum(bytes), 0) as bytes from stored_files where company_id = $1',
    [companyId],
  )
  return Number(rows[0]?.bytes)
}

test('COM-02 las fotos y los documentos de una empresa no pasan de su cuota, y lo que se quita libera espacio', async () => {
  const company = await t.company()
  const [superadmin, one, other] = [
    await company.person('superadmin'),
    await company.person('client'),
    await company.person('client'),
  ]
  const document = Buffer.concat([SAMPLE_PDF, Buffer.alloc(1_000), SAMPLE_PDF])
  const put = (part: string, bytes: Buffer) =>
    upload(t, superadmin, companyApi.uploadFile, { name: 'a', bytes }, {}, {}, { part, params: { id: company.id } })
  const setMax = (bytes: number) =>
    t.owner.query('update companies set files_max_bytes = $2 where id = $1', [company.id, bytes])
  const first = await picture(one, profileApi.avatar)
  expect(await countedBytes(company.id)).toBe((await t.app.inject({ url: first })).rawPayload.length)
  await setMax((await countedBytes(company.id)) + document.length)
  // The same document twice is one file.
  for (const part of ['updated_rut', 'range_of_numbers']) expect((await put(part, document)).status).toBe(200)
  const full = await upload(t, other, profileApi.avatar, { name: 'foto.jpg', bytes: await samplePicture() })
  expect([full.status, full.json.code, full.json.errors?.[0]?.field]).toEqual([409, 'LIMIT_REACHED', 'file'])
  expect(full.json.message).toMatch(/límite de 0 MB de fotos y documentos: quita alguno/)
  const refused = await put('chamber_of_commerce', SAMPLE_PDF)
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'chamber_of_commerce'])
  // A picture that replaces another one of the same size fits.
  await picture(one, profileApi.avatar)
  await one.call(profileApi.removeAvatar)
  expect(await countedBytes(company.id)).toBe(document.length)
  await picture(other, profileApi.avatar)
})

test('COM-02 veinte fotos a la vez no pasan juntas de la cuota', async () => {
  const company = await t.company()
  const people = await Promise.all(Array.from({ length: 20 }, () => company.person('client')))
  const bytes = await samplePicture()
  await picture(await company.person('client'), profileApi.avatar)
  const size = await countedBytes(company.id)
  await t.owner.query('update companies set files_max_bytes = $2 where id = $1', [company.id, size * 6])
  const replies = await Promise.all(
    people.map((person) => upload(t, person, profileApi.avatar, { name: 'foto.jpg', bytes })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(15)
  // A refused photo leaves no file: otherwise the limit would not hold for the disk.
  expect(await readdir(path.join(t.world.config.dataDir, 'files', company.id, 'images'))).toHaveLength(6)
})

test('COM-02 la revisión cuenta los archivos de antes de la cuota y olvida los que ya nadie usa', async () => {
  const company = await t.company()
  const url = await picture(await company.person('client'), profileApi.avatar)
  const size = await countedBytes(company.id)
  await t.owner.query('delete from stored_files where company_id = $1', [company.id])
  await t.owner.query(
    `insert into stored_files (company_id, name, bytes, created_at) values ($1, $2, 7, now() - interval '2 hours')`,
    [company.id, 'a'.repeat(64)],
  )
  await bucketTasks['bucket.review'](t.world, {})
  expect(await countedBytes(company.id)).toBe(size)
  expect((await t.app.inject({ url })).statusCode).toBe(200)
})
