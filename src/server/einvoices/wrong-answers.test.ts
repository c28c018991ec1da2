import { afterEach, expect, test } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import { periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import type { Reply } from '#simulators/factus/replies.ts'
import type { ReceivedCall } from '#simulators/factus/simulator.ts'
import { issued, sendAllDue, testIssuers } from '#test/issuing.ts'
import type { Person } from '#test/world.ts'
import { reconcile } from './reconcile.ts'
import { sendDue } from './worker.ts'

const { simulator, t, emitting, documentsOf, only, sentOf, accountOf } = await testIssuers()

afterEach(() => {
  simulator.replace(null)
  t.setNow(null)
})

const isCreate = ({ method, path }: ReceivedCall): boolean => method === 'POST' && path.endsWith('/validate')

/** The calls that the simulator receives from now on, without those of ranges. */
function receivedCalls(): string[] {
  const calls: string[] = []
  simulator.replace({
    before: ({ method, path }) => {
      if (!path.includes('numbering-ranges') && !path.startsWith('/oauth'))
        calls.push(`${method} ${path.split('?')[0]}`)
      return undefined
    },
  })
  return calls
}

/** The reply of a created document with other data. */
const answering =
  (changes: Record<string, unknown>) =>
  (call: ReceivedCall, reply: Reply): Reply | undefined => {
    if (!isCreate(call) || typeof reply.body !== 'object' || reply.body === null || !('data' in reply.body))
      return undefined
    return { ...reply, body: { ...reply.body, data: { ...Object(reply.body.data), ...changes } } }
  }

const detailOf = async (admin: Person) => {
  const { id } = await only(admin)
  return (await admin.call(einvoiceApi.get, { params: { id } })).data
}

test('EIN-03 lo que la DIAN ya tiene por la regla 90 no se borra ni se reenvía, tampoco después de una interrupción', async () => {
  const { company, admin, user } = await emitting()
  await issued(t, company)
  simulator.dian('duplicate')
  await sendAllDue(t)
  const { id } = await only(admin)
  const calls = receivedCalls()
  // As a process that was killed between the answer and its writing leaves it.
  await t.owner.query(
    `update electronic_documents set status = 'sending', reason = null, changed_at = now() - interval '1 hour' where id = $1`,
    [id],
  )
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'manual', reason: 'processed' })
  const retried = await admin.ask(einvoiceApi.retry, { params: { id }, body: {} })
  expect([retried.status, retried.text]).toEqual([409, expect.stringContaining('no lo reenvíes')])
  expect((await admin.ask(einvoiceApi.retryAll, { body: { status: 'manual' } })).status).toBe(409)
  await admin.call(einvoiceApi.retry, { params: { id }, body: { is_released: true } })
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'manual', reason: 'processed' })
  expect(new Set(calls)).toEqual(new Set(['GET /v2/bills']))
  expect(sentOf(user)).toHaveLength(1)
})

test('EIN-03 un documento de la regla 90 que soporte liberó se envía de nuevo', async () => {
  const { company, admin, user } = await emitting()
  await issued(t, company)
  simulator.dian('duplicate')
  await sendAllDue(t)
  const { id } = await only(admin)
  await accountOf(user).deletePending('invoice', sentOf(user)[0]?.reference ?? '')
  await admin.call(einvoiceApi.retry, { params: { id }, body: { is_released: true } })
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
})

test.each([
  ['la referencia', { reference_code: 'OTRA-99' }],
  ['el total', { totals: { total: '1.00' } }],
  ['el total', { totals: null }],
  ['el número', { number: '../../etc/x' }],
  ['el número', { number: 'OTRO123' }],
  ['el número', { number: 'SETP995000001' }],
  ['la dirección del qr', { links: { qr: 'javascript:alert(1)' } }],
  ['la dirección del qr', { links: { qr: 'https://catalogo-vpfe.dian.gov.co.otro.test/document' } }],
])(
  'EIN-04 una respuesta con %s de otro documento no se guarda: queda por revisar con lo que dijo',
  async (datum, changes) => {
    const { company, admin } = await emitting()
    await issued(t, company)
    simulator.replace({ after: answering(changes) })
    await sendAllDue(t)
    const detail = await detailOf(admin)
    expect(detail).toMatchObject({ status: 'manual', reason: 'answer', number: null, cufe: null })
    expect(detail.provider_reasons[0]?.message.toLowerCase()).toContain(datum)
  },
)

test('EIN-04 un XML que no es del documento no se guarda ni se envía al cliente, y se pide de nuevo después', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  const start = new Date()
  t.setNow(start)
  const xml_base_64_encoded = Buffer.from('<html><script>alert(1)</script></html>').toString('base64')
  simulator.replace({
    before: ({ path }) =>
      path.endsWith('attached-document-xml')
        ? { status: 200, body: { data: { file_name: 'a', xml_base_64_encoded } } }
        : undefined,
  })
  await sendAllDue(t)
  const detail = await detailOf(admin)
  expect([detail.status, detail.has_xml, detail.steps.at(-1)?.text]).toEqual([
    'validated',
    false,
    'El XML que entregó Factus no es el de este documento: no se guarda ni se envía al cliente',
  ])
  simulator.replace(null)
  t.setNow(new Date(start.getTime() + 13 * HOUR_MS))
  await sendAllDue(t)
  expect((await detailOf(admin)).has_xml).toBe(true)
})

