import { afterEach, expect, test } from 'vitest'
import { fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { fileNumbers, issuingFiles } from '#test/cases/einvoices.ts'
import { issued, sendAllDue } from '#test/issuing.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const OWN = { prefix: 'FE', resolution: '18760000055', from_number: 1, to_number: 900, note_prefix: 'NC' }

test('EIN-05 un próximo número mal escrito se corrige hacia atrás mientras ningún documento tenga uno, y después no retrocede', async () => {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const { issuer } = fileNumbers()
  const save = async (next_number: number, note_next_number: number) =>
    admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...OWN, next_number, note_next_number } } })
  const nextOf = async () => {
    const { data } = await admin.call(factusApi.ranges)
    return ['FE', 'NC'].map((prefix) => data.find((range) => range.prefix === prefix)?.next_number)
  }
  await save(700, 50)
  await save(7, 5)
  expect(await nextOf()).toEqual([7, 5])
  await issued(t, company)
  await issued(t, company)
  await sendAllDue(t)
  expect(await nextOf()).toEqual([9, 5])
  await save(7, 3)
  expect(await nextOf()).toEqual([9, 3])
  await save(40, 3)
  expect(await nextOf()).toEqual([40, 3])
})

test('EIN-05 un rango cuyo documento dejó su número tampoco retrocede', async () => {
  t.setNow(new Date('2026-12-01T15:00:00Z'))
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const { issuer } = fileNumbers()
  const own = { ...issuer, ...OWN, starts_on: '2026-01-01', ends_on: '2027-12-31', next_number: 7 }
  await admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: own } })
  await issued(t, company)
  await sendAllDue(t)
  await t.owner.query(
    'update electronic_documents set file_number = null, file_range_id = null where company_id = $1',
    [company.id],
  )
  await admin.call(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...own, next_number: 2 } } })
  const { data } = await admin.call(factusApi.ranges)
  expect(data.find(({ prefix }) => prefix === 'FE')?.next_number).toBe(8)
})

test('EIN-05 al corregir un número de otra autorización también se mira lo que la anterior ya numeró', async () => {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const { issuer } = fileNumbers()
  const save = (changes: object) =>
    admin.ask(fileIssuerApi.saveFileIssuer, { body: { issuer: { ...issuer, ...OWN, ...changes } } })
  expect((await save({ next_number: 7 })).status).toBe(200)
  await issued(t, company)
  await sendAllDue(t)
  const { rows } = await t.owner.query('select id from electronic_documents where company_id = $1', [company.id])
  await admin.call(fileIssuerApi.confirm, { params: { id: rows[0].id }, body: { cufe: 'c'.repeat(96) } })
  expect((await save({ resolution: '18760000056', next_number: 700 })).status).toBe(200)
  const refused = await save({ resolution: '18760000056', next_number: 7 })
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'issuer.next_number'])
  expect((await save({ resolution: '18760000056', next_number: 8 })).status).toBe(200)
})
