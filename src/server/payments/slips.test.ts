import { afterEach, expect, test, vi } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { DAY_MS } from '#domain/core/durations.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { notificationApi } from '#domain/notifications/api.ts'
import { linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { slipExpiry } from '#domain/payments/slip.ts'
import { type Slip, slipApi } from '#domain/payments/slip-api.ts'
import { untilFinal } from '#test/at-bank.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { CASH, DECLINES, type Payer, testPaying } from '#test/paying.ts'
import { readPdf } from '#test/read-pdf.ts'
import { pollDueAttempts } from './polling.ts'

const paying = await testPaying()
const { t } = paying
afterEach(() => t.setNow(null))

const sentOf = (payer: Payer) =>
  paying
    .simulator()
    .transactions()
    .filter(({ merchant }) => merchant.name === payer.company.id)

/** A slip in a reply that is not decoded. */
type Wire = Pick<Slip, 'id' | 'company' | 'numbers' | 'agreement' | 'intention'>

const slipsOf = async ({ client }: Payer) => (await client.call(slipApi.own)).data

/** The slip of a payment, once Wompi gave its numbers. */
const slipOf = (payer: Payer, id: string): Promise<Slip> =>
  vi.waitFor(async () => {
    await payer.client.call(paymentApi.verify, { params: { id } })
    const slip = (await slipsOf(payer)).find((one) => one.id === id)
    if (!slip || slip.agreement === null) throw new Error('the slip has no numbers yet')
    return slip
  })

/** What the payer does at the counter with its slip. */
const atCounter = ({ agreement, intention }: Pick<Slip, 'agreement' | 'intention'>, ending: 'APPROVED' | 'DECLINED') =>
  fetch(`${paying.simulator().url}/simulator/correspondent`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ agreement: agreement ?? '', intention: intention ?? '', ending }).toString(),
  })

const debtOf = async ({ client }: Payer, id: string) =>
  (await client.call(paymentApi.debts)).data.invoices.find((one) => one.id === id)
const creditOf = async ({ client }: Payer) => (await client.call(paymentApi.debts)).data.credit

async function tokenOf({ client }: Payer, id: string): Promise<string> {
  const { data } = await client.call(invoiceApi.get, { params: { id } })
  return data.public_url.split('/').at(-1) ?? ''
}

const payByLink = (token: string, changes: object = CASH) =>
  t.ask(linkPaymentApi.create, {
    params: { token },
    body: {
      payment: { customer_email: 'vecina@correo.test', phone_number: '3001234567', acceptance_terms: true, ...changes },
    },
  })

