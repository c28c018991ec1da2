import { expect, test } from 'vitest'
import { period } from '#domain/core/period.ts'
import { runApi } from '#domain/invoices/api.ts'
import { STOPPED_REASON, UNBILLABLE_REASON } from '#domain/invoices/run.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { type Company, type Person, testApp } from '#test/world.ts'
import { runMassive } from './run-worker.ts'

const t = testApp()
const NOVEMBER = '2026-11'

/** A company with a financial person, on a day of November 2026. */
async function makeOffice(): Promise<{ company: Company; financial: Person }> {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  return { company, financial: await company.person('financial') }
}

/** Starts a run and executes its job, as the worker does. */
async function bill(company: Company, financial: Person, body: object = { period: NOVEMBER }) {
  const { data: run } = await financial.call(runApi.start, { body })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  return (await financial.call(runApi.get, { params: { id: run.id } })).data
}

const invoicesOf = async (company: Company) =>
  (
    await t.owner.query<{
      number: number
      total: number
      balance: number
      subtotal: number
      vat: number
      period: string
      due_on: string
    }>(
      'select number, total, balance, subtotal, vat, period, due_on, from_on, to_on from invoices where company_id = $1 order by number',
      [company.id],
    )
  ).rows

test('INV-02 la vista previa suma lo que la corrida crea, por tratamiento de IVA, y dice quién queda por fuera', async () => {
  const { company, financial } = await makeOffice()
  const planId = await makePlan(t.owner, company.id, 7_000_000)
  for (const stratum of [1, 2, 3, 4, 5, 6, null]) {
    const client = await makeClient(t.owner, company.id, { stratum })
    await makeContract(t.owner, company.id, client.id, { planId, stratum, price: 7_000_000 })
  }
  const shop = await makeClient(t.owner, company.id, { segment: 'business', stratum: 2 })
  await makeContract(t.owner, company.id, shop.id, {
    planId,
    segment: 'business',
    stratum: 2,
    price: 6_000_000,
    includesVat: false,
  })
  const { data: preview } = await financial.call(runApi.preview, { body: { period: NOVEMBER } })
  expect(preview).toMatchObject({ contracts: 8, invoices: 7, previous: null })
  expect(preview.by_treatment.map(({ treatment, lines }) => [treatment, lines])).toEqual([
    ['exento', 2],
    ['excluido', 1],
    ['gravado', 4],
  ])
  expect(preview.excluded).toMatchObject([{ reason: 'Falta el estrato de la dirección: complétalo en el contrato' }])
  expect(preview.warnings).toEqual(['7 clientes no tienen correo: imprime su factura'])
  expect(await invoicesOf(company)).toEqual([])
  const run = await bill(company, financial)
  expect(run).toMatchObject({ status: 'done', created: 7, failed: 1, contracts: 8, total: preview.total })
  const { rows } = await t.owner.query<{ vat: number; subtotal: number }>(
    'select sum(vat) as vat, sum(subtotal) as subtotal from invoices where company_id = $1',
    [company.id],
  )
  expect([Number(rows[0]?.vat), Number(rows[0]?.subtotal)]).toEqual([preview.vat, preview.subtotal])
  const { data: outcomes } = await financial.call(runApi.outcome, { params: { id: run.id } })
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', ...Array.from({ length: 7 }, () => 'created')])
})

test('INV-04 dos veces, o dos a la vez, hay una factura por contrato y números sin huecos', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  for (let index = 0; index < 12; index += 1) await makeContract(t.owner, company.id, client.id)
  const answers = await Promise.all([1, 2, 3].map(() => financial.ask(runApi.start, { body: { period: NOVEMBER } })))
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(2)
  const started = answers.find((answer) => answer.status === 202)?.json.data as { id: string }
  const job = { company_id: company.id, run_id: started.id }
  await Promise.all([runMassive(t.world, job), runMassive(t.world, job), runMassive(t.world, job)])
  expect((await invoicesOf(company)).map((invoice) => invoice.number)).toEqual(
    Array.from({ length: 12 }, (_, index) => index + 1),
  )
  const again = await bill(company, financial)
  expect(again).toMatchObject({ status: 'done', created: 0, skipped: 12, failed: 0 })
  expect(await invoicesOf(company)).toHaveLength(12)
})

