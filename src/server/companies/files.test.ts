import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { COMPANY_DOCUMENTS } from '#domain/companies/files.ts'
import { profileApi } from '#domain/profile/api.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { samplePicture } from '#test/cases/profile.ts'
import { upload } from '#test/upload.ts'
import { type Answer, type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
const NOWHERE = '01890000-0000-7000-8000-000000000000'
let company: Company
let superadmin: Person
let admin: Person

beforeEach(async () => {
  company = await t.company({ name: 'Andina Fibra S.A.S.' })
  superadmin = await company.person('superadmin')
  admin = await company.person('admin')
})

const pdf = (text: string): Buffer => Buffer.concat([SAMPLE_PDF.subarray(0, 9), Buffer.from(text), SAMPLE_PDF])
const put = (part: string, bytes: Buffer, person = superadmin, id = company.id): Promise<Answer> =>
  upload(t, person, companyApi.uploadFile, { name: 'archivo.pdf', bytes }, {}, {}, { part, params: { id } })
const urlsFor = async (person: Person): Promise<Record<string, string | null>> => {
  const { data } = await person.call(companyApi.files, { params: { id: company.id } })
  return Object.fromEntries(data.documents.map(({ document, url }) => [document, url]))
}
const get = (person: Person, url: string, id = company.id): Promise<Answer> =>
  person.ask(companyApi.document, { params: { id, name: url.split('/').at(-1) ?? '' } })

test('COM-02 la plataforma sube los tres documentos; ella y el administrador los descargan tal cual', async () => {
  for (const document of COMPANY_DOCUMENTS) expect((await put(document, pdf(document))).status).toBe(200)
  for (const person of [superadmin, admin]) {
    const urls = await urlsFor(person)
    for (const document of COMPANY_DOCUMENTS) {
      const answer = await get(person, urls[document] ?? '')
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      expect(answer.bytes.equals(pdf(document))).toBe(true)
    }
  }
  const rut = await get(admin, (await urlsFor(admin))['updated_rut'] ?? '')
  expect(rut.headers['content-disposition']).toBe("attachment; filename*=UTF-8''rut-actualizado-andina-fibra-s-a-s.pdf")
  const [listed] = (await superadmin.call(companyApi.listFiles)).data.filter(({ id }) => id === company.id)
  expect(listed?.updated_rut_pdf_url).toBe((await urlsFor(admin))['updated_rut'])
  // What the platform read of the company, its list of files and three documents, is recorded too.
  expect(await t.events(company.id)).toEqual([
    ...Array.from({ length: 3 }, () => 'company.document_changed'),
    ...Array.from({ length: 4 }, () => 'company.read'),
  ])
})

test('COM-02 un documento nuevo reemplaza al anterior, que deja de abrirse', async () => {
  await put('updated_rut', pdf('viejo'))
  const old = (await urlsFor(superadmin))['updated_rut'] ?? ''
  await put('updated_rut', pdf('nuevo'))
  expect((await get(superadmin, old)).status).toBe(404)
  const current = await get(superadmin, (await urlsFor(superadmin))['updated_rut'] ?? '')
  expect(current.bytes.equals(pdf('nuevo'))).toBe(true)
})

test('COM-02 lo que no es un PDF entero no se guarda, y se dice en su campo qué hacer', async () => {
  const whole = pdf('x'.repeat(5_000))
  const hostile: [Buffer, RegExp][] = [
    [Buffer.from('<html><script>alert(1)</script></html>'), /Sube el documento en PDF/],
    [await samplePicture(), /Sube el documento en PDF/],
    [Buffer.alloc(0), /Sube el documento en PDF/],
    [Buffer.concat([Buffer.alloc(2_000, 'a'), whole]), /Sube el documento en PDF/],
    [whole.subarray(0, 2_500), /incompleto o dañado/],
  ]
  for (const [bytes, copy] of hostile) {
    const answer = await put('chamber_of_commerce', bytes)
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, 'chamber_of_commerce'])
    expect(answer.json.message).toMatch(copy)
  }
  const unknown = await put('cedula', pdf('x'))
  expect([unknown.status, unknown.json.message]).toEqual([400, expect.stringContaining('range_of_numbers')])
  const folder = path.join(t.world.config.dataDir, 'files', company.id)
  expect(await readdir(folder, { recursive: true }).catch(() => [])).toEqual([])
})

