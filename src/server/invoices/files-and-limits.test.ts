import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { exportApi } from '#domain/exports/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { lastPayableOn } from '#domain/invoices/due.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
let keys = 0
const once = () => {
  keys += 1
  return { 'idempotency-key': `file-${keys}` }
}

async function makeDesk(fields: { includesVat?: boolean } = {}) {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id, fields)
  const financial = await company.person('financial')
  const charge = (...prices: number[]) =>
    financial.ask(invoiceApi.create, {
      body: {
        invoice: {
          no_contract,
          lines: prices.map((price) => ({ kind: 'technical_visit', description: 'Visita', quantity: 1, price })),
        },
      },
      headers: once(),
    })
  return { clientId: client.id, financial, charge }
}

test('INV-01 un cobro o una factura por encima del máximo se rechaza en su campo, y no toma número', async () => {
  const { charge } = await makeDesk({ includesVat: false })
  for (const [prices, field] of [
    [[1_000_000_000], 'invoice.lines.0.price'],
    [[1_000, 900_000_000], 'invoice.lines.1.price'],
    [[450_000_000, 450_000_000], 'invoice.lines'],
  ] as const) {
    const answer = await charge(...prices)
    expect([answer.status, answer.json.errors?.[0]?.field]).toEqual([400, field])
  }
  const { json, status } = await charge(800_000_000)
  expect(status).toBe(201)
  expect(json.data).toMatchObject({ total: 952_000_000 })
  expect(json).toHaveProperty('data.number', expect.stringMatching(/-1$/))
})

test('OPS-06 los números van con coma decimal y sin ceros de más en la exportación, la vista previa y el estado de cuenta', async () => {
  const { financial, clientId, charge } = await makeDesk()
  expect((await charge(39_666.27)).status).toBe(201)
  const exported = await financial.ask(exportApi.create, { body: { list: 'invoices', format: 'csv', query: '' } })
  const statement = await financial.ask(clientApi.statementFile, {
    params: { id: clientId },
    query: { format: 'csv' },
  })
  const preview = await financial.ask(runApi.download, { query: { period: '2026-11' } })
  const [exportRows, statementRows, previewRows] = [exported, statement, preview].map(({ bytes }) => readCsv(bytes))
  const [headers = [], row = []] = exportRows ?? []
  expect(row[headers.indexOf('Total (COP)')]).toBe('39666,27')
  expect(statementRows?.at(-1)?.at(-1)).toBe('39666,27')
  const [names = [], one = []] = previewRows ?? []
  for (const name of ['Base', 'IVA', 'Total']) expect(one[names.indexOf(name)]).toMatch(/^\d+(,\d{1,2})?$/)
})

test('CLI-03 el estado de cuenta de un día va en el orden en que pasó', async () => {
  const { financial, clientId, charge } = await makeDesk()
  expect((await charge(100_000)).status).toBe(201)
  const [invoice] = (await financial.call(invoiceApi.list, {})).data
  const id = invoice?.id ?? ''
  const pay = await financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: clientId, amount: 40_000, method: 'efectivo', paid_on: '2026-11-20' } },
    headers: once(),
  })
  for (const amount of [10_000, 20_000])
    await financial.call(invoiceApi.creditNote, {
      params: { id },
      body: { concept: 'Ajuste', lines: [{ position: 1, amount }] },
      headers: once(),
    })
  await financial.call(manualPaymentApi.reverse, {
    params: { id: pay.data.id },
    body: { reason: 'Cheque devuelto' },
    headers: once(),
  })
  const { data } = await financial.call(clientApi.statement, { params: { id: clientId } })
  expect(data.movements.map(({ kind, balance }) => [kind, balance / 100])).toEqual([
    ['factura', 100_000],
    ['pago', 60_000],
    ['nota_credito', 50_000],
    ['nota_credito', 30_000],
    ['reverso', 70_000],
  ])
})

test('R2.25 la migración calcula el mismo último día de pago que el código, día por día', async () => {
  const file = path.resolve(import.meta.dirname, '../../../db/migrations/0039_payable_and_disputes.sql')
  const functions = readFileSync(file, 'utf8').match(/create function pg_temp\.[\s\S]*?\$\$;/g) ?? []
  expect(functions).toHaveLength(3)
  const client = await t.owner.connect()
  try {
    for (const text of functions) await client.query(text)
    const { rows } = await client.query<{ due: Day; last: Day }>(`
      select due_on::text as due, last_payable_on::text as last
      from pg_temp.next_business_days(array(
        select d::date from generate_series(date '2020-01-01', date '2035-12-31', interval '1 day') d)) order by 1`)
    expect(rows).toHaveLength(5_844)
    let due = day('2020-01-01')
    for (const row of rows) {
      expect(row).toEqual({ due, last: lastPayableOn(due) })
      due = addDays(due, 1)
    }
  } finally {
    client.release(true)
  }
})