test('PAY-02 PAY-05 en efectivo: se pide como dice Wompi, sus dos números llegan después, y pagado en el corresponsal da su recibo', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(60_000)
  expect((await payer.client.call(paymentApi.methods)).data.methods).toContainEqual({
    id: 'efectivo',
    type: 'BANCOLOMBIA_COLLECT',
    name: 'Efectivo en corresponsal',
  })
  const started = await payer.paid([id], CASH)
  expect(started).toMatchObject({ status: 'pending', method: 'bancolombia_collect', redirect_url: null })
  const { rows } = await t.owner.query<{ name: string; nit: string }>(
    "update companies set phone = '6017654321', email = 'pagos@red.test' where id = $1 returning name, nit",
    [payer.company.id],
  )
  const expires_at = slipExpiry(dayOf(new Date(started.created_at))).toISOString()
  expect(await slipsOf(payer)).toEqual([
    {
      id: started.id,
      company: { ...rows[0], phone: '6017654321', email: 'pagos@red.test' },
      numbers: [started.invoices[0]?.number],
      amount: 6_000_000,
      owed: 6_000_000,
      agreement: null,
      intention: null,
      expires_at,
    },
  ])
  const [transaction] = sentOf(payer)
  expect(transaction?.payment_method).toEqual({ type: 'BANCOLOMBIA_COLLECT' })
  expect(transaction).toMatchObject({ amount_in_cents: 6_000_000, expiration_time: expires_at })
  const slip = await slipOf(payer, started.id)
  expect(slip).toMatchObject({
    agreement: transaction?.slip?.business_agreement_code,
    intention: transaction?.slip?.payment_intention_identifier,
  })
  expect((await atCounter({ ...slip, intention: '1' }, 'APPROVED')).status).toBe(422)
  expect((await atCounter(slip, 'APPROVED')).status).toBe(200)
  const done = await untilFinal(paying, payer, started.id)
  expect(done).toMatchObject({ status: 'approved', receipt: { number: 1 } })
  expect(await slipsOf(payer)).toEqual([])
  expect((await payer.client.call(invoiceApi.get, { params: { id } })).data).toMatchObject({ status: 'pagado' })
  const pdf = await payer.client.ask(paymentApi.voucher, { params: { id: done.receipt?.id ?? '' } })
  expect(readPdf(pdf.bytes).text).toContain('Efectivo en corresponsal')
  const listed = await payer.financial.call(manualPaymentApi.list, { query: { method: 'bancolombia_collect' } })
  expect(listed.data).toMatchObject([{ account: { name: 'Wompi' }, registered_by: 'Wompi' }])
})

test('PAY-05 el comprobante pedido otra vez por lo mismo es el mismo, y con otro valor es uno nuevo', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(60_000)
  const first = await payer.paid([id], CASH)
  expect((await payer.paid([id], CASH)).id).toBe(first.id)
  expect(sentOf(payer)).toHaveLength(1)
  const payment = { client_id: payer.clientId, amount: 20_000, method: 'efectivo', paid_on: dayOf(new Date()) }
  await payer.financial.call(manualPaymentApi.create, {
    body: { payment },
    headers: { 'idempotency-key': 'abono' },
  })
  expect(await slipsOf(payer)).toMatchObject([{ id: first.id, amount: 6_000_000, owed: 4_000_000 }])
  const second = await payer.paid([id], CASH)
  expect(second).toMatchObject({ status: 'pending', amount: 4_000_000 })
  expect(await slipsOf(payer)).toMatchObject([{ id: second.id, amount: 4_000_000 }])
  expect(await payer.attempt(first.id)).toMatchObject({ status: 'expired', may_be_charged: true })
})

test('PAY-05 TRX-05 un comprobante no impide otro medio, y si después también se paga en efectivo queda a favor y no se pierde', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const cash = await payer.paid([id], CASH)
  const slip = await slipOf(payer, cash.id)
  expect(await debtOf(payer, id)).toMatchObject({ attempt_id: null, payable: 5_000_000 })
  const nequi = await untilFinal(paying, payer, (await payer.paid([id])).id)
  expect(nequi).toMatchObject({ status: 'approved', method: 'nequi' })
  expect(await slipsOf(payer)).toEqual([])
  expect(await payer.attempt(cash.id)).toMatchObject({
    status: 'expired',
    may_be_charged: true,
    problem: expect.stringMatching(/^Se empezó otro pago de la misma factura: no pagues este comprobante\./),
  })
  // What was replaced did not fail: it may even have been paid.
  const { data: notices } = await payer.client.call(notificationApi.list)
  expect(notices.filter(({ text }) => text.includes('no se completó'))).toEqual([])
  await atCounter(slip, 'APPROVED')
  await vi.waitFor(
    async () => {
      await paying.applyEvents()
      expect(await payer.attempt(cash.id)).toMatchObject({ status: 'approved', receipt: { number: 2 } })
    },
    { timeout: 20_000, interval: 30 },
  )
  expect(await creditOf(payer)).toBe(5_000_000)
  expect(await breachesOf(t)).toEqual([])
})

