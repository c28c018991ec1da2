import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import type { ImportPreview } from '#domain/imports/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { writeXlsx } from '#server/files/xlsx.ts'
import { upload } from '#test/upload.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
const MEGABYTE = 2 ** 20
const DATA = path.resolve(import.meta.dirname, '../../../test/data')
const LIST = readFileSync(path.join(DATA, 'clients-to-migrate.csv'))
const EXPECTED = parse<{ line: string; field: string; reason: string }>(
  readFileSync(path.join(DATA, 'clients-to-migrate.expected.csv')),
  { columns: true },
)

async function makeDesk(): Promise<{ company: Company; financial: Person }> {
  const company = await t.company()
  for (const code of ['HOGAR50', 'HOGAR100', 'HOGAR200', 'FIBRA300', 'EMPRESA']) {
    await t.owner.query(
      `insert into plans (company_id, name, reference_code, price, download_speed, upload_speed) values ($1, $2, $2, 5990000, '50 Mbps', '25 Mbps')`,
      [company.id, code],
    )
  }
  return { company, financial: await company.person('financial') }
}

const send = (person: Person, bytes: Buffer, name = 'clientes.csv', fields = {}) =>
  upload(t, person, clientImportApi.upload, { name, bytes }, fields)
const previewFile = async (person: Person, bytes: Buffer, name = 'clientes.csv', fields = {}) => {
  const answer = await upload(t, person, clientImportApi.preview, { name, bytes }, fields)
  return { ...answer, data: answer.json.data as ImportPreview }
}

const count = async (table: string, companyId: string): Promise<number> =>
  (await t.owner.query<{ n: number }>(`select count(*)::int as n from ${table} where company_id = $1`, [companyId]))
    .rows[0]?.n ?? -1

const HEAD =
  'type_identification,identification,first_name,last_name,email,phone,stratum,department,city,address,date_contract,payment_date,plan_code,opening_balance'
const row = (changes: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    type_identification: 'CC',
    identification: '10203040',
    first_name: 'Ana',
    last_name: 'Ruiz',
    email: '',
    phone: '3001234567',
    stratum: '2',
    department: 'Antioquia',
    city: 'Medellín',
    address: 'Calle 1',
    date_contract: '2025-01-01',
    payment_date: '10',
    plan_code: 'HOGAR50',
    opening_balance: '0',
    ...changes,
  }
  return HEAD.split(',')
    .map((name) => values[name] ?? '')
    .join(',')
}
const csv = (...rows: string[]) => Buffer.from([HEAD, ...rows].join('\n'))

test('CLI-04 CLI-05 de la lista de 1.200 se rechazan exactamente las 37 filas esperadas, cada una por su campo', async () => {
  const { company, financial } = await makeDesk()
  const preview = await previewFile(financial, LIST)
  const found = preview.data.rows.flatMap((one) => one.errors.map((error) => `${one.line} ${error.field}`))
  expect(found).toEqual(EXPECTED.map((one) => `${one.line} ${one.field}`))
  expect(preview.data.totals).toMatchObject({ rows: 1200, create: 1163, update: 0, error: 37, contracts: 1163 })
  expect(await count('clients', company.id)).toBe(0)
  const answer = await send(financial, LIST)
  expect(answer.json).toMatchObject({ details: { createdClients: 1163, updatedClients: 0 } })
  const { errors } = answer.json['details'] as { errors: { line: number; client_cedula: string; error: string }[] }
  expect(errors.map((error) => String(error.line))).toEqual(EXPECTED.map((one) => one.line))
  expect([
    await count('clients', company.id),
    await count('contracts', company.id),
    await count('contract_terms', company.id),
  ]).toEqual([1163, 1163, 1163])
  const { rows } = await t.owner.query(
    `select (select sum(total) from invoices where company_id = $1)::bigint as owed,
       (select sum(amount) from journal where company_id = $1 and credit_account = 'credit')::bigint as favour,
       (select count(distinct no_contract) = max(right(no_contract, 6)::int) from contracts where company_id = $1) as gapless`,
    [company.id],
  )
  const good = parse<Record<string, string>>(LIST, { columns: true }).filter(
    (_one, index) => !EXPECTED.some((bad) => Number(bad.line) === index + 2),
  )
  const sum = (sign: number) =>
    good.reduce((total, one) => total + Math.max(0, sign * Number(one['opening_balance'])) * 100, 0)
  expect(rows).toEqual([{ owed: sum(1), favour: sum(-1), gapless: true }])
})

