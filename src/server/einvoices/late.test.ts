import { afterEach, expect, test, vi } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { addDays, day, dayOf, startOfDay } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { nextPeriod, periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { ReceivedCall } from '#simulators/factus/simulator.ts'
import { newKey } from '#test/cases/billed.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import { countWaiting } from '#test/waiting.ts'
import type { Company, Person } from '#test/world.ts'
import { reconcile } from './reconcile.ts'

const { simulator, t, emitting, documentsOf, sentOf } = await testIssuers()
afterEach(() => {
  simulator.replace(null)
  vi.useRealTimers()
  t.setNow(null)
})

const isCreate = ({ path }: ReceivedCall): boolean => path.startsWith('/v2/bills/validate')
const refusePayment = () =>
  simulator.replace({
    before: (call) => (isCreate(call) ? { status: 402, body: { message: 'Pago requerido' } } : undefined),
  })
/** The clock of the product and that of the simulator. */
function setBoth(ms: number): void {
  vi.useFakeTimers({ now: ms, toFake: ['Date'] })
  t.setNow(new Date(ms))
}
/** Compares a month with the list of the provider. Returns the result. */
async function reconciled({ id: company_id }: Company, admin: Person, period: string) {
  const { data } = await admin.call(einvoiceApi.reconcile, { body: { period } })
  await reconcile(t.world, { company_id, id: data.id, period })
  return (await admin.call(einvoiceApi.reconciliation, { query: { period } })).data
}
const dueMsOf = ({ due_on }: { due_on: string }): number => Date.parse(`${due_on}T15:00:00Z`)

test('EIN-03 la que Factus no recibió sale otro día con el cliente y la fecha de ese día', async () => {
  const { company, admin, user } = await emitting()
  const { invoice, clientId } = await issued(t, company)
  setBoth(dueMsOf(invoice))
  refusePayment()
  await sendAllDue(t)
  simulator.replace(null)
  await t.owner.query(`update clients set email = 'nuevo@correo.test' where id = $1`, [clientId])
  setBoth(dueMsOf(invoice) + DAY_MS)
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toMatchObject({ status: 'validated' })
  expect(sentOf(user).map(({ payload }) => [payload.payment_details[0]?.due_date, payload.customer.email])).toEqual([
    [addDays(invoice.due_on, 1), 'nuevo@correo.test'],
  ])
})

test('EIN-03 con la DIAN caída la noche del vencimiento, al otro día se valida sola y no detiene a las demás', async () => {
  const { company, admin, user } = await emitting()
  const { invoice } = await issued(t, company)
  setBoth(dueMsOf(invoice))
  simulator.dian('slow')
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toMatchObject({ status: 'pending_dian' })
  // A process whose clock differs from that of the database issues nothing: only the day of the product is the later one here.
  vi.useRealTimers()
  await issued(t, company)
  setBoth(dueMsOf(invoice) + DAY_MS)
  await sendAllDue(t)
  expect((await documentsOf(admin)).map(({ status }) => status)).toEqual(['validated', 'validated'])
  expect(sentOf(user)).toHaveLength(2)
})

test('EIN-01 lo que Factus tiene sin decidir conserva su cliente después del vencimiento, y su nota crédito se valida', async () => {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  setBoth(dueMsOf(at.invoice))
  simulator.dian('slow')
  await sendAllDue(t)
  await t.owner.query(`update clients set identification = '1099888777' where id = $1`, [at.clientId])
  setBoth(dueMsOf(at.invoice) + DAY_MS)
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toMatchObject({ status: 'validated' })
  const kept = async () => {
    const { rows } = await t.owner.query<{ identification: string }>(
      "select payload -> 'buyer' ->> 'identification' as identification from electronic_documents where company_id = $1 order by id",
      [company.id],
    )
    return rows.map(({ identification }) => identification)
  }
  const [held = ''] = sentOf(user).map(({ payload }) => payload.customer.identification)
  expect(await kept()).toEqual([held])
  expect(held).not.toBe('1099888777')
  vi.useRealTimers()
  t.setNow(null)
  const body = { concept: 'No se hizo la visita' }
  await at.by.call(invoiceApi.creditNote, { params: { id: at.invoice.id }, body, headers: newKey() })
  setBoth(dueMsOf(at.invoice) + DAY_MS + 3_600_000)
  await sendAllDue(t)
  expect((await documentsOf(admin)).map(({ status }) => status)).toEqual(['validated', 'validated'])
  expect(await kept()).toEqual([held, held])
})

test('EIN-01 EIN-03 un dato que Factus no acepta de lo que ya tiene sin decidir no cambia ni anula lo que la DIAN decide', async () => {
  const { company, admin, user } = await emitting()
  const at = await issued(t, company)
  const start = Date.now()
  t.setNow(new Date(start))
  simulator.dian('slow')
  await sendAllDue(t)
  simulator.replace({
    before: (call) =>
      isCreate(call)
        ? { status: 422, body: { message: 'x', errors: { 'customer.email': ['El correo no vale.'] } } }
        : undefined,
  })
  t.setNow(new Date(start + 61_000))
  await sendAllDue(t)
  simulator.replace(null)
  const [held] = await documentsOf(admin)
  expect(held).toMatchObject({ status: 'pending_dian', reason: null })
  const read = (await admin.call(einvoiceApi.get, { params: { id: held?.id ?? '' } })).data
  expect(read.provider_reasons).toEqual([{ field: 'customer.email', message: 'El correo no vale.' }])
  const changed = { email: 'corregido@correo.test', type_identification: 'CC' as const, identification: '1099888777' }
  await at.by.call(clientApi.update, { params: { id: at.clientId }, body: { client: changed } })
  const body = { concept: 'No se hizo la visita' }
  await at.by.call(invoiceApi.creditNote, { params: { id: at.invoice.id }, body, headers: newKey() })
  await admin.call(einvoiceApi.retry, { params: { id: held?.id ?? '' }, body: {} })
  t.setNow(new Date(start + 3_600_000))
  await sendAllDue(t)
  expect((await documentsOf(admin)).map(({ status }) => status)).toEqual(['validated', 'validated'])
  const { rows } = await t.owner.query<{ buyer: string }>(
    "select payload -> 'buyer' ->> 'identification' as buyer from electronic_documents where company_id = $1",
    [company.id],
  )
  const [sent = ''] = sentOf(user).map(({ payload }) => payload.customer.identification)
  expect(rows.map(({ buyer }) => buyer)).toEqual([sent, sent])
  expect(sent).not.toBe(changed.identification)
})

test('INT-03 las credenciales que pasan su prueba sueltan la fila que las esperaba', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  refusePayment()
  await sendAllDue(t)
  expect((await admin.call(einvoiceApi.queue)).data.problem?.text).toContain('Pago requerido')
  simulator.replace(null)
  await admin.call(factusApi.testFactus, { body: { environment: 'test' } })
  expect((await admin.call(einvoiceApi.queue)).data.problem).toBeNull()
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toMatchObject({ status: 'validated' })
})

