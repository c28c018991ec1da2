import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { ReceivedCall } from '#simulators/factus/simulator.ts'
import { newKey } from '#test/cases/billed.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import type { Person } from '#test/world.ts'

const { simulator, t, emitting, documentsOf, sentOf, accountOf } = await testIssuers()
afterEach(() => {
  simulator.replace(null)
  vi.useRealTimers()
  t.setNow(null)
})

const start = Date.now()
const passTo = (minutes: number): void => t.setNow(new Date(start + minutes * MINUTE_MS))
/** Also of the client of Factus, which calls nothing for a while after some calls without an answer. */
function passAllTo(minutes: number): void {
  vi.setSystemTime(start + minutes * MINUTE_MS)
  passTo(minutes)
}
const creditOf = ({ by, invoice }: Awaited<ReturnType<typeof issued>>) =>
  by.call(invoiceApi.creditNote, {
    params: { id: invoice.id },
    body: { concept: 'No se hizo', lines: [{ position: 1, amount: 10_000 }] },
    headers: newKey(),
  })
/** The state of each document, the first one first. */
const statesOf = async (admin: Person) =>
  (await documentsOf(admin)).toReversed().map(({ kind, status }) => `${kind} ${status}`)
const problemOf = async (admin: Person) => (await admin.call(einvoiceApi.queue)).data.problem?.text ?? null
const waitsFor = async (admin: Person, status: string) => {
  const found = (await documentsOf(admin)).find((one) => one.status === status)
  return (await admin.call(einvoiceApi.get, { params: { id: found?.id ?? '' } })).data.waits_for
}
const stopsOf = async (companyId: string) =>
  (await t.events(companyId)).filter((name) => name === 'electronic.stopped').length

test('EIN-01 EIN-03 un documento ajeno sin validar en Factus detiene las facturas, no las notas, y se dice una sola vez', async () => {
  const { company, admin, user } = await emitting()
  passTo(0)
  const first = await issued(t, company)
  await sendAllDue(t)
  const account = accountOf(user)
  const reference_code = `ajena-${randomUUID()}`
  const body = { ...sentOf(user)[0]?.payload, reference_code }
  simulator.dian('slow')
  expect(await account.create('invoice', JSON.stringify(body))).toMatchObject({
    kind: 'ok',
    data: { is_validated: false },
  })
  await issued(t, company)
  await sendAllDue(t)
  expect(await problemOf(admin)).toContain(reference_code)
  await creditOf(first)
  passTo(2)
  await sendAllDue(t)
  expect(await statesOf(admin)).toEqual(['invoice validated', 'invoice queued', 'credit_note validated'])
  // The note that went through does not hide what stops the invoices.
  expect(await problemOf(admin)).toContain(reference_code)
  expect(await waitsFor(admin, 'queued')).toContain('una factura sin validar')
  passTo(6)
  await sendAllDue(t)
  expect([(await statesOf(admin))[1], await stopsOf(company.id)]).toEqual(['invoice queued', 1])
  await account.deletePending('invoice', reference_code)
  passTo(12)
  await sendAllDue(t)
  expect(await statesOf(admin)).toEqual(['invoice validated', 'invoice validated', 'credit_note validated'])
  expect(await problemOf(admin)).toBeNull()
})

test('EIN-03 la factura de la regla 90 no detiene las notas de las demás', async () => {
  const { company, admin } = await emitting()
  const first = await issued(t, company)
  await sendAllDue(t)
  simulator.dian('duplicate')
  await issued(t, company)
  await sendAllDue(t)
  await issued(t, company)
  await creditOf(first)
  await sendAllDue(t)
  expect(await statesOf(admin)).toEqual([
    'invoice validated',
    'invoice manual',
    'invoice queued',
    'credit_note validated',
  ])
})

