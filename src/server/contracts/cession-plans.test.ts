import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { makeDesk, on } from '#test/billing-desk.ts'
import { makeClient } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

async function makeCession() {
  const desk = await makeDesk(t, { activeFrom: '2026-11-01' })
  return { ...desk, newClientId: (await makeClient(t.owner, desk.company.id)).id }
}
type Cession = Awaited<ReturnType<typeof makeCession>>

const accept = ({ financial, params }: Cession) =>
  financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta firmada del 3 de diciembre' } })

const moveOn = (day: string) => ({ address: 'Calle 5', department: 'Antioquia', city: 'Medellín', on: day, stratum: 3 })

test('CON-07 un traslado que se haría en los días del nuevo titular se anula antes de ceder, o se espera', async () => {
  const desk = await makeCession()
  const { financial, params, newClientId } = desk
  on(t, '2026-12-04')
  const ask = () => financial.ask(cessionApi.cession, { params, body: { client_id: newClientId } })
  await financial.call(transferApi.transfer, { params, body: moveOn('2027-01-01') })
  const said =
    'Este contrato tiene un traslado para el 1 de enero de 2027, y el nuevo titular pagaría desde el 1 de enero de 2027: anúlalo o espera a que se haga para cederlo'
  const early = [
    await ask(),
    await financial.ask(cessionApi.cessionPreview, { params, body: { client_id: newClientId } }),
  ]
  expect(early.map(({ status, json }) => [status, json.message])).toEqual([
    [409, said],
    [409, said],
  ])
  const cancel = () => financial.call(transferApi.cancelTransfer, { params, body: { reason: 'Va a ceder' } })
  await cancel()
  await financial.call(transferApi.transfer, { params, body: moveOn('2026-12-30') })
  expect((await ask()).status).toBe(200)
  await cancel()
  await financial.call(transferApi.transfer, { params, body: moveOn('2027-02-01') })
  const late = await financial.ask(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  expect([late.status, late.json.message]).toEqual([409, expect.stringContaining('un traslado para el 1 de febrero')])
  await cancel()
  expect((await accept(desk)).message).toContain('1 de enero de 2027')
})

test('CON-07 la cesión dice el precio que pagará el nuevo titular, también el de un cambio de plan ya pedido', async () => {
  const desk = await makeCession()
  const { financial, params, company, newClientId } = desk
  const { rows } = await t.owner.query<{ id: string }>(
    `insert into plans (company_id, name, reference_code, price, download_speed, upload_speed)
     values ($1, 'Otro', 'OTRO900', 9000000, '900 Mbps', '900 Mbps') returning id`,
    [company.id],
  )
  on(t, '2026-12-04')
  const changed = await financial.call(contractApi.changePlan, { params, body: { plan_id: rows[0]?.id ?? '' } })
  const preview = () => financial.call(cessionApi.cessionPreview, { params, body: { client_id: newClientId } })
  expect(changed.message).toContain('1 de enero de 2027')
  expect((await preview()).data).toMatchObject({ effective_on: '2027-01-01', price: 9_000_000, later: null })
  on(t, '2026-12-01')
  const later = { from_on: '2027-01-01', plan_name: 'Otro', price: 9_000_000 }
  expect((await preview()).data).toMatchObject({ effective_on: '2026-12-01', price: 3_100_000, later })
  on(t, '2026-12-04')
  await financial.call(cessionApi.cession, { params, body: { client_id: newClientId } })
  expect((await accept(desk)).message).toBe(
    'Cesión aceptada: el nuevo titular paga desde el 1 de enero de 2027: $ 90.000,00 al mes',
  )
})
