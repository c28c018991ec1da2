import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { DECLINES, type Payer, testPaying } from '#test/paying.ts'
import { pollDueAttempts } from './polling.ts'

const paying = await testPaying()
const { t } = paying
afterEach(() => t.setNow(null))
/** A number that the simulator leaves pending. */
const PENDING = '3990000000'

async function linkOf({ client }: Payer, id: string): Promise<string> {
  const { data } = await client.call(invoiceApi.get, { params: { id } })
  return data.public_url.split('/').at(-1) ?? ''
}

const payByLink = (token: string, phone_number: string) =>
  t.ask(linkPaymentApi.create, {
    params: { token },
    body: {
      payment: {
        customer_email: 'vecina@correo.test',
        payment_method: { type: 'NEQUI', phone_number },
        acceptance_terms: true,
      },
    },
    headers: { 'idempotency-key': randomUUID() },
  })

const idOf = ({ json }: Awaited<ReturnType<typeof payByLink>>): string =>
  z.decode(linkPaymentApi.create.reply, json as z.input<typeof linkPaymentApi.create.reply>).data.id

const openPaymentOf = async ({ client }: Payer) => (await client.call(paymentApi.debts)).data.invoices[0]?.attempt_id

const waitUntilFinal = (token: string, id: string) =>
  vi.waitFor(
    async () => {
      await paying.applyEvents()
      const { json } = await t.ask(linkPaymentApi.get, { params: { token, id } })
      expect(json.data).toMatchObject({ settled_at: expect.any(String) })
    },
    { timeout: 20_000, interval: 30 },
  )

/** A payment by the link that the client's own one took the place of, after its 15 minutes. */
async function makeSuperseded(phone = PENDING) {
  const payer = await paying.payer()
  const invoice = await payer.owe(30_000)
  const token = await linkOf(payer, invoice)
  const began = Date.now()
  const after = (minutes: number) => t.setNow(new Date(began + minutes * MINUTE_MS))
  after(0)
  const id = idOf(await payByLink(token, phone))
  expect(await openPaymentOf(payer)).toBe(id)
  expect((await payer.pay([invoice])).status).toBe(409)
  after(16)
  expect(await openPaymentOf(payer)).toBeNull()
  const own = await payer.paid([invoice])
  expect(await openPaymentOf(payer)).toBe(own.id)
  const read = async () => (await t.ask(linkPaymentApi.get, { params: { token, id } })).json.data
  const transactionOf = async () => {
    const { reference } = await payer.attempt(id)
    return paying
      .simulator()
      .transactions()
      .find((one) => one.reference === reference)
  }
  return { payer, token, id, own, after, read, transactionOf }
}

const DAY_MINUTES = 24 * 60
const casesOf = async ({ financial }: Payer) => (await financial.call(paymentApi.cases)).data.map(({ kind }) => kind)

test('PAY-05 un pago que alguien empezó con el enlace detiene al cliente 15 minutos; después el cliente paga, y lo que el banco cobre de aquel queda a favor', async () => {
  const { payer, token, id, own, after, read, transactionOf } = await makeSuperseded()
  const said = expect.stringMatching(
    /^El titular empezó otro pago.*Si tu banco cobra también este, queda como saldo a favor/,
  )
  expect(await read()).toMatchObject({ status: 'expired', may_be_charged: true, problem: said })
  const listed = (await payer.client.call(paymentApi.transactions)).data.find((one) => one.id === id)
  expect(listed).toMatchObject({ status: 'expired', problem: said })
  expect((await payByLink(token, PENDING)).status).toBe(409)
  await vi.waitFor(async () => {
    await paying.applyEvents()
    expect((await payer.attempt(own.id)).status).toBe('approved')
  })
  after(70)
  await pollDueAttempts(t.world)
  expect(await read()).toMatchObject({ status: 'expired', may_be_charged: true })
  Object.assign((await transactionOf()) ?? {}, { status: 'APPROVED' })
  after(7 * 60)
  await pollDueAttempts(t.world)
  expect(await read()).toMatchObject({ status: 'approved', may_be_charged: false, problem: null })
  const { data } = await payer.client.call(paymentApi.debts)
  expect(data).toMatchObject({ credit: 3_000_000, invoices: [] })
  t.setNow(null)
  expect(await breachesOf(t)).toEqual([])
})

