import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { DAY_MS } from '#domain/core/durations.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { APPROVES, DECLINES, type Payer, testPaying } from '#test/paying.ts'

const paying = await testPaying()
const { t } = paying
const nequi = (phone_number: string) => ({ type: 'NEQUI', phone_number })

async function linkOf({ client }: Payer, id: string): Promise<string> {
  const { data } = await client.call(invoiceApi.get, { params: { id } })
  return data.public_url.split('/').at(-1) ?? ''
}

const pay = (token: string, changes: object = {}, key: string = randomUUID()) =>
  t.ask(linkPaymentApi.create, {
    params: { token },
    body: {
      payment: {
        customer_email: 'vecina@correo.test',
        payment_method: nequi(APPROVES),
        acceptance_terms: true,
        ...changes,
      },
    },
    headers: { 'idempotency-key': key },
  })

const idOf = ({ json }: Awaited<ReturnType<typeof pay>>): string =>
  z.decode(linkPaymentApi.create.reply, json as z.input<typeof linkPaymentApi.create.reply>).data.id

async function waitUntilFinal(token: string, id: string) {
  return vi.waitFor(
    async () => {
      await paying.applyEvents()
      const answer = await t.ask(linkPaymentApi.get, { params: { token, id } })
      expect(answer.json.data).toMatchObject({ settled_at: expect.any(String) })
      return answer
    },
    { timeout: 20_000, interval: 30 },
  )
}

test('PAY-05 con el enlace, sin sesión, se paga con Nequi: rechazado, otra vez, aprobado, y el recibo es del cliente', async () => {
  const payer = await paying.payer()
  const invoice = await payer.owe(79_900)
  const token = await linkOf(payer, invoice)
  const first = await pay(token, { payment_method: nequi(DECLINES) })
  expect([first.status, first.json.data]).toMatchObject([201, { status: 'pending', method: 'nequi', amount: 79_900 }])
  expect(first.text).not.toMatch(new RegExp(`Yenny|Bohórquez|vecina|${DECLINES.slice(0, 6)}`))
  const refused = await waitUntilFinal(token, idOf(first))
  // The page of the payment has the mark of the company, and reads no invoice for it.
  const { data: invoiced } = z.decode(
    publicInvoiceApi.get.reply,
    (await t.ask(publicInvoiceApi.get, { params: { token } })).json as z.input<typeof publicInvoiceApi.get.reply>,
  )
  const { name, logo_url, initial_letter, brand } = invoiced.company
  expect(refused.json.data).toMatchObject({ company: { name, logo_url, initial_letter, brand } })
  expect(refused.json.data).toMatchObject({ status: 'declined', problem: expect.stringMatching(/Nequi no aprobó/) })
  await waitUntilFinal(token, idOf(await pay(token)))
  const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect(json.data).toMatchObject({ status: 'pagado', payable: 0, open_payment_id: null })
  const { data } = await payer.client.call(paymentApi.transactions)
  expect(data).toMatchObject([{ status: 'approved', receipt: { number: 1 } }, { status: 'declined' }])
  const sent = paying.simulator().transactions().at(-1)
  expect(sent).toMatchObject({ customer_email: 'vecina@correo.test', amount_in_cents: 7_990_000 })
})

