import { afterEach, expect, test } from 'vitest'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { dayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { instalmentApi } from '#domain/payments/instalment.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { runAgreementJobs } from '#test/agreement-jobs.ts'
import { bill, makeDebtor, nine, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

test.each([
  ['SUS-04 el saldo a favor de antes del acuerdo que se reversa después no quita lo que se pagó de las cuotas', true],
  ['SUS-04 el pago de antes del acuerdo que se reversa después no quita lo que se pagó de las cuotas', false],
] as const)('%s', async (_title, isCredit) => {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, {})
  const one = await makeDebtor(t, company, await company.person('financial'))
  const { financial, clientId, no_contract } = one
  const pay = async (amount: number, paid_on: string) => {
    const payment = { client_id: clientId, amount, method: 'transferencia' as const, paid_on }
    return (await financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })).data.id
  }
  const before = isCredit ? await pay(40_000, '2026-11-20') : ''
  const invoiceId = await bill(one, 100_000)
  const reversed = isCredit ? before : await pay(40_000, '2026-11-20')
  t.setNow(new Date(nine('2026-12-14')))
  const instalments = [
    { due_on: '2026-12-17', amount: 30_000 },
    { due_on: '2027-01-20', amount: 30_000 },
  ]
  await financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })
  const body = { reason: 'Cheque devuelto' }
  await financial.call(manualPaymentApi.reverse, { params: { id: reversed }, body, headers: newKey() })
  await pay(30_000, '2026-12-14')
  await runAgreementJobs(t, company.id)
  const user = {
    id: one.userId,
    companyId: company.id,
    username: 'c',
    email: 'c@correo.test',
    role: 'client' as const,
  }
  const client = t.as(await t.session(user), user)
  const payable = (await client.call(instalmentApi.payable)).data
  expect(payable.map(({ position, amount }) => [position, amount])).toEqual([[2, 3_000_000]])
  for (const on of ['2026-12-17', '2026-12-18', '2026-12-28']) await runAt(t, nine(on))
  const [agreement] = (await financial.call(promiseApi.agreements)).data
  expect([agreement?.outcome, agreement?.instalments.map(({ state }) => state)]).toEqual([null, ['paid', 'next']])
  expect((await financial.call(invoiceApi.get, { params: { id: invoiceId } })).data.status).toBe('pendiente')
  expect(await statusOf(one)).toBe('active')
  const query = { on: '2026-12-28', page: 1, page_size: 10 }
  const { totals } = await financial.call(portfolioApi.list, { query })
  expect(totals.ages.filter(({ age, balance }) => age !== 'current' && balance > 0)).toEqual([])
})

test('SUS-04 el saldo a favor que dio una nota después del acuerdo se va con el pago que la pagó: la cuota queda sin pagar', async () => {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, { mode: 'off' })
  const one = await makeDebtor(t, company, await company.person('financial'))
  const { financial, clientId, no_contract } = one
  const paidId = await bill(one, 50_000)
  const payment = {
    client_id: clientId,
    amount: 50_000,
    method: 'transferencia' as const,
    paid_on: '2026-11-20',
    invoice_ids: [paidId],
  }
  const { data: paid } = await financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  const agreedId = await bill(one, 100_000)
  t.setNow(new Date(nine('2026-12-14')))
  const instalments = [
    { due_on: '2026-12-17', amount: 50_000 },
    { due_on: '2027-01-20', amount: 50_000 },
  ]
  await financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })
  const statesOf = async () =>
    (await financial.call(promiseApi.agreements)).data[0]?.instalments.map(({ state }) => state)
  await financial.call(invoiceApi.creditNote, {
    params: { id: paidId },
    body: { concept: 'No se prestó', concept_code: '2' },
    headers: newKey(),
  })
  expect(await statesOf()).toEqual(['paid', 'next'])
  const body = { reason: 'Cheque devuelto' }
  await financial.call(manualPaymentApi.reverse, { params: { id: paid.id }, body, headers: newKey() })
  expect((await financial.call(invoiceApi.get, { params: { id: agreedId } })).data.balance).toBe(10_000_000)
  expect(await statesOf()).toEqual(['next', 'later'])
})

test('SUS-04 el anticipo que se usó antes del acuerdo y se reversa después no quita lo que se pagó de las cuotas', async () => {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, { mode: 'off' })
  const one = await makeDebtor(t, company, await company.person('financial'))
  const { financial, clientId, no_contract } = one
  await bill(one, 100_000)
  const small = await bill(one, 10_000)
  const pay = async (amount: number, changes: object = {}) => {
    const paid_on = dayOf(t.world.clock())
    const payment = { client_id: clientId, amount, method: 'transferencia' as const, paid_on, ...changes }
    return (await financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })).data.id
  }
  const advance = await pay(50_000, { invoice_ids: [small], keeps_advance: true })
  await financial.call(creditApi.apply, { params: { client_id: clientId }, body: {}, headers: newKey() })
  t.setNow(new Date(nine('2026-12-14')))
  const instalments = [
    { due_on: '2026-12-17', amount: 30_000 },
    { due_on: '2027-01-20', amount: 30_000 },
  ]
  await financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })
  const body = { reason: 'Cheque devuelto' }
  await financial.call(manualPaymentApi.reverse, { params: { id: advance }, body, headers: newKey() })
  await pay(30_000)
  const [agreement] = (await financial.call(promiseApi.agreements)).data
  expect(agreement?.instalments.map(({ state }) => state)).toEqual(['paid', 'next'])
})
