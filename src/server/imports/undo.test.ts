import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { voucherApi } from '#domain/accounting/voucher-api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { addDays, type Day, day, dayOf } from '#domain/core/days.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
const today = dayOf(new Date())
/** The first day of the month of a day. */
const firstOfMonth = (of: Day): Day => day(`${of.slice(0, 7)}-01`)
const WAIT = { timeout: 10_000, interval: 20 }

async function breaches() {
  const client = await t.owner.connect()
  try {
    return await listBreaches(client)
  } finally {
    client.release()
  }
}

const HEAD =
  'Código cliente,identificacion,nombre,apellido,estrato,departamento,ciudad,direccion,fecha contrato,plan,valor,saldo'
const list = (...rows: string[]) => ({ name: 'lista.csv', bytes: Buffer.from([HEAD, ...rows].join('\n')) })
const row = (code: string, identification: string, balance = '0', plan = 'Hogar 50 megas') =>
  `${code},${identification},Ana,Ruiz,2,Antioquia,Medellín,Calle 1,2024-01-20,${plan},59900,${balance}`
const plans = JSON.stringify({ 'Hogar 50 megas': '+' })

async function send(person: Person, file: { name: string; bytes: Buffer }, fields = {}): Promise<string> {
  const answer = await upload(t, person, clientImportApi.upload, file, fields)
  const { id } = answer.json['details'] as { id: string }
  return id
}

const undo = (person: Person, id: string) => person.ask(clientImportApi.undo, { params: { id } })
const reasonOf = async (person: Person, id: string) => {
  const answer = await undo(person, id)
  return [answer.status, answer.json.message]
}

/** Everything that an import may write, in numbers. */
async function countsOf(company: Company) {
  const { rows } = await t.owner.query(
    `select (select count(*)::int from clients where company_id = $1) as clients,
       (select count(*)::int from users where company_id = $1 and role = 'client') as users,
       (select count(*)::int from contracts where company_id = $1) as contracts,
       (select count(*)::int from contract_terms where company_id = $1) as terms,
       (select count(*)::int from suspension_intervals where company_id = $1) as suspensions,
       (select count(*)::int from plans where company_id = $1) as plans,
       (select count(*)::int from invoices where company_id = $1) as invoices,
       (select count(*)::int from invoice_lines where company_id = $1) as lines,
       (select count(*)::int from journal where company_id = $1) as entries,
       (select count(*)::int from import_records where company_id = $1) as records,
       (select coalesce(sum(last), 0)::int from counters where company_id = $1 and kind in ('contract', 'invoice')) as numbers,
       (select coalesce(sum(balance), 0)::int from invoices where company_id = $1) as owed`,
    [company.id],
  )
  return rows[0]
}

async function makeDesk() {
  const company = await t.company()
  return { company, financial: await company.person('financial') }
}

test('CLI-05 deshacer una carga deja todo como estaba: clientes, usuarios, contratos, planes, saldos y números', async () => {
  const { company, financial } = await makeDesk()
  const old = await makeClient(t.owner, company.id, { identification: '900100', stratum: 2 })
  const payment = { client_id: old.id, amount: 70_000, method: 'efectivo', paid_on: today }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: { 'idempotency-key': 'a' } })
  const before = await countsOf(company)
  const file = list(
    row('1', '70001', '60000'),
    row('2', '70001', '1000'),
    row('3', '70002', '-5000'),
    row('4', '900100', '40000'),
  )
  const id = await send(financial, file, { plans })
  expect(await countsOf(company)).toMatchObject({ clients: 3, contracts: 4, plans: 1, invoices: 2, records: 4 })
  const { data: listed } = await financial.call(clientImportApi.list)
  expect(listed).toMatchObject([{ id, file_name: 'lista.csv', created: 2, updated: 1, refused: 0, undone_at: null }])
  expect(await reasonOf(financial, id)).toEqual([200, expect.stringMatching(/quitamos 2 clientes/)])
  expect(await countsOf(company)).toEqual(before)
  expect((await financial.call(clientApi.get, { params: { id: old.id } })).data.balance).toBe(-7_000_000)
  expect(await breaches()).toEqual([])
  expect(await t.events(company.id)).toContain('client.import_undone')
  expect((await financial.call(clientImportApi.list)).data[0]?.undone_at).not.toBe(null)
  expect(await reasonOf(financial, id)).toEqual([200, 'Esta carga ya se deshizo'])
  // The same list comes in again, with the same numbers.
  await send(financial, file, { plans })
  expect(
    (await financial.call(contractApi.list)).data.map(({ no_contract }) => no_contract.slice(-6)).toSorted(),
  ).toEqual(['000001', '000002', '000003', '000004'])
})

