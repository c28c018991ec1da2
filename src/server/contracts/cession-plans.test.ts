import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { bill, makeDesk, on, owed } from '#test/billing-desk.ts'
import { makeClient, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { applyDueChanges } from './jobs.ts'

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

test('CON-07 R2.13 un traslado del último día del titular que se va se hace antes de la cesión, y lo paga ese titular', async () => {
  const desk = await makeCession()
  const { financial, params, clientId, newClientId } = desk
  const none = { connection_cost: 0, discounted_value: 0, reconnection_cost: 0 }
  const costs = { ...none, technical_visit_cost: 0, additional_cable_cost: 0, transfer_cost: 60_000 }
  await financial.call(contractDefaultsApi.save, { body: { billing_config: { ...costs, billing_cut_day: 31 } } })
  on(t, '2026-12-04')
  await bill(t, desk, '2026-11', '2026-12')
  await financial.call(transferApi.transfer, { params, body: moveOn('2026-12-31') })
  await financial.call(cessionApi.cession, { params, body: { client_id: newClientId } })
  await accept(desk)
  on(t, '2026-12-31')
  await applyDueChanges(t.world)
  expect((await financial.call(contractApi.get, { params })).data.upcoming_transfer?.moves_on).toBe('2026-12-31')
  on(t, '2027-01-01')
  await applyDueChanges(t.world)
  const { data } = await financial.call(contractApi.get, { params })
  expect(data).toMatchObject({ address: 'Calle 5', client: { id: newClientId }, pending_charges: [] })
  await bill(t, desk, '2027-01')
  const { rows } = await t.owner.query(
    `select i.client_id, l.base::int from invoice_lines l join invoices i on i.id = l.invoice_id
     where i.contract_id = $1 and l.kind = 'transfer'`,
    [desk.id],
  )
  expect(rows).toMatchObject([{ client_id: clientId }])
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

async function makeOtherPlan(companyId: string): Promise<string> {
  const id = await makePlan(t.owner, companyId, 9_000_000)
  await t.owner.query(`update plans set name = 'Hogar 900' where id = $1`, [id])
  return id
}

test('CON-04 R2.20 al anular un retiro, el texto dice el plan que sigue: el cambio que se borró ya no está', async () => {
  const { financial, params, company } = await makeDesk(t, { activeFrom: '2026-11-01' })
  const plan_id = await makeOtherPlan(company.id)
  on(t, '2026-12-04')
  const { data: before } = await financial.call(contractApi.get, { params })
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  await financial.call(contractApi.terminate, { params, body: { requested_on: '2026-12-04', reason: 'Se muda' } })
  await financial.call(contractApi.withdrawTermination, { params, body: { reason: 'Se queda' } })
  const { data } = await financial.call(contractApi.text, { params })
  expect(data.version?.reason).toBe('termination_withdrawn')
  expect(data.text).toContain(`Retiro anulado: el contrato sigue, con el plan ${before.plan.name}.`)
  expect(data.text).toContain(`- Plan: ${before.plan.name}`)
  expect(data.text).not.toContain('Hogar 900')
})

test('CON-04 R2.20 un traslado antes del cambio de plan dice desde qué día rige el plan nuevo, y el que hay hasta entonces', async () => {
  const { financial, params, company } = await makeDesk(t, { activeFrom: '2026-11-01' })
  const plan_id = await makeOtherPlan(company.id)
  on(t, '2026-12-04')
  const { data: before } = await financial.call(contractApi.get, { params })
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  await financial.call(transferApi.transfer, { params, body: moveOn('2026-12-04') })
  const { data } = await financial.call(contractApi.text, { params })
  expect([data.version?.reason, data.text.match(/^- (Plan|Este plan|Hasta ese).*$/gm)]).toEqual([
    'transfer',
    [
      '- Plan: Hogar 900',
      '- Este plan rige desde el: 1 de enero de 2027',
      expect.stringMatching(`^- Hasta ese día: ${before.plan.name}, \\$ [\\d.]+,00 al mes$`),
    ],
  ])
})

test('CON-06 un cambio de plan que no ha empezado se anula: el contrato sigue con su precio, y el texto lo dice', async () => {
  const desk = await makeDesk(t, { activeFrom: '2026-11-01' })
  const { financial, params, company } = desk
  const plan_id = await makeOtherPlan(company.id)
  on(t, '2026-12-04')
  const { data: before } = await financial.call(contractApi.get, { params })
  const cancel = () => financial.ask(contractApi.cancelPlanChange, { params, body: { reason: 'Se queda' } })
  const early = await cancel()
  expect([early.status, early.json.message]).toEqual([409, 'Este contrato no tiene un cambio de plan programado'])
  // January is billed ahead, with the new plan.
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  await bill(t, desk, '2026-11', '2026-12', '2027-01')
  expect(await owed(t, desk)).toBe(152_000)
  // The plan that it has costs more today: the contract keeps the price that it had.
  await t.owner.query('update plans set price = 7000000 where id = $1', [before.plan.id])
  const { message } = (await cancel()).json
  expect(message).toContain(`Cambio de plan anulado: el contrato sigue con ${before.plan.name}`)
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({
    plan: before.plan,
    price: before.price,
    upcoming_terms: null,
  })
  expect(await owed(t, desk)).toBe(93_000)
  const { data } = await financial.call(contractApi.text, { params })
  expect(data.version?.reason).toBe('plan_kept')
  expect(data.text).not.toContain('Hogar 900')
  expect((await cancel()).status).toBe(409)
})

test('CON-07 R2.12 una cesión que llegó en papel cuenta su plazo desde el día en que se pidió', async () => {
  const { financial, params, newClientId } = await makeCession()
  on(t, '2026-12-10')
  const body = { client_id: newClientId, requested_on: '2026-12-01' }
  const { data: preview } = await financial.call(cessionApi.cessionPreview, { params, body })
  expect(preview.answer_by).toBe('2026-12-23')
  await financial.call(cessionApi.cession, { params, body })
  expect((await financial.call(contractApi.get, { params })).data.cession).toMatchObject({
    requested_on: '2026-12-01',
    answer_by: '2026-12-23',
  })
})

test('CON-07 R2.12 el retiro de un contrato cedido no se pide en un día en que era de otro titular', async () => {
  const desk = await makeCession()
  const { financial, params } = desk
  on(t, '2026-12-01')
  await bill(t, desk, '2026-11', '2026-12')
  await financial.call(cessionApi.cession, { params, body: { client_id: desk.newClientId } })
  await accept(desk)
  on(t, '2027-01-04')
  await applyDueChanges(t.world)
  const terminate = (requested_on: string) =>
    financial.ask(contractApi.terminate, { params, body: { requested_on, reason: 'Se va' } })
  const refused = await terminate('2026-12-31')
  expect([refused.status, refused.json.errors?.[0]?.field, refused.json.message]).toEqual([
    422,
    'requested_on',
    expect.stringContaining('Antes del 1 de enero de 2027 el contrato era de otro titular'),
  ])
  expect((await terminate('2027-01-01')).status).toBe(200)
})