test('PAY-05 de un pago que otro reemplazó se pregunta siete días; después no se promete que no hubo cobro, y queda por revisar', async () => {
  const { payer, after, read } = await makeSuperseded()
  for (const days of [1.5, 3, 5, 6.9]) {
    after(days * DAY_MINUTES)
    await pollDueAttempts(t.world)
    expect(await casesOf(payer)).toEqual([])
  }
  after(7.1 * DAY_MINUTES)
  await pollDueAttempts(t.world)
  expect(await casesOf(payer)).toEqual(['given_up'])
  const said = expect.stringContaining('revisa tu cuenta antes de pagar otra vez')
  expect(await read()).toMatchObject({ status: 'expired', may_be_charged: true, problem: said })
  after(9 * DAY_MINUTES)
  await pollDueAttempts(t.world)
  expect(await casesOf(payer)).toEqual(['given_up'])
  t.setNow(null)
  expect(await breachesOf(t)).toEqual([])
})

test('PAY-05 de un pago reemplazado que no llegó a Wompi se sabe que no hubo cobro, y de uno que sí llegó se sigue su transacción', async () => {
  paying.simulator().fail('create', 'lost')
  const lost = await makeSuperseded()
  paying.simulator().forget((await lost.transactionOf())?.id ?? '')
  paying.simulator().fail('create', 'lost')
  const arrived = await makeSuperseded()
  for (const { read } of [lost, arrived])
    expect(await read()).toMatchObject({ status: 'expired', may_be_charged: true })
  arrived.after(70)
  await pollDueAttempts(t.world)
  expect(await lost.read()).toMatchObject({
    may_be_charged: false,
    problem: expect.stringContaining('no se hizo ningún cobro'),
  })
  expect((await arrived.payer.attempt(arrived.id)).transaction_id).toBe((await arrived.transactionOf())?.id)
  t.setNow(null)
  expect(await breachesOf(t)).toEqual([])
})

test('PAY-05 empezar otra vez con el enlace no vuelve a detener al cliente ese día', async () => {
  const payer = await paying.payer()
  const invoice = await payer.owe(30_000)
  const token = await linkOf(payer, invoice)
  const began = Date.now()
  t.setNow(new Date(began - 20 * MINUTE_MS))
  await waitUntilFinal(token, idOf(await payByLink(token, DECLINES)))
  t.setNow(new Date(began))
  expect((await payByLink(token, PENDING)).status).toBe(201)
  expect(await openPaymentOf(payer)).toBeNull()
  expect((await payer.pay([invoice])).status).toBe(201)
})

test('PAY-05 quien paga con el enlace no gasta el anticipo que la oficina guardó: la página y el cobro piden lo mismo', async () => {
  const payer = await paying.payer()
  const [paid, owed] = [await payer.owe(10_000), await payer.owe(30_000)]
  const payment = {
    client_id: payer.clientId,
    amount: 22_000,
    method: 'efectivo',
    paid_on: '2026-01-15',
    invoice_ids: [paid],
    keeps_advance: true,
  }
  await payer.financial.call(manualPaymentApi.create, {
    body: { payment },
    headers: { 'idempotency-key': randomUUID() },
  })
  const token = await linkOf(payer, owed)
  const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect(json.data).toMatchObject({ payable: 30_000 })
  const answer = await payByLink(token, DECLINES)
  expect(answer.json.data).toMatchObject({ amount: 30_000 })
  await waitUntilFinal(token, idOf(answer))
  const { data } = await payer.client.call(paymentApi.debts)
  expect(data).toMatchObject({ credit: 1_200_000, invoices: [{ balance: 3_000_000, payable: 1_800_000 }] })
  // The client does, and what changed its debt is an event: an agreement over it follows it.
  const { company_id } = (await t.owner.query('select company_id from clients where id = $1', [payer.clientId])).rows[0]
  expect(await t.events(company_id)).not.toContain('credit.applied')
  expect((await payer.pay([owed])).json.data).toMatchObject({ amount: 18_000 })
  expect((await t.events(company_id)).filter((name) => name === 'credit.applied')).toHaveLength(1)
})

