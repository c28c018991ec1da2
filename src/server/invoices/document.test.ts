import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dayOf, shortDayLabel } from '#domain/core/days.ts'
import { minus, pesos, pesosLabel, plus, toPesos } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
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

test('INV-11 INV-12 después de una nota el papel conserva lo emitido, nombra la nota y dice lo que queda, igual que la página y el enlace', async () => {
  const payer = await paying.payer()
  const old = await payer.owe(45_000)
  const id = await payer.owe(40_500)
  const params = { id }
  const read = async () => (await payer.financial.call(invoiceApi.get, { params })).data
  const papers = async () => {
    const token = await linkOf(payer, id)
    const [own, open] = [
      await payer.client.ask(invoiceApi.pdf, { params }),
      await t.ask(publicInvoiceApi.pdf, { params: { token } }),
    ]
    const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
    return { texts: [own, open].map(({ bytes }) => readPdf(bytes).text.replaceAll(/\s/g, '')), page: json.data }
  }
  const invoice = await read()
  const issued = pesosLabel(plus(invoice.total, invoice.previous_balance)).replaceAll(/\s/g, '')
  expect((await papers()).texts[0]).toContain(`Totalapagar:${issued}`)
  const lines = [{ position: 1, amount: 10_000 }]
  await payer.financial.call(invoiceApi.creditNote, {
    params,
    body: { concept: 'Error', lines },
    headers: { 'idempotency-key': 'nota-del-papel' },
  })
  await payer.financial.call(manualPaymentApi.create, {
    body: {
      payment: {
        client_id: payer.clientId,
        amount: 50_000,
        method: 'efectivo',
        paid_on: dayOf(new Date()),
        invoice_ids: [old, id],
      },
    },
    headers: { 'idempotency-key': 'pago-del-papel' },
  })
  const { balance, credit_notes } = await read()
  expect([balance, credit_notes.length]).toEqual([minus(invoice.total, pesos(15_000)), 1])
  const { texts, page } = await papers()
  expect(page).toMatchObject({
    payable: toPesos(balance),
    credit_notes: [{ number: credit_notes[0]?.number, total: 10_000 }],
  })
  const [note] = credit_notes
  expect(texts[0]).toContain(`Totalalemitirla:${issued}`)
  for (const text of texts) {
    expect(text).toContain(
      `Notacrédito${note?.number}del${shortDayLabel(note?.issued_on ?? dayOf(new Date()))}:-$10.000,00`,
    )
    expect(text).toContain('Pagadodeestafactura:-$5.000,00')
    expect(text).toContain(`Quedaporpagardeestafactura:${pesosLabel(balance).replaceAll(/\s/g, '')}`)
    expect(text).not.toContain('Totalapagar')
  }
})

test('INV-12 el papel de una factura que las notas anularon dice que no se paga, y no pide un pago', async () => {
  const payer = await paying.payer()
  const id = await payer.owe(45_000)
  const params = { id }
  const textOf = async () => readPdf((await payer.client.ask(invoiceApi.pdf, { params })).bytes).text
  expect(await textOf()).toMatch(/Fecha límite de pago[^]*Pague en línea/)
  await payer.financial.call(invoiceApi.creditNote, {
    params,
    body: { concept: 'Error' },
    headers: { 'idempotency-key': 'nota-de-todo' },
  })
  const text = await textOf()
  expect(text).toContain('No debe pagarla')
  expect(text).not.toMatch(/Fecha límite de pago|Pague en línea|También puede pagar/)
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

test('INV-12 la oficina anula un enlace: el anterior y su PDF responden como uno desconocido, y el siguiente es otro', async () => {
  const [payer, other] = [await paying.payer(), await paying.payer()]
  const [id, second] = [await payer.owe(79_900), await payer.owe(59_900)]
  const [token, kept] = [await linkOf(payer, id), await linkOf(payer, second)]
  const open = (endpoint: typeof publicInvoiceApi.get | typeof publicInvoiceApi.pdf, link: string) =>
    t.ask(endpoint, { params: { token: link } })
  for (const { client, financial, status } of [
    { client: payer.client, financial: other.financial, status: 404 },
    { client: other.client, financial: payer.financial, status: 200 },
  ]) {
    expect((await client.ask(invoiceApi.revokeLink, { params: { id } })).status).toBe(403)
    expect((await financial.ask(invoiceApi.revokeLink, { params: { id } })).status).toBe(status)
  }
  const unknown = await open(publicInvoiceApi.get, 'x'.repeat(67))
  expect(unknown.json.message).toBe('Este enlace ya no funciona. Pídele uno nuevo a tu proveedor.')
  for (const endpoint of [publicInvoiceApi.get, publicInvoiceApi.pdf]) {
    const revoked = await open(endpoint, token)
    expect([revoked.status, revoked.text]).toEqual([404, unknown.text])
  }
  expect((await open(publicInvoiceApi.get, kept)).status).toBe(200)
  const next = await linkOf(payer, id)
  expect(next).not.toBe(token)
  expect((await open(publicInvoiceApi.get, next)).status).toBe(200)
  expect((await open(publicInvoiceApi.pdf, next)).status).toBe(200)
  const { data } = await payer.financial.call(invoiceApi.revokeLink, { params: { id } })
  expect((await open(publicInvoiceApi.get, next)).status).toBe(404)
  expect((await open(publicInvoiceApi.get, data.public_url.split('/').at(-1) ?? '')).status).toBe(200)
  expect((await t.events(payer.company.id)).filter((name) => name === 'invoice.link_revoked')).toHaveLength(2)
  await t.owner.query("update clients set email = 'ana@correo.test' where id = $1", [payer.clientId])
  await payer.financial.call(messageApi.sendInvoice, { params: { id } })
  const { rows } = await t.owner.query<{ text_body: string }>(
    'select text_body from messages where invoice_id = $1 order by id desc limit 1',
    [id],
  )
  expect(rows[0]?.text_body).toContain(data.public_url)
})

test('INV-12 el PDF de un enlace no dice ningún valor que su página no diga, ni de otras facturas', async () => {
  const payer = await paying.payer()
  await payer.owe(41_300)
  const id = await payer.owe(79_900)
  const token = await linkOf(payer, id)
  const page = await t.ask(publicInvoiceApi.get, { params: { token } })
  const { text } = readPdf((await t.ask(publicInvoiceApi.pdf, { params: { token } })).bytes)
  const own = readPdf((await payer.client.ask(invoiceApi.pdf, { params: { id } })).bytes)
  expect(own.text).toMatch(/Saldo anterior.*41\.300,00/s)
  expect(text).not.toMatch(/Saldo anterior|41\.300,00/)
  const said = new Set(numbersIn(page.json.data).map((amount) => pesosLabel(pesos(amount))))
  const printed = [...text.matchAll(/\$ [\d.]+,\d\d/g)].map(([amount]) => amount)
  expect(printed.length).toBeGreaterThan(3)
  expect(printed.filter((amount) => !said.has(amount))).toEqual([])
})

const numbersIn = (value: unknown): number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