test('CLI-05 la segunda carga actualiza y no repite: ni clientes, ni contratos, ni saldos', async () => {
  const { company, financial } = await makeDesk()
  await send(financial, LIST)
  const before = [await count('invoices', company.id), await count('journal', company.id)]
  const again = await send(financial, LIST)
  expect(again.json).toMatchObject({ details: { createdClients: 0, updatedClients: 1163 } })
  expect([
    await count('clients', company.id),
    await count('contracts', company.id),
    await count('users', company.id),
  ]).toEqual([1163, 1163, 1164])
  expect([await count('invoices', company.id), await count('journal', company.id)]).toEqual(before)
  const moved = await send(
    financial,
    csv(row({ identification: '78665843', city: 'Envigado', email: 'nuevo@correo.test' })),
  )
  expect(moved.json).toMatchObject({ details: { createdClients: 0, updatedClients: 1 } })
  const { data } = await financial.call(clientApi.findByCedula, { params: { cedula: '78665843' } })
  expect(data).toMatchObject({ city: 'Envigado', email: 'nuevo@correo.test' })
})

test('CLI-05 dos cargas a la vez del mismo archivo no repiten', async () => {
  const { company, financial } = await makeDesk()
  const answers = await Promise.all([send(financial, LIST), send(financial, LIST)])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect([await count('clients', company.id), await count('contracts', company.id)]).toEqual([1163, 1163])
})

test('CLI-04 las filas malas se bajan como venían, con su motivo y sin fórmulas que se ejecuten', async () => {
  const { financial } = await makeDesk()
  const answer = await send(financial, LIST)
  const { id } = answer.json['details'] as { id: string }
  const file = await t.app.inject({
    url: `/api/client/massive/${id}/errors`,
    headers: { authorization: `Bearer ${financial.token}` },
  })
  expect(file.headers['content-disposition']).toBe("attachment; filename*=UTF-8''filas-por-corregir-clientes.csv")
  const [header, ...rows] = readCsv(file.rawPayload)
  expect(header?.at(-1)).toBe('Motivo')
  expect(rows).toHaveLength(37)
  expect(rows.find((one) => one[0] === '608')?.[5]).toBe(`'=HYPERLINK("http://x")`)
  const outsider = await (await t.company()).person('financial')
  const foreign = await t.app.inject({
    url: `/api/client/massive/${id}/errors`,
    headers: { authorization: `Bearer ${outsider.token}` },
  })
  expect(foreign.statusCode).toBe(404)
})

test('CLI-05 punto y coma, Latin-1, encabezados en español, dd/mm/aaaa y pesos con puntos', async () => {
  const { company, financial } = await makeDesk()
  const text = [
    'Tipo Doc;No. Cédula;Nombres;Apellidos;Correo Electrónico;Celular;Estrato;Depto;Ciudad;Dirección;Fecha de Instalación;Día de Pago;Plan;Saldo',
    'C.C.;1.020.345.678;María José;Núñez Peña;maria@correo.test;+57 310 674 0263;3;Valle;Santiago de Cali;"Cra 5; casa 2";15/07/2024;5;hogar-50;$ 59.900',
    'NIT;900123456-8;Tienda La 10;;;3109876543;;Bogotá;Bogotá D.C.;Calle 8;;;Empresa;-20.000,50',
  ].join('\r\n')
  const answer = await send(financial, Buffer.from(text, 'latin1'))
  expect(answer.json).toMatchObject({ details: { createdClients: 2, errors: [] } })
  const { data } = await financial.call(clientApi.findByCedula, { params: { cedula: '1020345678' } })
  expect(data).toMatchObject({
    first_name: 'María',
    second_name: 'José',
    last_name: 'Núñez',
    second_lastname: 'Peña',
    phone: '3106740263',
    municipality_code: '76001',
    date_contract: '2024-07-15',
    payment_date: 5,
    balance: 5_990_000,
    address: 'Cra 5; casa 2',
    contracts: [{ status: 'active', plan: { reference_code: 'HOGAR50' } }],
  })
  const shop = (await financial.call(clientApi.findByCedula, { params: { cedula: '900123456-8' } })).data
  expect(shop).toMatchObject({
    business_name: 'Tienda La 10',
    segment: 'business',
    municipality_code: '11001',
    balance: -2_000_050,
  })
  expect(await t.events(company.id)).toEqual(['client.imported'])
})

