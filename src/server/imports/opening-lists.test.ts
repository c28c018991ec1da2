import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { openingImportApi } from '#domain/imports/opening-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { readCsv } from '#server/files/csv-read.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
const today = dayOf(new Date())

async function breaches() {
  const client = await t.owner.connect()
  try {
    return await listBreaches(client)
  } finally {
    client.release()
  }
}

const fileOf = (...lines: string[]) => ({ name: 'facturas.csv', bytes: Buffer.from(lines.join('\n')) })
const preview = async (person: Person, file: ReturnType<typeof fileOf>) =>
  (await upload(t, person, openingImportApi.preview, file)).json.data
const send = (person: Person, file: ReturnType<typeof fileOf>, fields = {}) =>
  upload(t, person, openingImportApi.upload, file, fields)
const undo = async (person: Person, id: unknown) => {
  const answer = await person.ask(clientImportApi.undo, { params: { id: String(id) } })
  return [answer.status, answer.json.message]
}
const idOf = (answer: Awaited<ReturnType<typeof send>>) => (answer.json['data'] as { id: string }).id

async function makeDesk() {
  const company = await t.company()
  await makePlan(t.owner, company.id)
  return { company, financial: await company.person('financial') }
}

const SPLYNX_CLIENTS = [
  'id,login,status,billing_type,partner_id,name,category,vat_id,phone,street_1,city,date_add,deposit,tariff',
  '33,ana,active,prepaid,1,Ana Ruiz,person,1023570856,3106740263,Cra 5,Tunja,2024-01-20,-71400,Hogar 100',
  '34,luz,active,prepaid,1,Luz Peña,person,1023570857,3106740264,Cra 6,Tunja,2024-01-20,-50000,Hogar 100',
]
const SPLYNX_INVOICES = [
  'id,number,customer_id,date_created,date_till,status,total,due',
  '1,2026-001,33,2026-08-01,2026-08-15,not_paid,71400,31400',
  '2,2026-002,33,2026-09-01,2026-09-15,not_paid,71400,71400',
  '3,2026-003,34,2026-09-01,2026-09-15,paid,71400,0',
  '4,2026-004,34,2026-10-01,2026-10-15,not_paid,50000,50000',
]
const DEFAULTS = JSON.stringify({ department: 'Boyacá', stratum: '3', balances: 'invoices' })

const countsOf = async (company: Company) =>
  (
    await t.owner.query(
      `select (select count(*)::int from clients where company_id = $1) as clients,
         (select count(*)::int from invoices where company_id = $1) as invoices,
         (select count(*)::int from journal where company_id = $1) as entries,
         (select coalesce(sum(last), 0)::int from counters where company_id = $1 and kind in ('contract', 'invoice')) as numbers`,
      [company.id],
    )
  ).rows[0]

test('CLI-05 de Splynx entran los clientes y sus facturas sin pagar, cada una con su fecha, y las dos cargas se deshacen en orden', async () => {
  const { company, financial } = await makeDesk()
  const clients = await upload(t, financial, clientImportApi.upload, fileOf(...SPLYNX_CLIENTS), { defaults: DEFAULTS })
  expect(clients.json).toMatchObject({ details: { createdClients: 2, errors: [] } })
  const first = (clients.json['details'] as { id: string }).id
  const before = await countsOf(company)
  const file = fileOf(...SPLYNX_INVOICES)
  expect(await preview(financial, file)).toMatchObject({
    source: 'Splynx',
    rows: [{ name: 'Ana Ruiz' }, { name: 'Ana Ruiz' }, { name: 'Luz Peña' }],
    totals: { documents: 3, clients: 2, left_out: 1, errors: 0, balance: 152_800 },
  })
  const loaded = await send(financial, file)
  expect([loaded.status, loaded.json.message]).toEqual([201, 'Cargamos 3 facturas por $ 152.800,00'])
  const { data } = await financial.call(invoiceApi.list, { query: { sort: 'due_on' } })
  expect(data.map(({ due_on, balance, status }) => [due_on, balance, status])).toEqual([
    ['2026-08-15', 31_400_00, 'vencido'],
    ['2026-09-15', 71_400_00, 'vencido'],
    ['2026-10-15', 50_000_00, 'vencido'],
  ])
  const { data: done } = await financial.call(clientImportApi.list)
  expect(done.map(({ kind, created, source }) => [kind, created, source])).toEqual([
    ['invoices', 3, null],
    ['clients', 2, 'Splynx'],
  ])
  expect(await undo(financial, first)).toEqual([
    409,
    'Otra carga trajo servicios o facturas para clientes de esta: deshazla primero',
  ])
  expect(await undo(financial, idOf(loaded))).toEqual([
    200,
    'Deshicimos la carga: quitamos 3 facturas del sistema anterior',
  ])
  expect(await countsOf(company)).toEqual(before)
  expect(await breaches()).toEqual([])
  // The same file comes in again, and the clients go when it was undone.
  const again = await send(financial, file)
  expect(again.status).toBe(201)
  await undo(financial, idOf(again))
  expect((await undo(financial, first))[0]).toBe(200)
  expect(await countsOf(company)).toEqual({ clients: 0, invoices: 0, entries: 0, numbers: 0 })
  expect(await breaches()).toEqual([])
})