test('INT-03 apagar la integración a mitad de un turno no envía los que siguen', async () => {
  const { company, admin, user } = await emitting()
  for (let n = 0; n < 3; n += 1) await issued(t, company)
  let isStopped = false
  simulator.replace({
    before: async (call) => {
      if (!isCreate(call) || isStopped) return
      isStopped = true
      await admin.call(factusApi.stopFactus)
    },
  })
  await sendAllDue(t, 1)
  await sendAllDue(t)
  expect(sentOf(user)).toHaveLength(1)
})

test('EIN-03 cuatro meses que se concilian a la vez: uno solo empieza', async () => {
  const { admin } = await emitting()
  const months = ['2026-01', '2026-02', '2026-03', '2026-04']
  const holder = await t.owner.connect()
  try {
    // No one can start before all four have asked.
    await holder.query('begin')
    await holder.query('lock table electronic_reconciliations in share row exclusive mode')
    const asked = Promise.all(months.map((period) => admin.ask(einvoiceApi.reconcile, { body: { period } })))
    await expect.poll(() => countWaiting(t.owner), { timeout: 20_000 }).toBe(4)
    await holder.query('rollback')
    const all = (await asked).map(({ status }) => status)
    expect(all.toSorted((one, other) => one - other)).toEqual([202, 409, 409, 409])
  } finally {
    holder.release()
  }
})

