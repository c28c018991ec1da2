import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { endLate } from '#server/collections/end-late.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor notified on Friday, December 11, who may be cut from Wednesday 16 on. */
async function notifiedDebtor(policy: Parameters<typeof putPolicy>[2] = {}): Promise<Debtor & { client: Person }> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  await runAt(t, nine('2026-12-11'))
  const user = { id: one.userId, companyId: company.id, username: 'c', email: 'c@correo.test', role: 'client' as const }
  return { ...one, client: t.as(await t.session(user), user) }
}

const promiseOf = (by: Person, { no_contract }: Debtor, until_on: string) =>
  by.ask(promiseApi.promise, { body: { promise: { no_contract, until_on } } })

test('SUS-04 el cliente ve qué días puede prometer y lo promete: hasta ese día no se corta, y si no paga se corta después', async () => {
  const one = await notifiedDebtor()
  t.setNow(new Date(nine('2026-12-15')))
  const { data } = await one.client.call(promiseApi.offer)
  expect(data).toMatchObject([
    {
      no_contract: one.no_contract,
      debt: 6_000_000,
      is_cut: false,
      cut_from: '2026-12-16',
      uses_left: 2,
      problem: null,
    },
  ])
  expect(data[0]?.days).toEqual(['2026-12-16', '2026-12-17', '2026-12-18', '2026-12-19', '2026-12-20'])
  const made = await promiseOf(one.client, one, '2026-12-17')
  expect([made.status, made.json.message]).toEqual([
    201,
    'Guardamos la promesa de pago hasta el 17 de diciembre de 2026.',
  ])
  await runAt(t, nine('2026-12-16'))
  await runAt(t, nine('2026-12-17'))
  expect(await statusOf(one)).toBe('active')
  await runAt(t, nine('2026-12-18'))
  expect(await statusOf(one)).toBe('suspended')
  expect((await one.client.call(promiseApi.promises)).data).toMatchObject([{ outcome: 'broken', side: 'cliente' }])
})

test('SUS-04 una promesa que se paga queda cumplida', async () => {
  const one = await notifiedDebtor()
  t.setNow(new Date(nine('2026-12-15')))
  await promiseOf(one.client, one, '2026-12-17')
  await pay(one, 60_000, '2026-12-15')
  expect((await one.financial.call(promiseApi.promises, { query: { state: 'kept' } })).data).toMatchObject([
    { no_contract: one.no_contract, outcome: 'kept', ended_on: '2026-12-15' },
  ])
})

test('SUS-04 la política pone los límites: los días, las veces en seis meses, y una a la vez', async () => {
  const one = await notifiedDebtor({ promise_days: 2, promise_uses: 1 })
  t.setNow(new Date(nine('2026-12-15')))
  const late = await promiseOf(one.client, one, '2026-12-18')
  expect([late.status, late.json.errors]).toEqual([
    422,
    [{ field: 'promise.until_on', message: 'Promete un día hasta el 17 de diciembre de 2026' }],
  ])
  expect((await promiseOf(one.client, one, '2026-12-16')).status).toBe(201)
  expect((await promiseOf(one.client, one, '2026-12-17')).json.message).toMatch(/Ya hay una promesa hasta el 16/)
  t.setNow(new Date(nine('2026-12-17')))
  await runAt(t, nine('2026-12-17'))
  expect((await promiseOf(one.financial, one, '2026-12-18')).json.message).toMatch(/Ya se usaron las 1 promesas/)
})

test('SUS-04 una promesa reconecta solo si la política lo dice', async () => {
  for (const promise_reconnects of [false, true]) {
    const one = await notifiedDebtor({ promise_reconnects })
    await runAt(t, nine('2026-12-16'))
    expect(await statusOf(one)).toBe('suspended')
    await promiseOf(one.client, one, '2026-12-18')
    expect(await statusOf(one)).toBe(promise_reconnects ? 'active' : 'suspended')
    await runAt(t, nine('2026-12-17'))
    expect(await statusOf(one)).toBe(promise_reconnects ? 'active' : 'suspended')
  }
})

test('SUS-04 un acuerdo en cuotas reconecta, no se corta ni cuenta como mora mientras se cumple, y al incumplir vuelve a contar', async () => {
  const one = await notifiedDebtor()
  await runAt(t, nine('2026-12-16'))
  const agree = (amounts: readonly number[]) => {
    const days = ['2026-12-20', '2027-01-20']
    const instalments = amounts.map((amount, index) => ({ amount, due_on: days[index] ?? '' }))
    return one.financial.ask(promiseApi.agree, { body: { agreement: { no_contract: one.no_contract, instalments } } })
  }
  expect((await agree([10_000, 10_000])).json.errors).toEqual([
    { field: 'agreement.instalments', message: 'Las cuotas suman $ 20.000,00 y el contrato debe $ 60.000,00' },
  ])
  expect((await agree([20_000, 40_000])).status).toBe(201)
  expect(await statusOf(one)).toBe('active')
  const preview = async (on: string) => (await one.financial.call(collectionApi.preview, { query: { on } })).data[0]
  expect(await preview('2026-12-18')).toMatchObject({ action: 'none', reason: 'agreement' })
  t.setNow(new Date(nine('2026-12-19')))
  await pay(one, 20_000, '2026-12-19')
  await runAt(t, nine('2027-01-19'))
  expect(await preview('2027-01-20')).toMatchObject({ reason: 'agreement' })
  await runAt(t, nine('2027-01-21'))
  expect((await one.financial.call(promiseApi.agreements)).data).toMatchObject([{ outcome: 'broken', paid: 2_000_000 }])
  expect(await preview('2027-01-22')).toMatchObject({ debt: 4_000_000 })
})

