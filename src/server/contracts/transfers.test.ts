import { afterEach, expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { transferApi } from '#domain/contracts/transfer-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { type BillingDesk, bill, makeDesk, on } from '#test/billing-desk.ts'
import { makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { applyDueChanges } from './jobs.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A contract of estrato 2, or another one, whose prices do not include VAT; a move costs 60,000. */
async function makeMover(stratum = 2): Promise<BillingDesk> {
  const desk = await makeDesk(t, { includesVat: false, price: 6_000_000, activeFrom: '2029-05-01', stratum })
  const costs = { reconnection_cost: 0, technical_visit_cost: 0, additional_cable_cost: 0 }
  const billing_config = {
    connection_cost: 0,
    discounted_value: 0,
    billing_cut_day: 31,
    transfer_cost: 60_000,
    ...costs,
  }
  await desk.financial.call(contractDefaultsApi.save, { body: { billing_config } })
  return desk
}

const MOVE = { address: 'Carrera 43A # 5-15', department: 'Antioquia', city: 'Envigado', stratum: 5, on: '2029-06-15' }

const linesOf = async ({ financial, id }: BillingDesk, period: string) => {
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from invoices where contract_id = $1 and period = $2 and kind = 'period'`,
    [id, period],
  )
  const { data } = await financial.call(invoiceApi.get, { params: { id: rows[0]?.id ?? '' } })
  return data.lines.map(({ kind, vat_treatment, base, vat, total }) => [kind, vat_treatment, base, vat, total])
}

test('CON-07 R2.13 R1.8 un traslado se programa, dice qué cuesta y cómo cambia el IVA, y se hace solo en su día', async () => {
  const desk = await makeMover()
  const { financial, params } = desk
  on(t, '2029-06-01')
  const { data: preview } = await financial.call(transferApi.transferPreview, { params, body: MOVE })
  expect(preview).toEqual({
    moves_on: '2029-06-15',
    vat_from_on: '2029-07-01',
    plan: expect.any(String),
    charge: { base: 6_000_000, vat: 1_140_000, total: 7_140_000 },
    before: { base: 6_000_000, vat: 0, total: 6_000_000, treatment: 'exento', rate_bps: 0 },
    after: { base: 6_000_000, vat: 1_140_000, total: 7_140_000, treatment: 'gravado', rate_bps: 1_900 },
  })
  const made = await financial.call(transferApi.transfer, {
    params,
    body: { ...MOVE, latitude: 6.17, longitude: -75.58 },
  })
  expect(made.message).toBe('Traslado programado para el 15 de junio de 2029')
  expect(made.data).toMatchObject({ address: 'Calle 10 # 20-30', city: 'Medellín' })
  const again = await financial.ask(transferApi.transfer, { params, body: MOVE })
  expect([again.status, again.json.message]).toEqual([409, expect.stringContaining('Ya hay un traslado')])
  const before = (await financial.call(contractApi.get, { params })).data
  expect(before.upcoming_transfer).toMatchObject({
    moves_on: '2029-06-15',
    city: 'Envigado',
    stratum: 5,
    charge: 6_000_000,
  })
  await bill(t, desk, '2029-05')
  // The server was stopped on the day: the move has its day all the same.
  on(t, '2029-06-18')
  await applyDueChanges(t.world)
  await applyDueChanges(t.world)
  const { data: after } = await financial.call(contractApi.get, { params })
  expect(after).toMatchObject({
    address: 'Carrera 43A # 5-15',
    city: 'Envigado',
    municipality_code: '05266',
    stratum: 5,
    latitude: 6.17,
    vat: { treatment: 'gravado' },
    upcoming_transfer: null,
    pending_charges: [{ kind: 'transfer', price: 6_000_000 }],
  })
  // June began at the old address; July begins at the new one.
  await bill(t, desk, '2029-06', '2029-07')
  expect(await linesOf(desk, '2029-05')).toEqual([['plan', 'exento', 6_000_000, 0, 6_000_000]])
  expect(await linesOf(desk, '2029-06')).toEqual([
    ['plan', 'exento', 6_000_000, 0, 6_000_000],
    ['transfer', 'gravado', 6_000_000, 1_140_000, 7_140_000],
  ])
  expect(await linesOf(desk, '2029-07')).toEqual([['plan', 'gravado', 6_000_000, 1_140_000, 7_140_000]])
  expect((await t.events(desk.company.id)).filter((name) => name.startsWith('contract.transfer'))).toEqual([
    'contract.transfer_planned',
    'contract.transferred',
  ])
})

test('CON-07 R2.10 el costo de un traslado usa el plan que el contrato tendrá ese día', async () => {
  const desk = await makeMover()
  const { financial, params } = desk
  on(t, '2029-06-01')
  const plan_id = await makePlan(t.owner, desk.company.id, 9_000_000)
  await t.owner.query(`update plans set name = 'Fibra 500' where id = $1`, [plan_id])
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  const preview = async (day: string) =>
    (await financial.call(transferApi.transferPreview, { params, body: { ...MOVE, on: day } })).data
  const { data: contract } = await financial.call(contractApi.get, { params })
  expect(contract.upcoming_terms?.from_on).toBe('2029-07-01')
  expect(await preview('2029-07-01')).toMatchObject({
    vat_from_on: '2029-07-01',
    plan: 'Fibra 500',
    before: { total: 9_000_000 },
    after: { base: 9_000_000, total: 10_710_000 },
  })
  // A move of today begins the month at the old price.
  expect(await preview('2029-06-01')).toMatchObject({ plan: contract.plan.name, after: { base: 6_000_000 } })
})

test('R2.13 lo facturado antes de un traslado se corrige con el IVA con que se facturó', async () => {
  const desk = await makeMover()
  const { financial, params } = desk
  on(t, '2029-06-01')
  await bill(t, desk, '2029-05', '2029-06')
  await financial.call(transferApi.transfer, { params, body: { ...MOVE, on: '2029-06-01' } })
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({ stratum: 5, city: 'Envigado' })
  // It was never planned for another day.
  expect((await t.events(desk.company.id)).filter((name) => name.startsWith('contract.transfer'))).toEqual([
    'contract.transferred',
  ])
  on(t, '2029-06-11')
  await financial.call(contractApi.suspend, { params, body: { reason: 'Mora' } })
  on(t, '2029-06-21')
  const { data } = await financial.call(contractApi.reconnect, { params })
  // Ten of thirty days, without VAT: June was billed exempt.
  expect(data.corrections).toMatchObject([{ period: '2029-06', kind: 'credit', amount: 2_000_000 }])
})

test('R2.13 dos traslados en un período: se cobra con la dirección de su primer día, y uno programado se anula', async () => {
  const desk = await makeMover()
  const { financial, params } = desk
  on(t, '2029-06-10')
  await financial.call(transferApi.transfer, { params, body: { ...MOVE, on: '2029-06-10' } })
  on(t, '2029-06-20')
  await financial.call(transferApi.transfer, {
    params,
    body: { ...MOVE, address: 'Calle 1', stratum: 3, on: '2029-06-20' },
  })
  await financial.call(transferApi.transfer, {
    params,
    body: { ...MOVE, address: 'Calle 2', stratum: 6, on: '2029-06-25' },
  })
  const reason = { reason: 'Ya no se muda' }
  const cancelled = await financial.call(transferApi.cancelTransfer, { params, body: reason })
  expect(cancelled.message).toBe('Traslado anulado: el servicio sigue en su dirección')
  expect((await financial.ask(transferApi.cancelTransfer, { params, body: reason })).status).toBe(409)
  on(t, '2029-07-01')
  await applyDueChanges(t.world)
  expect((await financial.call(contractApi.get, { params })).data).toMatchObject({ address: 'Calle 1', stratum: 3 })
  await bill(t, desk, '2029-06', '2029-07')
  expect((await linesOf(desk, '2029-06')).map(([kind, treatment]) => [kind, treatment])).toEqual([
    ['plan', 'exento'],
    ['transfer', 'gravado'],
    ['transfer', 'gravado'],
  ])
  expect((await linesOf(desk, '2029-07')).map(([kind, treatment]) => [kind, treatment])).toEqual([['plan', 'excluido']])
})

test('R2.13 un traslado imposible dice en su campo qué corregir', async () => {
  const { financial, params } = await makeMover()
  on(t, '2029-06-01')
  const refusal = async (changes: object) => {
    const { status, json } = await financial.ask(transferApi.transferPreview, { params, body: { ...MOVE, ...changes } })
    return [status, json.errors?.[0]?.field]
  }
  expect(await refusal({ on: '2029-05-31' })).toEqual([422, 'on'])
  expect(await refusal({ stratum: null })).toEqual([422, 'stratum'])
  expect(await refusal({ city: 'Nunca Jamás' })).toEqual([422, 'city'])
  expect(await refusal({ address: ' ' })).toEqual([400, 'address'])
  expect(await refusal({ latitude: 91 })).toEqual([400, 'latitude'])
})

test('INV-10 R1.8 el ajuste de un mes facturado lleva el IVA de la dirección de ese mes, también si el servicio se trasladó después', async () => {
  const desk = await makeMover()
  const { financial, params } = desk
  on(t, '2029-06-01')
  await bill(t, desk, '2029-05', '2029-06', '2029-07')
  const plan_id = await makePlan(t.owner, desk.company.id, 9_000_000)
  await financial.call(contractApi.changePlan, { params, body: { plan_id } })
  await financial.call(transferApi.transfer, { params, body: { ...MOVE, on: '2029-06-10' } })
  on(t, '2029-07-10')
  await applyDueChanges(t.world)
  await bill(t, desk, '2029-08')
  // July was billed at estrato 2, without VAT: what it lacks has none either.
  expect(await linesOf(desk, '2029-08')).toEqual([
    ['plan', 'gravado', 9_000_000, 1_710_000, 10_710_000],
    ['plan_adjustment', 'exento', 3_000_000, 0, 3_000_000],
    ['transfer', 'gravado', 6_000_000, 1_140_000, 7_140_000],
  ])
})

test('R1.3 R2.13 un traslado dice desde qué período no facturado cambia el IVA, y se factura así, del estrato 2 al 5 y del 5 al 2', async () => {
  for (const [from, to, before, after] of [
    [2, 5, 'exento', 'gravado'],
    [5, 2, 'gravado', 'exento'],
  ] as const) {
    const desk = await makeMover(from)
    const { financial, params } = desk
    on(t, '2029-06-01')
    await bill(t, desk, '2029-05', '2029-06', '2029-07')
    const body = { ...MOVE, stratum: to }
    const { data: preview } = await financial.call(transferApi.transferPreview, { params, body })
    // July is billed already.
    expect(preview).toMatchObject({ moves_on: '2029-06-15', vat_from_on: '2029-08-01' })
    await financial.call(transferApi.transfer, { params, body })
    on(t, '2029-06-16')
    await applyDueChanges(t.world)
    on(t, '2029-07-02')
    await bill(t, desk, '2029-08')
    expect((await linesOf(desk, '2029-07')).map(([kind, treatment]) => [kind, treatment])).toEqual([['plan', before]])
    expect((await linesOf(desk, '2029-08'))[0]?.slice(0, 2)).toEqual(['plan', after])
  }
})

test('R1.3 R2.13 el mes que se factura entre el plan de un traslado y su día lleva el IVA que se dijo, del estrato 2 al 5 y del 5 al 2', async () => {
  for (const [from, to, before, after] of [
    [2, 5, 'exento', ['gravado', 6_000_000, 1_140_000, 7_140_000]],
    [5, 2, 'gravado', ['exento', 6_000_000, 0, 6_000_000]],
  ] as const) {
    const desk = await makeMover(from)
    const { financial, params } = desk
    on(t, '2029-06-01')
    const body = { ...MOVE, stratum: to }
    const { data: preview } = await financial.call(transferApi.transferPreview, { params, body })
    expect(preview.vat_from_on).toBe('2029-07-01')
    await financial.call(transferApi.transfer, { params, body })
    await bill(t, desk, '2029-05', '2029-06', '2029-07')
    expect((await linesOf(desk, '2029-06'))[0]?.slice(0, 2)).toEqual(['plan', before])
    expect(await linesOf(desk, '2029-07')).toEqual([['plan', ...after]])
    on(t, '2029-06-16')
    await applyDueChanges(t.world)
    on(t, '2029-07-02')
    await bill(t, desk, '2029-08')
    expect((await linesOf(desk, '2029-08'))[0]).toEqual(['plan', ...after])
  }
})
