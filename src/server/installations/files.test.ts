import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fileApi } from '#domain/installations/file-api.ts'
import { routes } from '#server/app.ts'
import { counterOf } from '#server/auth/throttle.ts'
import { reviewCompany } from '#server/bucket/review.ts'
import { buildServer } from '#server/core/serve.ts'
import { writeAlone } from '#server/core/tx.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { drawnSignature, makeReport, takenPhoto, uploadEvidence } from '#test/reporting.ts'
import { upload } from '#test/upload.ts'
import { type Person, type TestApp, testApp } from '#test/world.ts'
import { sweepEvidence } from './jobs.ts'

const t = testApp()

const send = (by: Person, bytes: Buffer, kind: string, headers: Record<string, string> = {}, name = 'foto.jpg') =>
  upload(t, by, fileApi.upload, { name, bytes }, { kind }, headers)
const idOf = (url: unknown): string => String(url).split('/').at(-1) ?? ''
const storedOf = (companyId: string) =>
  readdir(path.join(t.world.config.dataDir, 'files', companyId, 'evidence')).catch(() => [])
const blank = (background: string, width = 300, height = 120) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

test('ACT-10 una foto se guarda dibujada de nuevo, sin el lugar donde se tomó, y no más grande de 1600 píxeles', async () => {
  const technical = await (await t.company()).person('technical')
  const answer = await send(technical, await takenPhoto(3_000, 2_000), 'photo')
  expect([answer.status, answer.json.message]).toEqual([201, 'Foto guardada'])
  const { data } = fileApi.upload.reply.parse(answer.json)
  expect(data.url).toBe(`/api/file/${data.id}`)
  const read = await technical.ask(fileApi.get, { params: { id: data.id } })
  expect([read.status, read.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const { width, height, exif, format } = await sharp(read.bytes).metadata()
  expect({ width, height, exif, format }).toEqual({ width: 1_600, height: 1_067, exif: undefined, format: 'jpeg' })
})

test('ACT-10 una foto que el teléfono guardó de lado queda derecha', async () => {
  const technical = await (await t.company()).person('technical')
  const turned = await sharp(await takenPhoto(640, 480))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { data } = fileApi.upload.reply.parse((await send(technical, turned, 'photo')).json)
  const read = await technical.ask(fileApi.get, { params: { id: data.id } })
  const { width, height, orientation } = await sharp(read.bytes).metadata()
  expect({ width, height, orientation }).toEqual({ width: 480, height: 640, orientation: undefined })
})

test('ACT-09 una firma sin trazos, con un punto o tapada se rechaza; una dibujada se guarda sobre blanco', async () => {
  const technical = await (await t.company()).person('technical')
  const transparent = await sharp({ create: { width: 300, height: 120, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  for (const bytes of [
    transparent,
    await blank('#ffffff'),
    await blank('#000000'),
    await drawnSignature('M9 9 L 11 11'),
  ]) {
    const answer = await send(technical, bytes, 'signature')
    expect([answer.status, answer.json.errors]).toEqual([
      400,
      [{ field: 'file', message: 'La firma está vacía: firma de nuevo en el recuadro' }],
    ])
  }
  const answer = await send(technical, await drawnSignature(), 'signature')
  const read = await technical.ask(fileApi.get, {
    params: { id: idOf(fileApi.upload.reply.parse(answer.json).data.url) },
  })
  const { data } = await sharp(read.bytes).raw().toBuffer({ resolveWithObject: true })
  expect([read.headers['content-type'], data[0]]).toEqual(['image/png', 255])
})

test('ACT-09 una firma se guarda en un solo canal de grises, sea cual sea el formato en que llega', async () => {
  const technical = await (await t.company()).person('technical')
  const drawn = await drawnSignature()
  const onWhite = () => sharp(drawn).flatten({ background: '#ffffff' })
  const expected = await onWhite().toColourspace('b-w').raw().toBuffer()
  for (const bytes of [
    drawn,
    await onWhite().toColourspace('b-w').png().toBuffer(),
    await sharp(drawn).toColourspace('b-w').png().toBuffer(),
    await sharp(drawn).toColourspace('rgb16').png().toBuffer(),
    await sharp(drawn).png({ palette: true }).toBuffer(),
    await onWhite().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
    await sharp(drawn).webp({ lossless: true }).toBuffer(),
  ]) {
    const answer = await send(technical, bytes, 'signature')
    const id = idOf(fileApi.upload.reply.parse(answer.json).data.url)
    const read = await technical.ask(fileApi.get, { params: { id } })
    const image = sharp(read.bytes).toColourspace('b-w')
    const { data } = await image.raw().toBuffer({ resolveWithObject: true })
    // A JPEG is not exact.
    const apart = Math.max(...data.map((grey, at) => Math.abs(grey - (expected[at] ?? 0))))
    const { width, height, channels } = await sharp(read.bytes).metadata()
    expect({ width, height, channels, isSame: apart <= 32 }).toEqual({
      width: 300,
      height: 120,
      channels: 1,
      isSame: true,
    })
  }
})

test('ACT-10 un archivo de 40 MB, un SVG con código y un PDF con nombre de foto se rechazan con una frase', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const replies = [
    await send(technical, Buffer.concat([await takenPhoto(), Buffer.alloc(40 * 1024 * 1024, 1)]), 'photo'),
    await send(technical, svg, 'photo', {}, 'foto.jpg'),
    await send(technical, SAMPLE_PDF, 'photo', {}, 'foto.jpg'),
    await send(technical, (await takenPhoto()).subarray(0, 400), 'photo'),
    await send(technical, await takenPhoto(), 'video'),
  ].map(({ status, json }) => [status, json.message])
  expect(replies).toEqual([
    [413, 'El archivo pesa más de 5 MB: envía uno más liviano'],
    [400, 'Sube una imagen PNG, JPG o WebP'],
    [400, 'Sube una imagen PNG, JPG o WebP'],
    [400, 'No pudimos leer la imagen: usa otra de menos de 25 megapíxeles, en PNG, JPG o WebP'],
    [400, 'Di si es photo o signature'],
  ])
  expect(await storedOf(company.id)).toEqual([])
})

test('ACT-11 el mismo Idempotency-Key sube el archivo una vez, también con dos intentos a la vez', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  const bytes = await takenPhoto()
  const headers = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all([1, 2, 3].map(() => send(technical, bytes, 'photo', headers)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await storedOf(company.id)).toHaveLength(1)
  const other = await send(technical, await takenPhoto(20, 20), 'photo', headers)
  expect([other.status, other.json.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  expect(await storedOf(company.id)).toHaveLength(1)
})

/** The same product, in which something happens when an object is written and its row is not. */
async function appWith(happens: () => Promise<unknown>): Promise<TestApp> {
  const { files } = t.world
  const put: typeof files.put = async (key, bytes) => {
    await files.put(key, bytes)
    await happens()
  }
  return { ...t, app: await buildServer({ ...t.world, files: { ...files, put } }, routes) }
}

test('ACT-11 un archivo que se repite a la vez o después con su Idempotency-Key se dibuja y se escribe una vez', async () => {
  const technical = await (await t.company()).person('technical')
  let written = 0
  const app = await appWith(async () => (written += 1))
  const photo = { name: 'foto.jpg', bytes: await takenPhoto() }
  const headers = { 'idempotency-key': randomUUID() }
  const again = () => upload(app, technical, fileApi.upload, photo, { kind: 'photo' }, headers)
  const answers = [...(await Promise.all([again(), again(), again()])), await again()]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(written).toBe(1)
})

test('ACT-11 si otro proceso contestó la misma Idempotency-Key entre tanto, vale su respuesta y no queda otro archivo', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  const bytes = await takenPhoto()
  const [first, second] = [randomUUID(), randomUUID()]
  const earlier = await send(technical, bytes, 'photo', { 'idempotency-key': first })
  const app = await appWith(() =>
    t.owner.query(
      `insert into idempotency_keys (company_id, user_id, route, key, request_hash, reply)
       select company_id, user_id, route, $2, request_hash, reply from idempotency_keys where key = $1`,
      [first, second],
    ),
  )
  const photo = { name: 'foto.jpg', bytes }
  const answer = await upload(app, technical, fileApi.upload, photo, { kind: 'photo' }, { 'idempotency-key': second })
  expect([answer.status, answer.text]).toEqual([201, earlier.text])
  expect(await storedOf(company.id)).toHaveLength(1)
  const { rows } = await t.owner.query('select count(*)::int as rows from evidence_files where company_id = $1', [
    company.id,
  ])
  expect(rows).toEqual([{ rows: 1 }])
})

test('ACT-11 subir una foto toma tres veces una conexión: la sesión, el comienzo y lo que queda guardado', async () => {
  const technical = await (await t.company()).person('technical')
  const app = await appWith(async () => undefined)
  const photo = { name: 'foto.jpg', bytes: await takenPhoto() }
  const { pool } = t.world
  let taken = 0
  const count = () => void (taken += 1)
  pool.on('acquire', count)
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await upload(app, technical, fileApi.upload, photo, { kind: 'photo' }, headers)
  pool.off('acquire', count)
  expect([answer.status, taken]).toEqual([201, 3])
})

test('ACT-10 después de 500 archivos en un día el siguiente se rechaza, y no queda anunciado ni contado en otro contador', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  const photo = await takenPhoto()
  expect((await send(technical, photo, 'photo')).status).toBe(201)
  const subject = counterOf(t.world, 'evidence', technical.id)
  const { rowCount } = await t.owner.query('update attempts set failures = 499 where subject = $1', [subject])
  expect(rowCount).toBe(1)
  expect((await send(technical, photo, 'photo')).status).toBe(201)
  const refused = await send(technical, photo, 'photo', { 'idempotency-key': randomUUID() })
  expect([refused.status, refused.json.message]).toEqual([
    429,
    'Hoy ya subiste muchas fotos y firmas. Intenta de nuevo mañana.',
  ])
  const stored = await t.owner.query('select key from file_storings where company_id = $1', [company.id])
  expect([stored.rows, (await storedOf(company.id)).length]).toEqual([[], 2])
  const app = writeAlone(t.world.pool, 'enlace_app', { companyId: company.id })
  await expect(sql`select count from count_upload('login:x', 60)`.execute(app)).rejects.toMatchObject({ code: '42501' })
})

test('ACT-10 el límite de espacio de la empresa cuenta también las fotos de las actas', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  await t.owner.query('update companies set files_max_bytes = 0 where id = $1', [company.id])
  const answer = await send(technical, await takenPhoto(), 'photo')
  expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([409, 'file'])
  expect(await storedOf(company.id)).toEqual([])
})

test('ACT-10 una foto la ve el equipo de la empresa y el cliente del acta; sin acta, solo quien la subió', async () => {
  const company = await t.company()
  const [technical, colleague, network] = [
    await company.person('technical'),
    await company.person('technical'),
    await company.person('network'),
  ]
  const made = await makeClient(t.owner, company.id)
  const user = { id: made.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const otherClient = await company.person('client')
  const { no_contract } = await makeContract(t.owner, company.id, made.id)
  const statusesOf = async (id: string) => {
    const statuses: number[] = []
    for (const person of [
      technical,
      colleague,
      network,
      client,
      otherClient,
      await (await t.company()).person('technical'),
    ])
      statuses.push((await person.ask(fileApi.get, { params: { id } })).status)
    return statuses
  }
  expect(await statusesOf(idOf(await uploadEvidence(t, technical, 'photo')))).toEqual([200, 404, 404, 404, 404, 404])
  const report = await makeReport(t, technical, no_contract)
  expect(await statusesOf(idOf(report.evi_img_url1))).toEqual([200, 200, 200, 200, 404, 404])
})

test('ACT-10 lo que ningún acta usa en 7 días deja de contar y va a la papelera; lo de un acta se queda', async () => {
  const company = await t.company()
  const technical = await company.person('technical')
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  await makeReport(t, technical, no_contract)
  await uploadEvidence(t, technical, 'photo')
  await uploadEvidence(t, technical, 'signature')
  const count = async () =>
    (await t.owner.query('select count(*)::int as n from stored_files where company_id = $1', [company.id])).rows[0].n
  const binned = async () =>
    (
      await t.owner.query(
        'select count(*)::int as n from bucket_objects where company_id = $1 and binned_at is not null',
        [company.id],
      )
    ).rows[0].n
  await sweepEvidence(t.world)
  await reviewCompany(t.world, company.id)
  expect([(await storedOf(company.id)).length, await count(), await binned()]).toEqual([5, 5, 0])
  await t.owner.query(
    `update evidence_files set created_at = now() - interval '8 days' where company_id = $1 and kind = 'photo'`,
    [company.id],
  )
  const folder = path.join(t.world.config.dataDir, 'files', company.id, 'evidence')
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000)
  for (const name of await storedOf(company.id)) await utimes(path.join(folder, name), eightDaysAgo, eightDaysAgo)
  await sweepEvidence(t.world)
  await reviewCompany(t.world, company.id)
  expect([(await storedOf(company.id)).length, await count(), await binned()]).toEqual([5, 4, 1])
})
