import { afterEach, expect, test } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { untilFinal } from '#test/at-bank.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { APPROVES, pse, testPaying, WOMPI_PAGE } from '#test/paying.ts'
import { readPdf } from '#test/read-pdf.ts'
import { casesOf, creditOf, offerPage, onPage, pageSteps, statusOf } from '#test/wompi-page.ts'
import { pollDueAttempts } from './polling.ts'

const paying = await testPaying()
const { t } = paying
const { pagePayer, linksOf, sentOf, muteEvents, after, untilApproved, untilApplied } = pageSteps(paying)
afterEach(() => t.setNow(null))

test('PAY-02 PAY-05 la página de Wompi: el enlace se pide como dice Wompi, se guarda antes de ir, y aprobado paga con su recibo', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(60_000)
  const method = { id: 'wompi', type: 'WOMPI_PAGE', name: 'Página de Wompi' }
  expect((await payer.client.call(paymentApi.methods)).data.methods).toContainEqual(method)
  const started = await payer.paid([id], WOMPI_PAGE)
  const [link] = linksOf(payer)
  const { rows } = await t.owner.query(
    'select payment_link_id, expires_at from payment_attempts where company_id = $1 and id = $2',
    [payer.company.id, started.id],
  )
  expect(rows).toEqual([{ payment_link_id: link?.id, expires_at: new Date(link?.expires_at ?? '') }])
  expect(started).toMatchObject({
    status: 'pending',
    method: 'wompi_page',
    redirect_url: `${paying.simulator().checkoutUrl}/l/${link?.id}`,
  })
  const minutes = (Date.parse(link?.expires_at ?? '') - Date.parse(started.created_at)) / MINUTE_MS
  expect(Math.round(minutes)).toBe(60)
  const address = expect.stringContaining(`/payments/processing?pago=${started.id}`)
  expect(link).toMatchObject({
    name: `Pago de factura ${started.invoices[0]?.number}`,
    single_use: true,
    collect_shipping: false,
    currency: 'COP',
    amount_in_cents: 6_000_000,
    redirect_url: address,
    sku: started.reference,
  })
  const back = await onPage(started.redirect_url, 'APPROVED')
  expect([back.status, back.headers.get('location')]).toEqual([303, address])
  // Its event is applied without the browser: the transaction has another reference.
  const done = await untilFinal(paying, payer, started.id)
  const [transaction] = sentOf(payer)
  expect(transaction?.reference).not.toBe(started.reference)
  expect(done).toMatchObject({
    status: 'approved',
    redirect_url: null,
    transaction_id: transaction?.id,
    receipt: { number: 1 },
  })
  expect(await statusOf(payer, id)).toBe('pagado')
  expect((await onPage(started.redirect_url, 'APPROVED')).status).toBe(422)
  const pdf = await payer.client.ask(paymentApi.voucher, { params: { id: done.receipt?.id ?? '' } })
  expect(readPdf(pdf.bytes).text).toContain('Página de Wompi')
  const listed = await payer.financial.call(manualPaymentApi.list, { query: { method: 'wompi_page' } })
  expect(listed.data).toMatchObject([{ account: { name: 'Wompi' }, registered_by: 'Wompi' }])
  expect(await breachesOf(t)).toEqual([])
})

test('INT-03 PAY-02 la página de Wompi se ofrece solo si la empresa lo decide, y queda en la auditoría', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const refused = await payer.pay([id], WOMPI_PAGE)
  expect([refused.status, refused.json.errors?.[0]?.field]).toEqual([409, 'payment.payment_method.type'])
  expect(linksOf(payer)).toEqual([])
  expect((await offerPage(payer, true)).data).toMatchObject({ has_page: true, methods: expect.any(Array) })
  await offerPage(payer, true)
  expect((await payer.client.call(paymentApi.debts)).data.online.methods.at(-1)).toBe('wompi_page')
  expect((await payer.admin.call(integrationApi.get)).data.wompi).toMatchObject([{ has_page: true }])
  expect((await offerPage(payer, false)).data).toMatchObject({ has_page: false })
  expect((await payer.pay([id], WOMPI_PAGE)).status).toBe(409)
  const events = await t.events(payer.company.id)
  expect(events.filter((name) => name === 'integration.page_offered')).toHaveLength(2)
  const answer = await payer.admin.ask(integrationApi.offerPage, {
    body: { environment: 'production', is_offered: true },
  })
  expect(answer.status).toBe(404)
})

