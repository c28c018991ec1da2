import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DOCUMENTS_MAX } from '#domain/contracts/document.ts'
import { documentApi } from '#domain/contracts/documents-api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { bucketTasks } from '#server/bucket/jobs.ts'
import { keepAnnex } from '#server/files/annexes.ts'
import { SAMPLE_PDF } from '#test/cases/case.ts'
import { samplePicture } from '#test/cases/profile.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { type Answer, type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
let company: Company
let financial: Person
let holder: Person
let contract: { id: string; no_contract: string }

beforeEach(async () => {
  company = await t.company()
  financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const user = { id: client.userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  holder = t.as(await t.session(user), user)
  contract = await makeContract(t.owner, company.id, client.id)
})

const pdf = (content: string | Buffer): Buffer =>
  Buffer.concat([SAMPLE_PDF.subarray(0, 9), Buffer.from(content), SAMPLE_PDF.subarray(9)])
const add = (bytes: Buffer, name = 'recibo.pdf', fields: Record<string, string> = {}): Promise<Answer> =>
  upload(t, financial, documentApi.add, { name, bytes }, fields, {}, { params: { no: contract.no_contract } })
const idOf = (answer: Answer): string => z.parse(z.object({ data: z.object({ id: z.uuid() }) }), answer.json).data.id
const file = (person: Person, id: string): Promise<Answer> =>
  person.ask(documentApi.file, { params: { no: contract.no_contract, id } })
const listFor = async (person: Person) =>
  (await person.call(documentApi.list, { params: { no: contract.no_contract } })).data
const storedFiles = async (): Promise<string[]> =>
  readdir(path.join(t.world.config.dataDir, 'files', company.id, 'annexes')).catch(() => [])

test('CON-05 la empresa anexa un PDF y una foto; su titular los ve y los descarga, la foto sin su ubicación', async () => {
  const paper = pdf('recibo de la luz')
  const annexed = await add(paper, 'Recibo de la luz.pdf')
  expect([annexed.status, annexed.json.message]).toEqual([201, 'Anexamos «Recibo de la luz»'])
  const photo = await samplePicture(4_000, 1_000)
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const pictured = await add(photo, 'IMG_001.JPG', { title: 'Cédula' })
  for (const person of [financial, holder]) {
    expect(await listFor(person)).toMatchObject([
      { title: 'Cédula', kind: 'image', added_by: 'Laura Pinzón', removed: null },
      { title: 'Recibo de la luz', kind: 'pdf', bytes: paper.length },
    ])
    const read = await file(person, idOf(annexed))
    expect([read.headers['content-type'], read.bytes.equals(paper)]).toEqual(['application/pdf', true])
    expect(read.headers['content-disposition']).toContain(`recibo-de-la-luz-${contract.no_contract}.pdf`)
    const image = await sharp((await file(person, idOf(pictured))).bytes).metadata()
    expect([image.format, image.width, image.height, image.exif]).toEqual(['webp', 2_400, 600, undefined])
    const one = await person.call(documentApi.get, { params: { id: idOf(pictured) } })
    expect(one.data).toMatchObject({ title: 'Cédula', no_contract: contract.no_contract })
  }
  const { data: notices } = await holder.call(notificationApi.list, { query: {} })
  expect(notices.map(({ text }) => text)).toContain(`Anexamos «Cédula» a tu contrato ${contract.no_contract}`)
})

test('CON-05 el título de un anexo no lleva caracteres de control ni de dirección del texto', async () => {
  for (const title of ['Cédula\u202efdp.exe', 'Cédula\u001b[31m']) {
    const refused = await add(pdf('recibo'), 'recibo.pdf', { title })
    expect([refused.status, refused.json.message]).toEqual([400, 'Quita los caracteres que no se pueden leer'])
  }
})

test('CON-05 un anexo quitado deja de verse, la empresa conserva su archivo y su motivo, y el barrido no lo borra', async () => {
  const id = idOf(await add(pdf('equivocado')))
  const params = { no: contract.no_contract, id }
  const empty = await financial.ask(documentApi.remove, { params, body: { reason: ' ' } })
  expect([empty.status, empty.json.message]).toEqual([400, 'Escribe el motivo'])
  await financial.call(documentApi.remove, { params, body: { reason: 'Era de otra persona' } })
  expect(await listFor(holder)).toEqual([])
  expect((await file(holder, id)).status).toBe(404)
  expect((await holder.ask(documentApi.get, { params: { id } })).status).toBe(404)
  expect(await listFor(financial)).toMatchObject([
    { id, removed: { by: 'Laura Pinzón', reason: 'Era de otra persona' } },
  ])
  const again = await financial.ask(documentApi.remove, { params, body: { reason: 'Otra vez' } })
  expect([again.status, again.json.message]).toEqual([409, 'Ese anexo ya se había quitado'])
  await bucketTasks['bucket.review'](t.world, {})
  expect((await file(financial, id)).status).toBe(200)
  expect(await t.events(company.id)).toEqual(['contract.document_added', 'contract.document_removed'])
})

test('CON-05 un archivo sin anexo queda sin uso en el bucket, y cada anexo cuenta en el límite de la empresa', async () => {
  await add(pdf('uno'))
  await t.owner.query('update companies set files_max_bytes = 60 where id = $1', [company.id])
  const refused = await add(pdf('dos'))
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'file'])
  expect(refused.json.message).toContain('llegó a su límite')
  // As a process that is killed before the row is written leaves it.
  await keepAnnex(t.world, company.id, 'pdf', pdf('tres'))
  expect(await storedFiles()).toHaveLength(2)
  expect(await listFor(financial)).toHaveLength(1)
  await bucketTasks['bucket.review'](t.world, {})
  const { rows: found } = await t.owner.query(
    'select use, count(*)::int as count from bucket_objects where company_id = $1 group by 1 order by 1',
    [company.id],
  )
  expect(found).toEqual([
    { use: 'orphan', count: 1 },
    { use: 'used', count: 1 },
  ])
  const { rows } = await t.owner.query('select count(*)::int as count from stored_files where company_id = $1', [
    company.id,
  ])
  expect(rows).toEqual([{ count: 1 }])
})