test('PAY-05 el otro medio se rechaza y el efectivo llega: paga la factura, que seguía sin pagar', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const cash = await payer.paid([id], CASH)
  const slip = await slipOf(payer, cash.id)
  const other = await payer.paid([id], { payment_method: { type: 'NEQUI', phone_number: DECLINES } })
  await untilFinal(paying, payer, other.id)
  await atCounter(slip, 'APPROVED')
  await vi.waitFor(
    async () => {
      await paying.applyEvents()
      expect(await payer.attempt(cash.id)).toMatchObject({ status: 'approved' })
    },
    { timeout: 20_000, interval: 30 },
  )
  expect(await debtOf(payer, id)).toBeUndefined()
  expect(await creditOf(payer)).toBe(0)
})

test('PAY-05 TRX-05 pagada en la oficina mientras el comprobante esperaba: se dice que ya no se debe, y el efectivo queda a favor', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const cash = await payer.paid([id], CASH)
  const slip = await slipOf(payer, cash.id)
  const payment = { client_id: payer.clientId, amount: 50_000, method: 'efectivo', paid_on: dayOf(new Date()) }
  await payer.financial.call(manualPaymentApi.create, { body: { payment }, headers: { 'idempotency-key': 'caja' } })
  expect(await slipsOf(payer)).toMatchObject([{ id: cash.id, owed: 0, agreement: slip.agreement }])
  await atCounter(slip, 'APPROVED')
  await untilFinal(paying, payer, cash.id)
  expect(await creditOf(payer)).toBe(5_000_000)
})

test('PAY-05 vencido sin pagarse: Wompi lo dice, la factura se libera y no se pide revisarlo a nadie', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const cash = await payer.paid([id], CASH)
  await atCounter(await slipOf(payer, cash.id), 'DECLINED')
  expect(await untilFinal(paying, payer, cash.id)).toMatchObject({
    status: 'declined',
    may_be_charged: false,
    problem: 'El comprobante venció sin que se pagara. Pide otro, o paga con otro medio.',
  })
  expect((await payer.financial.call(paymentApi.cases)).data).toEqual([])
  expect((await payer.paid([id], CASH)).id).not.toBe(cash.id)
})

test('PAY-05 su aviso se pierde: se pregunta cada dos horas mientras se puede pagar', async () => {
  const payer = await paying.payer()
  for (const merchant of paying.simulator().merchants) merchant.events_url = null
  const cash = await payer.paid([await payer.owe(50_000)], CASH)
  const slip = await slipOf(payer, cash.id)
  const after = (hours: number) => t.setNow(new Date(Date.parse(cash.created_at) + hours * 3_600_000 + 1_000))
  after(25)
  await pollDueAttempts(t.world)
  await atCounter(slip, 'APPROVED')
  after(26)
  await pollDueAttempts(t.world)
  expect(await payer.attempt(cash.id)).toMatchObject({ status: 'approved' })
})

test('PAY-05 Wompi lo deja en espera: al séptimo día termina sin caso, y sin respuesta de Wompi una persona lo revisa', async () => {
  const payer = await paying.payer()
  const cash = await payer.paid([await payer.owe(50_000)], CASH)
  await slipOf(payer, cash.id)
  const seventh = new Date(Date.parse(cash.created_at) + 7 * DAY_MS)
  t.setNow(new Date(seventh.getTime() - DAY_MS / 2))
  await pollDueAttempts(t.world)
  expect(await payer.attempt(cash.id)).toMatchObject({ status: 'pending' })
  t.setNow(seventh)
  await pollDueAttempts(t.world)
  expect(await payer.attempt(cash.id)).toMatchObject({
    status: 'expired',
    may_be_charged: false,
    problem: expect.stringMatching(/^Wompi no informó que este comprobante se pagara\./),
  })
  expect((await payer.financial.call(paymentApi.cases)).data).toEqual([])
  t.setNow(null)
  const mute = await payer.paid([await payer.owe(40_000)], CASH)
  await slipOf(payer, mute.id)
  paying.simulator().fail('read', 'error_500')
  t.setNow(new Date(Date.parse(mute.created_at) + 7 * DAY_MS))
  await pollDueAttempts(t.world)
  expect(await payer.attempt(mute.id)).toMatchObject({ status: 'expired', may_be_charged: true })
  expect((await payer.financial.call(paymentApi.cases)).data).toMatchObject([
    { kind: 'given_up', reference: mute.reference },
  ])
})

