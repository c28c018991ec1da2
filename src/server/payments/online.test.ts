import { expect, test } from 'vitest'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { bankOf, finishAtBank, untilFinal } from '#test/at-bank.ts'
import { APPROVES, DECLINES, type Payer, pse, testPaying } from '#test/paying.ts'
import { checkAttempt } from './check-attempt.ts'

const paying = await testPaying()
const { t } = paying

const readInvoice = async ({ client }: Payer, id: string) =>
  (await client.call(invoiceApi.get, { params: { id } })).data
const transactionsOf = (reference: string) =>
  paying
    .simulator()
    .transactions()
    .filter((transaction) => transaction.reference === reference)

const waitUntilFinal = (payer: Payer, id: string) => untilFinal(paying, payer, id)

test('PAY-05 TRX-01 Nequi: se pide, se aprueba en la app y la factura queda pagada con su recibo', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(79_900)
  const started = await payer.paid([id], { amount: 1 })
  expect(started).toMatchObject({ status: 'pending', method: 'nequi', amount: 7_990_000, problem: null, receipt: null })
  expect(transactionsOf(started.reference)).toMatchObject([
    { amount_in_cents: 7_990_000, customer_email: 'ana@correo.test' },
  ])
  const done = await waitUntilFinal(payer, started.id)
  expect(done).toMatchObject({ status: 'approved', receipt: { number: 1 } })
  expect(await readInvoice(payer, id)).toMatchObject({ status: 'pagado', balance: 0 })
  const { data } = await payer.client.call(paymentApi.transactions)
  expect(data).toMatchObject([{ status: 'approved', is_online: true, amount: 7_990_000, receipt: { number: 1 } }])
  const { data: messages } = await payer.financial.call(messageApi.list)
  expect(messages).toMatchObject([
    { kind: 'receipt', to: 'ana@correo.test', subject: 'Recibimos tu pago de $ 79.900,00', status: 'queued' },
  ])
  expect(await t.events(payer.company.id)).toEqual(
    expect.arrayContaining(['attempt.created', 'attempt.moved', 'payment.registered']),
  )
})

test('PAY-05 rechazado dice por qué y qué hacer, y otro intento con otra referencia se aprueba', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  const method = (phone_number: string) => ({ payment_method: { type: 'NEQUI', phone_number } })
  const first = await waitUntilFinal(payer, (await payer.paid([id], method(DECLINES))).id)
  expect(first).toMatchObject({ status: 'declined', problem: expect.stringMatching(/Nequi no aprobó el pago/) })
  expect(await readInvoice(payer, id)).toMatchObject({ balance: 5_000_000 })
  const second = await waitUntilFinal(payer, (await payer.paid([id], method(APPROVES))).id)
  expect(second.status).toBe('approved')
  expect(second.reference).not.toBe(first.reference)
})

test('PAY-05 pagar todo: tres facturas, una referencia, un recibo', async () => {
  const payer = await paying.payer()
  const ids = [await payer.owe(30_000), await payer.owe(20_000.5), await payer.owe(10_000)]
  const done = await waitUntilFinal(payer, (await payer.paid(ids)).id)
  expect(done).toMatchObject({ amount: 6_000_050, invoices: [{}, {}, {}] })
  for (const id of ids) expect(await readInvoice(payer, id)).toMatchObject({ status: 'pagado' })
})

