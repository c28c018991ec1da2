import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { REASON_CODES } from '#domain/einvoices/rejection.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { newKey, served } from '#test/cases/billed.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import { upload } from '#test/upload.ts'
import { sendDue } from './worker.ts'

const { simulator, t, emitting, documentsOf, only, sentOf } = await testIssuers()

test('EIN-06 una línea excluida no lleva impuesto y una exenta lo lleva con tarifa 0', async () => {
  const { company, user } = await emitting()
  for (const stratum of [1, 3, 4]) {
    const client = await makeClient(t.owner, company.id, { stratum })
    await makeContract(t.owner, company.id, client.id, { stratum })
  }
  const by = await company.person('financial')
  const { data } = await by.call(runApi.start, { body: { period: '2026-01' } })
  await runMassive(t.world, { company_id: company.id, run_id: data.id })
  await sendAllDue(t)
  const taxes = sentOf(user).map(({ payload }) => JSON.stringify(payload.items[0]?.taxes))
  expect(taxes.toSorted()).toEqual(
    ['[{"code":"01","rate":"0.00"}]', '[{"code":"01","rate":"19.00"}]', '[{"is_excluded":true}]'].toSorted(),
  )
})

test('EIN-05 un rango que se acaba dentro de una corrida deja el resto en cola, y lo dice', async () => {
  const { company, admin, user } = await emitting()
  simulator.changeRange(user, 'invoice', { to: 990_000_001 })
  for (let count = 0; count < 3; count += 1) {
    const client = await makeClient(t.owner, company.id)
    await makeContract(t.owner, company.id, client.id)
  }
  const by = await company.person('financial')
  const { data } = await by.call(runApi.start, { body: { period: '2026-01' } })
  await runMassive(t.world, { company_id: company.id, run_id: data.id })
  await sendAllDue(t)
  const progress = await admin.call(einvoiceApi.run, { params: { id: data.id } })
  expect(progress.data).toMatchObject({ total: 3, counts: { validated: 2, queued: 1 } })
  const queue = await admin.call(einvoiceApi.queue)
  expect(queue.data.problem?.text).toMatch(/rango|números/i)
  expect(await t.events(company.id)).toContain('electronic.stopped')
  simulator.changeRange(user, 'invoice', { to: 995_000_000 })
  t.setNow(new Date(Date.now() + 11 * 60_000))
  await sendAllDue(t)
  expect((await admin.call(einvoiceApi.run, { params: { id: data.id } })).data.counts.validated).toBe(3)
  t.setNow(null)
})

test('EIN-05 lo que esperaba a la DIAN y se rechaza por un rango que ya no sirve vuelve a la cola, para ir con otro rango', async () => {
  const { company, admin, user } = await emitting()
  simulator.fail('create', 'error_500')
  await issued(t, company)
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'pending_dian' })
  simulator.changeRange(user, 'invoice', { to: 989_999_999 })
  t.setNow(new Date(Date.now() + 3_600_000))
  await sendAllDue(t)
  const document = await only(admin)
  const { rows } = await t.owner.query('select payload, pending_since from electronic_documents where id = $1', [
    document.id,
  ])
  expect([document.status, rows]).toEqual(['queued', [{ payload: null, pending_since: null }]])
  t.setNow(null)
})

test('EIN-01 una empresa suspendida o en pausa no envía, y al volver sigue donde iba', async () => {
  const { company, admin, user } = await emitting()
  await issued(t, company)
  await admin.call(einvoiceApi.pause, { body: {} })
  await sendAllDue(t)
  expect(sentOf(user)).toEqual([])
  await admin.call(einvoiceApi.resume, { body: {} })
  await t.owner.query(`update companies set status = 'suspended' where id = $1`, [company.id])
  await sendAllDue(t)
  expect(sentOf(user)).toEqual([])
  await t.owner.query(`update companies set status = 'active' where id = $1`, [company.id])
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
})

test('EIN-03 el límite de llamadas espera lo que dice el proveedor, y un token vencido se renueva solo', async () => {
  const { company, admin, user } = await emitting()
  await issued(t, company)
  const limitedMs = Date.now()
  t.setNow(new Date(limitedMs))
  simulator.fail('create', 'limited')
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'queued', tries: 0 })
  // The simulator replies `Retry-After: 7`.
  const { rows } = await t.owner.query('select wait_until from electronic_queues where company_id = $1', [company.id])
  expect(rows).toEqual([{ wait_until: new Date(limitedMs + 7_000) }])
  // The pace of the provider is no problem of the company.
  expect((await admin.call(einvoiceApi.queue)).data.problem).toBeNull()
  t.setNow(new Date(limitedMs + 6_999))
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'queued', tries: 0 })
  t.setNow(new Date(limitedMs + 7_000))
  simulator.fail('create', 'expired_token')
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
  expect(sentOf(user)).toHaveLength(1)
  t.setNow(null)
})

test('EIN-01 con dos servidores, y uno con el reloj cinco minutos adelantado, cada documento se envía una vez', async () => {
  const { company, admin, user } = await emitting()
  for (let count = 0; count < 4; count += 1) await issued(t, company)
  const ahead = { ...t.world, clock: () => new Date(Date.now() + 5 * 60_000) }
  await Promise.all([sendDue(t.world), sendDue(ahead), sendDue(t.world), sendDue(ahead)])
  await sendAllDue(t)
  expect(sentOf(user)).toHaveLength(4)
  expect((await documentsOf(admin)).every(({ status, tries }) => status === 'validated' && tries === 1)).toBe(true)
})

