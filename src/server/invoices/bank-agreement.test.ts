import { expect, test } from 'vitest'
import { billingFileApi } from '#domain/banks/billing-file-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { bankAgreementApi } from '#domain/invoices/bank-agreement-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

const agreement = {
  gln: '7709998000018',
  bank_code: '007',
  reference: 'invoice',
  reference_length: 10,
  amount_length: 10,
  has_due_day: true,
  qr: null,
}
/** A QR code without a fixed amount. */
const QR = '00020101021126350014CO.COM.RBM.LLA0413@enlaceprueba5204481453031705802CO5913ENLACE PRUEBA6005TUNJA6304BF94'

async function makeDesk() {
  t.setNow(new Date('2026-12-01T15:00:00Z'))
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { stratum: 1 })
  const financial = await company.person('financial')
  const issue = async (price: number) => {
    const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price }]
    const body = { invoice: { no_contract, lines } }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    return (await financial.call(invoiceApi.create, { body, headers })).data
  }
  const data = await issue(71_400)
  const pdf = async (id = data.id) => readPdf((await financial.ask(invoiceApi.pdf, { params: { id } })).bytes).text
  return { financial, invoice: data, issue, pdf }
}

test('INV-12 sin convenio la factura no lleva código de barras; con él lleva el de su número, valor y fecha', async () => {
  const { financial, invoice, pdf } = await makeDesk()
  expect(await pdf()).not.toContain('(415)')
  const saved = await financial.call(bankAgreementApi.save, { body: { agreement } })
  expect(saved).toMatchObject({ data: agreement, payee: null })
  const number = (invoice.number.split('-')[1] ?? '').padStart(10, '0')
  const due = invoice.due_on.replaceAll('-', '')
  const code = `(415)7709998000018(8020)${number}(3900)0000071400(96)${due}`
  expect(await pdf()).toContain(code)
  // The link may be forwarded: its document has no bar code.
  const { data: detail } = await financial.call(invoiceApi.get, { params: { id: invoice.id } })
  const token = detail.public_url.split('/').at(-1) ?? ''
  const open = await t.ask(publicInvoiceApi.pdf, { params: { token } })
  expect(readPdf(open.bytes).text).not.toContain('(415)')
  await financial.call(bankAgreementApi.remove)
  expect(await pdf()).not.toContain('(415)')
})

test('INV-12 un GLN o un QR dañado se rechaza en su campo, y el QR dice a quién paga antes de imprimirse', async () => {
  const { financial, pdf } = await makeDesk()
  const refused = async (changes: object) => {
    const { status, json } = await financial.ask(bankAgreementApi.save, {
      body: { agreement: { ...agreement, ...changes } },
    })
    return [status, json.errors?.[0]?.field]
  }
  expect(await refused({ gln: '7709998000017' })).toEqual([400, 'agreement.gln'])
  expect(await refused({ reference_length: 11 })).toEqual([400, 'agreement.reference_length'])
  expect(await refused({ qr: QR.replace('ENLACE', 'ENLACI') })).toEqual([400, 'agreement.qr'])
  const saved = await financial.call(bankAgreementApi.save, { body: { agreement: { ...agreement, qr: QR } } })
  expect(saved.payee).toEqual({ name: 'ENLACE PRUEBA', key: '@enlaceprueba' })
  expect(await pdf()).toContain('Llave @enlaceprueba')
})

test.each(['invoice', 'contract', 'document'])(
  'INV-12 con deuda anterior, el código de barras y el archivo del banco tienen un solo valor por referencia (%s)',
  async (reference) => {
    const { financial, issue, pdf } = await makeDesk()
    await issue(20_000.5)
    const other = await issue(7_000.25)
    await financial.call(bankAgreementApi.save, { body: { agreement: { ...agreement, reference } } })
    const file = (await financial.ask(billingFileApi.download)).bytes.toString('ascii').split('\r\n')
    const billed = new Map(
      file.flatMap((row) => (row.startsWith('06') ? [[row.slice(2, 50).slice(-10), Number(row.slice(85, 99))]] : [])),
    )
    expect(billed.size).toBe(reference === 'invoice' ? 3 : 1)
    for (const id of [undefined, other.id]) {
      const [, printed = '', pesos = ''] = /\(8020\)(\d{10})\(3900\)(\d{10})/.exec(await pdf(id)) ?? []
      expect([printed, billed.get(printed)]).toEqual([printed, Number(pesos) * 100])
    }
  },
)
