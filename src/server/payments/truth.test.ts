import pLimit from 'p-limit'
import { expect, test, vi } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { inTransaction } from '#server/core/tx.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { eventOf } from '#simulators/wompi/events.ts'
import { reportFault } from '#test/fault-counts.ts'
import { APPROVES, DECLINES, type Payer, sendUntilKept, testPaying } from '#test/paying.ts'
import { readPdf } from '#test/read-pdf.ts'
import { applyProviderState, closeResults, openChange, wompiScope } from './apply-status.ts'
import { checkAttempt } from './check-attempt.ts'
import { pollDueAttempts } from './polling.ts'
import { reconcileDay } from './reconcile.ts'

const paying = await testPaying()
const { t } = paying
const nequi = (phone_number: string) => ({ payment_method: { type: 'NEQUI', phone_number } })
const PENDING_NEQUI = nequi('3990000000')

const transactionOf = (reference: string) => {
  const transaction = paying
    .simulator()
    .transactions()
    .find((stored) => stored.reference === reference)
  if (!transaction) throw new Error(`the simulator has no ${reference}`)
  return transaction
}
const merchantOf = ({ company }: Payer) => {
  const merchant = paying.simulator().merchants.find(({ name }) => name === company.id)
  if (!merchant) throw new Error('the simulator has no such merchant')
  return merchant
}

/** The path of the webhook of a company. */
const endpointOf = (payer: Payer): string => new URL(merchantOf(payer).events_url ?? '').pathname
const post = async (url: string, body: object, headers: Record<string, string> = {}) =>
  (await t.app.inject({ method: 'POST', url, payload: body, headers })).statusCode

/** A payer whose company receives no events: a change is found only by a check. */
async function payerWithoutEvents(): Promise<Payer & { endpoint: string }> {
  const payer = await paying.payer()
  const endpoint = endpointOf(payer)
  merchantOf(payer).events_url = null
  return { ...payer, endpoint }
}

const waitUntilEnded = (reference: string) =>
  vi.waitFor(() => expect(transactionOf(reference).status).not.toBe('PENDING'), { interval: 10 })
const countReceipts = async ({ company }: Payer): Promise<number> =>
  Number((await t.owner.query('select count(*) from payments where company_id = $1', [company.id])).rows[0].count)
const casesOf = async ({ financial }: Payer) => (await financial.call(paymentApi.cases)).data
const noticesOf = async ({ financial }: Payer) =>
  (await financial.call(notificationApi.list, { query: { topic: 'payments' } })).data.map(({ text }) => text)

test('F7 TRX-05 cada aviso diez veces, en desorden y veinte a la vez: se aplica uno, y el final es el del proveedor', async () => {
  const payer = await payerWithoutEvents()
  const approved = await payer.paid([await payer.owe(50_000)], nequi(APPROVES))
  const declined = await payer.paid([await payer.owe(50_000)], nequi(DECLINES))
  await Promise.all([waitUntilEnded(approved.reference), waitUntilEnded(declined.reference)])
  const bodies = [approved, declined].flatMap(({ reference }) =>
    ['DECLINED', 'APPROVED', 'PENDING', 'VOIDED', 'ERROR'].flatMap((status) =>
      Array.from({ length: 10 }, (_, copy) =>
        eventOf(merchantOf(payer), { ...transactionOf(reference), status }, new Date(1_750_000_000_000 + copy * 1_000)),
      ),
    ),
  )
  const shuffled = bodies.toSorted((a, b) => (a.body.signature.checksum < b.body.signature.checksum ? -1 : 1))
  await pLimit(20).map(shuffled, (event) => sendUntilKept(t, payer.endpoint, event))
  await Promise.all(Array.from({ length: 4 }, () => paying.applyEvents()))
  expect((await payer.attempt(approved.id)).status).toBe('approved')
  expect((await payer.attempt(declined.id)).status).toBe('declined')
  expect(await countReceipts(payer)).toBe(1)
  const { rows } = await t.owner.query(
    'select outcome, count(*)::int from provider_events where company_id = $1 group by 1 order by 1',
    [payer.company.id],
  )
  expect(rows).toEqual([
    { outcome: 'applied', count: 2 },
    { outcome: 'ignored', count: 98 },
  ])
}, 30_000)

