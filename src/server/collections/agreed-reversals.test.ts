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

/** A debtor on November 20, and what its desk does. */
async function makeDesk(policy: Parameters<typeof putPolicy>[2]) {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, policy)
  const one = await makeDebtor(t, company, await company.person('financial'))
  const { financial, clientId, no_contract } = one
  const pay = async (amount: number, changes: object = {}) => {
    const paid_on = dayOf(t.world.clock())
    const payment = { client_id: clientId, amount, method: 'transferencia' as const, paid_on, ...changes }
    return (await financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })).data.id
  }
  const reverse = (id: string) =>
    financial.call(manualPaymentApi.reverse, { params: { id }, body: { reason: 'Cheque devuelto' }, headers: newKey() })
  /** The agreement of December 14, in two equal instalments until the 17th and January 20. */
  const agree = async (amount: number) => {
    t.setNow(new Date(nine('2026-12-14')))
    const instalments = ['2026-12-17', '2027-01-20'].map((due_on) => ({ due_on, amount }))
    await financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })
  }
  const statesOf = async () => {
    const [agreement] = (await financial.call(promiseApi.agreements)).data
    return [agreement?.outcome, agreement?.instalments.map(({ state }) => state)]
  }
  return { ...one, company, pay, reverse, agree, statesOf }
}

test.each([
  ['SUS-04 el saldo a favor de antes del acuerdo que se reversa después no quita lo que se pagó de las cuotas', true],
  ['SUS-04 el pago de antes del acuerdo que se reversa después no quita lo que se pagó de las cuotas', false],
] as const)('%s', async (_title, isCredit) => {
  const desk = await makeDesk({})
  const { financial, company, userId } = desk
  const before = isCredit ? await desk.pay(40_000) : ''
  const invoiceId = await bill(desk, 100_000)
  const reversed = isCredit ? before : await desk.pay(40_000)
  await desk.agree(30_000)
  await desk.reverse(reversed)
  await desk.pay(30_000)
  await runAgreementJobs(t, company.id)
  const user = { id: userId, companyId: company.id, username: 'c', email: 'c@correo.test', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const payable = (await client.call(instalmentApi.payable)).data
  expect(payable.map(({ position, amount }) => [position, amount])).toEqual([[2, 3_000_000]])
  for (const on of ['2026-12-17', '2026-12-18', '2026-12-28']) await runAt(t, nine(on))
  expect(await desk.statesOf()).toEqual([null, ['paid', 'next']])
  expect((await financial.call(invoiceApi.get, { params: { id: invoiceId } })).data.status).toBe('pendiente')
  expect(await statusOf(desk)).toBe('active')
  const query = { on: '2026-12-28', page: 1, page_size: 10 }
  const { totals } = await financial.call(portfolioApi.list, { query })
  expect(totals.ages.filter(({ age, balance }) => age !== 'current' && balance > 0)).toEqual([])
})

test('SUS-04 el saldo a favor que dio una nota después del acuerdo se va con el pago que la pagó: la cuota queda sin pagar', async () => {
  const desk = await makeDesk({ mode: 'off' })
  const { financial } = desk
  const paidId = await bill(desk, 50_000)
  const payment = await desk.pay(50_000, { invoice_ids: [paidId] })
  const agreedId = await bill(desk, 100_000)
  await desk.agree(50_000)
  const body = { concept: 'No se prestó', concept_code: '2' }
  await financial.call(invoiceApi.creditNote, { params: { id: paidId }, body, headers: newKey() })
  expect(await desk.statesOf()).toEqual([null, ['paid', 'next']])
  await desk.reverse(payment)
  expect((await financial.call(invoiceApi.get, { params: { id: agreedId } })).data.balance).toBe(10_000_000)
  expect(await desk.statesOf()).toEqual([null, ['next', 'later']])
})

test('SUS-04 el anticipo que se usó antes del acuerdo y se reversa después no quita lo que se pagó de las cuotas', async () => {
  const desk = await makeDesk({ mode: 'off' })
  await bill(desk, 100_000)
  const small = await bill(desk, 10_000)
  const advance = await desk.pay(50_000, { invoice_ids: [small], keeps_advance: true })
  await desk.financial.call(creditApi.apply, { params: { client_id: desk.clientId }, body: {}, headers: newKey() })
  await desk.agree(30_000)
  await desk.reverse(advance)
  await desk.pay(30_000)
  expect(await desk.statesOf()).toEqual([null, ['paid', 'next']])
})