test('PAY-05 doble toque, dos celulares con el enlace y el portal a la vez: un solo cobro', async () => {
  const payer = await paying.payer()
  const invoice = await payer.owe(40_000)
  const token = await linkOf(payer, invoice)
  const pending = { payment_method: nequi('3990000000') }
  const [first, repeated] = [await pay(token, pending, 'toque'), await pay(token, pending, 'toque')]
  expect([first.status, repeated.status, idOf(repeated)]).toEqual([201, 201, idOf(first)])
  const second = await pay(token, pending, 'otro celular')
  expect([second.status, second.json.message]).toEqual([409, expect.stringMatching(/No pagues de nuevo/)])
  expect((await payer.pay([invoice])).status).toBe(409)
  const changed = await pay(token, { customer_email: 'otra@correo.test', ...pending }, 'toque')
  expect([changed.status, changed.json.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect(json.data).toMatchObject({ open_payment_id: idOf(first), is_payable_online: false })
})

test('INV-12 el enlace solo muestra y paga lo de su factura, y no dice nada de quien paga', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  const token = await linkOf(payer, await payer.owe(30_000))
  const id = idOf(await pay(token, { payment_method: nequi('3990000000') }))
  const sameClient = await linkOf(payer, await payer.owe(20_000))
  const foreign = await linkOf(other, await other.owe(20_000))
  for (const wrong of [sameClient, foreign]) {
    for (const endpoint of [linkPaymentApi.get, linkPaymentApi.verify])
      expect((await t.ask(endpoint, { params: { token: wrong, id } })).status).toBe(404)
  }
  const changed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
  expect((await pay(changed)).status).toBe(404)
  const own = await payer.paid([await payer.owe(10_000)])
  expect((await t.ask(linkPaymentApi.get, { params: { token, id: own.id } })).status).toBe(404)
})

test('PAY-04 sin aceptar, sin correo que sirva o sin celular se dice en su campo, y no se cobra nada', async () => {
  const payer = await paying.payer()
  const token = await linkOf(payer, await payer.owe(30_000))
  const fieldsOf = async (changes: object) => (await pay(token, changes)).json.errors?.map(({ field }) => field)
  expect(await fieldsOf({ acceptance_terms: false })).toEqual(['payment.acceptance_terms'])
  expect(await fieldsOf({ customer_email: 'nada' })).toEqual(['payment.customer_email'])
  expect(await fieldsOf({ customer_email: undefined })).toEqual(['payment.customer_email'])
  expect(await fieldsOf({ payment_method: nequi('12') })).toEqual(['payment.payment_method.phone_number'])
  expect(await fieldsOf({ invoice_id: randomUUID() })).toEqual(['payment.invoice_id'])
  const pse = {
    payment_method: {
      type: 'PSE',
      user_type: 0,
      user_legal_id_type: 'CC',
      user_legal_id: '10203040',
      financial_institution_code: '1',
    },
  }
  expect(await fieldsOf(pse)).toEqual(['payment.phone_number'])
  const { data } = await payer.client.call(paymentApi.transactions)
  expect(data).toEqual([])
})

test('PAY-05 el saldo a favor que cubre una parte no se pide, y pagada en la oficina ya no se paga con el enlace', async () => {
  const payer = await paying.payer()
  const money = (amount: number) =>
    payer.financial.call(manualPaymentApi.create, {
      body: { payment: { client_id: payer.clientId, amount, method: 'efectivo', paid_on: '2026-01-15' } },
      headers: { 'idempotency-key': randomUUID() },
    })
  const token = await linkOf(payer, await payer.owe(30_000))
  await money(12_000)
  const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect(json.data).toMatchObject({ payable: 18_000 })
  await money(18_000)
  const late = await pay(token)
  expect([late.status, late.json.message]).toEqual([409, expect.stringMatching(/no tiene saldo por pagar/)])
})

test('PAY-05 los intentos de quien tiene el enlace no gastan los del cliente', async () => {
  const payer = await paying.payer()
  const invoice = await payer.owe(30_000)
  const token = await linkOf(payer, invoice)
  const statuses: number[] = []
  for (let tries = 0; tries < 30 && statuses.at(-1) !== 429; tries += 1) {
    const answer = await pay(token, { payment_method: nequi(DECLINES) })
    statuses.push(answer.status)
    if (answer.status === 201) await waitUntilFinal(token, idOf(answer))
  }
  expect(statuses.at(-1)).toBe(429)
  expect((await payer.paid([invoice])).status).toBe('pending')
})

/** The document of the payer's client, as its bill has it. */
async function documentOf({ clientId }: Payer): Promise<string> {
  const { rows } = await t.owner.query<{ identification: string }>('select identification from clients where id = $1', [
    clientId,
  ])
  return rows[0]?.identification ?? ''
}

const search = (contract: string, document: string) =>
  t.ask(linkPaymentApi.search, { body: { search: { contract, document } } })

test('PUB-01 con el contrato y el documento se llega a las facturas por pagar, la que venció primero, y nada más', async () => {
  const payer = await paying.payer()
  const document = await documentOf(payer)
  expect((await search(payer.no_contract, document)).json.data).toEqual([])
  const ids = [await payer.owe(30_000), await payer.owe(20_000)]
  const [prefix = '', digits = ''] = payer.no_contract.split('-')
  const dotted = document.replace(/\B(?=(\d{3})+$)/g, '.')
  const answer = await search(`${prefix.toLowerCase()} ${Number(digits)}`, dotted)
  expect([answer.status, answer.json.data]).toMatchObject([
    200,
    [
      { client: 'Yenny B.', payable: 30_000 },
      { client: 'Yenny B.', payable: 20_000 },
    ],
  ])
  expect(answer.text).not.toMatch(/Bohórquez|correo|Calle/)
  const links = z.array(z.object({ url: z.string() })).parse(answer.json.data)
  const tokens = links.map(({ url }) => url.split('/').at(-1))
  expect(tokens).toEqual(await Promise.all(ids.map((id) => linkOf(payer, id))))
})

test('PUB-01 un contrato que no existe y un documento que no es el suyo reciben la misma respuesta, y adivinar se demora', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  await payer.owe(30_000)
  const answers = [
    await search('ZZZZ-999999', await documentOf(payer)),
    await search(payer.no_contract, await documentOf(other)),
    await search(payer.no_contract, '99999999'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  for (let tries = 0; tries < 5; tries += 1) await search(payer.no_contract, '99999999')
  expect((await search(payer.no_contract, await documentOf(payer))).status).toBe(429)
  expect((await search(other.no_contract, await documentOf(other))).status).toBe(200)
})

test('INV-12 el enlace que se escribe hoy de una deuda vieja abre; el que se escribió hace meses ya no', async () => {
  const payer = await paying.payer()
  const invoice = await payer.owe(30_000)
  const first = await linkOf(payer, invoice)
  const statusOf = async (token: string) => (await t.ask(publicInvoiceApi.get, { params: { token } })).status
  expect(await statusOf(first)).toBe(200)
  t.setNow(new Date(Date.now() + 300 * DAY_MS))
  const later = await linkOf(payer, invoice)
  expect([await statusOf(first), await statusOf(later)]).toEqual([404, 200])
  // It is the same link for a month, on paper and in the mail.
  expect(await linkOf(payer, invoice)).toBe(later)
  t.setNow(null)
})