test('INV-04 dos empresas a la vez numeran cada una desde el uno', async () => {
  const offices = await Promise.all([makeOffice(), makeOffice()])
  for (const { company } of offices) {
    const client = await makeClient(t.owner, company.id)
    for (let index = 0; index < 5; index += 1) await makeContract(t.owner, company.id, client.id)
  }
  await Promise.all(offices.map(({ company, financial }) => bill(company, financial)))
  for (const { company } of offices)
    expect((await invoicesOf(company)).map((invoice) => invoice.number)).toEqual([1, 2, 3, 4, 5])
})

test('INV-06 se cobran los días servidos: activado a mitad de período, suspendido y retirado', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  // The period of cut 30 in November has 31 days: 31 October to 30 November.
  const late = await makeContract(t.owner, company.id, client.id, { activeFrom: '2026-11-21' })
  const suspended = await makeContract(t.owner, company.id, client.id)
  const terminated = await makeContract(t.owner, company.id, client.id)
  const suspendedAll = await makeContract(t.owner, company.id, client.id)
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on, to_on) values ($1, $2, 'arrears', '2026-11-10', '2026-11-20')`,
    [company.id, suspended.id],
  )
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on) values ($1, $2, 'voluntary', '2026-01-01')`,
    [company.id, suspendedAll.id],
  )
  await t.owner.query(`update contracts set active_to = '2026-11-05' where company_id = $1 and id = $2`, [
    company.id,
    terminated.id,
  ])
  await bill(company, financial)
  const { rows } = await t.owner.query<{ contract_id: string; total: number; description: string }>(
    'select contract_id, i.total, l.description from invoices i join invoice_lines l on l.invoice_id = i.id where i.company_id = $1',
    [company.id],
  )
  const billed = new Map(rows.map((row) => [row.contract_id, [row.total, row.description]]))
  expect(billed.get(late.id)).toEqual([1_935_500, 'Hogar 100 (10 de 31 días)'])
  expect(billed.get(suspended.id)).toEqual([3_871_000, 'Hogar 100 (20 de 31 días)'])
  expect(billed.get(terminated.id)).toEqual([1_161_300, 'Hogar 100 (6 de 31 días)'])
  expect(billed.get(suspendedAll.id)).toBeUndefined()
})

test('INV-06 el corte 31 se recorta al fin de mes, también el 29 de febrero', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  await makeContract(t.owner, company.id, client.id, { cutDay: 31 })
  const bounds = async (month: string, now: string) => {
    t.setNow(new Date(now))
    await bill(company, financial, { period: month })
    const { rows } = await t.owner.query<{ from_on: string; to_on: string }>(
      'select from_on, to_on from invoices where company_id = $1 and period = $2',
      [company.id, month],
    )
    return [rows[0]?.from_on, rows[0]?.to_on]
  }
  expect(await bounds('2027-02', '2027-02-28T15:00:00Z')).toEqual(['2027-02-01', '2027-02-28'])
  expect(await bounds('2028-02', '2028-02-29T15:00:00Z')).toEqual(['2028-02-01', '2028-02-29'])
  expect(await bounds('2028-03', '2028-03-31T15:00:00Z')).toEqual(['2028-03-01', '2028-03-31'])
})

test('INV-04 el precio que vale es el firmado, aunque el plan cambie a mitad de la corrida', async () => {
  const { company, financial } = await makeOffice()
  const planId = await makePlan(t.owner, company.id, 6_000_000)
  const client = await makeClient(t.owner, company.id)
  for (let index = 0; index < 3; index += 1) await makeContract(t.owner, company.id, client.id, { planId })
  const { data: run } = await financial.call(runApi.start, { body: { period: NOVEMBER } })
  const job = runMassive(t.world, { company_id: company.id, run_id: run.id })
  await t.owner.query('update plans set price = 9900000 where company_id = $1', [company.id])
  await job
  expect((await invoicesOf(company)).map((invoice) => invoice.total)).toEqual([6_000_000, 6_000_000, 6_000_000])
})

test('INV-02 el saldo a favor se aplica una vez, aunque el cliente tenga dos contratos', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  for (let index = 0; index < 2; index += 1) await makeContract(t.owner, company.id, client.id)
  await t.owner.query(
    `insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on) values ($1, $2, 'opening', 'credit', 7000000, '2026-11-01')`,
    [company.id, client.id],
  )
  const { data: preview } = await financial.call(runApi.preview, { body: { period: NOVEMBER } })
  expect(preview.credit).toBe(7_000_000)
  await bill(company, financial)
  expect((await invoicesOf(company)).map((invoice) => invoice.balance)).toEqual([0, 5_000_000])
})