test('PAY-05 TRX-05 rechazado en la página se intenta otra vez en ella, y el segundo paga', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(60_000)
  const started = await payer.paid([id], WOMPI_PAGE)
  expect((await onPage(started.redirect_url, 'DECLINED')).status).toBe(200)
  await untilApplied(payer, 1)
  expect(await payer.attempt(started.id)).toMatchObject({
    status: 'pending',
    transaction_id: null,
    redirect_url: started.redirect_url,
    problem: null,
  })
  await onPage(started.redirect_url, 'APPROVED')
  expect(await untilFinal(paying, payer, started.id)).toMatchObject({ status: 'approved' })
  expect(sentOf(payer).map(({ status }) => status)).toEqual(['DECLINED', 'APPROVED'])
  expect(await statusOf(payer, id)).toBe('pagado')
  expect(await casesOf(payer)).toEqual([])
})

test('PAY-05 un pago en proceso en la página impide otro, y si se rechaza ya no', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(60_000)
  const started = await payer.paid([id], WOMPI_PAGE)
  await onPage(started.redirect_url, 'PENDING')
  const [transaction] = sentOf(payer)
  if (!transaction) throw new Error('no transaction')
  await payer.client.call(paymentApi.verify, { params: { id: started.id } })
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'pending', transaction_id: transaction.id })
  expect((await payer.pay([id], pse('1'))).status).toBe(409)
  // It is still under way when the page is over, and is asked about by its id.
  after(started, 71)
  await pollDueAttempts(t.world)
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'pending' })
  muteEvents(payer)
  paying.simulator().finish(transaction, 'DECLINED')
  await payer.client.call(paymentApi.verify, { params: { id: started.id } })
  expect(await payer.attempt(started.id)).toMatchObject({
    status: 'expired',
    transaction_id: null,
    may_be_charged: false,
  })
  expect((await payer.pay([id], pse('1'))).status).toBe(201)
})

test('PAY-05 TRX-05 la página vence sin que se pague: el intento termina sin caso, y lo aprobado después se aplica', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(60_000)
  const started = await payer.paid([id], WOMPI_PAGE)
  after(started, 60)
  await pollDueAttempts(t.world)
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'pending' })
  after(started, 71)
  await pollDueAttempts(t.world)
  expect(await payer.attempt(started.id)).toMatchObject({
    status: 'expired',
    may_be_charged: false,
    problem: 'El pago no se completó y no se hizo ningún cobro. Puedes intentarlo de nuevo.',
  })
  expect(await casesOf(payer)).toEqual([])
  t.setNow(null)
  await onPage(started.redirect_url, 'APPROVED')
  await untilApproved(payer, started.id)
  expect(await statusOf(payer, id)).toBe('pagado')
})

test('PAY-05 TRX-05 la factura se paga con otro medio mientras la página esperaba: lo pagado en ella queda a favor', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(60_000)
  const started = await payer.paid([id], WOMPI_PAGE)
  const nequi = await payer.paid([id], { payment_method: { type: 'NEQUI', phone_number: APPROVES } })
  await untilFinal(paying, payer, nequi.id)
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'expired', may_be_charged: true })
  await onPage(started.redirect_url, 'APPROVED')
  await untilApproved(payer, started.id)
  expect(await creditOf(payer)).toBe(6_000_000)
  expect(await breachesOf(t)).toEqual([])
})

