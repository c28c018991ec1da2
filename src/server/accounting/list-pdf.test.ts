import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { receivedBookApi } from '#domain/accounting/received-book-api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { type ExportName, exportApi } from '#domain/exports/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { makePlan } from '#test/factory.ts'
import { MANY_DEBTORS } from '#test/many-debtors.ts'
import { readPdf } from '#test/read-pdf.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const once = () => ({ 'idempotency-key': randomUUID() })
const PAGE = { page: 1, page_size: 100 }

const ask = (person: Person, list: ExportName, query: string) =>
  person.ask(exportApi.create, { body: { list, format: 'pdf', query } })

async function download(person: Person, list: ExportName, query: string) {
  const answer = await ask(person, list, query)
  const name = /''([^"]*)$/.exec(String(answer.headers['content-disposition']))?.[1]
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  return { name, ...readPdf(answer.bytes) }
}

/** A month that was paid in part, and the next one paid with 40,000 too much. */
async function paidMonths(): Promise<BillingDesk> {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  const { financial, clientId } = desk
  const pay = (amount: number, paid_on: string) =>
    financial.call(manualPaymentApi.create, {
      body: { payment: { client_id: clientId, amount, method: 'efectivo', paid_on } },
      headers: once(),
    })
  await bill(t, desk, '2029-06')
  await pay(20_000, '2029-06-05')
  on(t, '2029-07-20')
  await pay(51_000, '2029-07-20')
  return desk
}

test('RPT-02 la cartera, los saldos a favor y el recaudo salen en PDF con su día, la empresa, sus sumas y el número de cada página', async () => {
  const { company, financial } = await paidMonths()
  const owed = await financial.call(portfolioApi.list, { query: { on: '2029-06-30', ...PAGE } })
  const portfolio = await download(financial, 'portfolio', 'on=2029-06-30')
  expect([portfolio.name, portfolio.pages, portfolio.isTagged]).toEqual(['cartera-a-una-fecha-2029-06-30.pdf', 1, true])
  const { rows } = await t.owner.query<{ name: string }>('select name from companies where id = $1', [company.id])
  const [invoice] = owed.data
  for (const text of [
    'Cartera a una fecha',
    'Al final del 30 de junio de 2029',
    rows[0]?.name ?? '',
    `Cartera: ${pesosLabel(owed.totals.balance)}`,
    `1 a 30 días: ${pesosLabel(owed.totals.balance)} (1 factura)`,
    invoice?.number ?? '',
    invoice?.client.identification ?? '',
    'Cartera a una fecha · Al final del 30 de junio de 2029 · Página 1 de 1',
  ])
    expect(portfolio.text).toContain(text.replaceAll('\u00A0', ' '))

  const credit = await financial.call(portfolioApi.advances, { query: { on: '2029-07-20', ...PAGE } })
  const advances = await download(financial, 'advances', 'on=2029-07-20')
  expect(advances.name).toBe('saldos-a-favor-2029-07-20.pdf')
  expect(credit.credit).toBeGreaterThan(0)
  const inFavour = pesosLabel(credit.credit).replaceAll('\u00A0', ' ')
  // Of the client, of all of them at the top and in the last row.
  expect(advances.text.split(inFavour)).toHaveLength(4)
  expect(advances.text).toContain('Al final del 20 de julio de 2029')

  const days = { from: '2029-06-01', to: '2029-07-20' }
  const book = await financial.call(receivedBookApi.list, { query: { ...days, method: 'efectivo', ...PAGE } })
  const received = await download(financial, 'received_book', `from=${days.from}&to=${days.to}&method=efectivo`)
  expect(received.name).toBe('libro-de-recaudo-2029-06-01-2029-07-20.pdf')
  for (const text of [
    '1 de junio de 2029 a 20 de julio de 2029',
    'Medio: Efectivo',
    `Suma de los movimientos: ${pesosLabel(book.totals.amount)}`,
    ...book.data.map(({ client }) => client.identification),
  ])
    expect(received.text).toContain(text.replaceAll('\u00A0', ' '))
})

test('RPT-02 sin día es el último del mes pasado, y un día sin nada dice que no hay nada', async () => {
  const { financial } = await paidMonths()
  const advances = await download(financial, 'advances', '')
  expect([advances.name, advances.text.includes('Al final del 30 de junio de 2029')]).toEqual([
    'saldos-a-favor-2029-06-30.pdf',
    true,
  ])
  const empty = await download(financial, 'portfolio', 'on=2020-01-31')
  expect([empty.pages, empty.text.includes('Cartera: $ 0,00')]).toEqual([1, true])
  const later = await ask(financial, 'portfolio', 'on=2030-01-31')
  expect([later.status, later.text.includes('El día es hoy o uno anterior')]).toEqual([400, true])
})

test('RPT-02 una lista de varias páginas repite sus títulos; de más de mil filas va en Excel o CSV, y las demás listas también', {
  timeout: 60_000,
}, async () => {
  on(t, '2026-12-01')
  const withDebtors = async (count: number): Promise<Person> => {
    const company = await t.company()
    await t.owner.query(MANY_DEBTORS, [company.id, await makePlan(t.owner, company.id), count, 0])
    return company.person('financial')
  }
  const some = await withDebtors(120)
  const { pages, pageTexts, text } = await download(some, 'portfolio', 'on=2026-12-01')
  expect(pages).toBeGreaterThan(2)
  expect(pageTexts.map((page) => /Página \d+ de \d+/.exec(page)?.[0])).toEqual(
    pageTexts.map((_, at) => `Página ${at + 1} de ${pages}`),
  )
  expect(pageTexts.every((page) => page.includes('Factura') && page.includes('Saldo'))).toBe(true)
  expect(new Set(text.match(/FV-\d+/g)).size).toBe(120)
  expect(text).toContain('31 a 60 días: $ 8.388.000,00 (120 facturas)')

  const many = await ask(await withDebtors(1_001), 'portfolio', 'on=2026-12-01')
  expect([many.status, many.text.includes('descárgala en Excel o CSV')]).toEqual([400, true])
  const other = await ask(some, 'invoices', '')
  expect([other.status, other.text.includes('Esta lista se descarga en Excel o CSV')]).toEqual([400, true])
})
