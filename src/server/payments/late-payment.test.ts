import { expect, test, vi } from 'vitest'
import { contractRefundApi } from '#domain/contracts/refund-api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { makeContract } from '#test/factory.ts'
import { APPROVES, testPaying } from '#test/paying.ts'
import { checkAttempt } from './check-attempt.ts'

const paying = await testPaying()
const { t } = paying

test('TRX-05 R2.14 aprobado tarde, cuando el contrato ya quedó sin efecto: se aparta para devolverlo y no paga otra factura', async () => {
  const payer = await paying.payer()
  // Its events do not arrive: the payment is found by a check.
  for (const merchant of paying.simulator().merchants) merchant.events_url = null
  const id = await payer.owe(50_000)
  const attempt = await payer.paid([id], { payment_method: { type: 'NEQUI', phone_number: APPROVES } })
  await payer.financial.call(invoiceApi.creditNote, {
    params: { id },
    body: { concept: 'No se instaló a tiempo' },
    headers: { 'idempotency-key': 'sin-efecto' },
  })
  await t.owner.query(
    `update contracts set status = 'cancelled', installation_notice = 'late' where no_contract = $1`,
    [payer.no_contract],
  )
  const other = await makeContract(t.owner, payer.company.id, payer.clientId, { stratum: 1 })
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price: 20_000 }]
  await payer.financial.call(invoiceApi.create, {
    body: { invoice: { no_contract: other.no_contract, lines } },
    headers: { 'idempotency-key': 'otra-factura' },
  })
  const statusOf = () =>
    paying
      .simulator()
      .transactions()
      .find(({ reference }) => reference === attempt.reference)?.status
  await vi.waitFor(() => expect(statusOf()).toBe('APPROVED'), { interval: 10 })
  await checkAttempt(t.world, payer.company.id, attempt.id)
  const { data: refunds } = await payer.financial.call(contractRefundApi.list, {})
  expect(refunds).toMatchObject([{ amount: 5_000_000, returned: 0, closed_on: null }])
  const { data } = await payer.client.call(paymentApi.debts)
  expect(data.invoices).toMatchObject([{ balance: 2_000_000 }])
})
