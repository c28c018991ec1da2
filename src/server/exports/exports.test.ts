import { readdir } from 'node:fs/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { EXPORTS, type ExportName, exportApi } from '#domain/exports/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { EXPORTED_LISTS } from '#server/exported-lists.ts'
import { isRunAsFormula, writeCsv } from '#server/files/csv.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { writeXlsx } from '#server/files/xlsx.ts'
import { readXlsx } from '#server/files/xlsx-read.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { announceOutage } from '#test/outage-work.ts'
import { upload } from '#test/upload.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()

async function desk() {
  const company = await t.company()
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id)
  const financial = await company.person('financial')
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 35_700.5 }]
  for (const key of ['e1', 'e2'])
    await financial.call(invoiceApi.create, {
      body: { invoice: { no_contract, lines } },
      headers: { 'idempotency-key': key },
    })
  await financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: client.id, amount: 35_700.5, method: 'efectivo', paid_on: '2026-01-15' } },
    headers: { 'idempotency-key': 'e3' },
  })
  return { company, client, no_contract, financial }
}

async function download(person: Person, list: ExportName, query = '', format: 'csv' | 'xlsx' = 'csv') {
  const answer = await person.ask(exportApi.create, { body: { list, format, query } })
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, answer.text.slice(0, 200)])
  return format === 'csv' ? readCsv(answer.bytes) : readXlsx(answer.bytes)
}

test('OPS-06 el archivo tiene lo que la lista muestra con sus filtros, y queda en la bitácora', async () => {
  const { company, financial, no_contract } = await desk()
  const paid = await download(financial, 'invoices', 'status=pagado&page=3&page_size=4')
  expect(paid).toHaveLength(2)
  const row = Object.fromEntries((paid[0] ?? []).map((header, at) => [header, paid[1]?.[at]]))
  expect(row).toMatchObject({ Contrato: no_contract, 'Total (COP)': '35700,5', 'Saldo (COP)': '0', Estado: 'Pagado' })
  const all = await download(financial, 'invoices', '', 'xlsx')
  expect(all).toHaveLength(3)
  expect(all.map((cells) => cells[9])).toEqual(['Total (COP)', '35700.50', '35700.50'])
  expect(await t.events(company.id)).toContain('list.exported')
})

test('OPS-06 lo que se descarga de clientes se vuelve a cargar entero', async () => {
  const { financial } = await desk()
  const answer = await financial.ask(exportApi.create, { body: { list: 'clients', format: 'csv', query: '' } })
  const again = await upload(t, financial, clientImportApi.upload, { name: 'clientes.csv', bytes: answer.bytes })
  expect(again.json).toMatchObject({ details: { createdClients: 0, updatedClients: 1, errors: [] } })
})

test('OPS-06 cada lista se descarga por quien la ve, y por nadie más', async () => {
  const { company, financial } = await desk()
  await t.owner.query('update companies set is_wompi_integration = true, is_factus_integration = true where id = $1', [
    company.id,
  ])
  const asked = { users: 'admin', companies: 'superadmin' } as const
  for (const list of EXPORTS) {
    const role = list === 'users' || list === 'companies' ? asked[list] : 'financial'
    const person = role === 'financial' ? financial : await company.person(role)
    const query = list === 'outage_contracts' ? `outage_id=${await announceOutage(t, financial)}` : ''
    const [headers] = await download(person, list, query)
    expect(headers).toEqual(EXPORTED_LISTS[list].columns.map(({ header }) => header))
  }
  const technical = await company.person('technical')
  const refused = await technical.ask(exportApi.create, { body: { list: 'clients', format: 'csv', query: '' } })
  expect([refused.status, refused.json.code]).toEqual([403, 'FORBIDDEN'])
  const wrong = await financial.ask(exportApi.create, {
    body: { list: 'invoices', format: 'csv', query: 'status=perdida' },
  })
  expect([wrong.status, wrong.text.includes('Uno de los filtros no sirve')]).toEqual([400, true])
})

test('OPS-06 ninguna celda se ejecuta como fórmula, y todo texto vuelve igual', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), (cells) => {
      const [row = []] = readCsv(writeCsv([cells]))
      expect(row).toHaveLength(cells.length)
      for (const [at, cell] of row.entries()) {
        expect(isRunAsFormula(cell)).toBe(false)
        expect(cell).toBe(isRunAsFormula(cells[at] ?? '') ? `'${cells[at]}` : cells[at])
      }
    }),
    { numRuns: 1_000 },
  )
})

test('OPS-06 lo que nombra personas pide la contraseña, y hay un tope por hora', async () => {
  const { financial } = await desk()
  await t.owner.query("update sessions set fresh_until = now() - interval '1 minute' where user_id = $1", [
    financial.id,
  ])
  const stale = await financial.ask(exportApi.create, { body: { list: 'clients', format: 'csv', query: '' } })
  expect([stale.status, stale.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
  expect(await download(financial, 'plans')).toHaveLength(2)
  const unknownFilter = await financial.ask(exportApi.create, {
    body: { list: 'plans', format: 'csv', query: 'list=nada' },
  })
  expect(unknownFilter.status).toBe(400)
  await t.owner.query("update attempts set failures = 1000 where subject like 'export:%'")
  const many = await financial.ask(exportApi.create, { body: { list: 'plans', format: 'csv', query: '' } })
  expect([many.status, many.json.code]).toEqual([429, 'TOO_MANY'])
})

test('OPS-06 un libro de miles de filas se escribe sin parar a los demás', async () => {
  const rows = Array.from({ length: 8_000 }, (_, at) => [at, `Ana ${at}`, '=1+1', 'Calle 1', 'Medellín', 59_900])
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  const bytes = await writeXlsx(rows)
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
  expect((await readXlsx(bytes))[8]).toEqual(['8', 'Ana 8', '=1+1', 'Calle 1', 'Medellín', '59900'])
})

test('OPS-06 una lista de miles de clientes sale entera, cada uno una vez, y del archivo no queda nada en el disco', async () => {
  const company = await t.company()
  const financial = await company.person('financial')
  const CLIENTS = 11_000
  await t.owner.query(
    `with u as (insert into users (company_id, role, username, first_name, last_name)
       select $1, 'client', 'muchos.' || n, 'Ana', 'Ruiz' from generate_series(1, $2::int) n returning id, username)
     insert into clients (company_id, user_id, type_identification, identification, first_name, last_name, segment, stratum, address,
       department, city, municipality_code)
     select $1, u.id, 'CC', (1000000 + split_part(u.username, '.', 2)::int)::text, 'Ana "=1+1"', 'Ruiz; ñ', 'residential', 2, 'Calle 1',
       'Antioquia', 'Medellín', '05001' from u`,
    [company.id, CLIENTS],
  )
  const [headers = [], ...rows] = await download(financial, 'clients')
  const document = headers.indexOf('Número de documento')
  expect(rows).toHaveLength(CLIENTS)
  expect(new Set(rows.map((row) => row[document])).size).toBe(CLIENTS)
  expect(rows[0]?.slice(2, 5)).toEqual(['Ana "=1+1"', '', 'Ruiz; ñ'])
  expect((await readdir(t.world.config.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([])
  const { rows: events } = await t.owner.query<{ rows: number }>(
    `select (after ->> 'rows')::int as rows from events where company_id = $1 and name = 'list.exported'`,
    [company.id],
  )
  expect(events).toEqual([{ rows: CLIENTS }])
})
