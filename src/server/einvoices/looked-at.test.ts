import { afterEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { newKey } from '#test/cases/billed.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'

const { simulator, t, emitting, only, accountOf } = await testIssuers()
afterEach(() => t.setNow(null))

const start = Date.now()
const at = (minutes: number): Date => new Date(start + minutes * MINUTE_MS)
const passTo = (minutes: number): void => t.setNow(at(minutes))
const minutesTo = (instant: string | null): number => Math.round((Date.parse(instant ?? '') - start) / MINUTE_MS)

test('EIN-02 una factura de la regla 90 muestra las palabras de la DIAN, para escribirle a soporte', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  simulator.dian('duplicate')
  await sendAllDue(t)
  const { id } = await only(admin)
  const { data } = await admin.call(einvoiceApi.get, { params: { id } })
  expect(data).toMatchObject({ reason: 'processed', concept: null, invoice: data.document })
  expect(data.provider_reasons).toEqual([expect.objectContaining({ rule: '90' })])
})

test('EIN-03 lo que soporte liberó empieza con la espera corta, aunque tenga intentos de antes', async () => {
  const { company, admin, user } = await emitting()
  passTo(0)
  await issued(t, company)
  simulator.dian('slow', 'slow', 'slow', 'duplicate', 'slow')
  for (const minutes of [0, 1, 6, 21]) {
    passTo(minutes)
    await sendAllDue(t)
  }
  const { id, reference } = (await admin.call(einvoiceApi.get, { params: { id: (await only(admin)).id } })).data
  expect(await only(admin)).toMatchObject({ reason: 'processed', tries: 4 })
  await accountOf(user).deletePending('invoice', reference ?? '')
  await admin.call(einvoiceApi.retry, { params: { id }, body: { is_released: true } })
  await sendAllDue(t)
  expect(minutesTo((await only(admin)).next_try_at)).toBe(22)
})

test('EIN-01 EIN-03 la fila dice cuántos esperan su hora y desde cuándo siguen', async () => {
  const { company, admin } = await emitting()
  passTo(0)
  const queueOf = async () => (await admin.call(einvoiceApi.queue)).data
  await issued(t, company)
  simulator.dian('slow')
  await sendAllDue(t)
  await issued(t, company)
  await sendAllDue(t)
  expect(await queueOf()).toMatchObject({
    counts: { pending_dian: 1, queued: 1 },
    later: { count: 2, at: at(1).toISOString() },
    minutes_left: 0,
  })
  passTo(2)
  expect((await queueOf()).later).toBeNull()
  await sendAllDue(t)
  expect(await queueOf()).toMatchObject({ counts: { validated: 2 }, later: null })
})

test('EIN-01 lo que detiene a las demás se nombra con su estado cuando es de Enlace', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  simulator.dian('duplicate')
  await sendAllDue(t)
  const { id } = await only(admin)
  const { reference } = (await admin.call(einvoiceApi.get, { params: { id } })).data
  await issued(t, company)
  await sendAllDue(t)
  const { problem } = (await admin.call(einvoiceApi.queue)).data
  expect(problem?.text).toContain(`${reference} («Por revisar» en Enlace`)
  const found = await admin.call(einvoiceApi.list, { query: { q: reference ?? '' } })
  expect(found.data.map((one) => one.id)).toEqual([id])
})

test('EIN-02 la financiera lista las facturas por lo que les pasó en la DIAN', async () => {
  const { company } = await emitting()
  const first = await issued(t, company)
  await sendAllDue(t)
  simulator.dian('rejected')
  const second = await issued(t, company)
  await sendAllDue(t)
  const listed = async (electronic: 'rejected' | 'manual') => {
    const { data, meta } = await first.by.call(invoiceApi.list, { query: { electronic, page: 1, page_size: 20 } })
    return [data.map(({ id }) => id), meta?.total]
  }
  expect(await listed('rejected')).toEqual([[second.invoice.id], 1])
  expect(await listed('manual')).toEqual([[], 0])
  const total = await first.by.call(invoiceApi.total, { query: { electronic: 'rejected' } })
  expect(total.data.balance).toBe(second.invoice.balance)
})

test('EIN-02 una nota dice qué factura corrige y por qué concepto', async () => {
  const { company, admin } = await emitting()
  const { by, invoice } = await issued(t, company)
  await sendAllDue(t)
  await by.call(invoiceApi.creditNote, {
    params: { id: invoice.id },
    body: { concept: 'No se hizo', concept_code: '3', lines: [{ position: 1, amount: 10_000 }] },
    headers: newKey(),
  })
  const { data } = await admin.call(einvoiceApi.get, { params: { id: (await only(admin)).id } })
  expect(data).toMatchObject({ kind: 'credit_note', invoice: invoice.number, concept: expect.stringMatching(/^3: \S/) })
})