test('PAY-05 pagada en la oficina mientras la página esperaba: lo pagado en la página queda a favor', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(50_000)
  const started = await payer.paid([id], WOMPI_PAGE)
  const payment = { client_id: payer.clientId, amount: 50_000, method: 'efectivo', paid_on: dayOf(new Date()) }
  await payer.financial.call(manualPaymentApi.create, { body: { payment }, headers: { 'idempotency-key': 'caja' } })
  await onPage(started.redirect_url, 'APPROVED')
  await untilFinal(paying, payer, started.id)
  expect(await creditOf(payer)).toBe(5_000_000)
})

test('PAY-04 PAY-05 pedida dos veces es la misma página, y con otro valor o poco tiempo una nueva', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(60_000)
  const answers = await Promise.all([payer.pay([id], WOMPI_PAGE), payer.pay([id], WOMPI_PAGE)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(new Set(answers.map(({ json }) => (json.data as { id: string }).id)).size).toBe(1)
  expect(linksOf(payer)).toHaveLength(1)
  const first = await payer.paid([id], WOMPI_PAGE)
  expect(linksOf(payer)).toHaveLength(1)
  after(first, 51)
  const second = await payer.paid([id], WOMPI_PAGE)
  expect(second.id).not.toBe(first.id)
  expect(await payer.attempt(first.id)).toMatchObject({ status: 'expired', may_be_charged: true })
  expect(linksOf(payer)).toHaveLength(2)
})

test.each(['error_500', 'reset', 'hang', 'half', 'html'] as const)(
  'PAY-05 sin el enlace de Wompi (%s) no hay página ni cobro, y se empieza de nuevo',
  async (failure) => {
    const payer = await pagePayer()
    const id = await payer.owe(60_000)
    paying.simulator().fail('create', failure)
    const failed = await payer.paid([id], WOMPI_PAGE)
    expect(failed).toMatchObject({ status: 'expired', redirect_url: null, may_be_charged: false })
    expect(failed.problem).toMatch(/no se hizo ningún cobro/)
    expect(await payer.paid([id], WOMPI_PAGE)).toMatchObject({ status: 'pending' })
    expect(await casesOf(payer)).toEqual([])
  },
)

test('PAY-05 Wompi no acepta la llave privada: el intento termina con su razón y la factura queda libre', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(60_000)
  const merchant = paying.simulator().merchants.find(({ name }) => name === payer.company.id)
  if (!merchant) throw new Error('the simulator has no such merchant')
  const { private_key } = merchant
  merchant.private_key = 'prv_test_otra'
  const failed = await payer.paid([id], WOMPI_PAGE)
  expect(failed).toMatchObject({ status: 'error', may_be_charged: false })
  expect(failed.problem).toMatch(/^Wompi no pudo abrir su página de pago/)
  merchant.private_key = private_key
  expect(await payer.paid([id], WOMPI_PAGE)).toMatchObject({ status: 'pending' })
})

test('INV-12 PAY-05 con el enlace de la factura también se paga en la página de Wompi', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(79_900)
  const { data } = await payer.client.call(invoiceApi.get, { params: { id } })
  const token = data.public_url.split('/').at(-1) ?? ''
  const answer = await t.ask(linkPaymentApi.create, {
    params: { token },
    body: {
      payment: {
        customer_email: 'vecina@correo.test',
        phone_number: '3001234567',
        acceptance_terms: true,
        ...WOMPI_PAGE,
      },
    },
  })
  const started = answer.json.data as { id: string; redirect_url: string }
  expect([answer.status, started.redirect_url]).toEqual([201, expect.stringContaining('/l/')])
  const read = async () => (await t.ask(publicInvoiceApi.get, { params: { token } })).json.data
  expect(await read()).toMatchObject({ is_payable_online: true, open_payment_id: null })
  await onPage(started.redirect_url, 'APPROVED')
  await untilFinal(paying, payer, started.id)
  expect(await read()).toMatchObject({ status: 'pagado' })
})
