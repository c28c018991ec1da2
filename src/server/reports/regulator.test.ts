import { afterEach, expect, test } from 'vitest'
import { planApi } from '#domain/plans/api.ts'
import { reportApi } from '#domain/reports/api.ts'
import { bill, makeDesk, on } from '#test/billing-desk.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

test('RPT-03 R6.6 T.1.2 y T.1.3 dicen lo del fin del período: lo que cambia después no los cambia', async () => {
  on(t, '2020-04-10')
  const desk = await makeDesk(t, { activeFrom: '2020-01-05', stratum: 4 })
  const { company, financial } = desk
  const client = await makeClient(t.owner, company.id)
  const other = await makeContract(t.owner, company.id, client.id, { cutDay: 31, activeFrom: '2020-01-05', stratum: 2 })
  await bill(t, desk, '2020-03')
  // Suspended at the end of March, in service again today.
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on, to_on) values ($1, $2, 'voluntary', '2020-03-20', '2020-04-05')`,
    [company.id, other.id],
  )
  const read = async (name: 't12' | 't13') =>
    (await financial.call(reportApi.get, { params: { name }, query: { to: '2020-03-31' } })).data.rows.map(
      ({ cells }) => cells,
    )
  const [t12, t13] = [await read('t12'), await read('t13')]
  expect(t13.map((cells) => [cells[3], cells[8], cells[9]])).toEqual([
    ['RESIDENCIAL ESTRATO 2', 'SUSPENDIDO', 1],
    ['RESIDENCIAL ESTRATO 4', 'ACTIVO', 1],
  ])
  expect(t12).toHaveLength(2)

  on(t, '2020-07-10')
  const { rows: used } = await t.owner.query<{ id: string }>('select id from plans where company_id = $1', [company.id])
  const { data: plans } = await financial.call(planApi.list)
  for (const { id, reference_code } of plans.filter((plan) => used.some((one) => one.id === plan.id))) {
    const plan = { name: `Otro ${reference_code}`, price: 99_000, download_speed: '900 Mbps', upload_speed: '900 Mbps' }
    await financial.call(planApi.update, { params: { id }, body: { plan: { ...plan, is_active: false } } })
  }
  // In July the first contract is suspended, moves to another estrato and municipality, and changes its terms.
  await t.owner.query(
    `insert into contract_transfers (company_id, contract_id, moves_on, address, department, city, municipality_code, segment, stratum,
       charge, applied_on, earlier_address, earlier_department, earlier_city, earlier_segment, earlier_stratum)
     select company_id, id, '2020-07-03', 'Calle 2', 'Valle del Cauca', 'Cali', '76001', 'residential', 1, 0, '2020-07-03',
       address, department, city, segment, stratum from contracts where id = $1`,
    [desk.id],
  )
  await t.owner.query(
    `update contracts set status = 'suspended', municipality_code = '76001', city = 'Cali', department = 'Valle del Cauca', stratum = 1,
       moved_on = '2020-07-03' where id = $1`,
    [desk.id],
  )
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on) values ($1, $2, 'arrears', '2020-07-02')`,
    [company.id, desk.id],
  )
  await t.owner.query(
    `insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price)
     select company_id, contract_id, '2020-07-01', plan_id, 'Plan de julio', price from contract_terms where contract_id = $1`,
    [desk.id],
  )
  expect(await read('t12')).toEqual(t12)
  expect(await read('t13')).toEqual(t13)
})

test('RPT-03 R6.6 T.1.3 dice qué se vendía en paquete al fin del período, y T.1.2 no afirma lo que un paquete trae', async () => {
  on(t, '2020-04-10')
  const desk = await makeDesk(t, { activeFrom: '2020-01-05', stratum: 4 })
  const { company, financial } = desk
  await bill(t, desk, '2020-03')
  const { data: plans } = await financial.call(planApi.list)
  const { rows: used } = await t.owner.query<{ plan_id: string }>(
    'select plan_id from contracts where company_id = $1 and id = $2',
    [company.id, desk.id],
  )
  const plan = plans.find(({ id }) => id === used[0]?.plan_id)
  if (!plan) throw new Error('the contract has a plan of the company')
  const read = async (name: 't12' | 't13', columns: readonly string[]) => {
    const { data } = await financial.call(reportApi.get, { params: { name }, query: { to: '2020-06-30' } })
    return data.rows.map(({ cells }) => columns.map((key) => cells[data.columns.findIndex((one) => one.key === key)]))
  }
  const service = () => read('t13', ['ID_SERVICIO_PAQUETE', 'CANTIDAD_LINEAS_ACCESOS'])
  const tariff = async () =>
    (await read('t12', ['TIENE_TELEFONIA_FIJA', 'TIENE_INTERNET_FIJO', 'TARIFA_MENSUAL_INTERNET'])).map(
      ([phone, internet, fee]) => [phone, internet, fee === ''],
    )
  expect([await service(), await tariff()]).toEqual([[['INTERNET FIJO', 1]], [['NO', 'SI', false]]])
  // The changes of the log are of today: this one is of before the period ended.
  await t.owner.query('update plans set is_packaged = true where id = $1', [plan.id])
  const packaged = [[['INTERNET FIJO EN PAQUETE', 1]], [['', 'SI', true]]]
  expect([await service(), await tariff()]).toEqual(packaged)
  // What the plan becomes after the period does not change it.
  on(t, '2020-07-10')
  const { name, price, download_speed, upload_speed } = plan
  const body = { plan: { name, price: price / 100, download_speed, upload_speed, is_active: true, is_packaged: false } }
  await financial.call(planApi.update, { params: { id: plan.id }, body })
  expect([await service(), await tariff()]).toEqual(packaged)
})
