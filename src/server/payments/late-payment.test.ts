import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { contractRefundApi } from '#domain/contracts/refund-api.ts'
import { dayOf } from '#domain/core/days.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import type { PaymentAttempt } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { makeContract } from '#test/factory.ts'
import { APPROVES, type Payer, testPaying } from '#test/paying.ts'
import { checkAttempt } from './check-attempt.ts'

const paying = await testPaying()
const { t } = paying

const headers = () => ({ 'idempotency-key': randomUUID() })

/** A payer whose events do not arrive: a payment is found by a check. */
async function silentPayer(): Promise<Payer> {
  const payer = await paying.payer()
  for (const merchant of paying.simulator().merchants) merchant.events_url = null
  return payer
}

const begin = (payer: Payer, id: string) =>
  payer.paid([id], { payment_method: { type: 'NEQUI', phone_number: APPROVES } })

/** The contract of the payer is void: its invoice is credited. */
async function makeVoid(payer: Payer, id: string): Promise<void> {
  const body = { concept: 'No se instaló a tiempo' }
  await payer.financial.call(invoiceApi.creditNote, { params: { id }, body, headers: headers() })
  await t.owner.query(
    `update contracts set status = 'cancelled', installation_notice = 'late' where no_contract = $1 and company_id = $2`,
    [payer.no_contract, payer.company.id],
  )
}

/** An invoice of another contract of the payer. */
async function chargeOther(payer: Payer, price: number) {
  const { no_contract } = await makeContract(t.owner, payer.company.id, payer.clientId, { stratum: 1 })
  const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price }]
  const body = { invoice: { no_contract, lines } }
  return (await payer.financial.call(invoiceApi.create, { body, headers: headers() })).data
}

async function payCash({ financial, clientId }: Payer, amount: number): Promise<void> {
  const payment = { client_id: clientId, amount, method: 'efectivo', paid_on: dayOf(new Date()) }
  await financial.call(manualPaymentApi.create, { body: { payment }, headers: headers() })
}

/** The provider approves the payment, and a check finds it. */
async function approve(payer: Payer, { id, reference }: PaymentAttempt): Promise<void> {
  const statusOf = () =>
    paying
      .simulator()
      .transactions()
      .find((one) => one.reference === reference)?.status
  await vi.waitFor(() => expect(statusOf()).toBe('APPROVED'), { interval: 10 })
  await checkAttempt(t.world, payer.company.id, id)
}

const chargeBack = ({ financial }: Payer, { id }: PaymentAttempt) =>
  financial.call(paymentApi.chargeback, {
    params: { id },
    body: { reason: 'El cliente desconoció el pago' },
    headers: headers(),
  })

const refundsOf = async ({ financial }: Payer) => (await financial.call(contractRefundApi.list, {})).data
const debtsOf = async ({ client }: Payer) => (await client.call(paymentApi.debts)).data

test('TRX-05 R2.14 aprobado tarde, cuando el contrato ya quedó sin efecto: se aparta para devolverlo y no paga otra factura', async () => {
  const payer = await silentPayer()
  const id = await payer.owe(50_000)
  const attempt = await begin(payer, id)
  await makeVoid(payer, id)
  await chargeOther(payer, 20_000)
  await approve(payer, attempt)
  expect(await refundsOf(payer)).toMatchObject([{ amount: 5_000_000, returned: 0, closed_on: null }])
  expect((await debtsOf(payer)).invoices).toMatchObject([{ balance: 2_000_000 }])
})

test('TRX-04 R2.14 el contracargo de un pago que se apartó quita lo apartado, y ninguna otra factura pierde su saldo a favor', async () => {
  const payer = await silentPayer()
  await payCash(payer, 30_000)
  const other = await chargeOther(payer, 80_000)
  expect(other.balance).toBe(5_000_000)
  const id = await payer.owe(100_000)
  const attempt = await begin(payer, id)
  await makeVoid(payer, id)
  await approve(payer, attempt)
  expect(await refundsOf(payer)).toMatchObject([{ amount: 10_000_000, closed_on: null }])
  const { message } = await chargeBack(payer, attempt)
  expect(message).not.toContain(other.number)
  expect((await debtsOf(payer)).invoices).toMatchObject([{ id: other.id, balance: 5_000_000 }])
  expect(await refundsOf(payer)).toMatchObject([{ amount: 0, returned: 0, closed_on: expect.any(String) }])
  const { data: credit } = await payer.financial.call(creditApi.get, { params: { client_id: payer.clientId } })
  expect(credit).toMatchObject({ credit: 0, owed: [] })
  // The contracts of this file are void without the events of it (I10).
  expect((await breachesOf(t)).filter((breach) => !breach.startsWith('I10 '))).toEqual([])
})

test('TRX-04 R2.14 el contracargo de un pago que llegó antes de quedar sin efecto el contrato no quita lo que se pagó en efectivo', async () => {
  const payer = await silentPayer()
  const id = await payer.owe(50_000)
  const attempt = await begin(payer, id)
  await payCash(payer, 50_000)
  await approve(payer, attempt)
  expect(await refundsOf(payer)).toEqual([])
  await makeVoid(payer, id)
  await t.owner.query(
    `insert into contract_refunds (company_id, contract_id, client_id, amount)
     select company_id, id, client_id, 5000000 from contracts where no_contract = $1 and company_id = $2`,
    [payer.no_contract, payer.company.id],
  )
  await chargeBack(payer, attempt)
  expect(await refundsOf(payer)).toMatchObject([{ amount: 5_000_000, returned: 0, closed_on: null }])
  const { data: credit } = await payer.financial.call(creditApi.get, { params: { client_id: payer.clientId } })
  expect(credit.credit).toBe(5_000_000)
})

test('TRX-01 TRX-05 el correo de un recibo nombra solo las facturas que pagó, y dice lo que queda a favor', async () => {
  const payer = await silentPayer()
  const bodyOf = async (attempt: PaymentAttempt) => {
    await approve(payer, attempt)
    const { rows } = await t.owner.query<{ text_body: string }>(
      `select text_body from messages where company_id = $1 and kind = 'receipt' order by id desc limit 1`,
      [payer.company.id],
    )
    return rows[0]?.text_body
  }
  const paid = await begin(payer, await payer.owe(50_000))
  const first = await bodyOf(paid)
  expect(first).toContain(`Recibimos tu pago de la factura ${paid.invoices[0]?.number} con Nequi.`)
  expect(first).not.toContain('a tu favor')
  const late = await begin(payer, await payer.owe(50_000))
  await payCash(payer, 30_000)
  const partly = await bodyOf(late)
  expect(partly).toContain(`Recibimos tu pago de la factura ${late.invoices[0]?.number} con Nequi.`)
  expect(partly).toContain('De este pago, $ 30.000,00 quedan a tu favor.')
  const whole = await begin(payer, await payer.owe(50_000))
  await payCash(payer, 50_000)
  const nothing = await bodyOf(whole)
  expect(nothing).toContain('Recibimos tu pago con Nequi.')
  expect(nothing).toContain('De este pago, $ 20.000,00 quedan a tu favor.')
})