test('INV-02 los cobros pendientes entran una vez, con su IVA, y lo que se devuelve resta', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  const contract = await makeContract(t.owner, company.id, client.id)
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, quantity, price)
     values ($1, $2, 'technical_visit', 'Visita técnica', 1, 3570000), ($1, $2, 'compensation', 'Compensación por falla', 1, -100000)`,
    [company.id, contract.id],
  )
  await bill(company, financial)
  expect(await invoicesOf(company)).toMatchObject([{ total: 9_470_000, vat: 570_000, subtotal: 8_900_000 }])
  const { rows } = await t.owner.query<{ open: number }>(
    'select count(*) as open from pending_charges where company_id = $1 and invoice_id is null',
    [company.id],
  )
  expect(rows[0]?.open).toBe(0)
})

test('INV-03 al acabarse la numeración los que faltan quedan para reintentar, sin huecos', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  for (let index = 0; index < 5; index += 1) await makeContract(t.owner, company.id, client.id)
  await t.owner.query(
    `insert into counters (company_id, kind, prefix, last, max) select id, 'invoice', initial_letter, 0, 3 from companies where id = $1`,
    [company.id],
  )
  const run = await bill(company, financial)
  expect(run).toMatchObject({ status: 'done', created: 3, failed: 2 })
  const { data: failed } = await financial.call(runApi.outcome, {
    params: { id: run.id },
    query: { outcome: 'failed' },
  })
  expect(failed).toMatchObject([{ reason: 'Se acabó el rango de numeración: amplíalo y reintenta' }, {}])
  await t.owner.query('update counters set max = null where company_id = $1', [company.id])
  const { data: retried } = await financial.call(runApi.retry, { params: { id: run.id } })
  await runMassive(t.world, { company_id: company.id, run_id: retried.id })
  expect((await invoicesOf(company)).map((invoice) => invoice.number)).toEqual([1, 2, 3, 4, 5])
})

test('INV-03 un contrato que no se puede escribir no detiene a los demás', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  for (let index = 0; index < 3; index += 1) await makeContract(t.owner, company.id, client.id)
  const broken = await makeContract(t.owner, company.id, client.id)
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, quantity, price) values ($1, $2, 'other', 'Cargo imposible', 2000000000, 900000000000000)`,
    [company.id, broken.id],
  )
  const run = await bill(company, financial)
  expect(run).toMatchObject({ status: 'done', created: 3, failed: 1 })
})

