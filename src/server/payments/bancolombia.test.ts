import { afterEach, expect, test } from 'vitest'
import { auditApi } from '#domain/audit/api.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { bankOf, finishAtBank, untilFinal } from '#test/at-bank.ts'
import { BANCOLOMBIA, DECLINES, type Payer, pse, testPaying } from '#test/paying.ts'
import { readPdf } from '#test/read-pdf.ts'
import { wompiKeys } from '#test/wompi-keys.ts'
import { checkAttempt } from './check-attempt.ts'
import { pollDueAttempts } from './polling.ts'

const paying = await testPaying()
const { t } = paying
afterEach(() => t.setNow(null))

const sentOf = (payer: Payer) =>
  paying
    .simulator()
    .transactions()
    .filter(({ merchant }) => merchant.name === payer.company.id)
const methodsOf = async ({ client }: Payer) =>
  (await client.call(paymentApi.methods)).data.methods.map(({ type }) => type)

/** Changes the methods that Wompi says of the account of a company. */
function setAccount(payer: Payer, methods: readonly string[]): void {
  const merchant = paying.simulator().merchants.find(({ name }) => name === payer.company.id)
  if (!merchant) throw new Error('the simulator has no such merchant')
  merchant.accepted_payment_methods = methods
}
const testKeys = async ({ admin }: Payer) =>
  (await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })).data

test('PAY-02 PAY-05 Botón Bancolombia: se pide como dice Wompi, la dirección llega después, y aprobado paga con su recibo', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(60_000)
  expect((await payer.client.call(paymentApi.methods)).data.methods).toContainEqual({
    id: 'bancolombia',
    type: 'BANCOLOMBIA_TRANSFER',
    name: 'Botón Bancolombia',
  })
  const started = await payer.paid([id], BANCOLOMBIA)
  expect(started).toMatchObject({ status: 'pending', method: 'bancolombia_transfer', redirect_url: null })
  const address = expect.stringContaining(`/payments/processing?pago=${started.id}`)
  const [transaction] = sentOf(payer)
  expect(transaction?.payment_method).toEqual({
    type: 'BANCOLOMBIA_TRANSFER',
    user_type: 'PERSON',
    payment_description: `Pago de factura ${started.invoices[0]?.number}`,
    ecommerce_url: address,
  })
  expect(transaction).toMatchObject({ amount_in_cents: 6_000_000, redirect_url: address })
  // While it waits nothing else is paid, and the page of the bank returns to the payment.
  expect((await payer.pay([id], pse('1'))).status).toBe(409)
  const back = await finishAtBank(await bankOf(payer, started.id), 'APPROVED')
  expect([back.status, back.headers.get('location')]).toEqual([303, address])
  const done = await untilFinal(paying, payer, started.id)
  expect(done).toMatchObject({ status: 'approved', redirect_url: null, receipt: { number: 1 } })
  expect((await payer.client.call(invoiceApi.get, { params: { id } })).data).toMatchObject({ status: 'pagado' })
  const answer = await payer.pay([id], BANCOLOMBIA)
  expect([answer.status, answer.json.message]).toEqual([409, expect.stringMatching(/no tiene saldo por pagar/)])
})

test('TRX-01 TRX-02 ACC-06 el medio se nombra en el recibo y las listas, su dinero está en la cuenta Wompi, y la oficina no lo reversa', async () => {
  const payer = await paying.payer()
  const started = await payer.paid([await payer.owe(60_000)], BANCOLOMBIA)
  await finishAtBank(await bankOf(payer, started.id), 'APPROVED')
  const { receipt } = await untilFinal(paying, payer, started.id)
  const params = { id: receipt?.id ?? '' }
  const pdf = await payer.client.ask(paymentApi.voucher, { params })
  expect(readPdf(pdf.bytes).text).toContain('Botón Bancolombia')
  const method = 'bancolombia_transfer'
  const listed = await payer.financial.call(manualPaymentApi.list, { query: { method } })
  expect(listed.data).toMatchObject([{ method, account: { name: 'Wompi' }, registered_by: 'Wompi' }])
  expect(listed.totals).toEqual([{ method, count: 1, amount: 6_000_000 }])
  // The attempt, and not its receipt again.
  for (const person of [payer.financial, payer.client])
    expect((await person.call(paymentApi.transactions)).data).toMatchObject([{ method, status: 'approved' }])
  const refused = await payer.financial.ask(manualPaymentApi.reverse, {
    params,
    body: { reason: 'Error' },
    headers: { 'idempotency-key': 'reverso' },
  })
  expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('registra el contracargo')])
})