test('CLI-05 el saldo a favor de la carga que pagó una factura de antes se le devuelve a esa factura', async () => {
  const { company, financial } = await makeDesk()
  await makePlan(t.owner, company.id, 5_990_000)
  await send(financial, list(row('1', '70001')), { plans })
  const { data: run } = await financial.call(runApi.start, { body: { period: today.slice(0, 7) } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  const before = await countsOf(company)
  expect(before).toMatchObject({ invoices: 1 })
  const id = await send(financial, list(row('1', '70001', '-20000')))
  expect((await countsOf(company))?.owed).toBe((before?.owed ?? 0) - 2_000_000)
  expect((await undo(financial, id)).status).toBe(200)
  expect(await countsOf(company)).toEqual(before)
  expect(await breaches()).toEqual([])
})

test('CLI-05 no se deshace una carga con pagos, facturas, contratos cambiados o números posteriores: dice por qué y no quita nada', async () => {
  const { company, financial } = await makeDesk()
  const id = await send(financial, list(row('1', '70001', '60000')), { plans })
  const { data: client } = await financial.call(clientApi.findByCedula, { params: { cedula: '70001' } })
  const later = await send(financial, list(row('2', '70002')))
  const full = await countsOf(company)
  expect(await reasonOf(financial, id)).toEqual([409, expect.stringMatching(/números que siguen/)])
  expect(await countsOf(company)).toEqual(full)
  expect((await undo(financial, later)).status).toBe(200)

  const service = await send(financial, list(row('3', '70003')))
  const { data: other } = await financial.call(clientApi.findByCedula, { params: { cedula: '70003' } })
  const params = { no: other.contracts[0]?.no_contract ?? '' }
  await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  expect(await reasonOf(financial, service)).toEqual([409, expect.stringMatching(/cambiaste contratos/)])
  const paused = await send(financial, list(row('5', '70005')))
  const { data: third } = await financial.call(clientApi.findByCedula, { params: { cedula: '70005' } })
  const pause = {
    params: { no: third.contracts[0]?.no_contract ?? '' },
    body: { from: firstOfMonth(addDays(today, 70)), months: 1 },
  }
  await financial.call(contractApi.pause, pause)
  expect(await reasonOf(financial, paused)).toEqual([409, expect.stringMatching(/cambiaste contratos/)])

  const { data: run } = await financial.call(runApi.start, { body: { period: today.slice(0, 7) } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  expect(await reasonOf(financial, id)).toEqual([409, 'Ya facturaste a clientes de esta carga: no se puede deshacer'])
  const debtor = await send(financial, list(row('4', '70004', '60000', '')))
  const { data: payer } = await financial.call(clientApi.findByCedula, { params: { cedula: '70004' } })
  const payment = { client_id: payer.id, amount: 10_000, method: 'efectivo', paid_on: today }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: { 'idempotency-key': 'b' } })
  const paid = await countsOf(company)
  expect(await reasonOf(financial, debtor)).toEqual([
    409,
    'Ya hay pagos de clientes de esta carga: no se puede deshacer',
  ])
  expect(await countsOf(company)).toEqual(paid)
  expect(client.contracts).toHaveLength(1)
  expect(await breaches()).toEqual([])
})

test('CLI-05 ACC-02 una carga cuyos saldos ya pasaron por un lote de comprobantes no se deshace, y se dice por qué', async () => {
  const { financial } = await makeDesk()
  const id = await send(financial, list(row('1', '70001', '60000', '')))
  await financial.call(voucherApi.create, { body: { batch: { through_on: today } } })
  expect(await reasonOf(financial, id)).toEqual([
    409,
    'Los saldos iniciales no llevan comprobante, pero los de esta carga ya pasaron por un lote de comprobantes: no se puede deshacer',
  ])
})

/** How many transactions wait for a lock. */
async function waiting(): Promise<number | null> {
  const { rowCount } = await t.owner.query(
    'select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()',
  )
  return rowCount
}

test('CLI-05 deshacer una carga mientras se factura espera al lote, y no al revés: ninguno traba al otro', async () => {
  const { company, financial } = await makeDesk()
  const id = await send(financial, list(row('1', '70001', '60000')), { plans })
  const { data: client } = await financial.call(clientApi.findByCedula, { params: { cedula: '70001' } })
  const { data: run } = await financial.call(runApi.start, { body: { period: today.slice(0, 7) } })
  const prefix = client.contracts[0]?.no_contract.split('-')[0] ?? ''
  await t.owner.query(`insert into counters (company_id, kind, prefix) values ($1, 'invoice', $2)`, [
    company.id,
    prefix,
  ])
  const batch = await t.owner.connect()
  try {
    // The locks of a batch, in its order: its run, its contracts, its series, and the accounts.
    await batch.query('begin')
    await batch.query('select from runs where id = $1 for update', [run.id])
    await batch.query('select from contracts where company_id = $1 and client_id = $2 for key share', [
      company.id,
      client.id,
    ])
    await batch.query(`select from counters where company_id = $1 and kind = 'invoice' and prefix = $2 for update`, [
      company.id,
      prefix,
    ])
    const undone = undo(financial, id)
    await vi.waitUntil(async () => (await waiting()) === 1, WAIT)
    await batch.query('select from clients where id = $1 for update nowait', [client.id])
    await batch.query('commit')
    expect((await undone).status).toBe(200)
  } finally {
    await batch.query('rollback')
    batch.release()
  }
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  expect(await breaches()).toEqual([])
})

test('CLI-05 un cargo de otro cliente que se factura mientras se deshace una carga no la espera ni la traba', async () => {
  const { company, financial } = await makeDesk()
  const other = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, other.id)
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 60_000 }]
  const charge = () =>
    financial.ask(invoiceApi.create, {
      body: { invoice: { no_contract, lines } },
      headers: { 'idempotency-key': randomUUID() },
    })
  // The series of its invoices is open.
  expect((await charge()).status).toBe(201)
  const id = await send(financial, list(row('1', '70001', '60000')), { plans })
  const { data: client } = await financial.call(clientApi.findByCedula, { params: { cedula: '70001' } })
  const holder = await t.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from clients where id = $1 for update', [client.id])
    const undone = undo(financial, id)
    await vi.waitUntil(async () => (await waiting()) === 1, WAIT)
    expect((await charge()).status).toBe(201)
    await holder.query('commit')
    expect((await undone).status).toBe(200)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await breaches()).toEqual([])
})