test('SUS-04 una promesa cuyo día pasó ya no corre antes de la decisión del día, y deja prometer otra vez', async () => {
  const one = await notifiedDebtor({ from_hour: 8 })
  t.setNow(new Date(nine('2026-12-15')))
  expect((await promiseOf(one.client, one, '2026-12-18')).status).toBe(201)
  t.setNow(new Date('2026-12-19T06:00:00Z'))
  const { data } = await one.client.call(promiseApi.offer)
  expect(data).toMatchObject([{ until_on: null, problem: null, uses_left: 1 }])
  expect((await promiseOf(one.client, one, '2026-12-21')).status).toBe(201)
  const promises = (await one.client.call(promiseApi.promises)).data
  expect(promises.map(({ until_on, outcome }) => [until_on, outcome])).toEqual([
    ['2026-12-21', null],
    ['2026-12-18', 'broken'],
  ])
})

test('SUS-04 con la política apagada, una promesa cuyo día pasó queda incumplida', async () => {
  const one = await notifiedDebtor()
  t.setNow(new Date(nine('2026-12-15')))
  await promiseOf(one.client, one, '2026-12-18')
  await putPolicy(t, one.company.id, { mode: 'off' })
  t.setNow(new Date(nine('2026-12-18')))
  await endLate(t.world)
  expect((await one.client.call(promiseApi.promises)).data).toMatchObject([{ outcome: null }])
  t.setNow(new Date(nine('2026-12-19')))
  await endLate(t.world)
  expect((await one.client.call(promiseApi.promises)).data).toMatchObject([
    { outcome: 'broken', ended_on: '2026-12-19' },
  ])
})

test('SUS-04 con la política apagada, el acuerdo conserva sus cuotas: se paga y se cumple, o queda incumplido al día siguiente de la que no se pagó', async () => {
  const [late, kept] = [await notifiedDebtor(), await notifiedDebtor()]
  t.setNow(new Date(nine('2026-12-15')))
  const instalments = [
    { due_on: '2026-12-18', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ]
  const agree = ({ financial, no_contract }: Debtor) =>
    financial.ask(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })
  const endings = async () => {
    await endLate(t.world)
    const found = [late, kept].map(({ financial }) => financial.call(promiseApi.agreements))
    return (await Promise.all(found)).map(({ data }) => data.map(({ outcome, ended_on }) => [outcome, ended_on]))
  }
  for (const one of [late, kept]) {
    expect((await agree(one)).status).toBe(201)
    await putPolicy(t, one.company.id, { mode: 'off' })
  }
  t.setNow(new Date(nine('2026-12-18')))
  await pay(kept, 20_000, '2026-12-18')
  expect(await endings()).toEqual([[[null, null]], [[null, null]]])
  t.setNow(new Date(nine('2026-12-19')))
  expect(await endings()).toEqual([[['broken', '2026-12-19']], [[null, null]]])
  expect((await late.financial.call(promiseApi.agreements)).data).toMatchObject([{ paid: 0 }])
  expect(await t.events(late.company.id)).toContain('agreement.ended')
  // No contract is cut while the policy is off.
  await runAt(t, nine('2026-12-21'))
  expect([await statusOf(late), await statusOf(kept)]).toEqual(['active', 'active'])
  await pay(kept, 40_000, '2026-12-21')
  expect(await endings()).toEqual([[['broken', '2026-12-19']], [['kept', '2026-12-21']]])
  const again = {
    no_contract: late.no_contract,
    instalments: [
      { due_on: '2027-01-10', amount: 30_000 },
      { due_on: '2027-02-10', amount: 30_000 },
    ],
  }
  expect((await late.financial.ask(promiseApi.agree, { body: { agreement: again } })).status).toBe(201)
})

test('SUS-04 el acuerdo de una empresa que nunca guardó su política queda incumplido cuando su cuota no se paga', async () => {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  t.setNow(new Date(nine('2026-12-15')))
  const instalments = [
    { due_on: '2026-12-18', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ]
  await one.financial.call(promiseApi.agree, { body: { agreement: { no_contract: one.no_contract, instalments } } })
  t.setNow(new Date(nine('2026-12-19')))
  await endLate(t.world)
  expect((await one.financial.call(promiseApi.agreements)).data).toMatchObject([{ outcome: 'broken' }])
})
