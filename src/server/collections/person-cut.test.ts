import { afterEach, expect, test } from 'vitest'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { contractApi } from '#domain/contracts/api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { bill, DEFAULTS_OF_DEBTORS, type Debtor, makeDebtor, nine, pay, putPolicy, statusOf } from '#test/arrears.ts'
import { countWaiting } from '#test/waiting.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor of 60,000 whose last day to pay is December 10. */
async function makeOwing() {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id)
  const one = await makeDebtor(t, company, await company.person('financial'))
  const invoice = await bill(one)
  return { one, invoice }
}

const suspend = async ({ financial, no_contract }: Debtor) => {
  const { status, json } = await financial.ask(contractApi.suspend, {
    params: { no: no_contract },
    body: { reason: 'Mora' },
  })
  return status === 200 ? 'suspended' : json.message
}

test('R2.15 una persona no suspende por lo que está todo en reclamo', async () => {
  const { one, invoice } = await makeOwing()
  t.setNow(new Date(nine('2026-12-14')))
  await one.financial.call(invoiceApi.dispute, {
    params: { id: invoice },
    body: { amount: 60_000, reason: 'No tuvo servicio' },
  })
  expect(await suspend(one)).toBe('Lo vencido está en reclamo: el servicio no se puede suspender por mora')
})

test('SUS-04 una persona no suspende a quien tiene una promesa que corre', async () => {
  const { one } = await makeOwing()
  t.setNow(new Date(nine('2026-12-14')))
  await one.financial.call(promiseApi.promise, {
    body: { promise: { no_contract: one.no_contract, until_on: '2026-12-16' } },
  })
  expect(await suspend(one)).toBe(
    'Prometió pagar y no se ha vencido la fecha: el servicio no se puede suspender por mora',
  )
})

test('SUS-03 quien paga mientras una persona lo suspende no queda suspendido', async () => {
  const { one } = await makeOwing()
  t.setNow(new Date(nine('2026-12-14')))
  const holder = await t.owner.connect()
  try {
    // Both wait for the account of the client, the payment first.
    await holder.query('begin')
    await holder.query('select from clients where id = $1 for update', [one.clientId])
    const paid = pay(one, 60_000, '2026-12-14')
    await expect.poll(() => countWaiting(t.owner), { timeout: 20_000 }).toBe(1)
    const suspended = suspend(one)
    await expect.poll(() => countWaiting(t.owner), { timeout: 20_000 }).toBe(2)
    await holder.query('rollback')
    await paid
    expect(await suspended).toBe('Lo que debía se acaba de pagar: el servicio no se puede suspender por mora')
  } finally {
    holder.release()
  }
  expect(await statusOf(one)).toBe('active')
})

test('R2.5 una persona suspende a quien no debe nada vencido y la reconexión no se cobra, aunque deba después; al que debe, sí', async () => {
  const { one } = await makeOwing()
  await one.financial.call(contractDefaultsApi.save, { body: { billing_config: DEFAULTS_OF_DEBTORS } })
  const previewOf = async () => {
    const { data } = await one.financial.call(contractApi.suspendPreview, { params: { no: one.no_contract }, body: {} })
    return data.is_overdue
  }
  const reconnected = async () => {
    const { data } = await one.financial.call(contractApi.reconnectPreview, { params: { no: one.no_contract } })
    await one.financial.call(contractApi.reconnect, { params: { no: one.no_contract } })
    return [data.charge, data.reason]
  }
  t.setNow(new Date(nine('2026-12-09')))
  expect(await previewOf()).toBe(false)
  expect(await suspend(one)).toBe('suspended')
  t.setNow(new Date(nine('2026-12-14')))
  expect(await reconnected()).toEqual([0, 'No se debía nada vencido cuando se suspendió: la reconexión no se cobra.'])
  expect(await previewOf()).toBe(true)
  expect(await suspend(one)).toBe('suspended')
  t.setNow(new Date(nine('2026-12-16')))
  expect(await reconnected()).toEqual([198_100, expect.stringMatching(/^La reconexión cuesta/)])
})