test('CLI-05 una devolución que se hace mientras se deshace la carga se ve: la carga no quita el saldo que ya salió', async () => {
  const { company, financial } = await makeDesk()
  const old = await makeClient(t.owner, company.id, { identification: '900100', stratum: 2 })
  const id = await send(financial, list(row('4', '900100', '-50000')), { plans })
  const holder = await t.owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select from clients where id = $1 for update', [old.id])
    const refund = { amount: 50_000, method: 'efectivo', paid_on: today, reason: 'La pidió' }
    const refunded = financial.ask(creditApi.refund, {
      params: { client_id: old.id },
      body: { refund },
      headers: { 'idempotency-key': 'd' },
    })
    await vi.waitUntil(async () => (await waiting()) === 1, WAIT)
    const undone = undo(financial, id)
    // Without the lock of the accounts the undo would read its checks now and wait for nothing.
    await vi.waitUntil(async () => (await waiting()) === 2, WAIT)
    await holder.query('commit')
    expect([(await refunded).status, (await undone).status]).toEqual([201, 409])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await breaches()).toEqual([])
})

test('CLI-05 deshacer pide la clave otra vez, es de finanzas y de la misma empresa', async () => {
  const { company, financial } = await makeDesk()
  const id = await send(financial, list(row('1', '70001')), { plans })
  const outsider = await (await t.company()).person('financial')
  expect((await undo(outsider, id)).status).toBe(404)
  expect((await undo(await company.person('technical'), id)).status).toBe(403)
  await t.owner.query("update sessions set fresh_until = now() - interval '1 second' where user_id = $1", [
    financial.id,
  ])
  const stale = await undo(financial, id)
  expect([stale.status, stale.json.code]).toEqual([422, 'STEP_UP_REQUIRED'])
})

test('CLI-05 lo emitido solo se quita al deshacer una carga: ni el dueño de la base borra un asiento o un saldo inicial', async () => {
  const { company, financial } = await makeDesk()
  await send(financial, list(row('1', '70001', '60000')), { plans })
  for (const table of ['journal', 'invoice_lines', 'invoices'])
    await expect(t.owner.query(`delete from ${table} where company_id = $1`, [company.id])).rejects.toMatchObject({
      code: '23001',
    })
})