test('INV-12 de un pago de varias facturas, el enlace de una muestra solo la suya: ni los otros números ni el total', async () => {
  const payer = await paying.payer()
  const [first, second] = [await payer.owe(30_000), await payer.owe(20_000)]
  const token = await linkOf(payer, second)
  const own = await payer.paid([first, second], { payment_method: { type: 'NEQUI', phone_number: PENDING } })
  const { json, text } = await t.ask(linkPaymentApi.get, { params: { token, id: own.id } })
  const [other, shown] = own.invoices
  expect(json.data).toMatchObject({ amount: 20_000, numbers: [shown?.number], reference: null })
  expect(text).not.toContain(other?.number ?? '?')
})

test('PUB-01 quien prueba un contrato o un documento espera en sus redes, y solo al final todas; las de un /48 cuentan juntas', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  const { rows } = await t.owner.query<{ id: string; identification: string }>(
    'select id, identification from clients where id = any ($1::uuid[])',
    [[payer.clientId, other.clientId]],
  )
  const documentOf = ({ clientId }: Payer) => rows.find(({ id }) => id === clientId)?.identification ?? ''
  const search = async (contract: string, document: string, remoteAddress: string): Promise<number> => {
    const url = `/api${linkPaymentApi.search.path}`
    const payload = { search: { contract, document } }
    return (await t.app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
  }
  const own = (address: string) => search(payer.no_contract, documentOf(payer), address)
  const setCount = (kind: string, failures: number) =>
    t.owner.query(`update attempts set failures = $2 where subject like $1 || ':%'`, [kind, failures])
  const clear = () => t.owner.query('delete from attempts')

  for (const wrong of [
    (n: number, address: string) => search(payer.no_contract, `9999999${n}`, address),
    (n: number, address: string) => search(`ZZZZ-00000${n}`, documentOf(payer), address),
  ]) {
    await wrong(1, '2800:e2:1::1')
    await setCount('debtor_everywhere', 998)
    expect(await wrong(2, '2800:e2:2::1')).toBe(404)
    expect(await own('2800:e2:2::1')).toBe(200)
    expect(await wrong(3, '2800:e2:2::1')).toBe(404)
    expect([await own('2800:e2:2::1'), await own('2800:e2:3::1')]).toEqual([429, 200])
    await setCount('debtor_everywhere', 9_998)
    expect(await wrong(4, '2800:e2:4::1')).toBe(404)
    expect(await own('2800:e2:3::1')).toBe(200)
    expect(await wrong(5, '2800:e2:5::1')).toBe(404)
    expect(await own('2800:e2:3::1')).toBe(429)
    expect(await search(other.no_contract, documentOf(other), '2800:e2:3::1')).toBe(200)
    await clear()
  }

  // In the demo a network has 1,000 in a quarter of an hour, and a /48 ten times as many.
  await search(payer.no_contract, '99999999', '2800:e2:1:1::1')
  await setCount('debtor_site', 9_998)
  await search(payer.no_contract, '99999999', '2800:e2:1:2::1')
  expect(await search(other.no_contract, documentOf(other), '2800:e2:1:ffff::1')).toBe(200)
  await search(payer.no_contract, '99999999', '2800:e2:1:3::1')
  expect(await search(other.no_contract, documentOf(other), '2800:e2:1:ffff::1')).toBe(429)
  expect(await search(other.no_contract, documentOf(other), '2800:e2:2::1')).toBe(200)
  await clear()
})