test('PAY-05 doble clic, dos pestañas y veinte a la vez: un solo pago abierto por factura, enviado una vez', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(40_000)
  const pendingNequi = { payment_method: { type: 'NEQUI', phone_number: '3990000000' } }
  const [first, repeated] = [await payer.pay([id], pendingNequi, 'clic'), await payer.pay([id], pendingNequi, 'clic')]
  expect([first.status, repeated.status]).toEqual([201, 201])
  expect(repeated.json.data).toEqual(first.json.data)
  const other = await payer.pay([id], pendingNequi, 'otra-pestaña')
  expect([other.status, other.json.message]).toEqual([409, expect.stringMatching(/No pagues de nuevo/)])
  const changed = await payer.pay([id], {}, 'clic')
  expect([changed.status, changed.json.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  expect(changed.json.message).toMatch(/no se hizo otro cobro/)
  expect(changed.json.message).not.toMatch(/idempotency|key/i)
  const second = await payer.owe(25_000)
  const burst = await Promise.all(
    Array.from({ length: 20 }, (_, n) => payer.pay([second], pendingNequi, `rafaga-${n}`)),
  )
  expect(burst.filter((answer) => answer.status === 201)).toHaveLength(1)
  expect(burst.filter((answer) => answer.status === 409)).toHaveLength(19)
  const { data } = await payer.client.call(paymentApi.transactions)
  expect(data).toHaveLength(2)
  for (const { reference } of data) expect(transactionsOf(reference ?? '')).toHaveLength(1)
  const { data: debts } = await payer.client.call(paymentApi.debts)
  expect(debts.invoices.every((invoice) => invoice.attempt_id !== null)).toBe(true)
})

test('PAY-04 cambiar de medio con otra llave nunca cobra dos veces: en proceso se rechaza, y después solo uno entra', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(40_000)
  const first = await payer.paid([id], pse('1'))
  const answers = await Promise.all([
    payer.pay([id], {}, 'cambio-1'),
    payer.pay([id], pse('2'), 'cambio-2'),
    payer.pay([id, await payer.owe(20_000)], {}, 'cambio-3'),
  ])
  for (const { status, json } of answers) {
    expect([status, json.errors?.[0]?.field]).toEqual([409, 'payment.invoice_id'])
    expect(json.message).toMatch(/^Ya hay un pago en proceso de la factura \S+\. No pagues de nuevo/)
  }
  const stored = paying.simulator().transactions()
  expect(stored.filter(({ merchant }) => merchant.name === payer.company.id)).toHaveLength(1)
  await finishAtBank(await bankOf(payer, first.id), 'DECLINED')
  expect(await waitUntilFinal(payer, first.id)).toMatchObject({ status: 'declined' })
  const burst = await Promise.all(
    Array.from({ length: 10 }, (_, n) => payer.pay([id], n % 2 === 0 ? pse('1') : {}, `otro-medio-${n}`)),
  )
  const withStatus = (wanted: number) => burst.filter(({ status }) => status === wanted)
  expect([withStatus(201).length, withStatus(409).length]).toEqual([1, 9])
}, 15_000)

test('PAY-04 una factura pagada se rechaza con una frase clara, con cualquier medio', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(40_000)
  await waitUntilFinal(payer, (await payer.paid([id])).id)
  for (const changes of [{}, pse('1')]) {
    const { status, json } = await payer.pay([id], changes)
    expect([status, json.message]).toEqual([
      409,
      expect.stringMatching(/^La factura \S+ no tiene saldo por pagar\. No se hizo ningún cobro\.$/),
    ])
  }
})

test('PAY-04 el permiso de Nequi viene con los documentos; otro permiso con la misma llave es el mismo pago', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(40_000)
  const read = async () => (await payer.client.call(paymentApi.acceptance)).data
  const [documents, documentsAgain] = [await read(), await read()]
  expect(documents.acceptance_token).not.toBe(documentsAgain.acceptance_token)
  const withToken = ({ acceptance_token, terms_url, personal_data_url }: typeof documents) =>
    payer.pay(
      [id],
      { acceptance_terms: undefined, acceptance_token, documents: [terms_url, personal_data_url] },
      'con-permiso',
    )
  const [first, repeated] = [await withToken(documents), await withToken(documentsAgain)]
  expect([first.status, repeated.status]).toEqual([201, 201])
  const { data } = await payer.client.call(paymentApi.transactions)
  expect(data).toHaveLength(1)
  expect(transactionsOf(data[0]?.reference ?? '')).toHaveLength(1)
})

