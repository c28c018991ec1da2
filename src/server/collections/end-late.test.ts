import { afterEach, expect, test } from 'vitest'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { endLate } from '#server/collections/end-late.ts'
import { bill, type Debtor, makeDebtor, nine, putPolicy } from '#test/arrears.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** The connections that a run of the worker takes: each transaction takes one. */
async function countTransactions(): Promise<number> {
  let count = 0
  const add = () => void (count += 1)
  t.world.pool.on('acquire', add)
  await endLate(t.world)
  t.world.pool.off('acquire', add)
  return count
}

async function debtorWith(policy: Parameters<typeof putPolicy>[2]): Promise<Debtor> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const one = await makeDebtor(t, company, await company.person('financial'))
  await bill(one)
  t.setNow(new Date(nine('2026-12-15')))
  return one
}

const INSTALMENTS = [
  { due_on: '2026-12-18', amount: 20_000 },
  { due_on: '2027-01-20', amount: 40_000 },
]
const agree = ({ financial, no_contract }: Debtor) =>
  financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments: INSTALMENTS } } })
const promise = ({ financial, no_contract }: Debtor) =>
  financial.call(promiseApi.promise, { body: { promise: { no_contract, until_on: '2026-12-18' } } })

const outcomesOf = async ({ company }: Debtor) => {
  const { rows } = await t.owner.query<{ outcome: string | null }>(
    `select outcome from payment_promises where company_id = $1
     union all select outcome from payment_agreements where company_id = $1`,
    [company.id],
  )
  return rows.map(({ outcome }) => outcome)
}

test('SUS-04 quien termina las promesas y los acuerdos pregunta una vez, y solo abre una transacción en las empresas que tienen algo por terminar', async () => {
  const promised = await debtorWith({ mode: 'on' })
  await promise(promised)
  const agreed = await debtorWith({ mode: 'off' })
  await agree(agreed)
  const decided = await debtorWith({ mode: 'on' })
  await agree(decided)
  const stopped = await debtorWith({ mode: 'off' })
  await agree(stopped)
  await t.owner.query("update companies set status = 'suspended' where id = $1", [stopped.company.id])
  for (let count = 0; count < 3; count += 1) await t.company()

  // The agreement with the policy off may end at any time, because a payment ends it.
  t.setNow(new Date(nine('2026-12-18')))
  const waiting = await countTransactions()
  expect([await outcomesOf(promised), await outcomesOf(agreed)]).toEqual([[null], [null]])
  t.setNow(new Date(nine('2026-12-19')))
  const late = await countTransactions()
  expect([await outcomesOf(promised), await outcomesOf(agreed)]).toEqual([['broken'], ['broken']])
  expect([await outcomesOf(decided), await outcomesOf(stopped)]).toEqual([[null], [null]])
  const idle = await countTransactions()
  expect({ waiting: waiting - idle, late: late - idle, idle }).toEqual({ waiting: 1, late: 2, idle: 2 })
})
