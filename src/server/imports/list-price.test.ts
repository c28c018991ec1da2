import { expect, test } from 'vitest'
import { clientApi } from '#domain/clients/api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { clientImportApi, type ImportPreview } from '#domain/imports/api.ts'
import { runApi } from '#domain/invoices/api.ts'
import { makePlan } from '#test/factory.ts'
import { upload } from '#test/upload.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

const HEAD =
  'identificacion,nombre,apellido,estrato,departamento,ciudad,direccion,fecha contrato,plan,valor,saldo inicial'
const row = (identification: string, price: string, balance = '0') =>
  `${identification},Ana,Ruiz,4,Antioquia,Medellín,Calle 1,2024-01-20,Hogar 100,${price},${balance}`
const listOf = (...rows: string[]) => ({ name: 'lista.csv', bytes: Buffer.from([HEAD, ...rows].join('\n')) })

async function makeDesk() {
  const company = await t.company()
  await makePlan(t.owner, company.id, 60_000_00)
  const financial = await company.person('financial')
  const preview = async (file: ReturnType<typeof listOf>, defaults = {}) =>
    (await upload(t, financial, clientImportApi.preview, file, { defaults: JSON.stringify(defaults) })).json
      .data as ImportPreview
  const send = (file: ReturnType<typeof listOf>, defaults = {}) =>
    upload(t, financial, clientImportApi.upload, file, { defaults: JSON.stringify(defaults) })
  return { company, financial, preview, send }
}

test('CLI-05 quien paga en la lista otro valor que el de su plan se ve antes de cargar, y su contrato queda con el que se elige', async () => {
  const { financial, preview, send } = await makeDesk()
  const file = listOf(
    row('1001', '60000'),
    row('1002', '45.000'),
    row('1003', '80000'),
    row('1004', ''),
    row('1005', '"59.900,50"'),
  )
  const dry = await preview(file)
  expect(dry.totals).toMatchObject({ create: 5, contracts: 5, other_prices: 3 })
  expect(dry.rows.map(({ warnings }) => warnings)).toEqual([
    [],
    ['En la lista paga $ 45.000,00 y su contrato queda en $ 60.000,00, el valor de su plan'],
    ['En la lista paga $ 80.000,00 y su contrato queda en $ 60.000,00, el valor de su plan'],
    [],
    ['En la lista paga $ 59.900,50 y su contrato queda en $ 60.000,00, el valor de su plan'],
  ])
  const chosen = await preview(file, { contract_price: 'list' })
  expect(chosen.rows[1]?.warnings).toEqual([
    'Su contrato queda en $ 45.000,00, el valor de la lista: su plan vale $ 60.000,00',
  ])
  expect(chosen.rows[4]?.warnings).toEqual([expect.stringContaining('un contrato no lleva centavos')])
  await send(file, { contract_price: 'list' })
  const { data } = await financial.call(contractApi.list, { query: { sort: 'no_contract' } })
  expect(data.map(({ price }) => price)).toEqual([60_000_00, 45_000_00, 80_000_00, 60_000_00, 60_000_00])
  // What is invoiced is the price of each contract: the whole month of the five.
  const { data: run } = await financial.call(runApi.preview, { body: { period: dayOf(new Date()).slice(0, 7) } })
  expect(run.total).toBe(305_000_00)
  // The contracts are here: the same list again says nothing of their prices.
  expect((await preview(file)).totals).toMatchObject({ equal: 5, other_prices: 0 })
})

test('CLI-05 sin elegir, el contrato queda con el valor de su plan', async () => {
  const { financial, send } = await makeDesk()
  await send(listOf(row('1001', '45000')))
  const { data } = await financial.call(contractApi.list)
  expect(data.map(({ price }) => price)).toEqual([60_000_00])
})

test('CLI-05 cuando lo que deben viene factura por factura, la deuda de la lista no entra y el saldo a favor sí', async () => {
  const { financial, preview, send } = await makeDesk()
  const file = listOf(row('1001', '60000', '120000'), row('1002', '60000', '-20000'))
  expect((await preview(file)).totals).toMatchObject({ debt: 120_000, credit: 20_000 })
  expect((await preview(file, { balances: 'invoices' })).totals).toMatchObject({ debt: 0, credit: 20_000 })
  await send(file, { balances: 'invoices' })
  const balanceOf = async (cedula: string) =>
    (await financial.call(clientApi.findByCedula, { params: { cedula } })).data.balance
  expect([await balanceOf('1001'), await balanceOf('1002')]).toEqual([0, -20_000_00])
  // The answer belongs to this file alone.
  expect((await preview(file)).defaults.balances).toBeUndefined()
})
