import { afterEach, expect, test } from 'vitest'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { contractDefaultsApi } from '#domain/contracts/defaults-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import {
  bill,
  DEFAULTS_OF_DEBTORS,
  type Debtor,
  makeDebtor,
  nine,
  pay,
  putPolicy,
  runAt,
  statusOf,
} from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor of $ 60.000 that could be paid until Thursday, December 10, 2026, and was notified on the 11th. */
async function notifiedDebtor(policy: Parameters<typeof putPolicy>[2] = {}): Promise<Debtor> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const financial = await company.person('financial')
  const billing_config = { ...DEFAULTS_OF_DEBTORS, reconnection_cost: 1_500 }
  await financial.call(contractDefaultsApi.save, { body: { billing_config } })
  const one = await makeDebtor(t, company, financial)
  await bill(one)
  await runAt(t, nine('2026-12-11'))
  return one
}

/** Registers a payment of a day and takes it back on the day of the clock. */
async function payAndReverse(one: Debtor, amount: number, paid_on: string): Promise<void> {
  const { data } = await pay(one, amount, paid_on)
  await reverse(one, data.id)
}

const reverse = ({ financial }: Debtor, id: string) =>
  financial.call(manualPaymentApi.reverse, {
    params: { id },
    body: { reason: 'Era de otro cliente' },
    headers: newKey(),
  })

const promise = ({ financial, no_contract }: Debtor, until_on: string) =>
  financial.ask(promiseApi.promise, { body: { promise: { no_contract, until_on } } })

const promisesOf = async ({ financial }: Debtor) =>
  (await financial.call(promiseApi.promises)).data.map(({ until_on, outcome }) => [until_on, outcome])

const agree = ({ financial, no_contract }: Debtor, instalments: readonly { due_on: string; amount: number }[]) =>
  financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })

const agreementsOf = async ({ financial }: Debtor) =>
  (await financial.call(promiseApi.agreements)).data.map(({ outcome, paid }) => [outcome, Number(paid)])

test('SUS-04 TRX-04 al reversar el pago que cumplió un acuerdo, el acuerdo sigue con sus cuotas y no se corta a quien las paga', async () => {
  const one = await notifiedDebtor()
  t.setNow(new Date(nine('2026-12-12')))
  await agree(one, [
    { due_on: '2026-12-15', amount: 30_000 },
    { due_on: '2027-01-15', amount: 30_000 },
  ])
  await payAndReverse(one, 60_000, '2026-12-12')
  expect(await agreementsOf(one)).toEqual([[null, 0]])
  t.setNow(new Date(nine('2026-12-15')))
  await pay(one, 30_000, '2026-12-15')
  for (const day of ['2026-12-16', '2026-12-18', '2026-12-22']) await runAt(t, nine(day))
  expect([await statusOf(one), await agreementsOf(one)]).toEqual(['active', [[null, 3_000_000]]])
  await runAt(t, nine('2027-01-18'))
  expect(await agreementsOf(one)).toEqual([['broken', 3_000_000]])
})

test('SUS-04 TRX-04 al reversar el pago que cumplió una promesa, la promesa sigue hasta su día y cuenta una sola vez', async () => {
  const one = await notifiedDebtor({ promise_days: 20, promise_uses: 2 })
  t.setNow(new Date(nine('2026-12-12')))
  await promise(one, '2026-12-31')
  await payAndReverse(one, 60_000, '2026-12-12')
  expect(await promisesOf(one)).toEqual([['2026-12-31', null]])
  const { data } = await one.financial.call(promiseApi.offer, { query: { client_id: one.clientId } })
  expect(data).toMatchObject([{ until_on: '2026-12-31', uses_left: 1 }])
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('active')
  await runAt(t, nine('2027-01-04'))
  expect(await promisesOf(one)).toEqual([['2026-12-31', 'broken']])
})

test('SUS-04 TRX-04 una promesa cumplida cuyo día ya pasó queda incumplida en la decisión que sigue al reverso', async () => {
  const one = await notifiedDebtor()
  t.setNow(new Date(nine('2026-12-14')))
  await promise(one, '2026-12-17')
  const { data } = await pay(one, 60_000, '2026-12-14')
  t.setNow(new Date(nine('2026-12-21')))
  await reverse(one, data.id)
  await runAt(t, nine('2026-12-22'))
  expect(await promisesOf(one)).toEqual([['2026-12-17', 'broken']])
})

test('SUS-04 TRX-04 una promesa que vuelve no quita la nueva del mismo contrato, y el reverso de otro pago no la toca', async () => {
  const one = await notifiedDebtor({ promise_days: 20 })
  t.setNow(new Date(nine('2026-12-14')))
  await promise(one, '2026-12-31')
  const { data } = await pay(one, 60_000, '2026-12-14')
  await bill(one, 40_000)
  t.setNow(new Date(nine('2027-01-14')))
  expect((await promise(one, '2027-01-20')).status).toBe(201)
  await reverse(one, data.id)
  expect(await promisesOf(one)).toEqual([
    ['2027-01-20', null],
    ['2026-12-31', 'kept'],
  ])
  await pay(one, 100_000, '2027-01-14')
  await payAndReverse(one, 10_000, '2027-01-14')
  expect(await promisesOf(one)).toEqual([
    ['2027-01-20', 'kept'],
    ['2026-12-31', 'kept'],
  ])
})

test('R2.5 TRX-04 el corte que sigue al reverso de un pago equivocado no cobra otra reconexión', async () => {
  const one = await notifiedDebtor()
  await runAt(t, nine('2026-12-16'))
  t.setNow(new Date(nine('2026-12-18')))
  await payAndReverse(one, 60_000, '2026-12-18')
  for (const day of ['2026-12-19', '2026-12-21', '2026-12-22', '2026-12-23', '2026-12-28']) await runAt(t, nine(day))
  expect(await statusOf(one)).toBe('suspended')
  t.setNow(new Date(nine('2026-12-30')))
  await pay(one, 60_000, '2026-12-30')
  expect([await statusOf(one), await chargesOf(one)]).toEqual(['active', [1_500]])
  await bill(one)
  for (const day of ['2027-01-20', '2027-01-21', '2027-01-26', '2027-01-27', '2027-01-28']) await runAt(t, nine(day))
  expect(await statusOf(one)).toBe('suspended')
  await pay(one, 60_000, '2027-01-28')
  expect([await statusOf(one), await chargesOf(one)]).toEqual(['active', [1_500, 1_500]])
})

const chargesOf = async ({ contractId }: Debtor) => {
  const { rows } = await t.owner.query<{ price: number }>(
    `select (price / 100)::int as price from pending_charges where contract_id = $1 and kind = 'reconnection'`,
    [contractId],
  )
  return rows.map(({ price }) => price)
}