/** Each entry changes a genuine event of an approved payment so that it seems to pay another payment. */
const FORGERIES: readonly [
  string,
  (event: ReturnType<typeof eventOf>['body'], victim: { id: string; reference: string }) => object,
][] = [
  ['la referencia de otro pago', (e, v) => withTransaction(e, { reference: v.reference })],
  ['el número de otro pago', (e, v) => withTransaction(e, { id: v.id })],
  ['número y referencia de otro', (e, v) => withTransaction(e, v)],
  ['otro valor', (e) => withTransaction(e, { amount_in_cents: 99_999_900 })],
  ['otro estado', (e) => withTransaction(e, { status: 'VOIDED' })],
  [
    'dígitos de la hora en el valor',
    (e) => ({
      ...withTransaction(e, {
        amount_in_cents: Number(`${e.data.transaction.amount_in_cents}${String(e.timestamp)[0]}`),
      }),
      timestamp: Number(String(e.timestamp).slice(1)),
    }),
  ],
  ['las propiedades en otro orden', (e) => signed(e, { properties: e.signature.properties.toReversed() })],
  ['propiedades de menos', (e) => signed(e, { properties: ['transaction.id'] })],
  ['una propiedad que no existe', (e) => signed(e, { properties: [...e.signature.properties, 'transaction.x'] })],
  ['sin firma', (e) => signed(e, { checksum: '' })],
  ['media firma', (e) => signed(e, { checksum: e.signature.checksum.slice(0, 32) })],
  ['la hora como texto', (e) => ({ ...e, timestamp: String(e.timestamp) })],
  ['otro ambiente', (e) => ({ ...e, environment: 'prod' })],
  ['sin datos', (e) => ({ ...e, data: null })],
]
const withTransaction = (event: ReturnType<typeof eventOf>['body'], changes: object) => ({
  ...event,
  data: { transaction: { ...event.data.transaction, ...changes } },
})
const signed = (event: ReturnType<typeof eventOf>['body'], changes: object) => ({
  ...event,
  signature: { ...event.signature, ...changes },
})

test('F8 TRX-05 catorce avisos falsos cien veces cada uno, de otra empresa y uno viejo: ninguno se aplica, todos quedan, se avisa', async (context) => {
  const payer = await payerWithoutEvents()
  const other = await payerWithoutEvents()
  const own = await payer.paid([await payer.owe(2_000)], nequi(APPROVES))
  await waitUntilEnded(own.reference)
  await checkAttempt(t.world, payer.company.id, own.id)
  const victim = await payer.paid([await payer.owe(500_000)], PENDING_NEQUI)
  const target = { id: transactionOf(victim.reference).id, reference: victim.reference }
  let sent = 0
  for (const [, forge] of FORGERIES) {
    const copies = Array.from({ length: 100 }, (_, copy) =>
      forge(
        eventOf(merchantOf(payer), transactionOf(own.reference), new Date(1_750_000_000_000 + copy * 1_000)).body,
        target,
      ),
    )
    sent += new Set(copies.map((body) => JSON.stringify(body))).size
    const answers = await Promise.all(copies.map((body) => post(payer.endpoint, body)))
    expect(new Set(answers)).toEqual(new Set([200]))
  }
  const before = await countReceipts(payer)
  // An event signed by another company, and a genuine event of a month ago, sent again.
  const foreign = eventOf(merchantOf(other), { ...transactionOf(victim.reference), status: 'APPROVED' })
  const old = eventOf(merchantOf(payer), { ...transactionOf(own.reference) }, new Date(Date.now() - 30 * 86_400_000))
  for (const { body } of [foreign, old]) await post(payer.endpoint, body)
  await paying.applyEvents()
  const { rows } = await t.owner.query<{ kept: number; open: number }>(
    'select count(*)::int as kept, count(*) filter (where outcome is null)::int as open from provider_events where company_id = $1',
    [payer.company.id],
  )
  const twice = (await countReceipts(payer)) - before
  reportFault(context, { times: sent + 2, lost: sent + 2 - (rows[0]?.kept ?? 0), twice })
  expect([(await payer.attempt(victim.id)).status, twice]).toEqual(['pending', 0])
  expect(rows).toEqual([{ kept: sent + 2, open: 0 }])
  expect(await casesOf(payer)).toMatchObject([{ kind: 'forged', says: expect.stringMatching(/no se aplican/) }])
  expect(await noticesOf(payer)).toContainEqual(expect.stringMatching(/que lo revises: Llegan avisos/))
}, 60_000)

test('F9 PAY-05 sin un solo aviso, quien pregunta lo encuentra todo; a los siete días lo mira una persona', async () => {
  const payer = await payerWithoutEvents()
  const attempt = await payer.paid([await payer.owe(50_000)], nequi(APPROVES))
  const waits = await payer.paid([await payer.owe(50_000)], PENDING_NEQUI)
  await waitUntilEnded(attempt.reference)
  const start = new Date(waits.created_at).getTime()
  const pendingAt: number[] = []
  for (const hours of [26, 48, 72, 96, 120, 144, 168, 192]) {
    t.setNow(new Date(start + hours * 3_600_000))
    await pollDueAttempts(t.world)
    if ((await payer.attempt(waits.id)).status === 'pending') pendingAt.push(hours)
  }
  t.setNow(null)
  expect((await payer.attempt(attempt.id)).status).toBe('approved')
  expect(pendingAt).toEqual([26, 48, 72, 96, 120, 144])
  expect(await payer.attempt(waits.id)).toMatchObject({ status: 'expired' })
  expect(await casesOf(payer)).toMatchObject([{ kind: 'given_up', reference: waits.reference, amount: 5_000_000 }])
})

