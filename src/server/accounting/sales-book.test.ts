import { expect, test } from 'vitest'
import { salesBookApi } from '#domain/accounting/sales-book-api.ts'
import { dayOf } from '#domain/core/days.ts'
import { exportApi } from '#domain/exports/api.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { readXlsx } from '#server/files/xlsx-read.ts'
import { newKey } from '#test/cases/billed.ts'
import { makeClient } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const today = dayOf(new Date())

test('RPT-01 la nota de un saldo inicial es un ajuste fuera de las columnas de IVA, en pantalla y en los archivos', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id, { stratum: 2 })
  const lines = [
    'Cédula;Factura;Fecha de emisión;Vencimiento;Saldo',
    `${client.identification};FV-1;2015-03-01;2015-03-15;59.900`,
  ]
  await upload(t, financial, openingImportApi.upload, { name: 'saldos.csv', bytes: Buffer.from(lines.join('\n')) })
  const [opening] = (await financial.call(invoiceApi.list)).data
  const note = { concept: 'Mal cargado', lines: [{ position: 1, amount: 9_900 }] }
  await financial.call(invoiceApi.creditNote, { params: { id: opening?.id ?? '' }, body: note, headers: newKey() })

  const read = (treatment?: 'excluido') =>
    financial.call(salesBookApi.list, {
      query: { page: 1, page_size: 20, from: today, to: today, ...(treatment && { treatment }) },
    })
  const { data, totals } = await read()
  const outside = { taxed: 0, vat: 0, exempt: 0, excluded: 0, opening: -990_000, total: -990_000 }
  expect(data).toEqual([expect.objectContaining({ kind: 'opening_note', number: 'NC-1', ...outside })])
  expect(totals).toEqual(outside)
  expect((await read('excluido')).data).toEqual([])
  const iva = await financial.call(reportApi.get, { params: { name: 'iva' }, query: { from: today, to: today } })
  expect(iva.data.rows).toEqual([])
  const query = `from=${today}&to=${today}`
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes } = await financial.ask(exportApi.create, { body: { list: 'sales_book', format, query } })
    const [head = [], row = []] = format === 'csv' ? readCsv(bytes) : await readXlsx(bytes)
    expect(Object.fromEntries(head.map((header, at) => [header, row[at]]))).toMatchObject({
      Documento: 'Ajuste de saldo inicial',
      'Base gravada (COP)': '0',
      'IVA (COP)': '0',
      'Base exenta (COP)': '0',
      'Base excluida (COP)': '0',
      'Ajuste de saldo inicial (COP)': expect.stringMatching(/^-9900/),
      'Total (COP)': expect.stringMatching(/^-9900/),
    })
  }
})
