import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { salesBookApi } from '#domain/accounting/sales-book-api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { sum, toPesos } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { columnSum, REPORT_NAMES, type Report, type ReportName } from '#domain/reports/report.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { newCase } from '#test/cases/filed.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

const once = () => ({ 'idempotency-key': randomUUID() })
const JUNE = { from: '2029-06-01', to: '2029-06-30' }

const read = async ({ financial }: BillingDesk, name: ReportName, query: object = JUNE): Promise<Report> =>
  (await financial.call(reportApi.get, { params: { name }, query: { ...query } })).data

const totalOf = (report: Report, key: string): number | null =>
  report.totals.find((one) => one.key === key)?.value ?? null
const sumOf = (report: Report, key: string): number | null =>
  columnSum(
    report,
    report.columns.findIndex((column) => column.key === key),
  )

/** The filters of a link of a report, as the query of its list. */
const filtersOf = (href: string | null): Record<string, string> =>
  Object.fromEntries(new URL(href ?? '', 'http://enlace.test').searchParams)

/**
 * A month of an office: monthly fees of three treatments, a visit, a credit note, payments by two methods, a reversal, a refund, a
 * retirement and a complaint.
 */
async function month(): Promise<BillingDesk> {
  on(t, '2029-06-05')
  const desk = await makeDesk(t, { stratum: 1 })
  const { company, financial } = desk
  const others = await Promise.all(
    [{ stratum: 3 }, { stratum: 4 }, { segment: 'business', stratum: null }].map(async (fields, index) => {
      const client = await makeClient(t.owner, company.id)
      const usual = { cutDay: 31, activeFrom: index === 0 ? '2029-06-02' : '2029-05-02', price: 6_000_000 }
      return { client, ...(await makeContract(t.owner, company.id, client.id, { ...usual, ...fields })) }
    }),
  )
  await bill(t, desk, '2029-06')
  const visit = { kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_700 }
  const invoice = { no_contract: desk.params.no, lines: [visit] }
  await financial.call(invoiceApi.create, { body: { invoice }, headers: once() })
  const { data: invoices } = await financial.call(invoiceApi.list, { query: { page: 1, page_size: 100 } })
  const taxed = invoices.find(({ no_contract }) => no_contract === others[1]?.no_contract)
  await financial.call(invoiceApi.creditNote, {
    params: { id: taxed?.id ?? '' },
    body: { concept: 'Error', lines: [{ position: 1, amount: 10_000 }] },
    headers: once(),
  })
  const pay = async (clientId: string, amount: number, method: string) =>
    (
      await financial.call(manualPaymentApi.create, {
        body: { payment: { client_id: clientId, amount, method, paid_on: '2029-06-05' } },
        headers: once(),
      })
    ).data
  await pay(desk.clientId, 20_000, 'efectivo')
  const wrong = await pay(desk.clientId, 5_000, 'efectivo')
  await financial.call(manualPaymentApi.reverse, {
    params: { id: wrong.id },
    body: { reason: 'Error' },
    headers: once(),
  })
  const other = others[0]?.client.id ?? ''
  await pay(other, 100_000, 'transferencia')
  await financial.call(creditApi.refund, {
    params: { client_id: other },
    body: { refund: { amount: 8_000, method: 'transferencia', paid_on: '2029-06-05', reason: 'De más' } },
    headers: once(),
  })
  await t.owner.query(`update contracts set status = 'terminated', active_to = '2029-06-20' where id = $1`, [
    others[2]?.id ?? '',
  ])
  await financial.call(pqrApi.create, {
    body: { pqr: { ...newCase(), client_id: desk.clientId, channel: 'telefono' } },
  })
  return desk
}

test('RPT-01 facturación: cada fila y el total son los de la lista de facturas, y las notas los de su lista', async () => {
  const desk = await month()
  const report = await read(desk, 'facturacion')
  expect(report.rows).toHaveLength(30)
  for (const row of report.rows.filter(({ cells }) => cells[1] !== 0)) {
    const { data } = await desk.financial.call(invoiceApi.list, { query: filtersOf(row.href) })
    expect(row.cells.slice(1, 5)).toEqual([
      data.length,
      toPesos(sum(data.map(({ subtotal }) => subtotal))),
      toPesos(sum(data.map(({ vat }) => vat))),
      toPesos(sum(data.map(({ total }) => total))),
    ])
  }
  const notes = report.totals.find(({ key }) => key === 'credited')
  const { totals } = await desk.financial.call(creditNoteApi.list, { query: filtersOf(notes?.href ?? null) })
  expect([notes?.value, sumOf(report, 'notes')]).toEqual([toPesos(totals.total), totals.count])
  expect(sumOf(report, 'invoices')).toBe(5)
  expect(sumOf(report, 'net')).toBe(totalOf(report, 'net'))
  expect(await breachesOf(t)).toEqual([])
})

