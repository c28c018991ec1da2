import { afterEach, expect, test, vi } from 'vitest'
import { addDays, dayOf } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { newKey } from '#test/cases/billed.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import type { Company, Person } from '#test/world.ts'
import { freeQueue, takeQueue } from './lease.ts'
import { einvoiceTickers } from './worker.ts'

const { simulator, t, emitting, documentsOf, sentOf } = await testIssuers()
afterEach(() => t.setNow(null))

const period = periodOf(dayOf(new Date()))
const switchOn = (admin: Person) => admin.call(factusApi.testFactus, { body: { environment: 'test' } })
const missingOf = async (admin: Person) => (await admin.call(einvoiceApi.missing, { query: { period } })).data
const wakeAt = ({ id }: Company) =>
  t.owner.query('select problem, wait_until from electronic_queues where company_id = $1', [id])

test('EIN-01 lo que se emitió con la facturación apagada se pone en la fila por mes, una sola vez y con sus notas', async () => {
  const { company, admin, user } = await emitting()
  await admin.call(factusApi.stopFactus)
  const at = await issued(t, company)
  const annulled = await issued(t, company)
  const partly = await issued(t, company)
  const credit = (to: typeof at, body: object = {}) =>
    to.by.call(invoiceApi.creditNote, {
      params: { id: to.invoice.id },
      body: { concept: 'No se hizo', ...body },
      headers: newKey(),
    })
  await credit(annulled)
  await credit(partly, { lines: [{ position: 1, amount: 10_000 }] })
  const off = await admin.ask(einvoiceApi.queueMissing, { body: { period } })
  expect([off.status, off.json.message]).toEqual([422, expect.stringContaining('Conecta Factus')])
  await switchOn(admin)
  await issued(t, company)
  const total = at.invoice.total + partly.invoice.total
  expect(await missingOf(admin)).toEqual({ period, count: 2, total })
  const both = await Promise.all([1, 2].map(() => admin.ask(einvoiceApi.queueMissing, { body: { period } })))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await missingOf(admin)).toEqual({ period, count: 0, total: 0 })
  await sendAllDue(t)
  const states = (await documentsOf(admin)).map(({ kind, status }) => `${kind} ${status}`)
  expect(states.toSorted()).toEqual(['credit_note validated', ...Array.from({ length: 3 }, () => 'invoice validated')])
  expect(sentOf(user)).toHaveLength(4)
})

test('EIN-05 lo que esperaba un rango sale apenas se elige otro, sin esperar el siguiente intento', async () => {
  const { company, admin, user } = await emitting()
  const ranges = (await admin.call(factusApi.ranges)).data
  simulator.changeRange(user, 'invoice', { is_active: false })
  await switchOn(admin)
  await issued(t, company)
  await sendAllDue(t)
  expect((await wakeAt(company)).rows).toEqual([{ problem: 'range', wait_until: expect.any(Date) }])
  simulator.changeRange(user, 'invoice', { is_active: true })
  // As the hourly reading of the ranges writes it: a test of the credentials would free the queue before the choice does.
  await t.owner.query('update numbering_ranges set is_active = true where company_id = $1', [company.id])
  await sendAllDue(t)
  expect((await wakeAt(company)).rows).toEqual([{ problem: 'range', wait_until: expect.any(Date) }])
  const id = ranges.find(({ document }) => document === 'invoice')?.id ?? ''
  await admin.call(factusApi.chooseRange, { params: { id } })
  expect((await wakeAt(company)).rows).toEqual([{ problem: null, wait_until: null }])
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toMatchObject({ status: 'validated' })
})

test('EIN-03 la que se reintenta al otro día de su vencimiento sale con la fecha de ese día', async () => {
  const { company, admin, user } = await emitting()
  const { invoice } = await issued(t, company)
  const dueMs = Date.parse(`${invoice.due_on}T15:00:00Z`)
  t.setNow(new Date(dueMs))
  // The request did not reach the provider.
  simulator.fail('create', 'reset')
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toMatchObject({ status: 'pending_dian' })
  t.setNow(new Date(dueMs + DAY_MS))
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toMatchObject({ status: 'validated' })
  expect(sentOf(user).map(({ payload }) => payload.payment_details[0]?.due_date)).toEqual([addDays(invoice.due_on, 1)])
})

test('EIN-01 una empresa cuyo envío no termina no detiene el de las que llegan después', async () => {
  const [slow, other] = [await emitting(), await emitting()]
  await issued(t, slow.company)
  const [ticker] = einvoiceTickers
  const holder = await t.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from electronic_queues where company_id = $1 for update', [slow.company.id])
    await ticker?.tick(t.world)
    await issued(t, other.company)
    await vi.waitFor(
      async () => {
        await ticker?.tick(t.world)
        expect((await documentsOf(other.admin))[0]).toMatchObject({ status: 'validated' })
      },
      { timeout: 20_000 },
    )
    expect((await documentsOf(slow.admin))[0]).toMatchObject({ status: 'queued' })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await vi.waitFor(async () => expect((await documentsOf(slow.admin))[0]).toMatchObject({ status: 'validated' }), {
    timeout: 20_000,
  })
})

test('EIN-01 una fila que un proceso tiene no la toma otro, hasta que la suelta o su plazo pasa', async () => {
  const { company } = await emitting()
  await issued(t, company)
  const first = await takeQueue(t.world, company.id)
  if (first === null) throw new Error('the queue is free')
  expect(await takeQueue(t.world, company.id)).toBeNull()
  await t.owner.query("update electronic_queues set leased_until = now() - interval '1 second' where company_id = $1", [
    company.id,
  ])
  const second = await takeQueue(t.world, company.id)
  expect(second?.fence).toBe(first.fence + 1)
  // The first process lost it, so it frees nothing.
  await freeQueue(t.world, first)
  expect(await takeQueue(t.world, company.id)).toBeNull()
  if (second !== null) await freeQueue(t.world, second)
  expect(await takeQueue(t.world, company.id)).not.toBeNull()
})

test('EIN-05 lo que el rango de las facturas alcanza no cuenta las notas crédito, que tienen su rango', async () => {
  const { company, admin } = await emitting()
  const at = await issued(t, company)
  await sendAllDue(t)
  await admin.call(einvoiceApi.pause)
  for (const amount of [1_000, 2_000, 3_000])
    await at.by.call(invoiceApi.creditNote, {
      params: { id: at.invoice.id },
      body: { concept: 'No se hizo', lines: [{ position: 1, amount }] },
      headers: newKey(),
    })
  await issued(t, company)
  await t.owner.query(
    `update numbering_ranges set to_number = next_number where company_id = $1 and document = 'invoice'`,
    [company.id],
  )
  const { data } = await admin.call(einvoiceApi.forecast, { query: {} })
  expect(data).toMatchObject({ waiting: 1, left: 1, beyond: 0, state: 'ok' })
  expect(data.text).toMatch(/alcanza para 1 documento\.$/)
})
