import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { type Payer, testPaying } from '#test/paying.ts'
import { readPdf } from '#test/read-pdf.ts'

const paying = await testPaying()
const { t } = paying
const ABSENT_ID = '01890000-0000-7000-8000-000000000000'

async function linkOf({ client }: Payer, id: string): Promise<string> {
  const { data } = await client.call(invoiceApi.get, { params: { id } })
  return data.public_url.split('/').at(-1) ?? ''
}

test('INV-12 el PDF se hace cuando se pide, se guarda una vez y es de quien puede verlo', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  const id = await payer.owe(79_900)
  const folder = path.join(t.world.config.dataDir, 'files', payer.company.id, 'documents')
  for (const person of [payer.client, payer.financial, payer.client]) {
    const answer = await person.ask(invoiceApi.pdf, { params: { id } })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''cuenta-/)
    expect(answer.text.slice(0, 5)).toBe('%PDF-')
  }
  expect(await readdir(folder)).toHaveLength(1)
  const absent = await other.client.ask(invoiceApi.pdf, { params: { id: ABSENT_ID } })
  for (const person of [other.client, other.financial]) {
    const foreign = await person.ask(invoiceApi.pdf, { params: { id } })
    expect([foreign.status, foreign.text]).toEqual([404, absent.text])
  }
})

test('INV-12 el enlace firmado abre la factura sin sesión, con lo justo, y su PDF', async () => {
  const payer = await paying.payer()
  const token = await linkOf(payer, await payer.owe(79_900))
  const answer = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect(answer.status).toBe(200)
  expect(answer.json.data).toMatchObject({ client: 'Yenny B.', payable: 79_900, is_payable_online: true })
  expect(answer.text).not.toMatch(/Bohórquez|Calle 10|300123/)
  const pdf = await t.ask(publicInvoiceApi.pdf, { params: { token } })
  assertWithoutPersonalData(pdf.bytes)
  expect(pdf.text.slice(0, 5)).toBe('%PDF-')
  const changed = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
  for (const invalid of [changed, 'x'.repeat(67), 'corto'])
    expect((await t.ask(publicInvoiceApi.get, { params: { token: invalid } })).status).toBe(404)
  t.setNow(new Date(Date.now() + 200 * 86_400_000))
  expect((await t.ask(publicInvoiceApi.get, { params: { token } })).status).toBe(404)
  t.setNow(null)
})

test('INV-12 con un pago en proceso el enlace dice que no se pague de nuevo', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(79_900)
  const token = await linkOf(payer, id)
  await payer.paid([id], { payment_method: { type: 'NEQUI', phone_number: '3990000000' } })
  const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect(json.data).toMatchObject({ open_payment_id: expect.any(String), is_payable_online: false })
})

test('TRX-01 el recibo en PDF es del pago en línea y del de la oficina, y solo de su dueño', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  await payer.owe(50_000)
  const { data } = await payer.financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: payer.clientId, amount: 50_000, method: 'efectivo', paid_on: dayOf(new Date()) } },
    headers: { 'idempotency-key': 'recibo' },
  })
  for (const person of [payer.client, payer.financial]) {
    const answer = await person.ask(paymentApi.voucher, { params: { id: data.id } })
    expect(answer.text.slice(0, 5)).toBe('%PDF-')
    expect((await person.call(paymentApi.receipt, { params: { id: data.id } })).data.number).toBe(data.number)
  }
  const absent = await other.client.ask(paymentApi.voucher, { params: { id: ABSENT_ID } })
  for (const endpoint of [paymentApi.voucher, paymentApi.receipt]) {
    const foreign = await other.client.ask(endpoint, { params: { id: data.id } })
    expect([foreign.status, foreign.text]).toEqual([404, absent.text])
  }
})

/** The document of a link has no more of the client than its page: it may be forwarded. */
function assertWithoutPersonalData(bytes: Buffer): void {
  const { text } = readPdf(bytes)
  expect(text).toContain('Total a pagar')
  expect(text).not.toMatch(/Bohórquez|Calle 10 # 20-30|CC \d|Contrato /)
}

test('INV-12 el enlace de una factura deja de funcionar, también su PDF, cuando la empresa se cierra', async () => {
  const payer = await paying.payer()
  const token = await linkOf(payer, await payer.owe(79_900))
  const ask = async (endpoint: typeof publicInvoiceApi.get | typeof publicInvoiceApi.pdf): Promise<number> =>
    (await t.ask(endpoint, { params: { token } })).status
  expect([await ask(publicInvoiceApi.get), await ask(publicInvoiceApi.pdf)]).toEqual([200, 200])
  await t.owner.query("update companies set status = 'closed' where id = $1", [payer.company.id])
  expect([await ask(publicInvoiceApi.get), await ask(publicInvoiceApi.pdf)]).toEqual([404, 404])
})
