import { expect, test } from 'vitest'
import { bucketApi } from '#domain/bucket/api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { fileApi } from '#domain/installations/file-api.ts'
import { routes } from '#server/app.ts'
import { bucketTasks } from '#server/bucket/jobs.ts'
import { buildServer } from '#server/core/serve.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { takenPhoto } from '#test/reporting.ts'
import { upload } from '#test/upload.ts'
import { type Company, type Person, type TestApp, testApp } from '#test/world.ts'

const t = testApp()

type Desk = { company: Company; superadmin: Person }

/** A company whose RUT nothing uses any more: its file was in the bin for 31 days. */
async function deskWithEndedRut(): Promise<Desk> {
  const company = await t.company()
  const office = { company, superadmin: await company.person('superadmin') }
  await putRut(t, office)
  await t.owner.query('update companies set updated_rut_pdf_url = null where id = $1', [company.id])
  await bucketTasks['bucket.review'](t.world, { company_id: company.id })
  await t.owner.query(
    `update bucket_objects set binned_at = now() - interval '31 days', binned_by = 'Enlace' where company_id = $1`,
    [company.id],
  )
  return office
}

const putRut = (app: TestApp, { company, superadmin }: Desk) =>
  upload(
    app,
    superadmin,
    companyApi.uploadFile,
    { name: 'rut.pdf', bytes: SAMPLE_PDF },
    {},
    {},
    { part: 'updated_rut', params: { id: company.id } },
  )

/** The same product, in which something happens when an object is written and its row is not. */
async function appWith(happens: () => Promise<void>): Promise<TestApp> {
  const { files } = t.world
  const put: typeof files.put = async (key, bytes) => {
    await files.put(key, bytes)
    await happens()
  }
  return { ...t, app: await buildServer({ ...t.world, files: { ...files, put } }, routes) }
}

async function downloadRut({ company, superadmin }: Desk): Promise<number> {
  const { data } = await superadmin.call(companyApi.files, { params: { id: company.id } })
  const url = data.documents.find(({ document }) => document === 'updated_rut')?.url ?? ''
  const reply = await t.app.inject({ url, headers: { authorization: `Bearer ${superadmin.token}` } })
  return reply.statusCode
}

const emptyBin = () => bucketTasks['bucket.empty'](t.world)
const ageStoring = () => t.owner.query(`update file_storings set announced_at = now() - interval '61 minutes'`)

test('BKT-02 el mismo contenido que se sube mientras vence en la papelera no se pierde', async () => {
  const office = await deskWithEndedRut()
  const sent = await putRut(await appWith(emptyBin), office)
  expect(sent.status).toBe(200)
  expect(await downloadRut(office)).toBe(200)
  await bucketTasks['bucket.review'](t.world, { company_id: office.company.id })
  const { data } = await office.superadmin.call(bucketApi.list, { query: { company_id: office.company.id } })
  expect(data.map(({ use }) => use)).toEqual(['used'])
})

test('BKT-02 un archivo que tardó más de una hora en guardarse y entre tanto se borró se rechaza, y se puede subir de nuevo', async () => {
  const office = await deskWithEndedRut()
  const late = await putRut(
    await appWith(async () => {
      await ageStoring()
      await emptyBin()
    }),
    office,
  )
  expect([late.status, late.json.message]).toEqual([503, 'El archivo tardó demasiado en guardarse. Vuelve a subirlo.'])
  expect((await putRut(t, office)).status).toBe(200)
  expect(await downloadRut(office)).toBe(200)
})

test('BKT-02 la revisión olvida lo que se anunció hace más de una hora y nadie guardó', async () => {
  const { company } = await deskWithEndedRut()
  const announced = async () =>
    (await t.owner.query('select key from file_storings where company_id = $1', [company.id])).rowCount
  await t.owner.query(`insert into file_storings (company_id, key) values ($1, 'annexes/nunca.pdf')`, [company.id])
  await bucketTasks['bucket.review'](t.world, { company_id: company.id })
  expect(await announced()).toBe(1)
  await ageStoring()
  await bucketTasks['bucket.review'](t.world, { company_id: company.id })
  expect(await announced()).toBe(0)
})

test('ACT-11 BKT-02 una foto se escribe aunque otra subida de la empresa tenga tomados sus archivos, y espera solo al final', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  const other = await t.owner.connect()
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${company.id}:files`])
  const { promise: written, resolve } = Promise.withResolvers<void>()
  const app = await appWith(async () => resolve())
  const sent = upload(
    app,
    technical,
    fileApi.upload,
    { name: 'foto.jpg', bytes: await takenPhoto() },
    { kind: 'photo' },
  )
  await written
  await other.query('commit')
  other.release()
  expect((await sent).status).toBe(201)
})