test('PAY-04 sin Idempotency-Key la misma petición es el mismo pago mientras siga abierto', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(40_000)
  const body = {
    payment: {
      invoice_id: id,
      customer_email: 'ana@correo.test',
      customer_data: { full_name: 'Ana', phone_number: '300 123 45 67' },
      payment_method: { type: 'NEQUI', phone_number: '3990000000', user_type: 'PERSON', payment_description: 'x' },
      acceptance_token: 'lo que sea',
    },
  }
  const [first, repeated] = [
    await payer.client.ask(paymentApi.create, { body }),
    await payer.client.ask(paymentApi.create, { body }),
  ]
  expect([first.status, repeated.json.data]).toEqual([201, first.json.data])
})

test('PAY-01 PAY-03 lo que no se puede pagar se dice antes de llamar a nadie', async () => {
  const payer = await paying.payer()
  const [small, id] = [await payer.owe(1_000), await payer.owe(50_000)]
  const otherPayer = await paying.payer()
  const foreign = await otherPayer.owe(50_000)
  const refusalOf = async (ids: string[], changes: object = {}) => {
    const { status, json } = await payer.pay(ids, changes)
    return [status, json.errors?.[0]?.field ?? null, json.message]
  }
  expect(await refusalOf([id], { acceptance_terms: false })).toEqual([
    400,
    'payment.acceptance_terms',
    'Para pagar, acepta los dos documentos de Wompi',
  ])
  expect(await refusalOf([small])).toEqual([422, null, expect.stringMatching(/desde \$ 1.500/)])
  expect(await refusalOf([foreign])).toEqual([404, 'payment.invoice_id', 'Esa factura no existe'])
  expect(await refusalOf(['01890000-0000-7000-8000-000000000000'])).toEqual(await refusalOf([foreign]))
  expect(await refusalOf([])).toEqual([400, 'payment.invoice_ids', 'Elige al menos una factura'])
  expect(await refusalOf([id], { payment_method: { type: 'NEQUI', phone_number: '123' } })).toEqual([
    400,
    'payment.payment_method.phone_number',
    'El celular tiene 10 dígitos y empieza por 3',
  ])
  expect(await refusalOf([id], { documents: ['https://otro', 'https://dos'] })).toMatchObject([
    409,
    'payment.acceptance_terms',
    {},
  ])
  expect(
    paying
      .simulator()
      .transactions()
      .filter(({ merchant }) => merchant.name === payer.company.id),
  ).toEqual([])
  // Together with another invoice the amount reaches the minimum.
  expect((await payer.pay([small, id])).status).toBe(201)
})

test('PAY-01 una empresa sin Wompi muestra las deudas y no deja pagar en línea', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(50_000)
  await t.owner.query('update credentials set is_on = false where company_id = $1', [payer.company.id])
  await t.owner.query('update companies set is_wompi_integration = false where id = $1', [payer.company.id])
  const { data } = await payer.client.call(paymentApi.debts)
  expect(data).toMatchObject({ total: 5_000_000, online: { is_available: false } })
  expect((await payer.pay([id])).status).toBe(422)
  expect((await payer.client.call(paymentApi.methods)).data).toMatchObject({ is_available: false, methods: [] })
})

test('PAY-05 PSE: la dirección del banco aparece al preguntar, y lo que la persona hace allá se aplica', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(60_000)
  const started = await payer.paid([id], pse('1'))
  expect(started).toMatchObject({ status: 'pending', redirect_url: null })
  const bank = await bankOf(payer, started.id)
  const [transaction] = transactionsOf(started.reference)
  expect(transaction).toMatchObject({
    customer_data: { phone_number: '573001234567', legal_id: '10203040' },
    redirect_url: expect.stringContaining(`/payments/processing?pago=${started.id}`),
    payment_method: { payment_description: expect.stringMatching(/^Pago de factura \S+$/) },
  })
  expect((await fetch(bank)).status).toBe(200)
  await finishAtBank(bank, 'APPROVED')
  expect(await waitUntilFinal(payer, started.id)).toMatchObject({ status: 'approved', redirect_url: null })
})

