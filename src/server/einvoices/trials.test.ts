import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { fileIssuerApi } from '#domain/einvoices/file-issuer.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { issueFilesInProduction, issuingFiles } from '#test/cases/einvoices.ts'
import { creditNote, documentsOf, missingOf, testEnvironments, turnOn } from '#test/environments.ts'
import { issued, sendAllDue } from '#test/issuing.ts'
import { reconcile } from './reconcile.ts'

const { t, simulator, nextAccount, inTests, tried, later } = await testEnvironments()

test('INT-01 EIN-01 lo validado en pruebas no es el documento de la factura en producción, y se puede enviar allá', async () => {
  const { company, admin, at, turnTo, sent, period } = await tried()
  await creditNote(at, [{ position: 1, amount: 10_000 }])
  expect(await missingOf(admin, period)).toBe(0)
  await turnTo('production')
  expect(await missingOf(admin, period)).toBe(1)
  expect(await documentsOf(admin)).toEqual([
    ['credit_note', 'withdrawn', false],
    ['invoice', 'validated', true],
  ])
  const trial = (await admin.call(einvoiceApi.list)).data.find(({ kind }) => kind === 'invoice')
  const refused = await admin.ask(einvoiceApi.retry, { params: { id: trial?.id ?? '' }, body: {} })
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('es de prueba')])
  const paper = await admin.ask(einvoiceApi.pdf, { params: { id: trial?.id ?? '' } })
  expect([paper.status, paper.json.message]).toEqual([409, expect.stringContaining('es de prueba')])
  const read = async () => (await at.by.call(invoiceApi.get, { params: { id: at.invoice.id } })).data.electronic
  expect(await read()).toBeNull()
  await admin.call(einvoiceApi.queueMissing, { body: { period } })
  await sendAllDue(t)
  expect(sent()).toHaveLength(2)
  expect(await documentsOf(admin)).toEqual([
    ['invoice', 'validated', false],
    ['credit_note', 'validated', false],
    ['invoice', 'validated', true],
  ])
  expect(await read()).toMatchObject({
    status: 'validated',
    number: expect.stringMatching(/^\D+\d+$/),
    environment: 'production',
  })
  expect(await missingOf(admin, period)).toBe(0)
  const again = await admin.ask(einvoiceApi.queueMissing, { body: { period } })
  expect(again.status).toBe(409)
  // The comparison is of one environment: the trial is no difference in production.
  const { data } = await admin.call(einvoiceApi.reconcile, { body: { period } })
  await reconcile(t.world, { company_id: company.id, id: data.id, period })
  const compared = (await admin.call(einvoiceApi.reconciliation, { query: { period } })).data
  expect(compared).toMatchObject({ status: 'done', environment: 'production', held: 2, listed: 2, differences: [] })
  const ofStatus = async (status: 'validated' | 'trial') =>
    (await admin.call(einvoiceApi.list, { query: { status } })).data.map((one) => [one.kind, one.is_trial])
  expect(await ofStatus('trial')).toEqual([['invoice', true]])
  expect(await ofStatus('validated')).toEqual([
    ['invoice', false],
    ['credit_note', false],
  ])
  const { rows } = await t.owner.query<{ environment: string; count: number }>(
    `select environment, count(*)::int as count from electronic_documents where company_id = $1 group by 1 order by 1`,
    [company.id],
  )
  expect(rows).toEqual([
    { environment: 'production', count: 2 },
    { environment: 'test', count: 1 },
  ])
})

test('EIN-01 la factura que solo tiene documento de prueba y se anula no envía nada a producción', async () => {
  const { admin, at, turnTo, sent, period } = await tried()
  await turnTo('production')
  await creditNote(at)
  t.setNow(new Date(Date.now() + 30 * MINUTE_MS))
  await sendAllDue(t)
  expect(sent()).toEqual([])
  expect(await documentsOf(admin)).toEqual([['invoice', 'validated', true]])
  expect(await missingOf(admin, period)).toBe(0)
})

test('EIN-01 EIN-04 de vuelta en pruebas, lo de producción sigue valiendo y nada se pregunta a la otra cuenta', async () => {
  const { company, admin, at, turnTo, sent, period } = await tried()
  await turnTo('production')
  await admin.call(einvoiceApi.queueMissing, { body: { period } })
  await sendAllDue(t, 1)
  expect(sent()).toHaveLength(1)
  await turnTo('test')
  expect(await missingOf(admin, period)).toBe(0)
  // The XML of the document of production is still due: the account of tests does not have it.
  await t.owner.query('update electronic_documents set file_try_at = now() where company_id = $1 and not is_trial', [
    company.id,
  ])
  const asked = [...simulator.calls()]
  await sendAllDue(t)
  expect([...simulator.calls()]).toEqual(asked)
  // The note of a document of production waits for production.
  await creditNote(at)
  await sendAllDue(t)
  const noted = async () => (await documentsOf(admin)).find(([kind]) => kind === 'credit_note')
  expect([await noted(), sent().length]).toEqual([['credit_note', 'queued', false], 1])
  await turnTo('production')
  await sendAllDue(t)
  expect([await noted(), sent().length]).toEqual([['credit_note', 'validated', false], 2])
})

