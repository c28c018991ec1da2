import { afterEach, expect, test } from 'vitest'
import { paymentApi } from '#domain/payments/online-api.ts'
import { APPROVES, type Payer, testPaying } from '#test/paying.ts'
import { checkAttempt } from './check-attempt.ts'
import { pollDueAttempts } from './polling.ts'

/** What the payer reads of a payment that was sent, and about which Wompi said nothing in seven days. */
const paying = await testPaying({ settleMs: 60_000 })
const { t } = paying
afterEach(() => t.setNow(null))

const NEQUI = { payment_method: { type: 'NEQUI', phone_number: APPROVES } }

/** A payment whose reply was lost, and about which Wompi did not answer until the seventh day. */
async function unanswered(payer: Payer): Promise<{ id: string; reference: string }> {
  paying.simulator().fail('create', 'lost')
  const { id, reference, created_at } = await payer.paid([await payer.owe(50_000)], NEQUI)
  paying.simulator().fail('read', 'error_500')
  t.setNow(new Date(Date.parse(created_at) + 7 * 86_400_000))
  await pollDueAttempts(t.world)
  return { id, reference }
}

test('PAY-05 de un pago del que Wompi no dijo nada en siete días no se afirma que no hubo cobro, y cuando lo dice se afirma', async () => {
  const payer = await paying.payer()
  const { id, reference } = await unanswered(payer)
  const said = expect.stringMatching(/^Wompi no dijo qué pasó con este pago.*revisa tu cuenta antes de pagar otra vez/)
  expect(await payer.attempt(id)).toMatchObject({
    status: 'expired',
    transaction_id: null,
    may_be_charged: true,
    problem: said,
  })
  const [listed] = (await payer.client.call(paymentApi.transactions)).data
  expect(listed).toMatchObject({ status: 'expired', problem: said })
  expect((await payer.financial.call(paymentApi.cases)).data).toMatchObject([{ kind: 'given_up', reference }])

  const sent = paying
    .simulator()
    .transactions()
    .find((one) => one.reference === reference)
  paying.simulator().forget(sent?.id ?? '')
  await checkAttempt(t.world, payer.company.id, id)
  expect(await payer.attempt(id)).toMatchObject({
    may_be_charged: false,
    problem: expect.stringContaining('no se hizo ningún cobro'),
  })
})