test('TRX-05 aprobado tarde, cuando la factura ya se pagó: queda a favor del cliente', async () => {
  const payer = await payerWithoutEvents()
  const id = await payer.owe(50_000)
  const attempt = await payer.paid([id], nequi(APPROVES))
  const paid_on = dayOf(new Date(attempt.created_at))
  await payer.financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: payer.clientId, amount: 30_000, method: 'efectivo', paid_on } },
    headers: { 'idempotency-key': 'tarde' },
  })
  await waitUntilEnded(attempt.reference)
  await checkAttempt(t.world, payer.company.id, attempt.id)
  const { data } = await payer.client.call(paymentApi.debts)
  expect(data).toMatchObject({ invoices: [], credit: 3_000_000 })
})

test('TRX-05 dado por perdido y aprobado después: se recibe todo lo mismo', async () => {
  const payer = await payerWithoutEvents()
  const id = await payer.owe(50_000)
  const attempt = await payer.paid([id], nequi(APPROVES))
  await waitUntilEnded(attempt.reference)
  await t.owner.query(
    `update payment_attempts set status = 'expired', next_check_at = null, settled_at = now() where id = $1`,
    [attempt.id],
  )
  await t.owner.query('update payment_attempt_invoices set is_open = false where attempt_id = $1', [attempt.id])
  await t.owner.query(
    `insert into events (company_id, name, entity_id, before, after, actor_name, actor_role)
     values ($1, 'attempt.moved', $2, '{"status": "pending"}', '{"status": "expired"}', 'Wompi', 'system')`,
    [payer.company.id, attempt.id],
  )
  const { body, headers } = eventOf(merchantOf(payer), transactionOf(attempt.reference))
  await post(payer.endpoint, body, headers)
  await paying.applyEvents()
  expect(await payer.attempt(attempt.id)).toMatchObject({ status: 'approved', receipt: { number: 1 } })
})

test('TRX-05 un valor distinto, y plata que nadie pidió, se apartan y se avisan; la financiera cierra el caso', async () => {
  const payer = await payerWithoutEvents()
  const id = await payer.owe(50_000)
  const attempt = await payer.paid([id], nequi(APPROVES))
  await waitUntilEnded(attempt.reference)
  const transaction = transactionOf(attempt.reference)
  transaction.amount_in_cents = 1_000_000
  const unrequested = { ...transaction, id: '11004-1-55555', reference: 'otra-tienda-1' }
  paying.simulator().adopt(unrequested)
  for (const genuine of [transaction, unrequested]) {
    const { body, headers } = eventOf(merchantOf(payer), genuine)
    await post(payer.endpoint, body, headers)
  }
  await paying.applyEvents()
  expect((await payer.attempt(attempt.id)).status).toBe('pending')
  expect(await countReceipts(payer)).toBe(0)
  const cases = await casesOf(payer)
  expect(cases.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['mismatch', 1_000_000],
    ['stranger', 1_000_000],
  ])
  expect((await noticesOf(payer)).filter((text) => text.includes('que lo revises'))).toHaveLength(2)
  for (const { id: caseId } of cases)
    await payer.financial.call(paymentApi.resolve, {
      params: { id: caseId },
      body: { resolution: 'Revisado en Wompi' },
    })
  expect(await casesOf(payer)).toEqual([])
  const closedAgain = await payer.financial.ask(paymentApi.resolve, {
    params: { id: cases[0]?.id ?? '' },
    body: { resolution: 'Otra vez' },
  })
  expect(closedAgain.status).toBe(404)
  transaction.amount_in_cents = attempt.amount
  await checkAttempt(t.world, payer.company.id, attempt.id)
})

test('TRX-05 anulado por el proveedor: el recibo se reversa y la factura vuelve a deber', async () => {
  const payer = await payerWithoutEvents()
  const id = await payer.owe(50_000)
  const attempt = await payer.paid([id], nequi(APPROVES))
  await waitUntilEnded(attempt.reference)
  await checkAttempt(t.world, payer.company.id, attempt.id)
  const { status: _status, method: _method, merchant: _merchant, ...transaction } = transactionOf(attempt.reference)
  await inTransaction(t.world.pool, 'enlace_app', wompiScope(payer.company.id), async (tx) => {
    const result = await applyProviderState(
      await openChange(t.world, tx),
      { id: attempt.id, client_id: payer.clientId },
      [{ ...transaction, status: 'VOIDED', payment_method: null }],
    )
    await closeResults(tx, [result])
  })
  expect((await payer.attempt(attempt.id)).status).toBe('voided')
  expect((await payer.client.call(invoiceApi.get, { params: { id } })).data.balance).toBe(5_000_000)
})