test('EIN-01 EIN-04 la nota que se escribe mientras se pone en la fila lo que faltaba también tiene documento', async () => {
  const { company, admin } = await emitting()
  await admin.call(factusApi.stopFactus)
  const at = await issued(t, company)
  await issued(t, company)
  const pay = { concept: 'Una parte', lines: [{ position: 1, amount: 100 }] }
  const note = () => at.by.ask(invoiceApi.creditNote, { params: { id: at.invoice.id }, body: pay, headers: newKey() })
  expect((await note()).status).toBe(201)
  await admin.call(factusApi.testFactus, { body: { environment: 'test' } })
  const holder = await t.owner.connect()
  try {
    // The second note holds its invoice and waits for its number; the month is queued meanwhile.
    await holder.query('begin')
    await holder.query(`select from counters where company_id = $1 and kind = 'credit_note' for update`, [company.id])
    const second = note()
    await expect.poll(() => countWaiting(t.owner), { timeout: 20_000 }).toBe(1)
    const queued = admin.ask(einvoiceApi.queueMissing, { body: { period: periodOf(dayOf(new Date())) } })
    await expect.poll(() => countWaiting(t.owner), { timeout: 20_000 }).toBe(2)
    await holder.query('rollback')
    expect([(await second).status, (await queued).status]).toEqual([201, 200])
  } finally {
    holder.release()
  }
  await sendAllDue(t)
  const kinds = (await documentsOf(admin)).map(({ kind, status }) => `${kind} ${status}`).toSorted()
  expect(kinds).toEqual(['credit_note validated', 'credit_note validated', 'invoice validated', 'invoice validated'])
})

test('EIN-03 lo que llegó a Factus un mes y la DIAN validó al otro está solo en el mes en que llegó', async () => {
  const { company, admin } = await emitting()
  const month = periodOf(dayOf(new Date()))
  const later = nextPeriod(month)
  const midnight = startOfDay(day(`${later}-01`)).getTime()
  await issued(t, company)
  setBoth(midnight - 600_000)
  simulator.dian('slow')
  await sendAllDue(t)
  setBoth(midnight + 600_000)
  await sendAllDue(t)
  const run = (period: string) => reconciled(company, admin, period)
  expect(await run(month)).toMatchObject({ held: 1, listed: 1, differences: [] })
  expect(await run(later)).toMatchObject({ held: 0, listed: 0, differences: [] })
})

test('EIN-03 lo que el mes pasado no llegó a Factus y llegó en este no es una diferencia de ninguno de los dos', async () => {
  const { company, admin } = await emitting()
  const month = periodOf(dayOf(new Date()))
  const later = nextPeriod(month)
  const midnight = startOfDay(day(`${later}-01`)).getTime()
  await issued(t, company)
  setBoth(midnight - 600_000)
  simulator.replace({
    before: (call) =>
      isCreate(call) ? { status: 500, body: { message: 'Ha ocurrido un error inesperado' } } : undefined,
  })
  await sendAllDue(t, 1)
  simulator.replace(null)
  setBoth(midnight + 600_000)
  await sendAllDue(t)
  expect((await documentsOf(admin))[0]).toMatchObject({ status: 'validated' })
  const run = (period: string) => reconciled(company, admin, period)
  expect(await run(month)).toMatchObject({ held: 0, listed: 0, differences: [] })
  expect(await run(later)).toMatchObject({ held: 1, listed: 1, differences: [] })
  // What Factus does not have at all is named.
  simulator.replace({
    before: ({ method, path }) =>
      method === 'GET' && path.startsWith('/v2/bills')
        ? { status: 200, body: { data: { data: [], pagination: { current_page: 1, last_page: 1, total: 0 } } } }
        : undefined,
  })
  const [document] = await documentsOf(admin)
  expect(await run(month)).toMatchObject({
    held: 1,
    listed: 0,
    differences: [{ kind: 'only_here', number: document?.number }],
  })
})

test('INT-03 cuando Factus vuelve a autorizar y falla por otra causa, la fila no culpa más a las credenciales', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  const start = Date.now()
  t.setNow(new Date(start))
  const answer = (status: number) =>
    simulator.replace({ before: (call) => (isCreate(call) ? { status, body: { message: 'No' } } : undefined) })
  const problem = async () => (await admin.call(einvoiceApi.queue)).data.problem?.text ?? null
  answer(401)
  await sendAllDue(t, 1)
  expect(await problem()).toContain('no acepta las credenciales')
  answer(500)
  t.setNow(new Date(start + 3_600_000))
  await sendAllDue(t, 1)
  expect(await problem()).toBe('Factus no responde: seguimos intentando.')
  simulator.replace(null)
  t.setNow(new Date(start + 2 * 3_600_000))
  await sendAllDue(t)
  expect([await problem(), (await documentsOf(admin))[0]?.status]).toEqual([null, 'validated'])
})
