import { unzipSync } from 'fflate'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { bulkApi } from '#domain/bulk/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { runJob } from '#server/bulk/worker.ts'
import { BULK_WORK } from '#server/bulk-work.ts'
import { samplePicture } from './cases/profile.ts'
import { makeClient, makeContract } from './factory.ts'
import { startS3 } from './s3.ts'
import { upload } from './upload.ts'
import { type Person, testApp } from './world.ts'

/** The product with its files in a bucket, and what a person sees while the service of the bucket is away. */
const server = await startS3()
const t = testApp(server.env)
afterAll(() => server.close())

const Pictured = z.object({ data: z.object({ url: z.string() }) })
const send = async (person: Person) =>
  upload(t, person, profileApi.avatar, { name: 'foto.jpg', bytes: await samplePicture() })
const avatarOf = async ({ id }: Person): Promise<unknown> =>
  (await t.owner.query('select avatar_url from users where id = $1', [id])).rows[0]?.avatar_url

async function keysOf(companyId: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of t.world.files.list(`${companyId}/`)) keys.push(key)
  return keys
}

test('BKT-03 PRF-01 una foto se guarda en el bucket, y la que se quita desaparece de su dirección', async () => {
  const company = await t.company()
  const person = await company.person('client')
  const { url } = z.parse(Pictured, (await send(person)).json).data
  const seen = await t.app.inject({ url })
  expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await keysOf(company.id)).toEqual([`${company.id}/images/${url.split('/').at(-1)}`])
  await person.call(profileApi.removeAvatar)
  expect([(await t.app.inject({ url })).statusCode, await keysOf(company.id)]).toEqual([404, []])
})

test('BKT-03 sin el bucket una foto no se guarda a medias: 503 con una frase, y después se puede subir', async () => {
  const company = await t.company()
  const person = await company.person('client')
  await server.stop()
  const refused = await send(person)
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '30'])
  expect(refused.json.message).toMatch(/^En este momento no podemos abrir ni guardar archivos\..*intenta de nuevo/)
  const counted = await t.owner.query('select from stored_files where company_id = $1', [company.id])
  expect([await avatarOf(person), counted.rowCount]).toEqual([null, 0])
  await server.start()
  expect((await send(person)).status).toBe(200)
  expect(await avatarOf(person)).toMatch(/^\/api\/image\//)
})

test('BKT-03 sin el bucket una factura se ve igual, y la tarea que guarda un archivo termina cuando vuelve', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_000 }]
  const headers = { 'idempotency-key': 'factura' }
  const { data: invoice } = await financial.call(invoiceApi.create, {
    body: { invoice: { no_contract, lines } },
    headers,
  })
  const { data: job } = await financial.call(bulkApi.start, { body: { action: 'zip_invoices', query: '' } })
  const run = () => runJob(t.world, BULK_WORK, { company_id: company.id, job_id: job.id })
  const statusOf = async () => (await financial.call(bulkApi.get, { params: { id: job.id } })).data.status
  await server.stop()
  const shown = await financial.ask(invoiceApi.pdf, { params: { id: invoice.id } })
  expect([shown.status, shown.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  await run()
  expect(await statusOf()).toBe('running')
  await server.start()
  // As the ticker does until it ends: the lease of a failed try ends, and the store is asked again after its pause.
  await vi.waitFor(
    async () => {
      await t.owner.query("update bulk_jobs set heartbeat_at = now() - interval '2 minutes' where id = $1", [job.id])
      await run()
      expect(await statusOf()).toBe('done')
    },
    { timeout: 60_000, interval: 1_000 },
  )
  const file = await financial.ask(bulkApi.file, { params: { id: job.id } })
  expect([file.status, file.headers['content-length']]).toEqual([200, String(file.bytes.length)])
  expect(Object.keys(unzipSync(file.bytes))).toHaveLength(1)
}, 90_000)