test('RPT-01 recaudo: lo recibido, reversado y devuelto es lo de la lista de pagos, por medio', async () => {
  const desk = await month()
  const report = await read(desk, 'recaudo')
  const list = await desk.financial.call(manualPaymentApi.list, { query: { ...JUNE, page: 1, page_size: 20 } })
  expect(report.rows).toHaveLength(2)
  for (const { cells, href } of report.rows) {
    const own = await desk.financial.call(manualPaymentApi.list, {
      query: { ...filtersOf(href), page: 1, page_size: 20 },
    })
    const amount = toPesos(sum(own.totals.map((total) => total.amount)))
    expect(cells.slice(1, 6)).toEqual([
      own.meta?.total,
      amount,
      toPesos(own.reversals.amount),
      toPesos(own.refunds.amount),
      amount - toPesos(own.reversals.amount) - toPesos(own.refunds.amount),
    ])
  }
  expect(totalOf(report, 'net')).toBe(112_000)
  expect([totalOf(report, 'reversed'), totalOf(report, 'refunded')]).toEqual([
    toPesos(list.reversals.amount),
    toPesos(list.refunds.amount),
  ])
})

test('RPT-01 cartera por edades: cada edad es la de su lista de facturas, y todas suman la cartera', async () => {
  const desk = await month()
  on(t, '2029-08-15')
  const report = await read(desk, 'cartera', {})
  for (const { cells, href } of report.rows) {
    const query = filtersOf(href)
    const [{ data }, { data: owed }] = await Promise.all([
      desk.financial.call(invoiceApi.list, { query }),
      desk.financial.call(invoiceApi.total, { query }),
    ])
    expect([cells[0], cells[1], cells[2]]).toEqual([cells[0], data.length, toPesos(owed.balance)])
  }
  const { data: all } = await desk.financial.call(invoiceApi.total, { query: { balance: 'con_deuda' } })
  expect([sumOf(report, 'balance'), totalOf(report, 'balance')]).toEqual([toPesos(all.balance), toPesos(all.balance)])
  expect(totalOf(report, 'overdue')).toBeGreaterThan(0)
})

for (const [name, first] of [
  ['cartera_municipios', 'Medellín, Antioquia'],
  ['cartera_planes', 'Hogar 100'],
] as const)
  test(`RPT-01 ${name}: cada fila es la de su lista de facturas, sus edades suman su saldo, y todas la cartera`, async () => {
    const desk = await month()
    on(t, '2029-08-15')
    const [report, ages] = [await read(desk, name, {}), await read(desk, 'cartera', {})]
    expect(report.rows[0]?.cells[0]).toBe(first)
    for (const { cells, href } of report.rows.filter((row) => row.href !== null)) {
      const query = filtersOf(href)
      const [{ data }, { data: owed }] = await Promise.all([
        desk.financial.call(invoiceApi.list, { query }),
        desk.financial.call(invoiceApi.total, { query }),
      ])
      const clients = new Set(data.map(({ client_id }) => client_id)).size
      expect([cells[1], cells[2], cells[7]]).toEqual([clients, data.length, toPesos(owed.balance)])
      expect(cells.slice(3, 7).reduce((all: number, cell) => all + Number(cell), 0)).toBeCloseTo(Number(cells[7]), 2)
    }
    // Each age of a row opens the invoices that it sums.
    for (const { cells, hrefs } of report.rows) {
      for (const at of [3, 4, 5, 6]) {
        const list = hrefs?.[at] ?? null
        if (list === null) continue
        const { data: owed } = await desk.financial.call(invoiceApi.total, { query: filtersOf(list) })
        expect([at, toPesos(owed.balance)]).toEqual([at, cells[at]])
      }
    }
    expect(report.rows.flatMap(({ hrefs }) => hrefs?.slice(3, 7) ?? []).some((list) => list !== null)).toBe(true)
    const keys = ['balance', 'overdue', 'current']
    expect(keys.map((key) => totalOf(report, key))).toEqual(keys.map((key) => totalOf(ages, key)))
    expect(sumOf(report, 'balance')).toBe(totalOf(ages, 'balance'))
  })

