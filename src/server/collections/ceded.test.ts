import { afterEach, expect, test } from 'vitest'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { cessionApi } from '#domain/contracts/cession-api.ts'
import { applyDueChanges } from '#server/contracts/jobs.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt } from '#test/arrears.ts'
import { makeClient } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor whose invoice could be paid until December 10, and who passes the contract to another client on December 31. */
async function ceding(before: (one: Debtor) => Promise<unknown>) {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, { promise_days: 30 })
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  t.setNow(new Date(nine('2026-12-30')))
  await before(one)
  const params = { no: one.no_contract }
  const next = await makeClient(t.owner, company.id)
  await one.financial.call(cessionApi.cession, { params, body: { client_id: next.id } })
  await one.financial.call(cessionApi.acceptCession, { params, body: { acceptance: 'Carta' } })
  t.setNow(new Date(nine('2026-12-31')))
  await applyDueChanges(t.world)
  return { one, next: { ...one, clientId: next.id, userId: next.userId } }
}

test('SUS-04 R2.12 el pago del nuevo titular no cierra la promesa del anterior, ni esa promesa le quita una a él', async () => {
  const { one, next } = await ceding(({ financial, no_contract }) =>
    financial.call(promiseApi.promise, { body: { promise: { no_contract, until_on: '2027-01-28' } } }),
  )
  await bill(next, 20_000)
  t.setNow(new Date(nine('2027-01-05')))
  await pay(next, 20_000, '2027-01-05')
  const outcome = async () => (await one.financial.call(promiseApi.promises)).data[0]?.outcome
  expect(await outcome()).toBe(null)
  await bill(next, 30_000)
  t.setNow(new Date(nine('2027-01-28')))
  const offers = await one.financial.call(promiseApi.offer, { query: { client_id: next.clientId } })
  expect(offers.data.map(({ debt, uses_left }) => [debt, uses_left])).toEqual([[3_000_000, 2]])
  await pay(one, 60_000, '2027-01-28')
  await runAt(t, nine('2027-01-29'))
  expect(await outcome()).toBe('kept')
})

test('SUS-04 R2.12 el acuerdo del titular anterior queda cumplido cuando él termina de pagarlo', async () => {
  const instalments = [
    { due_on: '2027-01-08', amount: 20_000 },
    { due_on: '2027-02-08', amount: 40_000 },
  ]
  const { one } = await ceding(({ financial, no_contract }) =>
    financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } }),
  )
  const outcome = async () => (await one.financial.call(promiseApi.agreements)).data[0]?.outcome
  t.setNow(new Date(nine('2027-01-05')))
  await pay(one, 20_000, '2027-01-05')
  await runAt(t, nine('2027-01-12'))
  expect(await outcome()).toBe(null)
  await pay(one, 40_000, '2027-01-12')
  await runAt(t, nine('2027-01-13'))
  expect(await outcome()).toBe('kept')
})

test('SUS-04 R2.12 con una promesa abierta del titular anterior, el nuevo hace la suya por el mismo contrato', async () => {
  const { one, next } = await ceding(({ financial, no_contract }) =>
    financial.call(promiseApi.promise, { body: { promise: { no_contract, until_on: '2027-01-28' } } }),
  )
  await bill(next, 20_000)
  t.setNow(new Date(nine('2027-01-27')))
  const { financial, no_contract } = one
  const [offer] = (await financial.call(promiseApi.offer, { query: { client_id: next.clientId } })).data
  expect([offer?.debt, offer?.until_on, offer?.problem]).toEqual([2_000_000, null, null])
  const body = { promise: { no_contract, until_on: '2027-01-29' } }
  await financial.call(promiseApi.promise, { body })
  expect((await financial.ask(promiseApi.promise, { body })).status).toBe(409)
  const open = (await financial.call(promiseApi.promises)).data.filter(({ outcome }) => outcome === null)
  expect(open.map(({ client }) => client.id)).toEqual([next.clientId, one.clientId])
})

test('SUS-04 R2.12 con un acuerdo abierto del titular anterior, el nuevo hace el suyo por el mismo contrato', async () => {
  const of = (amount: number) => [
    { due_on: '2027-02-08', amount },
    { due_on: '2027-03-08', amount },
  ]
  const agree = ({ financial, no_contract }: Debtor, amount: number) =>
    financial.ask(promiseApi.agree, { body: { agreement: { no_contract, instalments: of(amount) } } })
  const { one, next } = await ceding((debtor) => agree(debtor, 30_000))
  await bill(next, 20_000)
  t.setNow(new Date(nine('2027-01-27')))
  expect((await agree(one, 10_000)).status).toBe(201)
  const second = await agree(one, 10_000)
  expect([second.status, second.json.message]).toEqual([409, 'Ese contrato ya tiene un acuerdo de pago'])
  const { data } = await one.financial.call(promiseApi.agreements)
  expect(data.map(({ client, outcome }) => [client.id, outcome])).toEqual([
    [next.clientId, null],
    [one.clientId, null],
  ])
})