test('I17 la conciliación de la noche aplica lo que no se supo y abre un caso por lo que no coincide', async () => {
  const payer = await payerWithoutEvents()
  const [missed, kept] = [
    await payer.paid([await payer.owe(50_000)], nequi(APPROVES)),
    await payer.paid([await payer.owe(60_000)], nequi(APPROVES)),
  ]
  await Promise.all([waitUntilEnded(missed.reference), waitUntilEnded(kept.reference)])
  await checkAttempt(t.world, payer.company.id, kept.id)
  const day = dayOf(new Date(kept.created_at))
  const run = () => reconcileDay(t.world, { company_id: payer.company.id, environment: 'test', day })
  await run()
  expect((await payer.attempt(missed.id)).status).toBe('approved')
  expect(await casesOf(payer)).toEqual([])
  paying.simulator().forget(transactionOf(kept.reference).id)
  await run()
  await run()
  expect(await casesOf(payer)).toMatchObject([{ kind: 'difference', reference: kept.reference, count: 2 }])
})

test('TRX-04 TRX-05 un pago aprobado no se reversa como error de la oficina; su contracargo lo quita de todas partes', async () => {
  const payer = await payerWithoutEvents()
  const id = await payer.owe(50_000)
  const attempt = await payer.paid([id], nequi(APPROVES))
  await waitUntilEnded(attempt.reference)
  await checkAttempt(t.world, payer.company.id, attempt.id)
  const { receipt } = await payer.attempt(attempt.id)
  const refused = await payer.financial.ask(manualPaymentApi.reverse, {
    params: { id: receipt?.id ?? '' },
    body: { reason: 'Error' },
    headers: { 'idempotency-key': 'contracargo-1' },
  })
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('registra el contracargo')])
  const chargeback = (key: string) =>
    payer.financial.ask(paymentApi.chargeback, {
      params: { id: attempt.id },
      body: { reason: 'El cliente desconoció el pago' },
      headers: { 'idempotency-key': key },
    })
  expect((await chargeback('contracargo-2')).status).toBe(201)
  expect((await chargeback('contracargo-3')).status).toBe(409)
  expect((await payer.attempt(attempt.id)).status).toBe('voided')
  expect((await payer.client.call(invoiceApi.get, { params: { id } })).data.balance).toBe(5_000_000)
  for (const person of [payer.financial, payer.client]) {
    expect((await person.call(paymentApi.transactions)).data).toMatchObject([{ status: 'voided' }])
  }
  const { totals, reversals } = await payer.financial.call(manualPaymentApi.list)
  expect(totals).toEqual([{ method: 'nequi', count: 1, amount: 5_000_000 }])
  expect(reversals).toEqual({ count: 1, amount: 5_000_000 })
  // Received and taken back on the same day: the month collected nothing, and the receipt says by which document.
  const { figures } = (await payer.financial.call(dashboardApi.get)).data
  expect(figures.find(({ key }) => key === 'collected_month')?.value).toBe(0)
  const { data } = await payer.client.call(paymentApi.receipt, { params: { id: receipt?.id ?? '' } })
  expect(data.reversed).toMatchObject({ reason: 'Contracargo: El cliente desconoció el pago' })
  const pdf = await payer.client.ask(paymentApi.voucher, { params: { id: receipt?.id ?? '' } })
  expect(readPdf(pdf.bytes).text).toContain(`reverso No. ${data.reversed?.number}`)
})

test('F6 el proveedor no contesta: a los cinco fallos se deja de llamar, y no queda nada a medias', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  paying.simulator().fail('read', 'error_500', 5)
  for (let n = 0; n < 5; n += 1) expect((await payer.pay([id])).status).toBe(503)
  // The provider answers again: a sixth call to it would succeed.
  const answer = await payer.pay([id])
  expect([answer.status, answer.json.message]).toEqual([503, expect.stringMatching(/No se hizo ningún cobro/)])
  expect((await payer.client.call(paymentApi.transactions)).data).toEqual([])
})

test('I1 a I17 después de todo lo anterior todo cuadra', async () => {
  const client = await t.owner.connect()
  try {
    expect(await listBreaches(client)).toEqual([])
  } finally {
    client.release()
  }
})
