import { afterEach, expect, test } from 'vitest'
import { smallBalanceApi } from '#domain/accounting/small-balance-api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { runAgreementJobs } from '#test/agreement-jobs.ts'
import { bill, makeDebtor, nine, putPolicy, runAt } from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

test('SUS-04 ACC-05 el saldo pequeño que se cierra paga lo que falta de la cuota, y si se reabre la debe otra vez', async () => {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id, { mode: 'off' })
  const debtor = await makeDebtor(t, company, await company.person('financial'))
  const [first, second] = [await bill(debtor, 20_000), await bill(debtor, 40_000)]
  const { financial, clientId, no_contract } = debtor
  t.setNow(new Date(nine('2026-12-14')))
  const instalments = [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ]
  await financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })
  const payment = {
    client_id: clientId,
    amount: 19_976,
    method: 'efectivo' as const,
    paid_on: '2026-12-14',
    invoice_ids: [first],
  }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  await runAgreementJobs(t, company.id)
  const agreedUntil = async () => (await financial.call(invoiceApi.get, { params: { id: second } })).data.agreed_to_on
  expect(await agreedUntil()).toBe('2026-12-17')
  await financial.call(smallBalanceApi.setLimit, { body: { limit: { amount: 50 } } })
  const close = async () => {
    await financial.call(smallBalanceApi.close, { body: { closing: { posted_on: '2026-12-14' } }, headers: newKey() })
    await runAgreementJobs(t, company.id)
  }
  await close()
  expect(await agreedUntil()).toBe('2027-01-20')
  const [closed] = (await financial.call(smallBalanceApi.closed, { query: { page: 1, page_size: 5 } })).data
  const body = { reason: 'Pagó lo que faltaba' }
  await financial.call(smallBalanceApi.reverse, { params: { id: closed?.id ?? '' }, body, headers: newKey() })
  await runAgreementJobs(t, company.id)
  expect(await agreedUntil()).toBe('2026-12-17')
  await close()
  await runAt(t, nine('2026-12-18'))
  const { data } = await financial.call(invoiceApi.get, { params: { id: second } })
  const [agreement] = (await financial.call(promiseApi.agreements)).data
  expect([data.status, agreement?.outcome, agreement?.instalments.map(({ state }) => state)]).toEqual([
    'pendiente',
    null,
    ['paid', 'next'],
  ])
})
