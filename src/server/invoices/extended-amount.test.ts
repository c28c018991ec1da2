import { expect, test } from 'vitest'
import { consentApi } from '#domain/consents/api.ts'
import { pesos, toPesos } from '#domain/core/money.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { type Payer, testPaying } from '#test/paying.ts'

const paying = await testPaying()
const { t } = paying
const at = (date: string) => t.setNow(new Date(`${date}T15:00:00Z`))
let keys = 0
const once = () => {
  keys += 1
  return { 'idempotency-key': `extended-${keys}` }
}

const read = async ({ financial }: Payer, id: string) => (await financial.call(invoiceApi.get, { params: { id } })).data
const dispute = ({ financial }: Payer, id: string, amount: number) =>
  financial.call(invoiceApi.dispute, { params: { id }, body: { amount, reason: 'No lo pidió' } })
const decide = ({ financial }: Payer, id: string, body: object) =>
  financial.call(invoiceApi.resolveDispute, { params: { id }, body: { resolution: 'Se revisó', ...body } })
const note = ({ financial }: Payer, id: string, amount: number) => {
  const body = { concept: 'No se prestó', lines: [{ position: 1, amount }] }
  return financial.call(invoiceApi.creditNote, { params: { id }, body, headers: once() })
}
const pay = async ({ financial, clientId }: Payer, amount: number) => {
  const payment = { client_id: clientId, amount, method: 'efectivo', paid_on: '2026-11-20' }
  return (await financial.call(manualPaymentApi.create, { body: { payment }, headers: once() })).data
}
const reverse = ({ financial }: Payer, id: string) => {
  const body = { reason: 'Era de otro cliente' }
  return financial.call(manualPaymentApi.reverse, { params: { id }, body, headers: once() })
}

/** The overdue amount of the company: of the dashboard, and the total of the list that it opens. The reports of the debt say the same. */
async function overdue({ financial }: Payer): Promise<unknown[]> {
  const { figures } = (await financial.call(dashboardApi.get)).data
  const { data } = await financial.call(invoiceApi.total, { query: { status: 'vencido' } })
  const { data: current } = await financial.call(invoiceApi.total, { query: { balance: 'por_vencer' } })
  for (const name of ['cartera', 'cartera_municipios', 'cartera_planes', 'cartera_tecnicos'] as const) {
    const report = (await financial.call(reportApi.get, { params: { name }, query: {} })).data
    const totals = Object.fromEntries(report.totals.map(({ key, value }) => [key, value]))
    expect({ name, overdue: totals['overdue'], current: totals['current'] }).toEqual({
      name,
      overdue: toPesos(data.balance),
      current: toPesos(current.balance),
    })
    // Its first age is what falls due, and the others are overdue.
    const column = report.columns.findIndex(({ key }) => key === (name === 'cartera' ? 'balance' : 'current'))
    const rows = name === 'cartera' ? report.rows.slice(0, 1) : report.rows
    expect(rows.reduce((all, { cells }) => all + Number(cells[column]), 0)).toBe(toPesos(current.balance))
  }
  return [figures.find(({ key }) => key === 'overdue')?.value, data.balance]
}

/** On December 11: an invoice of 100,000 with 60,000 overdue, and 40,000 that a decision extended to December 21. */
async function makeExtended(): Promise<{ payer: Payer; id: string }> {
  at('2026-11-20')
  const payer = await paying.payer()
  const id = await payer.owe(100_000)
  await dispute(payer, id, 40_000)
  at('2026-12-11')
  await decide(payer, id, { outcome: 'en_contra', due_on: '2026-12-21' })
  expect(await read(payer, id)).toMatchObject({ extended_amount: pesos(40_000), extended_to_on: '2026-12-21' })
  expect(await overdue(payer)).toEqual([pesos(60_000), pesos(60_000)])
  return { payer, id }
}

test('INV-11 R2.15 reclamar otra vez lo que tiene un plazo nuevo no cambia lo vencido, y conserva el plazo más largo', async () => {
  const { payer, id } = await makeExtended()
  await dispute(payer, id, 40_000)
  expect(await overdue(payer)).toEqual([pesos(60_000), pesos(60_000)])
  expect(await read(payer, id)).toMatchObject({ payable: pesos(60_000), extended_amount: 0, extended_to_on: null })
  await decide(payer, id, { outcome: 'en_contra', due_on: '2026-12-15' })
  expect(await overdue(payer)).toEqual([pesos(60_000), pesos(60_000)])
  expect(await read(payer, id)).toMatchObject({ extended_amount: pesos(40_000), extended_to_on: '2026-12-21' })
  // Returned in part: 25,000 are owed until that day.
  await dispute(payer, id, 40_000)
  await decide(payer, id, { outcome: 'parcial', amount: 15_000, due_on: '2026-12-21' })
  expect(await overdue(payer)).toEqual([pesos(60_000), pesos(60_000)])
  expect(await read(payer, id)).toMatchObject({ balance: pesos(85_000), extended_amount: pesos(25_000) })
  at('2026-12-22')
  expect(await overdue(payer)).toEqual([pesos(85_000), pesos(85_000)])
  t.setNow(null)
})

