import { afterEach, expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { newKey } from '#test/cases/billed.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import type { Person } from '#test/world.ts'
import { reconcile } from './reconcile.ts'

const { simulator, t, emitting, documentsOf, sentOf } = await testIssuers()
afterEach(() => {
  simulator.replace(null)
  t.setNow(null)
})

type Issued = Awaited<ReturnType<typeof issued>>
const creditNote = ({ by, invoice }: Issued, body: object = {}) =>
  by.call(invoiceApi.creditNote, {
    params: { id: invoice.id },
    body: { concept: 'No se hizo la visita', ...body },
    headers: newKey(),
  })
const statusesOf = async (admin: Person) => (await documentsOf(admin)).map(({ kind, status }) => [kind, status])
const refuseBuyer = ({ clientId }: Issued) =>
  t.owner.query(`update clients set type_identification = 'NIT', identification = '900825759-1' where id = $1`, [
    clientId,
  ])

test('EIN-02 EIN-04 la factura rechazada que se anula completa no se envía, ni sus notas, y ya no cuenta como pendiente', async () => {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  await refuseBuyer(at)
  await sendAllDue(t)
  await creditNote(at, { lines: [{ position: 1, amount: 10_000 }] })
  expect(await statusesOf(admin)).toEqual([
    ['credit_note', 'queued'],
    ['invoice', 'rejected'],
  ])
  await creditNote(at)
  expect(await statusesOf(admin)).toEqual([
    ['credit_note', 'withdrawn'],
    ['credit_note', 'withdrawn'],
    ['invoice', 'withdrawn'],
  ])
  await t.owner.query(`update clients set identification = '900825759-7' where id = $1`, [at.clientId])
  await sendAllDue(t)
  expect(sentOf(user)).toEqual([])
  const { data: queue } = await admin.call(einvoiceApi.queue)
  expect(queue.counts).toMatchObject({ queued: 0, rejected: 0, withdrawn: 3 })
  const [, , invoice] = await documentsOf(admin)
  const { data } = await admin.call(einvoiceApi.get, { params: { id: invoice?.id ?? '' } })
  expect(data.steps.at(-1)).toMatchObject({ to_status: 'withdrawn', text: expect.stringContaining('se anuló antes') })
  const retried = await admin.ask(einvoiceApi.retry, { params: { id: data.id }, body: {} })
  expect([retried.status, retried.json.message]).toEqual([409, expect.stringContaining('se anuló antes')])
})

test('EIN-04 la que aún no se envió y se anula completa tampoco se envía; anulada en parte, sí, y después su nota', async () => {
  const { company, admin, user } = await emitting()
  const whole = await issued(t, company)
  await creditNote(whole)
  const part = await issued(t, company)
  await creditNote(part, { lines: [{ position: 1, amount: 10_000 }] })
  await sendAllDue(t)
  expect(await statusesOf(admin)).toEqual([
    ['credit_note', 'validated'],
    ['invoice', 'validated'],
    ['credit_note', 'withdrawn'],
    ['invoice', 'withdrawn'],
  ])
  expect(sentOf(user).map(({ kind }) => kind)).toEqual(['invoice', 'credit_note'])
})

test('EIN-03 la que quedó sin respuesta se envía con su nota, aunque se anule completa: Factus la puede tener', async () => {
  const { company, admin } = await emitting()
  const at = await issued(t, company)
  const start = new Date()
  t.setNow(start)
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  await creditNote(at)
  t.setNow(new Date(start.getTime() + 61_000))
  await sendAllDue(t)
  expect(await statusesOf(admin)).toEqual([
    ['credit_note', 'validated'],
    ['invoice', 'validated'],
  ])
})

test('EIN-03 la anulada sin enviarse que la DIAN sí tenía la encuentra la conciliación, y entonces sale su nota', async () => {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  // As Enlace believes after an answer that was wrong: the provider does not have it.
  await t.owner.query(
    `update electronic_documents set status = 'rejected', reason = 'other', may_be_there = false, pending_since = null, next_try_at = null
     where company_id = $1`,
    [company.id],
  )
  await creditNote(at)
  expect((await statusesOf(admin))[1]).toEqual(['invoice', 'withdrawn'])
  const { data } = await admin.call(einvoiceApi.reconcile, { body: { period: periodOf(dayOf(new Date())) } })
  await reconcile(t.world, { company_id: company.id, id: data.id, period: data.period })
  await sendAllDue(t)
  expect(await statusesOf(admin)).toEqual([
    ['credit_note', 'validated'],
    ['invoice', 'validated'],
  ])
  expect(sentOf(user)).toHaveLength(2)
})

test('EIN-02 EIN-04 la que se anuló mientras la DIAN decidía, y la DIAN la rechaza, no se envía de nuevo al corregir el cliente', async () => {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  const start = new Date()
  t.setNow(start)
  simulator.dian('slow', 'rejected')
  await sendAllDue(t)
  await creditNote(at)
  expect(await statusesOf(admin)).toEqual([
    ['credit_note', 'queued'],
    ['invoice', 'pending_dian'],
  ])
  t.setNow(new Date(start.getTime() + 61_000))
  await sendAllDue(t)
  expect(await statusesOf(admin)).toEqual([
    ['credit_note', 'withdrawn'],
    ['invoice', 'withdrawn'],
  ])
  const client = await at.by.call(clientApi.get, { params: { id: at.clientId } })
  await at.by.call(clientApi.update, {
    params: { id: at.clientId },
    body: { client: { phone: client.data.phone, address: 'Carrera 7 # 12-20' } },
  })
  await sendAllDue(t)
  expect(sentOf(user)).toEqual([])
})

test('EIN-04 la que Enlace no pudo enviar se anula sin enviarse, y no queda entre las que esperan hace días', async () => {
  const { company, admin } = await emitting()
  const at = await issued(t, company)
  await t.owner.query(`update electronic_documents set status = 'manual', reason = 'error' where company_id = $1`, [
    company.id,
  ])
  await creditNote(at)
  expect(await statusesOf(admin)).toEqual([
    ['credit_note', 'withdrawn'],
    ['invoice', 'withdrawn'],
  ])
  t.setNow(new Date(Date.now() + 40 * DAY_MS))
  expect((await admin.call(einvoiceApi.list, { query: { age: '30' } })).data).toEqual([])
})