test('CON-04 un contrato de otro sistema se firmó el día del contrato, no el día en que llegó', async () => {
  const { financial } = await makeDesk()
  await send(financial, csv(row({ identification: '20000011', date_contract: '2025-03-09' })))
  const { data } = await financial.call(clientApi.findByCedula, { params: { cedula: '20000011' } })
  const params = { no: data.contracts[0]?.no_contract ?? '' }
  expect((await financial.call(contractApi.get, { params })).data.signed_at).toBe('2025-03-09T05:00:00.000Z')
  const { text } = (await financial.call(contractApi.text, { params })).data
  expect(text.slice(text.indexOf('Aceptación del contrato'))).toContain('9 de marzo de 2025')
})

test('CLI-05 tabulaciones, UTF-16, un XLSX y una relación de columnas hecha a mano', async () => {
  const { financial } = await makeDesk()
  const tabbed = Buffer.from(
    `\ufeff${csv(row({ identification: '20000001' }))
      .toString()
      .replaceAll(',', '\t')}`,
    'utf16le',
  )
  expect((await send(financial, tabbed)).json).toMatchObject({ details: { createdClients: 1 } })
  const rows = csv(row({ identification: '20000002' }))
    .toString()
    .split('\n')
    .map((one) => one.split(','))
  expect((await send(financial, await writeXlsx(rows), 'clientes.xlsx')).json).toMatchObject({
    details: { createdClients: 1 },
  })
  const renamed = Buffer.from(
    csv(row({ identification: '20000003' }))
      .toString()
      .replace('identification,first_name', 'columna rara,first_name')
      .replace('type_columna rara', 'type_identification'),
  )
  expect((await previewFile(financial, renamed)).data.problem).toMatch(/Número de documento/)
  expect((await send(financial, renamed)).status).toBe(400)
  const mapping = JSON.stringify({ 'columna rara': 'identification' })
  expect((await send(financial, renamed, 'x.csv', { mapping })).json).toMatchObject({ details: { createdClients: 1 } })
  expect((await send(financial, renamed, 'x.csv', { mapping: '{' })).json.errors?.[0]?.field).toBe('mapping')
})

test('CLI-04 un texto que parece fórmula fuera de los nombres entra como texto', async () => {
  const { financial } = await makeDesk()
  expect((await send(financial, csv(row({ identification: '20000009', address: '=1+1' })))).json).toMatchObject({
    details: { createdClients: 1 },
  })
  const { data } = await financial.call(clientApi.findByCedula, { params: { cedula: '20000009' } })
  expect(data.address).toBe('=1+1')
})

test('CLI-05 con la línea «sep=» de Excel, un título encima y caracteres que no se pueden guardar, la lista entra igual', async () => {
  const { financial } = await makeDesk()
  const list = csv(row({ identification: '20000010', first_name: 'A\u0000na' })).toString()
  const sent = await send(financial, Buffer.from(`sep=;\nListado de clientes\n\n${list.replaceAll(',', ';')}`))
  expect(sent.json).toMatchObject({ details: { createdClients: 1 } })
  const { data } = await financial.call(clientApi.findByCedula, { params: { cedula: '20000010' } })
  expect(data.first_name).toBe('Ana')
})