test('INV-03 si el contrato 900 de 1.000 no se puede facturar, se encuentra con pocos intentos y dice por qué', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  const planId = await makePlan(t.owner, company.id)
  await t.owner.query(COPIES, [company.id, client.id, planId, 1_000])
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, quantity, price)
     select company_id, id, 'other', 'Cargo imposible', 2000000000, 900000000000000 from contracts where company_id = $1
     order by id offset 899 limit 1`,
    [company.id],
  )
  const { data: run } = await financial.call(runApi.start, { body: { period: NOVEMBER } })
  let transactions = 0
  const connect = () => {
    transactions += 1
    return t.world.pool.connect()
  }
  const pool = new Proxy(t.world.pool, { get: (of, key) => (key === 'connect' ? connect : Reflect.get(of, key)) })
  await runMassive({ ...t.world, pool }, { company_id: company.id, run_id: run.id })
  const { data: ended } = await financial.call(runApi.get, { params: { id: run.id } })
  expect(ended).toMatchObject({ status: 'done', created: 999, failed: 1, problem: null })
  // Four transactions are not batches: take the run, list its contracts, exclude the contract and end the run.
  expect(transactions - 4).toBeLessThanOrEqual(21)
  const { data: failed } = await financial.call(runApi.outcome, {
    params: { id: run.id },
    query: { outcome: 'failed' },
  })
  expect(failed).toMatchObject([{ reason: UNBILLABLE_REASON }])
  expect((await invoicesOf(company)).map((invoice) => invoice.number)).toEqual(
    Array.from({ length: 999 }, (_, index) => index + 1),
  )
})

/** Contracts of one client that differ only in their numbers. */
const COPIES = `
  with made as (
    insert into contracts (company_id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, stratum,
      date_contract, billing_cut_day, signed_at, active_from)
    select c.id, c.initial_letter || '-' || lpad(n::text, 6, '0'), $3::uuid, 'active', $2::uuid, 'Calle 1', 'Antioquia', 'Medellín', '05001', 2,
      '2025-01-01', 30, now(), '2025-01-01' from companies c, generate_series(1, $4::int) n where c.id = $1 returning company_id, id
  )
  insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price)
  select company_id, id, '2025-01-01', $3::uuid, 'Hogar 100', 6000000 from made`

test('INV-03 una corrida que un error nuestro detiene lo dice, no estorba a la siguiente y se puede reintentar', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  await makeContract(t.owner, company.id, client.id)
  await t.owner.query('alter table invoice_lines rename column vat_bps to vat_bps_gone')
  const run = await bill(company, financial)
  await t.owner.query('alter table invoice_lines rename column vat_bps_gone to vat_bps')
  expect(run).toMatchObject({ status: 'failed', created: 0, problem: STOPPED_REASON })
  const { data: retried } = await financial.call(runApi.retry, { params: { id: run.id } })
  await runMassive(t.world, { company_id: company.id, run_id: retried.id })
  expect((await financial.call(runApi.get, { params: { id: retried.id } })).data).toMatchObject({
    status: 'done',
    created: 1,
    problem: null,
  })
})

test('INV-07 vence en el día de pago del cliente, con cinco días hábiles desde la emisión', async () => {
  const { company, financial } = await makeOffice()
  const client = await makeClient(t.owner, company.id)
  await makeContract(t.owner, company.id, client.id)
  await bill(company, financial)
  expect(await invoicesOf(company)).toMatchObject([{ due_on: '2026-12-10' }])
})

test('INV-02 un período muy adelante se rechaza, y cada empresa solo ve sus corridas', async () => {
  const { company, financial } = await makeOffice()
  const tooLate = await financial.ask(runApi.start, { body: { period: '2027-02' } })
  expect([tooLate.status, tooLate.json.errors?.[0]?.field]).toEqual([400, 'period'])
  expect((await financial.ask(runApi.start, { body: { period: '2026-13' } })).status).toBe(400)
  const run = await bill(company, financial)
  const otherFinancial = await (await t.company()).person('financial')
  const [foreign, absent] = await Promise.all([
    otherFinancial.ask(runApi.get, { params: { id: run.id } }),
    otherFinancial.ask(runApi.get, { params: { id: '01890000-0000-7000-8000-000000000000' } }),
  ])
  expect([foreign.status, foreign.text]).toEqual([404, absent.text])
  expect(period(run.period)).toBe(NOVEMBER)
  expect(await t.events(company.id)).toEqual(['run.started', 'run.finished'])
})

test('INV-07 con el servidor en UTC, en Tokio o en Bogotá, la misma noche factura lo mismo', async () => {
  // 22:30 of 30 November in Bogotá; already 1 December in the other two zones.
  const late = new Date('2026-12-01T03:30:00Z')
  const before = process.env['TZ']
  const byZone: string[][] = []
  const offsets: number[] = []
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/Bogota']) {
    process.env['TZ'] = zone
    offsets.push(late.getTimezoneOffset())
    const { company, financial } = await makeOffice()
    const planId = await makePlan(t.owner, company.id, 7_000_000)
    const client = await makeClient(t.owner, company.id, { stratum: 4 })
    for (const [cutDay, activeFrom] of [
      [30, '2026-11-30'],
      [31, '2026-02-28'],
      [15, '2026-11-10'],
    ] as const)
      await makeContract(t.owner, company.id, client.id, { planId, cutDay, activeFrom, stratum: 4, price: 7_000_000 })
    t.setNow(late)
    await bill(company, financial)
    const invoices = (await invoicesOf(company)).map(({ number: _number, ...invoice }) => JSON.stringify(invoice))
    byZone.push(invoices.toSorted())
  }
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
  // The process used three different zones.
  expect(offsets).toEqual([0, -540, 300])
  expect(byZone[1]).toEqual(byZone[0])
  expect(byZone[2]).toEqual(byZone[0])
  expect(byZone[0]).toHaveLength(3)
})
