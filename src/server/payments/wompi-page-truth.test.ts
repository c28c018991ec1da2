import { afterEach, expect, test } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { untilFinal } from '#test/at-bank.ts'
import { testPaying, WOMPI_PAGE } from '#test/paying.ts'
import { casesOf, onPage, pageSteps, statusOf } from '#test/wompi-page.ts'
import { pollDueAttempts } from './polling.ts'
import { reconcileDay } from './reconcile.ts'

const paying = await testPaying()
const { t } = paying
const { pagePayer, linksOf, sentOf, muteEvents, after, untilApproved, adopted } = pageSteps(paying)
afterEach(() => t.setNow(null))

test('TRX-05 los avisos se pierden: se pregunta por los pagos de la empresa y se encuentra el de su enlace', async () => {
  const payer = await pagePayer()
  muteEvents(payer)
  const started = await payer.paid([await payer.owe(60_000)], WOMPI_PAGE)
  const other = await payer.paid([await payer.owe(30_000)], WOMPI_PAGE)
  after(started, 1)
  await pollDueAttempts(t.world)
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'pending', transaction_id: null })
  await onPage(started.redirect_url, 'APPROVED')
  after(started, 2)
  await pollDueAttempts(t.world)
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'approved', receipt: { number: 1 } })
  expect(await payer.attempt(other.id)).toMatchObject({ status: 'pending' })
})

test('TRX-05 el cierre de la noche encuentra lo pagado en la página, una vez, y sin avisos', async () => {
  const payer = await pagePayer()
  muteEvents(payer)
  const started = await payer.paid([await payer.owe(60_000)], WOMPI_PAGE)
  await onPage(started.redirect_url, 'APPROVED')
  const day = dayOf(new Date(started.created_at))
  for (let run = 0; run < 2; run += 1)
    await reconcileDay(t.world, { company_id: payer.company.id, environment: 'test', day })
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'approved', receipt: { number: 1 } })
  expect(await casesOf(payer)).toEqual([])
})

test('TRX-05 un valor o una moneda que no son los del enlace no se aplican: los revisa una persona', async () => {
  const payer = await pagePayer()
  muteEvents(payer)
  const id = await payer.owe(60_000)
  const started = await payer.paid([id], WOMPI_PAGE)
  await onPage(started.redirect_url, 'PENDING')
  const [transaction] = sentOf(payer)
  if (!transaction) throw new Error('no transaction')
  Object.assign(transaction, { status: 'APPROVED', amount_in_cents: 5_999_900 })
  await payer.client.call(paymentApi.verify, { params: { id: started.id } })
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'pending', receipt: null })
  expect(await casesOf(payer)).toMatchObject([
    { kind: 'mismatch', amount: 5_999_900, says: expect.stringContaining(transaction.id) },
  ])
  expect(await statusOf(payer, id)).not.toBe('pagado')
  Object.assign(transaction, { currency: 'USD', amount_in_cents: 6_000_000 })
  await payer.client.call(paymentApi.verify, { params: { id: started.id } })
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'pending', receipt: null })
})

test('TRX-05 un segundo pago aprobado del mismo enlace no se aplica a otra cosa: lo revisa una persona', async () => {
  const payer = await pagePayer()
  muteEvents(payer)
  const started = await payer.paid([await payer.owe(60_000)], WOMPI_PAGE)
  await onPage(started.redirect_url, 'APPROVED')
  await payer.client.call(paymentApi.verify, { params: { id: started.id } })
  const [first] = sentOf(payer)
  if (!first) throw new Error('no transaction')
  const second = adopted(first, { id: `${first.id}0`, reference: `${first.reference}0` })
  const day = dayOf(new Date(started.created_at))
  await reconcileDay(t.world, { company_id: payer.company.id, environment: 'test', day })
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'approved', transaction_id: first.id })
  expect(await casesOf(payer)).toMatchObject([
    { kind: 'mismatch', amount: 6_000_000, says: expect.stringContaining(second.id) },
  ])
  expect((await payer.financial.call(manualPaymentApi.list)).data).toHaveLength(1)
})

test('TRX-05 la respuesta con el enlace se pierde y alguien paga en él: se encuentra por su referencia', async () => {
  const payer = await pagePayer()
  const id = await payer.owe(60_000)
  paying.simulator().fail('create', 'lost')
  const lost = await payer.paid([id], WOMPI_PAGE)
  expect(lost).toMatchObject({ status: 'expired' })
  const [link] = linksOf(payer)
  await onPage(`${paying.simulator().checkoutUrl}/l/${link?.id}`, 'APPROVED')
  await untilApproved(payer, lost.id)
  expect(await statusOf(payer, id)).toBe('pagado')
})

test('TRX-05 un enlace que la empresa hizo en Wompi, u otro comercio, no paga facturas: lo revisa una persona', async () => {
  const [payer, other] = [await pagePayer(), await pagePayer()]
  const id = await payer.owe(60_000)
  const started = await payer.paid([id], WOMPI_PAGE)
  const foreign = await other.paid([await other.owe(60_000)], WOMPI_PAGE)
  await onPage(foreign.redirect_url, 'APPROVED')
  await untilFinal(paying, other, foreign.id)
  const [theirs] = sentOf(other)
  const [link] = linksOf(payer)
  if (!theirs || !link) throw new Error('no transaction')
  // A payment at this company with the link of the other one, and one with the reference of the attempt and no link.
  const unknown = adopted(theirs, { id: '11004-1-10001', merchant: link.merchant })
  const named = adopted(theirs, {
    id: '11004-1-10002',
    merchant: link.merchant,
    reference: started.reference,
    amount_in_cents: 6_000_000,
  })
  const day = dayOf(new Date(started.created_at))
  await reconcileDay(t.world, { company_id: payer.company.id, environment: 'test', day })
  expect(await payer.attempt(started.id)).toMatchObject({ status: 'pending', receipt: null })
  const cases = await casesOf(payer)
  expect(cases).toHaveLength(2)
  for (const { id: transaction } of [unknown, named])
    expect(cases).toContainEqual(
      expect.objectContaining({ kind: 'stranger', says: expect.stringContaining(transaction) }),
    )
  expect(await statusOf(payer, id)).not.toBe('pagado')
})
