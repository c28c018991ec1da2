import { afterEach, expect, test } from 'vitest'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { day } from '#domain/core/days.ts'
import { networkApi } from '#domain/network/api.ts'
import { parameterApi } from '#domain/parameters/api.ts'
import { inSystemTx } from '#server/core/context.ts'
import { makeDebtor, nine, pay, runAt } from '#test/arrears.ts'
import { deviceDebtors } from '#test/device-debtor.ts'
import { makeClient } from '#test/factory.ts'
import { runOrders } from '#test/run-orders.ts'
import { testApp } from '#test/world.ts'
import { orderMissed } from './jobs.ts'

const t = testApp()
const makeDeviceDebtor = deviceDebtors(t)
afterEach(() => t.setNow(null))

/**
 * A debtor that a person cut on Tuesday, December 15, at nine, while its device did not answer. `isPausing`: it asked for a pause from
 * December 31 on. `isUntried`: the device was not called yet.
 */
async function cutWithoutDevice({ isPausing = false, isUntried = false } = {}) {
  const { debtor: one, params, network, receiver, retryAt: retry } = await makeDeviceDebtor({ reconnects: false })
  if (isPausing) await one.financial.call(contractApi.pause, { params, body: { from: '2026-12-31', months: 1 } })
  t.setNow(new Date(nine('2026-12-15')))
  await one.financial.call(contractApi.suspend, { params, body: { reason: 'No pagó' } })
  if (!isUntried) receiver.answer(503)
  if (!isUntried) await runOrders(t.world)
  const retryAt = async (at: string) => {
    await retry(at)
    const [order] = (await network.call(networkApi.orders)).data
    return { order, state: [...receiver.services.values()][0]?.desired.state }
  }
  return { ...one, params, network, receiver, retryAt }
}

test('SUS-06 un corte que su equipo no recibió no se repite fuera del horario ni en un día sin cortes: espera el siguiente', async () => {
  const one = await cutWithoutDevice()
  for (const at of ['2026-12-15T23:00:00Z', '2026-12-16T10:00:00Z', '2026-12-19T15:00:00Z', '2026-12-25T15:00:00Z']) {
    const { order, state } = await one.retryAt(at)
    expect([state, order?.state, order?.problem]).toEqual(['active', 'queued', 'Espera el horario de los cortes'])
  }
  expect(await one.retryAt(nine('2026-12-28'))).toMatchObject({ state: 'suspended', order: { state: 'done' } })
})

test('SUS-06 un corte retrasado no se repite mientras hay una promesa, ni cuando ya pagó y falta reconectarlo', async () => {
  const promised = await cutWithoutDevice()
  const promise = { no_contract: promised.no_contract, until_on: '2026-12-17' }
  await promised.financial.call(promiseApi.promise, { body: { promise } })
  expect(await promised.retryAt(nine('2026-12-16'))).toMatchObject({
    state: 'active',
    order: { state: 'queued', problem: 'Prometió pagar hasta el 17 de diciembre de 2026' },
  })
  expect(await promised.retryAt(nine('2026-12-18'))).toMatchObject({ state: 'suspended' })
  const paid = await cutWithoutDevice()
  await pay(paid, 60_000, '2026-12-15')
  expect(await paid.retryAt(nine('2026-12-16'))).toMatchObject({
    state: 'active',
    order: { state: 'queued', problem: 'Ya pagó: falta reconectarlo' },
  })
})

test('SUS-06 R2.12 la promesa de un titular anterior no detiene el corte de la deuda del nuevo', async () => {
  const one = await cutWithoutDevice()
  const earlier = await makeClient(t.owner, one.company.id)
  await t.owner.query(
    `insert into payment_promises (company_id, contract_id, client_id, amount, made_on, until_on, made_by, side)
     values ($1, $2, $3, 6000000, '2026-12-01', '2026-12-30', 'Ana Ruiz', 'cliente')`,
    [one.company.id, one.contractId, earlier.id],
  )
  expect(await one.retryAt(nine('2026-12-16'))).toMatchObject({ state: 'suspended', order: { state: 'done' } })
})

test('SUS-06 un corte retrasado no se repite mientras hay un pago en línea en proceso', async () => {
  const one = await cutWithoutDevice()
  await t.owner.query(
    `insert into payment_attempts (company_id, client_id, user_id, key, request_hash, method, environment, reference, amount, status, payer, accepted)
     values ($1, $2, $3, 'llave', '\\x00', 'nequi', 'test', 'AF-prueba', 6000000, 'pending', '{}', '{}')`,
    [one.company.id, one.clientId, one.userId],
  )
  expect(await one.retryAt(nine('2026-12-16'))).toMatchObject({
    state: 'active',
    order: { state: 'queued', problem: 'Tiene un pago en línea en proceso' },
  })
})

test('SUS-06 CON-07 un corte que espera se hace cuando empieza la pausa que el cliente pidió, también en fin de semana', async () => {
  const one = await cutWithoutDevice({ isPausing: true })
  expect(await one.retryAt('2026-12-26T15:00:00Z')).toMatchObject({ state: 'active', order: { state: 'queued' } })
  expect(await one.retryAt('2027-01-02T15:00:00Z')).toMatchObject({ state: 'suspended', order: { state: 'done' } })
})