const UISP_CLIENTS = [
  'id,userIdent,clientType,firstName,lastName,street1,city,accountOutstanding,accountCredit,servicePlanName',
  '44,1023570856,1,Ana,Ruiz,Calle 8,Tunja,50000.00,20000.00,Hogar 100',
]
const UISP_INVOICES = [
  'id,number,clientId,createdDate,dueDate,status,total,amountPaid',
  '1,F-10,44,2026-09-01T00:00:00-0500,2026-09-15T00:00:00-0500,1,50000,0',
]

test('CLI-05 R7.12 de UISP el saldo a favor de la lista entra completo y paga las facturas que llegan después, una sola vez', async () => {
  const { company, financial } = await makeDesk()
  const sendClients = () =>
    upload(t, financial, clientImportApi.upload, fileOf(...UISP_CLIENTS), { defaults: DEFAULTS })
  const balance = async () =>
    (await financial.call(clientApi.findByCedula, { params: { cedula: '1023570856' } })).data.balance
  expect((await sendClients()).json).toMatchObject({ details: { createdClients: 1, errors: [] } })
  expect(await balance()).toBe(-20_000_00)
  const before = await countsOf(company)
  // The credit of the list is not written twice.
  await sendClients()
  expect(await countsOf(company)).toEqual(before)
  const loaded = await send(financial, fileOf(...UISP_INVOICES))
  expect([loaded.status, loaded.json.message]).toEqual([201, 'Cargamos 1 factura por $ 50.000,00'])
  expect(await balance()).toBe(30_000_00)
  const after = await countsOf(company)
  await sendClients()
  expect(await countsOf(company)).toEqual(after)
  const again = await send(financial, fileOf(...UISP_INVOICES))
  expect([again.status, again.json.message]).toEqual([400, 'Fila 2: Este cliente ya tiene saldo inicial'])
  expect(await breaches()).toEqual([])
  expect((await undo(financial, idOf(loaded)))[0]).toBe(200)
  expect(await balance()).toBe(-20_000_00)
  expect(await breaches()).toEqual([])
})

test('CLI-05 el saldo a favor que ya descuenta lo que se debía no recibe después las facturas de esa deuda', async () => {
  const { company, financial } = await makeDesk()
  const net = ['50000.00,20000.00', '20000.00,50000.00'] as const
  const list = fileOf(...UISP_CLIENTS.map((line) => line.replace(...net)))
  const inList = JSON.stringify({ department: 'Boyacá', stratum: '3', balances: 'list' })
  const { json } = await upload(t, financial, clientImportApi.upload, list, { defaults: inList })
  expect(json).toMatchObject({ details: { createdClients: 1, errors: [] } })
  const loaded = await countsOf(company)
  const refused = await send(financial, fileOf(...UISP_INVOICES))
  expect([refused.status, refused.json.message]).toEqual([400, 'Fila 2: Este cliente ya tiene saldo inicial'])
  // The list again, now without its debts: the credit in the ledger is still the one that discounts them.
  await upload(t, financial, clientImportApi.upload, list, { defaults: DEFAULTS })
  expect((await send(financial, fileOf(...UISP_INVOICES))).status).toBe(400)
  expect(await countsOf(company)).toEqual(loaded)
})

test('CLI-05 una carga de facturas con un pago encima no se deshace', async () => {
  const { company, financial } = await makeDesk()
  const client = await makeClient(t.owner, company.id)
  const loaded = await send(
    financial,
    fileOf(
      'Cédula;Factura;Fecha de emisión;Vencimiento;Saldo',
      `${client.identification};F-1;2026-09-01;2026-09-15;59900`,
    ),
  )
  await financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: client.id, amount: 10_000, method: 'efectivo', paid_on: today } },
    headers: { 'idempotency-key': 'abono' },
  })
  expect(await undo(financial, idOf(loaded))).toEqual([409, expect.stringContaining('Ya hay pagos')])
  expect((await financial.call(clientApi.get, { params: { id: client.id } })).data.balance).toBe(49_900_00)
})