test('EIN-01 un envío interrumpido se busca antes de enviarlo de nuevo', async () => {
  const { company, admin, user } = await emitting()
  await issued(t, company)
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  // As a process that was killed after the provider received the document leaves it.
  await t.owner.query(
    `update electronic_documents set status = 'sending', next_try_at = null, changed_at = now() where company_id = $1`,
    [company.id],
  )
  await t.owner.query('update electronic_queues set wait_until = null where company_id = $1', [company.id])
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
  expect(sentOf(user)).toHaveLength(1)
})

test('EIN-04 el correo lleva el contenedor con el XML y el PDF, y su asunto nombra a la empresa que emitió', async () => {
  const { company, admin } = await emitting()
  const mailsOf = async () =>
    (await t.owner.query('select from message_files where company_id = $1', [company.id])).rows.length
  const client = await makeClient(t.owner, company.id, { email: 'yenny@correo.test' })
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  const by = await company.person('financial')
  await by.call(invoiceApi.create, {
    body: {
      invoice: { no_contract, lines: [{ kind: 'technical_visit', description: 'Visita', quantity: 3, price: 10_000 }] },
    },
    headers: newKey(),
  })
  // The company takes another name between the document and its XML: the mail names who issued the document.
  simulator.replace({
    before: ({ path }) => (path.endsWith('xml') ? { status: 500, body: { message: 'Error' } } : undefined),
  })
  await sendAllDue(t, 1)
  const { number, status } = await only(admin)
  expect([status, await mailsOf()]).toEqual(['validated', 0])
  const { rows: named } = await t.owner.query<{ was: string; nit: string }>(
    `with issuer as (select id, name, nit from companies where id = $1)
     update companies c set name = 'Nombre Nuevo SAS' from issuer where c.id = issuer.id returning issuer.name as was, issuer.nit`,
    [company.id],
  )
  simulator.replace(null)
  t.setNow(new Date(Date.now() + 3_600_000))
  await sendAllDue(t)
  const { rows } = await t.owner.query<{ subject: string; name: string; bytes: Buffer }>(
    `select m.subject, f.name, f.bytes from messages m join message_files f on f.company_id = m.company_id and f.message_id = m.id where m.company_id = $1`,
    [company.id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.name).toBe(`${number}.zip`)
  const [issuer] = named
  expect(rows[0]?.subject).toBe(`${issuer?.nit.split('-')[0]};${issuer?.was};${number};01;${issuer?.was}`)
  const files = unzipSync(rows[0]?.bytes ?? Buffer.of())
  const startOf = (name: string) => Buffer.from(files[name] ?? []).toString('latin1', 0, 5)
  expect(Object.keys(files).toSorted()).toEqual([`${number}.pdf`, `${number}.xml`])
  expect([startOf(`${number}.pdf`), startOf(`${number}.xml`)]).toEqual(['%PDF-', '<?xml'])
})

test('EIN-02 el motivo filtra la lista y se reintentan todos los de un estado', async () => {
  const { company, admin } = await emitting()
  const at = await issued(t, company)
  simulator.dian('rejected')
  await sendAllDue(t)
  const rejected = await only(admin)
  const { reason } = rejected
  const found = await admin.call(einvoiceApi.list, { query: { status: 'rejected', reason, q: at.invoice.number } })
  expect(found.data.map(({ id }) => id)).toEqual([rejected.id])
  for (const other of REASON_CODES.filter((code) => code !== reason))
    expect((await admin.call(einvoiceApi.list, { query: { reason: other } })).data).toEqual([])
  expect((await admin.call(einvoiceApi.list, { query: { status: 'validated' } })).data).toEqual([])
  const { data } = await admin.call(einvoiceApi.retryAll, { body: { status: 'rejected' } })
  expect(data.count).toBe(1)
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
  const again = await admin.ask(einvoiceApi.retry, { params: { id: rejected.id }, body: {} })
  expect(again.status).toBe(409)
})

test('EIN-04 lo validado no cambia, y el saldo inicial no tiene documento electrónico', async () => {
  const { company, admin } = await emitting()
  const { by } = await issued(t, company)
  const { identification } = await makeClient(t.owner, company.id)
  const rows = `Cédula;Factura;Fecha de emisión;Vencimiento;Saldo\n${identification};FV-1;2026-09-01;2026-09-15;59900`
  const loaded = await upload(t, by, openingImportApi.upload, { name: 'saldos.csv', bytes: Buffer.from(rows) })
  expect(loaded.status).toBe(201)
  await sendAllDue(t)
  expect((await by.call(invoiceApi.list)).data).toHaveLength(2)
  expect(await documentsOf(admin)).toHaveLength(1)
  const { id } = await only(admin)
  for (const statement of [
    `update electronic_documents set cufe = repeat('a', 96) where id = '${id}'`,
    `update electronic_documents set status = 'queued', cufe = null, number = null, validated_at = null where id = '${id}'`,
    `delete from electronic_documents where id = '${id}'`,
    `update electronic_steps set text = 'otra cosa' where document_id = '${id}'`,
  ])
    await expect(t.owner.query(statement)).rejects.toThrow(/never edited|append-only/)
})

test('EIN-01 sin la integración no hay documento electrónico', async () => {
  const company = await t.company()
  const at = await served(t, company)
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_700 }]
  const { data } = await at.by.call(invoiceApi.create, {
    body: { invoice: { no_contract: at.no_contract, lines } },
    headers: newKey(),
  })
  expect(data.electronic).toBe(null)
  const admin = await company.person('admin')
  expect((await admin.call(einvoiceApi.queue)).data.is_on).toBe(false)
})