test('SUS-01 RPT-01 la cartera por técnico es la de los contratos de su última visita hecha, y cada edad abre sus facturas', async () => {
  const desk = await month()
  on(t, '2029-08-15')
  const [first, last] = [await desk.company.person('technical'), await desk.company.person('technical')]
  const visits = [
    ['2029-06-01', 'dia', first.id],
    ['2029-06-03', 'tarde', last.id],
    ['2029-06-03', 'manana', first.id],
  ] as const
  for (const [place, [day, slot, technicianId]] of visits.entries())
    await t.owner.query(
      `insert into visits (company_id, id, contract_id, kind, state, day, slot, technician_id, created_by)
       select company_id, $6, id, 'revision', 'done', $2, $5, $3, 'Prueba' from contracts where company_id = $4 and no_contract = $1`,
      [desk.params.no, day, technicianId, desk.company.id, slot, `0000000${place}${randomUUID().slice(8)}`],
    )
  const report = await read(desk, 'cartera_tecnicos', {})
  const [own, without] = [report.rows.find(({ href }) => href !== null), report.rows.find(({ href }) => href === null)]
  expect(filtersOf(own?.href ?? null)).toEqual({ balance: 'por_cobrar', technician_id: last.id })
  expect(without?.cells[0]).toBe('Sin una visita hecha')
  const { data: owed } = await desk.financial.call(invoiceApi.total, { query: filtersOf(own?.href ?? null) })
  const { data: all } = await desk.financial.call(invoiceApi.total, { query: { no_contract: desk.params.no } })
  expect([own?.cells[7], toPesos(owed.balance)]).toEqual([toPesos(all.balance), toPesos(all.balance)])
  const { data: none } = await desk.financial.call(invoiceApi.list, {
    query: { technician_id: first.id },
  })
  expect(none).toEqual([])
  expect(sumOf(report, 'balance')).toBe(totalOf(await read(desk, 'cartera', {}), 'balance'))
})

test('RPT-01 IVA por tratamiento: las bases y el IVA son los del libro de ventas, documento por documento', async () => {
  const desk = await month()
  const report = await read(desk, 'iva')
  const book = await desk.financial.call(salesBookApi.list, { query: { ...JUNE, page: 1, page_size: 100 } })
  const add = (key: 'taxed' | 'vat' | 'exempt' | 'excluded' | 'opening' | 'total') =>
    sum(book.data.map((row) => row[key]))
  expect(book.totals).toEqual({
    taxed: add('taxed'),
    vat: add('vat'),
    exempt: add('exempt'),
    excluded: add('excluded'),
    opening: add('opening'),
    total: add('total'),
  })
  expect(report.rows.map(({ cells }) => [cells[0], cells[5]])).toEqual([
    ['Gravado 19 %', toPesos(add('taxed'))],
    ['Exento', toPesos(add('exempt'))],
    ['Excluido', toPesos(add('excluded'))],
  ])
  expect(totalOf(report, 'net_vat')).toBe(toPesos(add('vat')))
  const taxed = await desk.financial.call(salesBookApi.list, { query: filtersOf(report.rows[0]?.href ?? null) })
  expect(taxed.meta.total).toBe(book.data.filter((row) => row.taxed !== 0).length)
})

test('RPT-01 ingresos por plan: lo de cada plan es lo de sus facturas, y todos suman lo facturado', async () => {
  const desk = await month()
  const [report, billed] = await Promise.all([read(desk, 'planes'), read(desk, 'facturacion')])
  for (const { cells, href } of report.rows.filter((row) => row.href !== null)) {
    const { data } = await desk.financial.call(invoiceApi.list, { query: filtersOf(href) })
    expect([cells[1], cells[4]]).toEqual([data.length, toPesos(sum(data.map(({ subtotal }) => subtotal)))])
  }
  expect(report.rows.map(({ cells }) => cells[0])).toEqual(['Hogar 100', 'Sin plan'])
  expect(sumOf(report, 'billed')).toBe(sumOf(billed, 'base'))
})