test('CLI-05 las facturas que pagó el saldo a favor del cliente se deshacen, y el saldo a favor vuelve', async () => {
  const { company, financial } = await makeDesk()
  const client = await makeClient(t.owner, company.id)
  await financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: client.id, amount: 70_000, method: 'efectivo', paid_on: today } },
    headers: { 'idempotency-key': 'anticipo' },
  })
  const loaded = await send(
    financial,
    fileOf(
      'Cédula;Factura;Fecha de emisión;Vencimiento;Saldo',
      `${client.identification};F-1;2026-09-01;2026-09-15;59900`,
    ),
  )
  const balance = async () => (await financial.call(clientApi.get, { params: { id: client.id } })).data.balance
  expect(await balance()).toBe(-10_100_00)
  expect((await undo(financial, idOf(loaded)))[0]).toBe(200)
  expect(await balance()).toBe(-70_000_00)
  expect(await breaches()).toEqual([])
})

test('CLI-05 con filas por corregir se puede cargar lo demás: las facturas de un cliente entran juntas o ninguna', async () => {
  const { company, financial } = await makeDesk()
  const [ana, luz] = [await makeClient(t.owner, company.id), await makeClient(t.owner, company.id)]
  const file = fileOf(
    'Cédula;Factura;Fecha de emisión;Vencimiento;Saldo',
    `${ana.identification};F-1;2026-09-01;2026-09-15;59900`,
    `${ana.identification};F-2;2026-10-01;2026-10-15;59900`,
    `${luz.identification};F-3;2026-09-01;2026-09-15;59900`,
    `${luz.identification};F-4;31/02/2026;2026-10-15;59900`,
    '99999;F-5;2026-09-01;2026-09-15;59900',
  )
  expect(await preview(financial, file)).toMatchObject({ totals: { documents: 2, clients: 1, errors: 2 } })
  expect((await send(financial, file)).status).toBe(400)
  const loaded = await send(financial, file, { rows: 'valid' })
  expect(loaded.json).toMatchObject({ data: { documents: 2, balance: 119_800 } })
  const { data } = await financial.call(invoiceApi.list)
  expect([...new Set(data.map(({ client_id }) => client_id))]).toEqual([ana.id])
  const rows = readCsv((await financial.ask(clientImportApi.errors, { params: { id: idOf(loaded) } })).bytes)
  expect(rows.map((row) => [row[0], row[2]])).toEqual([
    ['Fila', 'Factura'],
    ['5', 'F-4'],
    ['6', 'F-5'],
  ])
  const wrong = await send(financial, file, { rows: 'todas' })
  expect([wrong.status, wrong.json.errors?.[0]?.field]).toEqual([400, 'rows'])
})

test('CLI-05 una lista que trae solo el nombre se une si un cliente lo tiene, y si dos lo tienen pide el documento', async () => {
  const { company, financial } = await makeDesk()
  const { identification } = await makeClient(t.owner, company.id)
  const file = fileOf(
    'Number;Status;Created date;Due date;Total;Amount due;Client firstname;Client lastname',
    'F-10;Unpaid;2026-09-01;2026-09-15;71400;71400;YENNY;Bohórquez',
    'F-11;Unpaid;2026-09-01;2026-09-15;71400;71400;Otra;Persona',
  )
  const errorsOf = async () =>
    ((await preview(financial, file)) as { rows: { identification: string; errors: string[] }[] }).rows.map(
      ({ identification: its, errors }) => [its, ...errors],
    )
  expect(await errorsOf()).toEqual([
    [identification],
    ['', expect.stringContaining('No hay un cliente con ese nombre')],
  ])
  await makeClient(t.owner, company.id)
  expect((await errorsOf())[0]).toEqual(['', expect.stringContaining('Hay más de un cliente con ese nombre')])
})

test('CLI-05 el código de un cliente de otra empresa no une nada', async () => {
  const other = await makeDesk()
  await upload(t, other.financial, clientImportApi.upload, fileOf(...SPLYNX_CLIENTS), { defaults: DEFAULTS })
  const { financial } = await makeDesk()
  expect(await preview(financial, fileOf(...SPLYNX_INVOICES))).toMatchObject({
    totals: { documents: 0, errors: 3 },
    rows: [{ errors: [expect.stringContaining('No hay un cliente con ese código')] }, {}, {}],
  })
})