test('CLI-04 archivos que no sirven se rechazan enteros, con qué hacer y sin escribir nada', async () => {
  const { company, financial } = await makeDesk()
  const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(80 * 1024 * 1024) }))
  const many = csv(...Array.from({ length: 5_001 }, (_, index) => row({ identification: String(30_000_000 + index) })))
  const cases: [Buffer, number, RegExp][] = [
    [Buffer.from(HEAD), 400, /no tiene filas/],
    [Buffer.from(''), 400, /no tiene filas/],
    [Buffer.from(`${HEAD}\n\n\n`), 400, /no tiene filas/],
    [many, 400, /5001 filas y el máximo son 5000/],
    [bomb, 400, /demasiado grande por dentro/],
    [Buffer.from('PK\u0003\u0004 esto no es un libro'), 400, /no es un XLSX/],
    [Buffer.alloc(6 * 1024 * 1024, 'a'), 413, /más de 5 MB/],
    [Buffer.from('nombre,edad\nAna,30'), 400, /Faltan columnas/],
    [Buffer.from('\u0000\u0001\u0002\u0003'), 400, /./],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 400, /Excel antiguo/],
    [Buffer.from('%PDF-1.7'), 400, /Es un PDF/],
    [Buffer.from(`${HEAD}\n"CC,1`), 400, /comillas/],
  ]
  for (const [bytes, status, message] of cases) {
    const answer = await send(financial, bytes)
    expect([answer.status, answer.json.message]).toEqual([status, expect.stringMatching(message)])
  }
  expect((await upload(t, financial, clientImportApi.upload, null)).json.errors?.[0]?.field).toBe('file')
  const json = await t.app.inject({
    method: 'POST',
    url: '/api/client/massive',
    headers: { authorization: `Bearer ${financial.token}` },
    payload: {},
  })
  expect(json.statusCode).toBe(415)
  expect(await count('clients', company.id)).toBe(0)
}, 120_000)

test('CLI-04 quien no es de finanzas no sube nada, y la plantilla se puede cargar tal cual', async () => {
  const { company, financial } = await makeDesk()
  const technical = await company.person('technical')
  expect((await send(technical, LIST)).status).toBe(403)
  for (const format of ['csv', 'xlsx']) {
    const file = await t.app.inject({
      url: `/api/client/massive/template?format=${format}`,
      headers: { authorization: `Bearer ${financial.token}` },
    })
    const preview = await previewFile(financial, file.rawPayload, `plantilla.${format}`)
    expect(preview.data).toMatchObject({ problem: null, totals: { rows: 3, create: 3, error: 0, contracts: 2 } })
    expect(preview.data.columns.every((column) => column.field !== null)).toBe(true)
  }
})

test('CLI-04 un CSV de 100 MB se rechaza con su frase sin guardarlo en memoria, aunque su largo no se diga', async () => {
  const { company, financial } = await makeDesk()
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const before = process.memoryUsage().rss
  let peak = before
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sending = request(`${address}/api${clientImportApi.upload.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${financial.token}`, 'content-type': 'multipart/form-data; boundary=limite' },
    })
    const block = Buffer.alloc(MEGABYTE, `${HEAD}\n`)
    let left = 100
    const pump = (): void => {
      peak = Math.max(peak, process.memoryUsage().rss)
      while (left > 0 && !sending.destroyed) {
        left -= 1
        if (!sending.write(block)) return void sending.once('drain', pump)
      }
      sending.end('\r\n--limite--\r\n')
    }
    sending.on('response', (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sending.on('error', reject)
    sending.write('--limite\r\ncontent-disposition: form-data; name="file"; filename="clientes.csv"\r\n\r\n')
    pump()
  })
  expect([answer.status, JSON.parse(answer.text).message]).toEqual([413, expect.stringMatching(/más de 5 MB/)])
  expect((peak - before) / MEGABYTE).toBeLessThan(80)
  expect(await count('clients', company.id)).toBe(0)
})
