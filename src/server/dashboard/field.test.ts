import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { dashboardApi } from '#domain/dashboard/api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
/** Friday, and the days before and after it. */
const [YESTERDAY, TODAY, TOMORROW] = ['2026-11-19', '2026-11-20', '2026-11-21']
const noonOf = (day: string) => new Date(`${day}T17:00:00Z`)

async function desk() {
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const contract = (fields: Parameters<typeof makeContract>[3] = {}) =>
    makeContract(t.owner, company.id, client.id, fields)
  return { company, financial, client, contract }
}

test('DSH-04 el técnico ve sus visitas de hoy en orden, las atrasadas y cuántas tiene mañana, y no las de otro', async () => {
  const { company, financial, contract } = await desk()
  const [technical, other] = [await company.person('technical'), await company.person('technical')]
  t.setNow(new Date(`${YESTERDAY}T13:00:00Z`))
  const plan = async (day: string, slot: string, technician_id = technical.id) => {
    const { no_contract } = await contract()
    const visit = { no_contract, kind: 'revision', day, slot, technician_id, bring: `${day} ${slot}` }
    return (await financial.call(visitApi.create, { body: { visit } })).data
  }
  await plan(YESTERDAY, 'tarde')
  const done = await plan(YESTERDAY, 'manana')
  await plan(TODAY, 'tarde')
  await plan(TODAY, 'manana')
  const cancelled = await plan(TODAY, 'dia')
  await plan(TODAY, 'manana', other.id)
  await plan(TOMORROW, 'manana')
  await technical.call(visitApi.finish, { params: { id: done.id } })
  await financial.call(visitApi.cancel, { params: { id: cancelled.id }, body: { reason: 'No está' } })
  t.setNow(noonOf(TODAY))
  const { day } = (await technical.call(dashboardApi.get)).data
  expect(day?.visits.map(({ bring }) => bring)).toEqual([`${TODAY} manana`, `${TODAY} tarde`])
  expect(day?.late.map(({ bring }) => bring)).toEqual([`${YESTERDAY} tarde`])
  expect(day?.tomorrow).toBe(1)
  expect(day?.visits[0]).toMatchObject({
    client: { phone: '3001234567' },
    address: 'Calle 10 # 20-30',
    plan: { name: 'Hogar 100', download_speed: '100 Mbps', upload_speed: '50 Mbps' },
  })
})

test('DSH-06 Redes: cada cifra del tablero es el total de su lista', async () => {
  const { company, client, contract } = await desk()
  t.setNow(noonOf(TODAY))
  const network = await company.person('network')
  const suspend = async (id: string, kind: string) => {
    await t.owner.query(`update contracts set status = 'suspended' where id = $1`, [id])
    await t.owner.query(
      `insert into suspension_intervals (company_id, contract_id, kind, from_on) values ($1, $2, $3, $4)`,
      [company.id, id, kind, YESTERDAY],
    )
  }
  const paid = await contract()
  await suspend(paid.id, 'arrears')
  await suspend((await contract()).id, 'voluntary')
  await contract({ activeFrom: TODAY })
  const figures = async () =>
    Object.fromEntries((await network.call(dashboardApi.get)).data.figures.map(({ key, value }) => [key, value]))
  expect(await figures()).toEqual({
    suspended: 2,
    to_reconnect: 1,
    installed_today: 1,
    failed_orders: 0,
    without_serial: 0,
    open_outages: 0,
  })
  const numbers = async (query: object) =>
    (await network.call(contractApi.list, { query: { ...query } })).data.map(({ no_contract }) => no_contract)
  expect(await numbers({ service: 'por_reconectar' })).toEqual([paid.no_contract])
  expect(await numbers({ service: 'instalado_hoy' })).toHaveLength(1)
  await t.owner.query(
    `insert into invoices (company_id, prefix, number, kind, contract_id, client_id, period, issued_on, due_on, last_payable_on, subtotal, vat, total, balance, snapshot)
     values ($1, 'X', 1, 'one_off', $2, $3, '2026-10', '2026-10-01', '2026-10-15', '2026-10-15', 100, 0, 100, 100, '{}')`,
    [company.id, paid.id, client.id],
  )
  expect(await figures()).toMatchObject({ suspended: 2, to_reconnect: 0 })
})