test('PAY-05 la respuesta se pierde: el comprobante se busca por su referencia y se pide una vez', async () => {
  const payer = await paying.payer()
  paying.simulator().fail('create', 'lost')
  const cash = await payer.paid([await payer.owe(45_000)], CASH)
  expect(cash).toMatchObject({ status: 'unknown', transaction_id: null })
  expect(await slipOf(payer, cash.id)).toMatchObject({ intention: expect.stringMatching(/^\d{11}$/) })
  expect(sentOf(payer)).toHaveLength(1)
})

test('PAY-02 una cuenta sin efectivo no lo ofrece, y pedirlo se rechaza sin enviar nada', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const merchant = paying.simulator().merchants.find(({ name }) => name === payer.company.id)
  if (!merchant) throw new Error('the simulator has no such merchant')
  merchant.accepted_payment_methods = ['NEQUI', 'PSE']
  const answer = await payer.pay([id], CASH)
  expect([answer.status, answer.json.errors?.[0]?.field, answer.json.message]).toEqual([
    409,
    'payment.payment_method.type',
    'Tu proveedor no recibe pagos con Efectivo en corresponsal por ahora. No se hizo ningún cobro: elige otro medio.',
  ])
  expect(sentOf(payer)).toEqual([])
})

test('INV-12 PAY-05 con el enlace de la factura: quien lo tiene ve su comprobante, y del que pidió el cliente solo que existe', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(79_900)
  const token = await tokenOf(payer, id)
  const linkSlips = async () => (await t.ask(slipApi.ofLink, { params: { token } })).json.data as Wire[]
  const own = await payer.paid([id, await payer.owe(20_000)], CASH)
  await slipOf(payer, own.id)
  const read = async () => (await t.ask(publicInvoiceApi.get, { params: { token } })).json.data
  expect(await linkSlips()).toMatchObject([{ id: own.id, amount: 79_900, agreement: null, intention: null }])
  expect((await linkSlips())[0]?.numbers).toHaveLength(1)
  expect(await read()).toMatchObject({ is_payable_online: true, open_payment_id: null })
  const started = (await payByLink(token)).json.data as { id: string }
  await vi.waitFor(async () => {
    await t.ask(linkPaymentApi.verify, { params: { token, id: started.id } })
    expect(await linkSlips()).toMatchObject([
      { id: started.id, amount: 79_900, owed: 79_900, intention: expect.stringMatching(/^\d+$/) },
    ])
  })
  // Who pays with a link also reads whom the money is for.
  expect((await linkSlips())[0]?.company).toMatchObject({ nit: expect.stringMatching(/^\d{6,15}-\d$/) })
  // The slip of the client had this invoice too: it is no longer open, and its money would be applied all the same.
  expect(await payer.attempt(own.id)).toMatchObject({ status: 'expired', may_be_charged: true })
  expect(await slipsOf(payer)).toEqual([])
  const [slip] = await linkSlips()
  if (!slip) throw new Error('no slip')
  await atCounter(slip, 'APPROVED')
  await untilFinal(paying, payer, started.id)
  expect(await read()).toMatchObject({ status: 'pagado' })
  expect(await linkSlips()).toEqual([])
})

test('PAY-05 los comprobantes de otro cliente no se ven', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  await slipOf(payer, (await payer.paid([await payer.owe(50_000)], CASH)).id)
  expect(await slipsOf(other)).toEqual([])
})
