import { expect, test, vi } from 'vitest'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { issueFilesInProduction, issuingFiles } from '#test/cases/einvoices.ts'
import { creditNote, documentsOf, missingOf, saveKeys, testEnvironments, turnOn } from '#test/environments.ts'
import { issued, sendAllDue } from '#test/issuing.ts'
import { countWaiting } from '#test/waiting.ts'
import { reconcile } from './reconcile.ts'

const SOON = { timeout: 20_000 }
const { t, simulator, nextAccount, tried } = await testEnvironments()

test('INT-01 EIN-01 de vuelta en pruebas, el documento de producción que no se envió espera, y los demás y la conciliación siguen', async () => {
  const { company, admin, turnTo, sent, period } = await tried()
  await turnTo('production')
  await admin.call(einvoiceApi.queueMissing, { body: { period } })
  await turnTo('test')
  const other = await issued(t, company)
  await sendAllDue(t)
  expect(await documentsOf(admin)).toEqual([
    ['invoice', 'validated', false],
    ['invoice', 'queued', false],
    ['invoice', 'validated', true],
  ])
  const [, waiting] = (await admin.call(einvoiceApi.list)).data
  const { data: detail } = await admin.call(einvoiceApi.get, { params: { id: waiting?.id ?? '' } })
  expect(detail.waits_for).toContain('cuando la empresa esté otra vez en producción')
  const { data } = await admin.call(einvoiceApi.reconcile, { body: { period } })
  await reconcile(t.world, { company_id: company.id, id: data.id, period })
  const compared = (await admin.call(einvoiceApi.reconciliation, { query: { period } })).data
  expect(compared).toMatchObject({ status: 'done', differences: [] })
  await turnTo('production')
  await sendAllDue(t)
  expect([(await documentsOf(admin)).map(([, status]) => status), sent().length]).toEqual([
    ['validated', 'validated', 'validated'],
    1,
  ])
  expect(await missingOf(admin, other.invoice.period)).toBe(1)
})

test('INT-01 EIN-02 la nota que se rechazó en pruebas se envía cuando su factura se valida en producción', async () => {
  const { admin, at, turnTo, sent, period } = await tried()
  await creditNote(at, [{ position: 1, amount: 10_000 }])
  simulator.dian('rejected')
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toEqual(['credit_note', 'rejected', false])
  await turnTo('production')
  await admin.call(einvoiceApi.queueMissing, { body: { period } })
  await sendAllDue(t)
  expect([await documentsOf(admin), sent().length]).toEqual([
    [
      ['invoice', 'validated', false],
      ['credit_note', 'validated', false],
      ['invoice', 'validated', true],
    ],
    2,
  ])
})

test('INT-01 EIN-01 al apagar Factus de pruebas con Archivo UBL en producción, lo validado en pruebas es de prueba; con credenciales sin probar no se escribe ningún archivo', async () => {
  const account = nextAccount()
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  await issueFilesInProduction(admin)
  await turnOn(admin, account, 'test')
  const { invoice } = await issued(t, company)
  await sendAllDue(t)
  expect(await documentsOf(admin)).toEqual([['invoice', 'validated', false]])
  await saveKeys(admin, account, 'test')
  const { invoice: second } = await issued(t, company)
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toEqual(['invoice', 'queued', false])
  await admin.call(factusApi.stopFactus)
  expect([await documentsOf(admin), await missingOf(admin, invoice.period)]).toEqual([
    [
      ['invoice', 'queued', false],
      ['invoice', 'validated', true],
    ],
    1,
  ])
  expect(second.period).toBe(invoice.period)
})

test('EIN-04 lo que quedó en un archivo de pruebas no entrega ese XML como el de producción', async () => {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  await issued(t, company)
  await sendAllDue(t)
  const [file] = (await admin.call(einvoiceApi.list)).data
  if (!file) throw new Error('there is no document')
  await admin.call(einvoiceApi.retry, { params: { id: file.id }, body: {} })
  await issueFilesInProduction(admin)
  await t.owner.query('update numbering_ranges set is_active = false where company_id = $1', [company.id])
  await sendAllDue(t)
  const xml = await admin.ask(einvoiceApi.xml, { params: { id: file.id } })
  expect([xml.status, xml.json.code]).toEqual([409, 'CONFLICT'])
})

test('INT-01 EIN-01 producción que se enciende mientras se escribe un resultado de pruebas espera y lo ve: es de prueba', async () => {
  // The ranges were read with the first document.
  const { company, admin, turnTo, period } = await tried()
  await issued(t, company)
  const holder = await t.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from numbering_ranges where company_id = $1 for update', [company.id])
    const sending = sendAllDue(t, 1)
    await vi.waitFor(async () => expect(await countWaiting(t.owner)).toBe(1), SOON)
    const turning = turnTo('production')
    await vi.waitFor(async () => expect(await countWaiting(t.owner)).toBe(2), SOON)
    await holder.query('commit')
    await Promise.all([sending, turning])
  } finally {
    holder.release()
  }
  expect([await documentsOf(admin), await missingOf(admin, period)]).toEqual([
    [
      ['invoice', 'validated', true],
      ['invoice', 'validated', true],
    ],
    2,
  ])
})
