import { afterEach, expect, test } from 'vitest'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt } from '#test/arrears.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

type Agreed = Debtor & { client: Person; id: string }

/** A client of a company with an agreement of December 14 over 60.000 pesos: 20.000 until Thursday 17, and 40.000. */
async function agreed(company: Company): Promise<Agreed> {
  t.setNow(new Date(nine('2026-11-20')))
  await putPolicy(t, company.id)
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  t.setNow(new Date(nine('2026-12-14')))
  const instalments = [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ]
  const { data } = await one.financial.call(promiseApi.agree, {
    body: { agreement: { no_contract: one.no_contract, instalments } },
  })
  const user = { id: one.userId, companyId: company.id, username: 'c', email: 'c@correo.test', role: 'client' as const }
  return { ...one, id: data.id, client: t.as(await t.session(user), user) }
}

const listOf = (by: Person) => by.call(promiseApi.agreements)
const statesOf = async (by: Person) => (await listOf(by)).data[0]?.instalments.map(({ state }) => state)

test('SUS-04 el cliente lee su acuerdo: qué pagó, qué sigue, qué está atrasado y cómo terminó', async () => {
  const one = await agreed(await t.company())
  expect((await listOf(one.client)).data).toMatchObject([
    { id: one.id, no_contract: one.no_contract, amount: 6_000_000, paid: 0, disputed: 0, outcome: null },
  ])
  expect(await statesOf(one.client)).toEqual(['next', 'later'])
  await pay(one, 5_000, '2026-12-14')
  expect((await listOf(one.client)).data[0]?.instalments).toMatchObject([
    { paid: 500_000, left: 1_500_000, state: 'next' },
    { paid: 0, left: 4_000_000, state: 'later' },
  ])
  t.setNow(new Date('2026-12-18T11:00:00Z'))
  expect(await statesOf(one.client)).toEqual(['late', 'next'])
  await pay(one, 15_000, '2026-12-18')
  expect(await statesOf(one.client)).toEqual(['paid', 'next'])
  await pay(one, 40_000, '2026-12-18')
  expect((await listOf(one.client)).data).toMatchObject([{ outcome: 'kept', ended_on: '2026-12-18', paid: 6_000_000 }])
})

test('SUS-04 de un acuerdo que no se cumplió el cliente lee qué pagó y qué quedó sin pagar', async () => {
  const one = await agreed(await t.company())
  await pay(one, 5_000, '2026-12-14')
  await runAt(t, nine('2026-12-18'))
  expect((await listOf(one.client)).data).toMatchObject([{ outcome: 'broken', ended_on: '2026-12-18', paid: 500_000 }])
  expect(await statesOf(one.client)).toEqual(['unpaid', 'unpaid'])
})

test('SUS-04 un cliente lee solo sus acuerdos, y el escritorio los de su empresa', async () => {
  const company = await t.company()
  const one = await agreed(company)
  const other = await agreed(company)
  const foreign = await agreed(await t.company())
  for (const { client, id } of [one, other, foreign]) {
    const { data, meta } = await listOf(client)
    expect([data.map((agreement) => agreement.id), meta.total]).toEqual([[id], 1])
  }
  expect((await listOf(one.financial)).data.map(({ id }) => id)).toEqual([other.id, one.id])
})

test('SUS-04 quien recibe el contrato cedido no lee el acuerdo de quien lo tenía', async () => {
  const company = await t.company()
  const one = await agreed(company)
  const other = await makeDebtor(t, company, one.financial)
  await t.owner.query('update contracts set client_id = $2 where id = $1', [one.contractId, other.clientId])
  const user = {
    id: other.userId,
    companyId: company.id,
    username: 'd',
    email: 'd@correo.test',
    role: 'client' as const,
  }
  expect((await listOf(t.as(await t.session(user), user))).data).toEqual([])
  expect((await listOf(one.client)).data.map(({ id }) => id)).toEqual([one.id])
})