test('INV-11 R2.15 una nota crédito descuenta primero lo que tiene un plazo nuevo: lo vencido sigue vencido', async () => {
  const won = await makeExtended()
  await dispute(won.payer, won.id, 40_000)
  await decide(won.payer, won.id, { outcome: 'a_favor' })
  expect(await overdue(won.payer)).toEqual([pesos(60_000), pesos(60_000)])
  const noted = await makeExtended()
  await note(noted.payer, noted.id, 10_000)
  expect(await read(noted.payer, noted.id)).toMatchObject({ extended_amount: pesos(30_000) })
  expect(await overdue(noted.payer)).toEqual([pesos(60_000), pesos(60_000)])
  await note(noted.payer, noted.id, 30_000)
  expect(await read(noted.payer, noted.id)).toMatchObject({ extended_amount: 0, extended_to_on: null })
  expect(await overdue(noted.payer)).toEqual([pesos(60_000), pesos(60_000)])
  // A note that ends a dispute returns it first, and then what is left of the extended part.
  const ended = await makeExtended()
  await dispute(ended.payer, ended.id, 30_000)
  await note(ended.payer, ended.id, 45_000)
  expect(await overdue(ended.payer)).toEqual([pesos(55_000), pesos(55_000)])
  t.setNow(null)
})

test('INV-11 R2.15 reversar un pago deja vencido lo que pagó, también si se reclamó todo el saldo que quedaba', async () => {
  at('2026-11-20')
  const payer = await paying.payer()
  const id = await payer.owe(100_000)
  const { id: paid } = await pay(payer, 60_000)
  await dispute(payer, id, 40_000)
  at('2026-12-11')
  await decide(payer, id, { outcome: 'en_contra', due_on: '2026-12-21' })
  expect(await read(payer, id)).toMatchObject({ status: 'pendiente', last_payable_on: '2026-12-21' })
  await reverse(payer, paid)
  expect(await overdue(payer)).toEqual([pesos(60_000), pesos(60_000)])
  // A payment covers first what is overdue. What is left of the extended part is never more than the balance.
  const { id: next } = await pay(payer, 80_000)
  expect(await read(payer, id)).toMatchObject({ balance: pesos(20_000), extended_amount: pesos(20_000) })
  await reverse(payer, next)
  expect(await overdue(payer)).toEqual([pesos(60_000), pesos(60_000)])
  t.setNow(null)
})

test('INV-11 R2.15 el recordatorio cobra solo lo vencido, y el portal y el enlace dicen qué parte tiene más plazo', async () => {
  const { payer, id } = await makeExtended()
  const { financial, client, clientId } = payer
  const later = '$ 40.000,00 se puede pagar hasta el 21 de diciembre de 2026'
  await t.owner.query(`update clients set email = 'ana@correo.test' where id = $1`, [clientId])
  const consent = { client_id: clientId, purpose: 'contact_email', is_granted: true }
  await financial.call(consentApi.say, { body: { consent } })
  await financial.call(messageApi.remind, { params: { id } })
  await financial.call(messageApi.sendInvoice, { params: { id } })
  const textOf = async (kind: string): Promise<string> => {
    const { rows } = await t.owner.query(`select text_body from messages where kind = $1 and invoice_id = $2`, [
      kind,
      id,
    ])
    return rows[0]?.text_body ?? ''
  }
  const reminder = await textOf('reminder')
  expect(reminder).toContain('\n$ 60.000,00\n')
  expect(reminder).toContain(`Además, ${later}.`)
  const sent = await textOf('invoice')
  expect(sent).toContain('\n$ 100.000,00\n')
  expect(sent).toContain(`De este valor, ${later}.`)
  const { data } = await client.call(paymentApi.debts)
  expect(data.invoices).toMatchObject([
    { payable: pesos(100_000), extended: { amount: pesos(40_000), until_on: '2026-12-21' } },
  ])
  const token = (await client.call(invoiceApi.get, { params: { id } })).data.public_url.split('/').at(-1) ?? ''
  const { json } = await t.ask(publicInvoiceApi.get, { params: { token } })
  expect(json.data).toMatchObject({ payable: 100_000, extended: { amount: 40_000, until_on: '2026-12-21' } })
  // With the rest paid, the day to pay is that of the part.
  await pay(payer, 60_000)
  expect((await client.call(paymentApi.debts)).data.invoices).toMatchObject([
    { payable: pesos(40_000), last_payable_on: '2026-12-21', extended: null },
  ])
  t.setNow(null)
})