test('COM-02 la plataforma cambia el logo de una empresa, dibujado de nuevo, y lo ven todos', async () => {
  expect((await put('logo', await samplePicture(960, 320))).status).toBe(200)
  const { data } = await superadmin.call(companyApi.files, { params: { id: company.id } })
  const [, , , companyId = '', name = ''] = (data.logo_url ?? '').split('/')
  const image = await t.ask(profileApi.image, { params: { company: companyId, name } })
  const { format, width, height } = await sharp(image.bytes).metadata()
  expect([format, width, height]).toEqual(['webp', 480, 160])
  expect(JSON.stringify(await admin.call(authApi.me))).toContain(data.logo_url)
  const refused = await put('logo', pdf('x'))
  expect([refused.status, refused.json.errors]).toEqual([
    400,
    [{ field: 'logo', message: 'Sube una imagen PNG, JPG o WebP' }],
  ])
})

test('COM-02 una empresa no ve los documentos de otra, y solo la plataforma los sube', async () => {
  await put('updated_rut', pdf('propio'))
  const url = (await urlsFor(superadmin))['updated_rut'] ?? ''
  const other = await t.company()
  const otherAdmin = await other.person('admin')
  for (const id of [company.id, other.id]) expect((await get(otherAdmin, url, id)).status).toBe(404)
  expect((await otherAdmin.ask(companyApi.files, { params: { id: company.id } })).status).toBe(404)
  expect((await get(superadmin, url, other.id)).status).toBe(404)
  for (const name of ['../../x', 'updated_rut-../../../x.pdf', `range_of_numbers-${'a'.repeat(64)}.pdf`])
    expect((await get(admin, name)).status).toBe(404)
  expect((await put('updated_rut', pdf('x'), admin)).status).toBe(403)
  expect((await put('updated_rut', pdf('x'), superadmin, NOWHERE)).status).toBe(404)
  expect((await get(await company.person('financial'), url)).status).toBe(403)
})

test('COM-02 la plataforma ve cuánto ocupan los archivos de una empresa y cambia su límite, que queda en la bitácora', async () => {
  const read = async (person: Person) =>
    (await person.call(companyApi.files, { params: { id: company.id } })).data.storage
  const change = (max_megabytes: unknown, person = superadmin) =>
    person.ask(companyApi.changeFilesLimit, { params: { id: company.id }, body: { max_megabytes } })
  expect(await read(admin)).toEqual({ files: 0, bytes: 0, max_bytes: 500 * 1_048_576 })
  const large = pdf('x'.repeat(700_000))
  await put('updated_rut', large)
  await put('chamber_of_commerce', pdf('y'.repeat(600_000)))
  expect(await read(superadmin)).toMatchObject({ files: 2, bytes: large.length + pdf('y'.repeat(600_000)).length })
  const changed = await change(1)
  expect([changed.status, changed.json.message]).toEqual([200, 'Andina Fibra S.A.S. puede guardar hasta 1 MB'])
  expect(changed.json.data).toMatchObject({ storage: { files: 2, max_bytes: 1_048_576 } })
  // Nothing is deleted: what is there stays, and no other file is taken.
  const refused = await put('range_of_numbers', pdf('z'))
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('límite de 1 MB')])
  expect((await get(admin, (await urlsFor(admin))['updated_rut'] ?? '')).status).toBe(200)
  expect((await change(2)).status).toBe(200)
  expect((await put('range_of_numbers', pdf('z'))).status).toBe(200)
  for (const wrong of [0, -1, 1.5, 102_401, 'mucho'])
    expect((await change(wrong)).json.errors?.[0]?.field).toBe('max_megabytes')
  expect((await change(5, admin)).status).toBe(403)
  const { rows } = await t.owner.query(
    `select before, after from events where company_id = $1 and name = 'company.files_limit_changed' order by id`,
    [company.id],
  )
  expect(rows.map(({ before, after }) => [before.max_megabytes, after.max_megabytes])).toEqual([
    [500, 1],
    [1, 2],
  ])
})
