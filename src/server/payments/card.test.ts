import { afterEach, expect, test } from 'vitest'
import { paymentApi } from '#domain/payments/online-api.ts'
import { untilFinal } from '#test/at-bank.ts'
import { type Payer, testPaying } from '#test/paying.ts'
import { readPdf } from '#test/read-pdf.ts'

const paying = await testPaying()
const { t } = paying
afterEach(() => t.setNow(null))

const APPROVED = '4242424242424242'
const DECLINED = '4111111111111111'

/** What the browser does: it sends the card to Wompi with the public key of the company, and gets a token. */
async function tokenOf({ client }: Payer, number: string): Promise<Response> {
  const { cards } = (await client.call(paymentApi.acceptance)).data
  return fetch(cards.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${cards.public_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ number, cvc: '123', exp_month: '06', exp_year: '31', card_holder: 'Ana Ruiz' }),
  })
}

async function card(payer: Payer, number = APPROVED, installments = 1) {
  const { data } = (await (await tokenOf(payer, number)).json()) as { data: { id: string } }
  return { payment_method: { type: 'CARD', token: data.id, installments } }
}

const sentOf = (payer: Payer) =>
  paying
    .simulator()
    .transactions()
    .filter(({ merchant }) => merchant.name === payer.company.id)

test('PAY-02 PAY-05 una tarjeta se cobra con el token que Wompi le dio al navegador, en sus cuotas, y paga con su recibo', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(60_000)
  expect((await payer.client.call(paymentApi.methods)).data.methods).toContainEqual({
    id: 'tarjeta',
    type: 'CARD',
    name: 'Tarjeta',
  })
  const started = await payer.paid([id], await card(payer, APPROVED, 3))
  expect(started).toMatchObject({ status: 'pending', method: 'card', redirect_url: null })
  expect(sentOf(payer)[0]?.payment_method).toEqual({
    type: 'CARD',
    token: expect.stringMatching(/^tok_test_/),
    installments: 3,
  })
  const done = await untilFinal(paying, payer, started.id)
  expect(done).toMatchObject({ status: 'approved', method: 'card', receipt: { number: 1 } })
  const pdf = await payer.client.ask(paymentApi.voucher, { params: { id: done.receipt?.id ?? '' } })
  expect(readPdf(pdf.bytes).text).toContain('Tarjeta')
  expect((await payer.client.call(paymentApi.transactions)).data).toMatchObject([
    { method: 'card', status: 'approved' },
  ])
})

test('PAY-05 la tarjeta rechazada dice qué hacer, y otra paga la misma factura', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const first = await payer.paid([id], await card(payer, DECLINED))
  expect(await untilFinal(paying, payer, first.id)).toMatchObject({
    status: 'declined',
    problem: expect.stringMatching(/^El banco de tu tarjeta no aprobó el pago\. .* o paga con otro medio\.$/),
  })
  const second = await payer.paid([id], await card(payer))
  expect(await untilFinal(paying, payer, second.id)).toMatchObject({ status: 'approved' })
})

test('PAY-05 un token que Wompi no acepta no cobra nada, y lo dice', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const method = { type: 'CARD', token: 'tok_test_que_no_existe', installments: 1 }
  const refused = await payer.paid([id], { payment_method: method })
  expect(refused).toMatchObject({ status: 'error', problem: expect.stringMatching(/^No se pudo cobrar a esa tarjeta/) })
  expect(sentOf(payer)).toEqual([])
})

test('PAY-04 sin el token, o en más cuotas de las que hay, el pago no empieza, y el campo lo dice', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const { payment_method } = await card(payer)
  const answers = [
    await payer.pay([id], { payment_method: { type: 'CARD', installments: 1 } }),
    await payer.pay([id], { payment_method: { ...payment_method, installments: 37 } }),
    await payer.pay([id], { payment_method: { ...payment_method, number: APPROVED } }),
  ]
  expect(answers.map(({ status, json }) => [status, json.errors?.[0]?.field])).toEqual([
    [400, 'payment.payment_method.token'],
    [400, 'payment.payment_method.installments'],
    [400, 'payment.payment_method.number'],
  ])
  expect(sentOf(payer)).toEqual([])
})

test('PAY-05 la respuesta se pierde: el pago con tarjeta se busca por su referencia y se envía una vez', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const method = await card(payer)
  paying.simulator().fail('create', 'lost')
  const started = await payer.paid([id], method)
  expect(started.status).toBe('unknown')
  expect(await untilFinal(paying, payer, started.id)).toMatchObject({ status: 'approved' })
  expect(sentOf(payer)).toHaveLength(1)
})

test('PAY-04 los números de tarjeta que Wompi rechaza no dan token', async () => {
  const payer = await paying.payer()
  const answer = await tokenOf(payer, '4242424242424241')
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { error: { messages: { number: [expect.stringContaining('Luhn')] } } },
  ])
})