test('SUS-06 mientras un corte espera sin un intento, la revisión de cada hora no escribe otra orden', async () => {
  const one = await cutWithoutDevice({ isUntried: true })
  await t.owner.query(
    `update network_orders set created_at = created_at - interval '11 minutes' where company_id = $1 and state = 'queued'`,
    [one.company.id],
  )
  const { order } = await one.retryAt('2026-12-15T23:00:00Z')
  expect([order?.tries, order?.problem]).toEqual([0, 'Espera el horario de los cortes'])
  const missed = await inSystemTx(t.world, one.company.id, (tx) => orderMissed(tx, day('2026-12-15')))
  expect(missed).toBe(0)
})

/**
 * A debtor that its device cut, `isUnconfirmed` as far as it said, and that paid and was reconnected. `noticesAt`: its orders and the collections
 * at an instant; how many times the client was notified until then that it has service.
 */
async function reconnectedBehindDevice({ isUnconfirmed = false } = {}) {
  const one = await cutWithoutDevice({ isUntried: true })
  if (isUnconfirmed) one.receiver.answer(503)
  await one.retryAt(nine('2026-12-15'))
  await pay(one, 60_000, '2026-12-15')
  await one.financial.call(contractApi.reconnect, { params: one.params, body: {} })
  const before = t.mails.length
  const announced = () => t.mails.slice(before).filter(({ text }) => text.includes('activo otra vez'))
  const noticesAt = async (at: string) => {
    const { order } = await one.retryAt(at)
    await t.owner.query(
      `update network_services set applied_at = $2 where company_id = $1 and applied_state = 'active'`,
      [one.company.id, at],
    )
    await runAt(t, at)
    return { order: order?.state, notices: announced().length }
  }
  return { ...one, announced, noticesAt }
}

test('SUS-03 a quien pagó se le dice que tiene servicio cuando su equipo lo tiene, con ese día, y no antes', async () => {
  const one = await reconnectedBehindDevice()
  one.receiver.answer(503)
  expect(await one.noticesAt(nine('2026-12-16'))).toEqual({ order: 'queued', notices: 0 })
  expect(await one.noticesAt(nine('2026-12-17'))).toEqual({ order: 'done', notices: 1 })
  expect(one.announced()[0]?.text).toContain('desde el 17 de diciembre de 2026')
  expect(await one.noticesAt('2026-12-17T14:10:00Z')).toEqual({ order: 'done', notices: 1 })
})

test('SUS-03 también espera a su equipo quien se reconecta después de un corte sin confirmar, y cuando el equipo no acepta la orden', async () => {
  const one = await reconnectedBehindDevice({ isUnconfirmed: true })
  one.receiver.answer(503, 422)
  expect(await one.noticesAt(nine('2026-12-16'))).toEqual({ order: 'queued', notices: 0 })
  expect(await one.noticesAt('2026-12-16T14:10:00Z')).toEqual({ order: 'failed', notices: 0 })
  const [order] = (await one.network.call(networkApi.orders)).data
  await one.network.call(networkApi.retry, { params: { id: order?.id ?? '' } })
  expect(await one.noticesAt('2026-12-16T14:20:00Z')).toEqual({ order: 'done', notices: 1 })
})

test('SUS-03 a quien se cortó otra vez antes de que su equipo respondiera se le dice que tiene servicio una sola vez, cuando vuelve', async () => {
  const one = await reconnectedBehindDevice()
  one.receiver.answer(503)
  expect(await one.noticesAt(nine('2026-12-16'))).toMatchObject({ notices: 0 })
  await one.financial.call(contractApi.suspend, { params: one.params, body: { reason: 'Se acordó' } })
  expect(await one.noticesAt('2026-12-16T15:00:00Z')).toEqual({ order: 'done', notices: 0 })
  await one.financial.call(contractApi.reconnect, { params: one.params, body: {} })
  expect(await one.noticesAt(nine('2026-12-17'))).toEqual({ order: 'done', notices: 1 })
})

test('SUS-03 sin un equipo que ejecute sus órdenes se le dice de una vez', async () => {
  const one = await reconnectedBehindDevice()
  await t.owner.query(`update network_devices set mode = 'monitor' where company_id = $1`, [one.company.id])
  expect(await one.noticesAt(nine('2026-12-16'))).toEqual({ order: 'queued', notices: 1 })
})

test('R2.22 una emergencia suspende los cortes desde hoy, con su norma: ni se corta ni se repite un corte, y después sí', async () => {
  const one = await cutWithoutDevice()
  const superadmin = await one.company.person('superadmin')
  const parameter = {
    key: 'service.emergency_no_cut',
    value: 1,
    valid_from: '2026-12-15',
    valid_to: '2026-12-20',
    legal_basis: 'Decreto 1234 de 2026',
    certainty: 'verified',
  }
  const { message } = await superadmin.call(parameterApi.add, { body: { parameter } })
  expect(message).toContain('suspendidos desde el 15 de diciembre de 2026')
  expect(await one.retryAt(nine('2026-12-16'))).toMatchObject({
    state: 'active',
    order: { problem: 'Una emergencia suspende los cortes' },
  })
  const other = await makeDebtor(t, one.company, one.financial)
  const refused = await one.financial.ask(contractApi.suspend, {
    params: { no: other.no_contract },
    body: { reason: 'No pagó' },
  })
  expect([refused.status, refused.json.message]).toEqual([
    422,
    'Los cortes por mora están suspendidos hasta el 20 de diciembre de 2026: Decreto 1234 de 2026',
  ])
  expect(await one.retryAt(nine('2026-12-21'))).toMatchObject({ state: 'suspended' })
})
