import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { readXlsx } from '#server/files/xlsx-read.ts'
import { makeClient } from '#test/factory.ts'
import { readPdf } from '#test/read-pdf.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

test('CLI-03 el estado de cuenta se descarga en CSV, en Excel y en PDF, con el período y cada movimiento', async () => {
  const company = await t.company({ name: 'Zeta Redes' })
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const post = (amount: number, day: string) =>
    t.owner.query(
      `insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on) values ($1, $2, 'opening', 'credit', $3, $4)`,
      [company.id, client.id, amount, day],
    )
  await post(500_050, '2026-10-01')
  for (let index = 1; index <= 28; index += 1) await post(100_000 + index, `2026-11-${String(index).padStart(2, '0')}`)
  await post(900_000, '2026-12-01')
  const wire = { params: { id: client.id }, query: { from: '2026-11-01', to: '2026-11-30' } }
  const file = (format: string) => financial.ask(clientApi.statementFile, { ...wire, query: { ...wire.query, format } })
  const csv = await file('csv')
  const rows = readCsv(csv.bytes)
  expect(rows[1]).toEqual(['2026-11-01', 'Saldo inicial', '', '', '', '-5000,5'])
  expect(rows[2]).toEqual(['2026-11-01', 'Saldo inicial a favor', '', '', '1000,01', '-6000,51'])
  expect(rows).toHaveLength(31)
  const xlsx = await readXlsx((await file('xlsx')).bytes)
  expect(xlsx[0]?.[0]).toBe(`Estado de cuenta de Yenny Bohórquez, ${client.identification}`)
  expect(xlsx.slice(3).map((row) => row[1])).toEqual(rows.map((row) => row[1]))
  const pdf = await file('pdf')
  expect(String(pdf.headers['content-disposition'])).toContain(`estado-de-cuenta-${client.identification}`)
  const { pages, isTagged, text } = readPdf(pdf.bytes)
  expect([pages, isTagged]).toEqual([1, true])
  for (const words of ['Zeta Redes', 'Estado de cuenta', 'Yenny Bohórquez', '28/11/2026', '30/11/2026'])
    expect(text).toContain(words)
  expect(text).not.toContain('01/12/2026')
  const year = await financial.ask(clientApi.statementFile, {
    ...wire,
    query: { from: '2026-01-01', to: '2026-12-31' },
  })
  expect(readPdf(year.bytes)).toMatchObject({ pages: 1 })
})

test('CLI-03 un estado de cuenta largo ocupa más páginas, cada una con la atención al pie', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  await t.owner.query(
    `insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on)
     select $1, $2, 'opening', 'credit', 1000, date '2026-01-01' + day from generate_series(0, 149) day`,
    [company.id, client.id],
  )
  const wire = { params: { id: client.id }, query: { from: '2026-01-01', to: '2026-12-31', format: 'pdf' } }
  const { bytes } = await financial.ask(clientApi.statementFile, wire)
  const { pages, text } = readPdf(bytes)
  expect(pages).toBe(4)
  // One word: the name of a company is of any length, and its line ends anywhere.
  expect(text.match(/Superintendencia/g)).toHaveLength(4)
  expect(text).toContain('30/05/2026')
})

test('CLI-03 mientras se dibuja un estado de cuenta larguísimo, la plataforma responde a los demás', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  await t.owner.query(
    `insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on)
     select $1, $2, 'opening', 'credit', 1000, date '2015-01-01' + at from generate_series(1, 3000) at`,
    [company.id, client.id],
  )
  const wire = { params: { id: client.id }, query: { from: '2015-01-01', to: '2026-12-31', format: 'pdf' } }
  const before = process.threadCpuUsage()
  const { bytes } = await financial.ask(clientApi.statementFile, wire)
  const { user, system } = process.threadCpuUsage(before)
  expect(readPdf(bytes).pages).toBeGreaterThan(60)
  // Drawn in the server's thread it takes over a second of it.
  expect((user + system) / 1_000).toBeLessThan(700)
})