test('EIN-03 una respuesta que no es del documento detiene la cola y no rechaza ninguno', async () => {
  for (const status of [404, 405, 410]) {
    const { company, admin } = await emitting()
    await issued(t, company)
    await issued(t, company)
    simulator.replace({
      before: (call) => (isCreate(call) ? { status, body: { message: 'The route could not be found.' } } : undefined),
    })
    await sendAllDue(t)
    expect((await documentsOf(admin)).map((one) => [one.status, one.tries])).toEqual([
      ['queued', 0],
      ['queued', 0],
    ])
    expect((await admin.call(einvoiceApi.queue)).data.problem?.text).toContain(String(status))
  }
})

test('EIN-05 un rechazo que nombra otro campo no es del rango, aunque diga la palabra: las demás siguen', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  await issued(t, company)
  let first: unknown
  simulator.replace({
    before: (call) => {
      if (!isCreate(call)) return undefined
      const reference = Object(call.body).reference_code
      first ??= reference
      const errors = { 'items.0.quantity': ['La cantidad está fuera del rango permitido.'] }
      return reference === first ? { status: 422, body: { message: 'x', errors } } : undefined
    },
  })
  await sendAllDue(t)
  expect((await documentsOf(admin)).map(({ status }) => status)).toEqual(['validated', 'rejected'])
})

test('EIN-03 un error de Enlace con un documento espera cada vez más, lo deja por revisar y las demás siguen', async () => {
  const { company, admin } = await emitting()
  for (let count = 0; count < 3; count += 1) await issued(t, company)
  const cufe = 'cd'.repeat(48)
  const start = Date.now()
  // Two documents with the same code: the second one cannot be written.
  let creates = 0
  simulator.replace({
    after: (call, reply) => {
      if (isCreate(call)) creates += 1
      const isOne = isCreate(call) || /^\/v2\/bills\/SETP\d+$/.test(call.path)
      if (!isOne || creates > 2) return undefined
      const body = Object(reply.body)
      return { ...reply, body: { ...body, data: { ...body.data, cufe, links: null } } }
    },
  })
  t.setNow(new Date(start))
  const calls = () => [...simulator.calls().values()].reduce((sum, count) => sum + count, 0)
  await sendAllDue(t)
  const { problem } = (await admin.call(einvoiceApi.queue)).data
  expect([problem?.text, problem?.until]).toEqual([
    expect.stringContaining('Enlace tuvo un error'),
    new Date(start + 60_000).toISOString(),
  ])
  const before = calls()
  await sendAllDue(t)
  expect(calls()).toBe(before)
  for (const minutes of [2, 8, 30, 100]) {
    t.setNow(new Date(start + minutes * 60_000))
    await sendAllDue(t)
  }
  expect((await documentsOf(admin)).map(({ status, reason }) => [status, reason])).toEqual([
    ['validated', null],
    ['manual', 'error'],
    ['validated', null],
  ])
  expect((await admin.call(einvoiceApi.queue)).data.problem).toBe(null)
})

test('EIN-04 la fecha de validación es la del proveedor, y la conciliación de su mes da diferencia cero', async () => {
  const { company, admin } = await emitting()
  await issued(t, company)
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  const period = periodOf(dayOf(new Date()))
  t.setNow(new Date(Date.now() + 40 * 24 * HOUR_MS))
  await sendAllDue(t)
  const { validated_at } = await only(admin)
  expect(periodOf(dayOf(new Date(validated_at ?? 0)))).toBe(period)
  for (const month of [period, periodOf(dayOf(t.world.clock()))]) {
    const { data } = await admin.call(einvoiceApi.reconcile, { body: { period: month } })
    await reconcile(t.world, { company_id: company.id, id: data.id, period: month })
    const found = await admin.call(einvoiceApi.reconciliation, { query: { period: month } })
    expect(found.data?.differences).toEqual([])
  }
})

test('EIN-03 los archivos esperan lo que dice el proveedor: ninguna llamada en cada vuelta', async () => {
  for (const status of [429, 403]) {
    const { company, admin } = await emitting()
    for (let count = 0; count < 4; count += 1) await issued(t, company)
    t.setNow(new Date())
    let asked = 0
    simulator.replace({
      before: ({ path }) => {
        if (!path.endsWith('attached-document-xml')) return undefined
        asked += 1
        return { status, body: { message: 'No' } }
      },
    })
    for (let turn = 0; turn < 5; turn += 1) await sendDue(t.world)
    expect(asked).toBe(1)
    // The pace of the provider is no problem of the company.
    expect((await admin.call(einvoiceApi.queue)).data.problem === null).toBe(status === 429)
    simulator.replace(null)
    t.setNow(new Date(Date.now() + HOUR_MS))
    await sendAllDue(t)
    expect((await admin.call(einvoiceApi.queue)).data.problem).toBe(null)
  }
})