test('PAY-05 Bancolombia rechaza y dice por qué; otro medio paga la misma factura', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const first = await payer.paid([id], BANCOLOMBIA)
  await finishAtBank(await bankOf(payer, first.id), 'DECLINED')
  expect(await untilFinal(paying, payer, first.id)).toMatchObject({
    status: 'declined',
    problem: expect.stringMatching(/^Bancolombia no aprobó el pago\. .* o paga con otro medio\.$/),
  })
  const second = await untilFinal(paying, payer, (await payer.paid([id])).id)
  expect(second).toMatchObject({ status: 'approved', method: 'nequi' })
  const third = await payer.paid([await payer.owe(50_000)], {
    payment_method: { type: 'NEQUI', phone_number: DECLINES },
  })
  await untilFinal(paying, payer, third.id)
  const ids = third.invoices.map(({ invoice_id }) => invoice_id)
  expect(await payer.paid(ids, BANCOLOMBIA)).toMatchObject({ status: 'pending', method: 'bancolombia_transfer' })
})

test('PAY-05 la respuesta se pierde: el pago con Bancolombia se busca por su referencia y se envía una vez', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(45_000)
  paying.simulator().fail('create', 'lost')
  const started = await payer.paid([id], BANCOLOMBIA)
  expect(started).toMatchObject({ status: 'unknown', transaction_id: null })
  await finishAtBank(await bankOf(payer, started.id), 'APPROVED')
  expect(await untilFinal(paying, payer, started.id)).toMatchObject({ status: 'approved' })
  expect(sentOf(payer)).toHaveLength(1)
})

test('PAY-05 el envío no llegó: sin transacción el pago vence, y la factura se paga de nuevo', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(45_000)
  paying.simulator().fail('create', 'error_500')
  const started = await payer.paid([id], BANCOLOMBIA)
  t.setNow(new Date(Date.parse(started.created_at) + 5 * 60_000))
  await checkAttempt(t.world, payer.company.id, started.id)
  expect(await payer.attempt(started.id)).toMatchObject({
    status: 'expired',
    problem: expect.stringMatching(/no se hizo ningún cobro/),
  })
  expect((await payer.pay([id], BANCOLOMBIA)).status).toBe(201)
})

test('PAY-05 quien nunca termina en Bancolombia: a los siete días vence, no se afirma que no hubo cobro, y una persona lo revisa', async () => {
  const payer = await paying.payer()
  const started = await payer.paid([await payer.owe(45_000)], BANCOLOMBIA)
  await bankOf(payer, started.id)
  t.setNow(new Date(Date.parse(started.created_at) + 7 * 86_400_000))
  await pollDueAttempts(t.world)
  expect(await payer.attempt(started.id)).toMatchObject({
    status: 'expired',
    may_be_charged: true,
    redirect_url: null,
    problem: expect.stringMatching(/^Wompi no dijo qué pasó con este pago/),
  })
  expect((await payer.financial.call(paymentApi.cases)).data).toMatchObject([{ kind: 'given_up' }])
})

test('PAY-02 solo se ofrece lo que la cuenta tiene: sin Botón Bancolombia no se muestra, y pedirlo se rechaza sin enviar nada', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  setAccount(payer, ['NEQUI', 'PSE', 'DAVIPLATA'])
  expect(await testKeys(payer)).toMatchObject({ is_on: true, methods: ['nequi', 'pse'] })
  expect(await methodsOf(payer)).toEqual(['NEQUI', 'PSE'])
  expect((await payer.client.call(paymentApi.debts)).data.online).toMatchObject({
    is_available: true,
    methods: ['nequi', 'pse'],
  })
  const answer = await payer.pay([id], BANCOLOMBIA)
  expect([answer.status, answer.json.errors?.[0]?.field, answer.json.message]).toEqual([
    409,
    'payment.payment_method.type',
    'Tu proveedor no recibe pagos con Botón Bancolombia por ahora. No se hizo ningún cobro: elige otro medio.',
  ])
  expect(sentOf(payer)).toEqual([])
  expect((await payer.client.call(paymentApi.transactions)).data).toEqual([])
})