test('INT-01 lo que Factus valida en pruebas no es de prueba mientras se emite con él, aunque Archivo UBL quedara en producción', async () => {
  const account = nextAccount()
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  await t.owner.query("update file_issuers set environment = 'production' where company_id = $1", [company.id])
  await turnOn(admin, account, 'test')
  const { invoice } = await issued(t, company)
  await sendAllDue(t)
  expect(await documentsOf(admin)).toEqual([['invoice', 'validated', false]])
  expect(await missingOf(admin, invoice.period)).toBe(0)
})

test('INT-01 EIN-03 lo que quedó en duda en pruebas se envía en producción con los datos de hoy, y no se pregunta a pruebas', async () => {
  const { admin, at, turnTo, sent } = await inTests()
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  expect(await documentsOf(admin)).toEqual([['invoice', 'pending_dian', false]])
  await at.by.call(clientApi.update, {
    params: { id: (await admin.call(einvoiceApi.list)).data[0]?.client.id ?? '' },
    body: { client: { email: 'otro@correo.test' } },
  })
  await turnTo('production')
  const asked = [...simulator.calls()]
  later(1)
  await sendAllDue(t)
  expect([await documentsOf(admin), sent().length, [...simulator.calls()]]).toEqual([
    [['invoice', 'validated', false]],
    1,
    asked,
  ])
  expect((await admin.call(einvoiceApi.queue)).data.problem).toBeNull()
})

test('INT-01 EIN-01 lo que quedó en duda en pruebas y se anuló no se envía en producción', async () => {
  const { admin, at, turnTo, sent } = await inTests()
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  await creditNote(at)
  await turnTo('production')
  later(1)
  await sendAllDue(t)
  expect([await documentsOf(admin), sent()]).toEqual([
    [
      ['credit_note', 'withdrawn', false],
      ['invoice', 'withdrawn', false],
    ],
    [],
  ])
})

test('INT-01 EIN-01 la nota que quedó en duda en pruebas espera el documento de producción de su factura', async () => {
  const { admin, at, turnTo, sent, period } = await tried()
  await creditNote(at, [{ position: 1, amount: 10_000 }])
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toEqual(['credit_note', 'pending_dian', false])
  await turnTo('production')
  later(1)
  await sendAllDue(t)
  expect([await documentsOf(admin), sent()]).toEqual([
    [
      ['credit_note', 'withdrawn', false],
      ['invoice', 'validated', true],
    ],
    [],
  ])
  await admin.call(einvoiceApi.queueMissing, { body: { period } })
  later(2)
  await sendAllDue(t)
  expect([(await documentsOf(admin)).map(([, status]) => status), sent().length]).toEqual([
    ['validated', 'validated', 'validated'],
    2,
  ])
})

test('INT-01 EIN-03 lo que una persona debe mirar en pruebas es de prueba en producción, y su factura se puede enviar', async () => {
  const { admin, turnTo, sent, period } = await inTests()
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  await t.owner.query(
    "update electronic_documents set status = 'manual', reason = 'not_answered' where status = 'pending_dian'",
  )
  const manual = async () => (await admin.call(einvoiceApi.list, { query: { status: 'manual' } })).data.length
  expect([await manual(), await missingOf(admin, period)]).toEqual([1, 0])
  await turnTo('production')
  expect([await documentsOf(admin), await manual(), await missingOf(admin, period)]).toEqual([
    [['invoice', 'manual', true]],
    0,
    1,
  ])
  expect((await admin.call(einvoiceApi.queue)).data.counts.manual).toBe(0)
  const all = await admin.ask(einvoiceApi.retryAll, { body: { status: 'manual' } })
  expect([all.status, all.json.message]).toEqual([409, expect.stringContaining('abre cada documento')])
  await admin.call(einvoiceApi.queueMissing, { body: { period } })
  await sendAllDue(t)
  expect([await documentsOf(admin), sent().length]).toEqual([
    [
      ['invoice', 'validated', false],
      ['invoice', 'manual', true],
    ],
    1,
  ])
})

test('INT-01 EIN-04 el archivo de pruebas sin confirmar es de prueba en producción: no se confirma, no va en el ZIP, y su factura toma un número de producción', async () => {
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  const { invoice } = await issued(t, company)
  await sendAllDue(t)
  const [file] = (await admin.call(einvoiceApi.list)).data
  if (!file) throw new Error('there is no document')
  await issueFilesInProduction(admin)
  expect([await documentsOf(admin), await missingOf(admin, invoice.period)]).toEqual([[['invoice', 'manual', true]], 1])
  const filesOf = async () =>
    (await admin.call(fileIssuerApi.monthFiles, { query: { period: invoice.issued_on.slice(0, 7) } })).data.count
  expect(await filesOf()).toBe(0)
  const refused = await admin.ask(fileIssuerApi.confirm, { params: { id: file.id }, body: { cufe: 'b'.repeat(96) } })
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('es de prueba')])
  await admin.call(einvoiceApi.queueMissing, { body: { period: invoice.period } })
  await sendAllDue(t)
  const { rows } = await t.owner.query<{ environment: string; file_number: string }>(
    'select environment, file_number from electronic_documents where company_id = $1 order by id desc',
    [company.id],
  )
  expect(rows).toEqual([
    { environment: 'production', file_number: expect.stringMatching(/^FEV\d+$/) },
    { environment: 'test', file_number: expect.stringMatching(/^SETP\d+$/) },
  ])
  expect(await filesOf()).toBe(1)
})