test('CON-05 lo que lleva programas, está protegido, incompleto o tiene otro nombre se rechaza con una frase', async () => {
  const packed = deflateSync('<< /Names << /JavaScript 3 0 R >> >>')
  const objects = Buffer.concat([
    Buffer.from(`5 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  const hostile: [Buffer, string, RegExp][] = [
    [pdf('<< /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'), 'a.pdf', /lleva programas/],
    [pdf('<< /S /J#61vaScript >>'), 'a.pdf', /lleva programas/],
    [pdf('<< /S /Launch /F (cmd.exe) >>'), 'a.pdf', /lleva programas/],
    [
      pdf('<< /Type /Filespec /EF << /F 9 0 R >> >> << /Names << /EmbeddedFiles 8 0 R >> >>'),
      'a.pdf',
      /otros archivos/,
    ],
    [pdf(objects), 'a.pdf', /lleva programas/],
    [pdf('<< /Encrypt 4 0 R >>'), 'a.pdf', /está protegido/],
    [pdf('x'.repeat(5_000)).subarray(0, 2_500), 'a.pdf', /incompleto o dañado/],
    [Buffer.from('MZ programa'), 'a.pdf', /es de otro tipo/],
    [Buffer.from('<svg onload="alert(1)"/>'), 'a.svg', /es de otro tipo/],
    [pdf('x'), 'a.exe', /se llama «a\.exe»/],
    [await samplePicture(8, 8), 'a.pdf', /su contenido es una imagen/],
  ]
  for (const [bytes, name, copy] of hostile) {
    const answer = await add(bytes, name)
    expect([name, answer.status, answer.json.errors?.[0]?.field]).toEqual([name, 400, 'file'])
    expect(answer.json.message).toMatch(copy)
  }
  expect(await storedFiles()).toEqual([])
  const plain = deflateSync('<< /Type /Catalog /Pages 2 0 R >>')
  const passive = Buffer.concat([
    Buffer.from(`5 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /Length ${plain.length} >>\nstream\n`),
    plain,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  expect((await add(pdf(passive), 'a.pdf')).status).toBe(201)
})

test('CON-05 un contrato tiene hasta cincuenta anexos, y un anexo no se abre por otro contrato', async () => {
  const id = idOf(await add(pdf('primero')))
  const other = await makeContract(t.owner, company.id, (await makeClient(t.owner, company.id)).id)
  for (const endpoint of [documentApi.file, documentApi.remove]) {
    const body = endpoint === documentApi.remove ? { body: { reason: 'x' } } : {}
    const answer = await financial.ask(endpoint, { params: { no: other.no_contract, id }, ...body })
    expect([answer.status, answer.json.message]).toEqual([404, 'Ese anexo no existe'])
  }
  await t.owner.query(
    `insert into contract_documents (company_id, contract_id, client_id, title, kind, stored_name, bytes, added_by)
     select company_id, contract_id, client_id, title, kind, stored_name, bytes, added_by
     from contract_documents cross join generate_series(1, $2) where id = $1`,
    [id, DOCUMENTS_MAX - 1],
  )
  const full = await add(pdf('uno más'))
  expect([full.status, full.json.message]).toEqual([409, expect.stringContaining('hasta 50 anexos')])
})

test('CON-05 COM-02 un anexo que la empresa ya no puede guardar no deja su archivo, y el contenido de otro anexo se queda', async () => {
  const kept = idOf(await add(pdf('uno')))
  await t.owner.query('update companies set files_max_bytes = 0 where id = $1', [company.id])
  const refused = [await add(pdf('dos')), await add(pdf('uno')), await add(await samplePicture(), 'foto.png')]
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(await storedFiles()).toHaveLength(1)
  expect((await file(financial, kept)).status).toBe(200)
})