test('PAY-02 lo que la cuenta gana o pierde se aprende al leer los documentos o al pagar, y se recuerda', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  setAccount(payer, ['PSE', 'BANCOLOMBIA_TRANSFER'])
  // The screen was opened before: the answer says it, and the next reading does not offer it.
  expect((await payer.pay([id])).json.message).toMatch(/^Tu proveedor no recibe pagos con Nequi por ahora/)
  expect(await methodsOf(payer)).toEqual(['PSE', 'BANCOLOMBIA_TRANSFER'])
  setAccount(payer, ['NEQUI', 'PSE', 'BANCOLOMBIA_TRANSFER'])
  await payer.client.call(paymentApi.acceptance)
  expect(await methodsOf(payer)).toEqual(['NEQUI', 'PSE', 'BANCOLOMBIA_TRANSFER'])
  setAccount(payer, ['DAVIPLATA'])
  await payer.client.call(paymentApi.acceptance)
  await payer.client.call(paymentApi.acceptance)
  expect((await payer.client.call(paymentApi.methods)).data).toMatchObject({ is_available: false, methods: [] })
  const { data } = await payer.admin.call(auditApi.list, { query: {} })
  expect(data.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('pagos en línea'))).toEqual([
    'Wompi dijo que la cuenta ya no tiene pagos en línea de los que se ofrecen',
    'Wompi dijo que la cuenta tiene estos pagos en línea: Nequi, PSE, Botón Bancolombia',
    'Wompi dijo que la cuenta tiene estos pagos en línea: PSE, Botón Bancolombia',
  ])
})

test('PAY-02 INT-01 unas llaves de las que no se sabe ofrecen Nequi y PSE; una cuenta sin ningún medio no se enciende', async () => {
  const payer = await paying.payer()
  // As the keys that were saved before it was asked.
  await t.owner.query('update credentials set methods = null where company_id = $1', [payer.company.id])
  expect(await methodsOf(payer)).toEqual(['NEQUI', 'PSE'])
  setAccount(payer, ['DAVIPLATA'])
  expect(await testKeys(payer)).toMatchObject({
    is_on: false,
    problem: expect.stringMatching(
      /la cuenta no tiene Nequi, PSE, Botón Bancolombia, tarjeta ni efectivo en corresponsal/,
    ),
  })
  setAccount(payer, ['BANCOLOMBIA_TRANSFER'])
  expect(await testKeys(payer)).toMatchObject({ is_on: true, problem: null, methods: ['bancolombia_transfer'] })
  // Other keys may be of another account.
  await payer.admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys('otra') } })
  expect((await payer.admin.call(integrationApi.get)).data.wompi).toMatchObject([{ is_on: false, methods: null }])
})

test('PAY-02 PAY-05 con el enlace de una factura también: ofrece lo de la cuenta, lleva al banco y el recibo es del cliente', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(79_900)
  const { data: invoice } = await payer.client.call(invoiceApi.get, { params: { id } })
  const token = invoice.public_url.split('/').at(-1) ?? ''
  const read = async (of: string) => (await t.ask(publicInvoiceApi.get, { params: { token: of } })).json.data
  expect(await read(token)).toMatchObject({
    is_payable_online: true,
    online_methods: ['nequi', 'pse', 'bancolombia_transfer', 'card', 'bancolombia_collect'],
  })
  const pay = (changes: object) =>
    t.ask(linkPaymentApi.create, {
      params: { token },
      body: { payment: { customer_email: 'vecina@correo.test', ...BANCOLOMBIA, acceptance_terms: true, ...changes } },
    })
  const withoutPhone = await pay({})
  expect([withoutPhone.status, withoutPhone.json.errors?.[0]?.field]).toEqual([400, 'payment.phone_number'])
  const started = (await pay({ phone_number: '3001234567' })).json.data as { id: string }
  expect(sentOf(payer)).toMatchObject([
    { payment_method: { ecommerce_url: expect.stringContaining(`/factura/${token}/pago/${started.id}`) } },
  ])
  await finishAtBank(await bankOf(payer, started.id), 'APPROVED')
  await untilFinal(paying, payer, started.id)
  expect(await read(token)).toMatchObject({ status: 'pagado' })
  setAccount(payer, ['NEQUI'])
  await testKeys(payer)
  const other = await payer.owe(50_000)
  const { data: next } = await payer.client.call(invoiceApi.get, { params: { id: other } })
  const otherToken = next.public_url.split('/').at(-1) ?? ''
  expect(await read(otherToken)).toMatchObject({ is_payable_online: true, online_methods: ['nequi'] })
})