test('PAY-05 la respuesta se pierde: queda en verificación, se busca por la referencia y nunca se envía dos veces', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(45_000)
  paying.simulator().fail('create', 'lost')
  const started = await payer.paid([id])
  expect(started).toMatchObject({ status: 'unknown', transaction_id: null })
  expect((await payer.pay([id])).status).toBe(409)
  await checkAttempt(t.world, payer.company.id, started.id)
  expect(await waitUntilFinal(payer, started.id)).toMatchObject({ status: 'approved' })
  expect(transactionsOf(started.reference)).toHaveLength(1)
}, 15_000)

test('PAY-05 el envío no llegó: en la primera ronda se espera, en la segunda se libera la factura', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(45_000)
  paying.simulator().fail('create', 'error_500')
  const started = await payer.paid([id])
  expect(started.status).toBe('unknown')
  const at = (minutes: number) => t.setNow(new Date(new Date(started.created_at).getTime() + minutes * 60_000))
  at(1)
  await checkAttempt(t.world, payer.company.id, started.id)
  expect((await payer.attempt(started.id)).status).toBe('unknown')
  at(5)
  await checkAttempt(t.world, payer.company.id, started.id)
  t.setNow(null)
  expect(await payer.attempt(started.id)).toMatchObject({
    status: 'expired',
    problem: expect.stringMatching(/no se hizo ningún cobro/),
  })
  expect((await payer.pay([id])).status).toBe(201)
})

test('ERR-01 llaves que el proveedor no acepta no cierran la sesión de nadie, y no queda nada a medias', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(45_000)
  const merchant = paying.simulator().merchants.find(({ name }) => name === payer.company.id)
  if (!merchant) throw new Error('the simulator has no such merchant')
  merchant.private_key = 'prv_test_otra'
  const started = await payer.paid([id])
  expect(started).toMatchObject({ status: 'error' })
  expect(JSON.stringify(started)).not.toMatch(/prv_|Llave/)
  merchant.public_key = 'pub_test_otra'
  const refused = await payer.pay([id])
  expect([refused.status, refused.json.message]).toEqual([422, expect.stringMatching(/revisar su conexión con Wompi/)])
  expect((await payer.client.ask(paymentApi.debts)).status).toBe(200)
})

test('PAY-05 lo ajeno se lee igual que lo que no existe', async () => {
  const [mine, other] = [await paying.payer(), await paying.payer()]
  const started = await mine.paid([await mine.owe(45_000)])
  const absent = await other.client.ask(paymentApi.get, { params: { id: '01890000-0000-7000-8000-000000000000' } })
  for (const person of [other.client, other.financial]) {
    const foreign = await person.ask(paymentApi.get, { params: { id: started.id } })
    expect([foreign.status, foreign.text]).toEqual([404, absent.text])
    expect((await person.ask(paymentApi.verify, { params: { id: started.id } })).status).toBe(404)
  }
})

test('PAY-04 diez intentos en una hora son el tope', async () => {
  const payer = await paying.payer()
  const declined = { payment_method: { type: 'NEQUI', phone_number: DECLINES } }
  const id = await payer.owe(45_000)
  for (let n = 0; n < 10; n += 1) await waitUntilFinal(payer, (await payer.paid([id], declined)).id)
  const answer = await payer.pay([id], declined)
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3600'])
}, 20_000)

test('I1 a I17 después de todo lo anterior todo cuadra', async () => {
  const client = await t.owner.connect()
  try {
    expect(await listBreaches(client)).toEqual([])
  } finally {
    client.release()
  }
})