test('EIN-01 EIN-03 la nota que la DIAN no decide no detiene las facturas ni su XML', async () => {
  const { company, admin } = await emitting()
  passTo(0)
  const first = await issued(t, company)
  await sendAllDue(t)
  await creditOf(first)
  simulator.dian('slow')
  await sendAllDue(t)
  await issued(t, company)
  passTo(0.5)
  await sendAllDue(t)
  // The queue looks again for the other kind.
  passTo(1.02)
  simulator.dian('slow')
  await sendAllDue(t)
  const [, note, last] = await statesOf(admin)
  expect([note, last]).toEqual(['credit_note pending_dian', 'invoice validated'])
  const [row] = await documentsOf(admin)
  expect((await admin.call(einvoiceApi.get, { params: { id: row?.id ?? '' } })).data.has_xml).toBe(true)
  passTo(10)
  await sendAllDue(t)
  expect((await statesOf(admin))[1]).toBe('credit_note validated')
})

test('EIN-03 la rechazada que no se pudo quitar de Factus se quita después y no detiene a las demás', async () => {
  const { company, admin, user } = await emitting()
  await issued(t, company)
  simulator.dian('rejected')
  simulator.replace({
    before: ({ method }) => (method === 'DELETE' ? { status: 500, body: { message: 'Error' } } : undefined),
  })
  await sendAllDue(t)
  expect(await statesOf(admin)).toEqual(['invoice rejected'])
  expect(sentOf(user)).toHaveLength(1)
  simulator.replace(null)
  await issued(t, company)
  await sendAllDue(t)
  expect(await statesOf(admin)).toEqual(['invoice rejected', 'invoice validated'])
  expect(sentOf(user)).toHaveLength(1)
  expect(await stopsOf(company.id)).toBe(0)
  const rejected = (await documentsOf(admin)).find(({ status }) => status === 'rejected')
  const { data } = await admin.call(einvoiceApi.get, { params: { id: rejected?.id ?? '' } })
  expect(data.steps.at(-1)?.text).toBe('Se quitó de Factus: ya no detiene a los demás documentos')
})

test('EIN-01 EIN-03 el documento que Factus no recibe una y otra vez deja pasar a los demás, y sale cuando puede', async () => {
  const { company, admin, user } = await emitting()
  passTo(0)
  const first = await issued(t, company)
  await issued(t, company)
  const isFirst = ({ method, body }: ReceivedCall): boolean =>
    method === 'POST' && JSON.stringify(body).includes(`"${first.invoice.number}-`)
  simulator.replace({ before: (call) => (isFirst(call) ? { status: 500, body: { message: 'Error' } } : undefined) })
  for (const minutes of [0, 1.1, 6.2]) {
    passTo(minutes)
    await sendAllDue(t)
    expect(await statesOf(admin)).toEqual(['invoice pending_dian', 'invoice queued'])
  }
  passTo(21.3)
  await sendAllDue(t)
  expect(await statesOf(admin)).toEqual(['invoice pending_dian', 'invoice validated'])
  await issued(t, company)
  await sendAllDue(t)
  expect((await statesOf(admin)).at(-1)).toBe('invoice validated')
  simulator.replace(null)
  passTo(90)
  await sendAllDue(t)
  expect(await statesOf(admin)).toEqual(Array.from({ length: 3 }, () => 'invoice validated'))
  expect(sentOf(user)).toHaveLength(3)
})

test('EIN-03 si Factus no recibe ninguno, no es el documento: los demás esperan en orden y salen todos una vez', async () => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  const { company, admin, user } = await emitting()
  passTo(0)
  for (let count = 0; count < 6; count += 1) await issued(t, company)
  simulator.replace({
    before: ({ method, path }) =>
      method === 'POST' && path.endsWith('/validate') ? { status: 500, body: { message: 'Error' } } : undefined,
  })
  let minutes = 0
  for (let turn = 0; turn < 20; turn += 1) {
    passAllTo(minutes)
    await sendAllDue(t, 1)
    minutes += 8
  }
  const states = await statesOf(admin)
  expect(states.filter((state) => state === 'invoice queued').length).toBeGreaterThanOrEqual(2)
  simulator.replace(null)
  passAllTo(minutes + 61)
  await sendAllDue(t)
  expect(await statesOf(admin)).toEqual(Array.from({ length: 6 }, () => 'invoice validated'))
  expect(new Set(sentOf(user).map(({ reference }) => reference)).size).toBe(6)
})