test('RPT-01 altas y retiros: cada fila es la de la lista de contratos', async () => {
  const desk = await month()
  on(t, '2029-07-05')
  const report = await read(desk, 'clientes')
  for (const { key, href, value } of report.totals.filter((one) => one.href !== null)) {
    const { meta, data } = await desk.financial.call(contractApi.list, { query: filtersOf(href) })
    expect([key, value]).toEqual([key, meta?.total ?? data.length])
  }
  expect([sumOf(report, 'joined'), sumOf(report, 'left'), totalOf(report, 'active')]).toEqual([1, 1, 3])
  const future = { ...JUNE, to: '2029-07-06' }
  const ahead = await desk.financial.ask(reportApi.get, { params: { name: 'clientes' }, query: future })
  expect([ahead.status, ahead.text]).toEqual([400, expect.stringContaining('El último día es hoy o uno anterior')])
})

test('RPT-01 PQR: las radicadas son las de la lista de PQR', async () => {
  const desk = await month()
  const report = await read(desk, 'pqr')
  const { state: _all, ...query } = filtersOf(report.totals[0]?.href ?? null)
  const { meta } = await desk.financial.call(pqrApi.list, { query: { ...query, page: 1, page_size: 20 } })
  expect([totalOf(report, 'filed'), sumOf(report, 'filed')]).toEqual([meta.total, 1])
})

test('RPT-03 T.1.3 trae las líneas en servicio y lo facturado del trimestre, T.1.2 las tarifas, y el FUTIC su base', async () => {
  const desk = await month()
  const [t13, t12, futic, billed] = await Promise.all([
    read(desk, 't13', { to: '2029-06-30' }),
    read(desk, 't12', { to: '2029-06-30' }),
    read(desk, 'futic', { to: '2029-06-30' }),
    read(desk, 'planes', { from: '2029-04-01', to: '2029-06-30' }),
  ])
  expect(t13.range).toEqual({ from: '2029-04-01', to: '2029-06-30' })
  expect(t12.range).toEqual({ from: '2029-01-01', to: '2029-06-30' })
  expect(sumOf(t13, 'CANTIDAD_LINEAS_ACCESOS')).toBe(3)
  const fee = (sumOf(t13, 'VALOR_FACTURADO_O_COBRADO') ?? 0) + (sumOf(t13, 'OTROS_VALORES_FACTURADOS') ?? 0)
  expect(Math.round(fee * 100)).toBe(Math.round((sumOf(billed, 'net') ?? 0) * 100))
  expect(totalOf(futic, 'base')).toBe(sumOf(billed, 'net'))
  expect(t12.columns[0]?.label).toBe('ANNO')
  expect(t12.rows.map(({ cells }) => [cells[5], cells[6], cells[7]])).toContainEqual([
    'RESIDENCIAL ESTRATO 4',
    60_000,
    50_420.17,
  ])
})

test('RPT-02 cada reporte se descarga en CSV, XLSX y PDF; un plan llamado como una fórmula no se ejecuta', {
  timeout: 120_000,
}, async () => {
  const desk = await month()
  await t.owner.query(
    `update contract_terms set plan_name = '=HYPERLINK("http://mal.test","Ver")' where contract_id = $1`,
    [desk.id],
  )
  await bill(t, desk, '2029-07')
  on(t, '2029-06-30')
  for (const name of REPORT_NAMES) {
    for (const format of ['csv', 'xlsx', 'pdf']) {
      const answer = await desk.financial.ask(reportApi.get, { params: { name }, query: { ...JUNE, format } })
      expect([name, format, answer.status, answer.bytes.length > 50]).toEqual([name, format, 200, true])
    }
  }
  const { text } = await desk.financial.ask(reportApi.get, {
    params: { name: 'planes' },
    query: { ...JUNE, format: 'csv' },
  })
  expect(text).toContain(`'=HYPERLINK`)
  expect(text.split(/[;\r\n]/).filter((cell) => /^"?[=+@]/.test(cell))).toEqual([])
})

test('RPT-01 quien administra ve los mismos reportes, con enlaces solo a lo que puede abrir', async () => {
  const desk = await month()
  const admin = await desk.company.person('admin')
  const { data } = await admin.call(reportApi.get, { params: { name: 'facturacion' }, query: JUNE })
  const own = await read(desk, 'facturacion')
  expect(data.totals.map(({ value }) => value)).toEqual(own.totals.map(({ value }) => value))
  expect(data.rows.every(({ href }) => href === null)).toBe(true)
  const { data: catalogue } = await admin.call(reportApi.catalogue)
  expect(catalogue.map(({ name }) => name)).toEqual([...REPORT_NAMES, 't42', 't43'])
})
