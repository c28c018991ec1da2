import { afterEach, expect, test } from 'vitest'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { addDays, type Day, dayOf } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { instalmentApi } from '#domain/payments/instalment.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { putPolicy, runAt } from '#test/arrears.ts'
import { bankOf, finishAtBank, untilFinal } from '#test/at-bank.ts'
import { newKey } from '#test/cases/billed.ts'
import { breachesOf } from '#test/credit-desk.ts'
import { type Payer, pse, testPaying } from '#test/paying.ts'

const paying = await testPaying()
const { t } = paying
afterEach(() => t.setNow(null))

type Agreed = { payer: Payer; invoices: string[]; agreement_id: string; last: Day }

/** A client with two invoices of 30.000 pesos and an agreement over them: an instalment in ten days, and another in forty. */
async function agreed([first, second] = [40_000, 20_000]): Promise<Agreed> {
  const payer = await paying.payer()
  const invoices = [await payer.owe(30_000), await payer.owe(30_000)]
  const today = dayOf(new Date())
  const instalments = [
    { due_on: addDays(today, 10), amount: first },
    { due_on: addDays(today, 40), amount: second },
  ]
  const { data } = await payer.financial.call(promiseApi.agree, {
    body: { agreement: { no_contract: payer.no_contract, instalments } },
  })
  return { payer, invoices, agreement_id: data.id, last: data.instalments[0]?.payable_until ?? today }
}

const payable = async ({ payer }: Agreed) =>
  (await payer.client.call(instalmentApi.payable)).data.map(({ position, last_position, amount, invoices }) => ({
    position,
    ...(last_position === position ? {} : { last_position }),
    amount: toPesos(amount),
    parts: invoices.map((part) => toPesos(part.amount)),
  }))

const payInstalment = (
  { payer, agreement_id }: Agreed,
  position: number,
  { last_position, ...changes }: { last_position?: number; [key: string]: unknown } = {},
) => payer.pay([], { invoice_ids: undefined, instalment: { agreement_id, position, last_position }, ...changes })

const idOf = (answer: { status: number; json: { data?: unknown }; text: string }): string => {
  if (answer.status !== 201) throw new Error(`paying answered ${answer.status}: ${answer.text}`)
  return (answer.json.data as { id: string }).id
}

const balances = async ({ payer, invoices }: Agreed) => {
  const found: number[] = []
  for (const id of invoices)
    found.push(toPesos((await payer.client.call(invoiceApi.get, { params: { id } })).data.balance))
  return found
}

const agreementOf = async ({ payer }: Agreed) => {
  const [agreement] = (await payer.client.call(promiseApi.agreements)).data
  if (!agreement) throw new Error('no agreement')
  return {
    outcome: agreement.outcome,
    paid: toPesos(agreement.paid),
    states: agreement.instalments.map(({ state }) => state),
  }
}

const payAtDesk = ({ payer }: Agreed, amount: number) =>
  payer.financial.call(manualPaymentApi.create, {
    body: { payment: { client_id: payer.clientId, amount, method: 'efectivo', paid_on: dayOf(t.world.clock()) } },
    headers: newKey(),
  })

const breaches = () => breachesOf(t)

const creditOf = async ({ payer }: Agreed) => (await payer.client.call(paymentApi.debts)).data.credit

test('SUS-04 PAY-05 el cliente paga una cuota en línea: sus partes de cada factura, el recibo y la cuota quedan exactos', async () => {
  const one = await agreed()
  expect(await payable(one)).toEqual([{ position: 1, amount: 40_000, parts: [30_000, 10_000] }])
  const done = await untilFinal(paying, one.payer, idOf(await payInstalment(one, 1)))
  expect(done).toMatchObject({ status: 'approved', amount: 4_000_000, receipt: { number: 1 } })
  expect(await balances(one)).toEqual([0, 20_000])
  expect(await agreementOf(one)).toEqual({ outcome: null, paid: 40_000, states: ['paid', 'next'] })
  const { data: receipt } = await one.payer.client.call(paymentApi.receipt, { params: { id: done.receipt?.id ?? '' } })
  expect(receipt.applied.map(({ amount }) => toPesos(amount))).toEqual([30_000, 10_000])
  expect(toPesos(receipt.credit)).toBe(0)
  expect(await payable(one)).toEqual([{ position: 2, amount: 20_000, parts: [20_000] }])
  await untilFinal(paying, one.payer, idOf(await payInstalment(one, 2)))
  expect(await agreementOf(one)).toEqual({ outcome: 'kept', paid: 60_000, states: ['paid', 'paid'] })
  expect(await payable(one)).toEqual([])
  expect(await breaches()).toEqual([])
})

test('SUS-04 PAY-05 una cuota no se paga dos veces: ni con un pago en proceso, ni desde una pantalla vieja, ni la segunda primero', async () => {
  const one = await agreed()
  const early = await payInstalment(one, 2)
  expect([early.status, early.json.message]).toEqual([409, 'Paga primero la cuota anterior. No se hizo ningún cobro.'])
  const id = idOf(await payInstalment(one, 1, pse('1')))
  const again = await payInstalment(one, 1)
  expect([again.status, again.json.message]).toEqual([409, expect.stringMatching(/^Ya hay un pago en proceso/)])
  await finishAtBank(await bankOf(one.payer, id), 'APPROVED')
  await untilFinal(paying, one.payer, id)
  const old = await payInstalment(one, 1)
  expect([old.status, old.json.message]).toEqual([
    409,
    'Esa cuota ya se pagó o está en reclamo. No se hizo ningún cobro.',
  ])
  expect(await balances(one)).toEqual([0, 20_000])
  const sent = paying.simulator().transactions()
  expect(sent.filter(({ merchant }) => merchant.name === one.payer.company.id)).toHaveLength(1)
})

test('SUS-04 PAY-05 lo que se pagó en el escritorio antes de empezar no se cobra otra vez: la cuota cobra lo que le falta', async () => {
  const one = await agreed()
  await payAtDesk(one, 15_000)
  expect(await payable(one)).toEqual([{ position: 1, amount: 25_000, parts: [15_000, 10_000] }])
  const done = await untilFinal(paying, one.payer, idOf(await payInstalment(one, 1)))
  expect(done).toMatchObject({ status: 'approved', amount: 2_500_000 })
  expect(await agreementOf(one)).toEqual({ outcome: null, paid: 40_000, states: ['paid', 'next'] })
})

test('SUS-04 PAY-05 si la cuota se paga en el escritorio mientras el banco aprueba, lo que sobra paga lo demás del acuerdo y queda a favor', async () => {
  const one = await agreed()
  const id = idOf(await payInstalment(one, 1, pse('1')))
  await payAtDesk(one, 40_000)
  await finishAtBank(await bankOf(one.payer, id), 'APPROVED')
  const done = await untilFinal(paying, one.payer, id)
  expect(await balances(one)).toEqual([0, 0])
  const { data: receipt } = await one.payer.client.call(paymentApi.receipt, { params: { id: done.receipt?.id ?? '' } })
  expect([receipt.applied.map(({ amount }) => toPesos(amount)), toPesos(receipt.credit)]).toEqual([[10_000], 30_000])
  // Of the rest, 10.000 pay what was owed of the second invoice, and 20.000 stay in favour.
  expect(await agreementOf(one)).toEqual({ outcome: 'kept', paid: 60_000, states: ['paid', 'paid'] })
  expect(toPesos(await creditOf(one))).toBe(20_000)
  expect(await payable(one)).toEqual([])
  expect((await payInstalment(one, 2)).status).toBe(409)
  expect(await breaches()).toEqual([])
})

test('SUS-04 PAY-05 si el acuerdo se rompe mientras el banco aprueba, el pago entra a sus facturas y el acuerdo sigue roto', async () => {
  const one = await agreed()
  await putPolicy(t, one.payer.company.id)
  const id = idOf(await payInstalment(one, 1, pse('1')))
  const bank = await bankOf(one.payer, id)
  await runAt(t, `${addDays(one.last, 1)}T14:00:00Z`)
  expect((await agreementOf(one)).outcome).toBe('broken')
  const late = await payInstalment(one, 1)
  expect([late.status, late.json.message]).toEqual([
    409,
    'Ese acuerdo de pago no tiene cuotas por pagar ahora. No se hizo ningún cobro.',
  ])
  await finishAtBank(bank, 'APPROVED')
  expect((await untilFinal(paying, one.payer, id)).status).toBe('approved')
  expect(await balances(one)).toEqual([0, 20_000])
  expect(await breaches()).toEqual([])
})

test('SUS-04 AUT-07 nadie paga ni lee la cuota del acuerdo de otro cliente', async () => {
  const [one, other] = [await agreed(), await agreed()]
  const answer = await payInstalment({ ...one, agreement_id: other.agreement_id }, 1)
  expect([answer.status, answer.json.message]).toEqual([
    409,
    'Ese acuerdo de pago no tiene cuotas por pagar ahora. No se hizo ningún cobro.',
  ])
  const { data } = await one.payer.client.call(instalmentApi.payable)
  expect(data.map(({ agreement_id }) => agreement_id)).toEqual([one.agreement_id])
})

test('SUS-04 INV-11 de una cuota no se cobra lo que está en reclamo', async () => {
  const one = await agreed()
  await one.payer.financial.call(invoiceApi.dispute, {
    params: { id: one.invoices[0] ?? '' },
    body: { amount: 30_000, reason: 'No vinieron' },
  })
  expect(await payable(one)).toEqual([{ position: 1, amount: 10_000, parts: [10_000] }])
  await untilFinal(paying, one.payer, idOf(await payInstalment(one, 1)))
  expect(await balances(one)).toEqual([30_000, 20_000])
  expect(await payable(one)).toEqual([{ position: 2, amount: 20_000, parts: [20_000] }])
})

test('SUS-04 PAY-05 una cuota que pide menos que el mínimo en línea se paga junto con la siguiente', async () => {
  const one = await agreed([1_000, 59_000])
  expect(await payable(one)).toEqual([{ position: 1, last_position: 2, amount: 60_000, parts: [30_000, 30_000] }])
  const done = await untilFinal(paying, one.payer, idOf(await payInstalment(one, 1, { last_position: 2 })))
  expect(done).toMatchObject({ status: 'approved', amount: 6_000_000 })
  expect(await agreementOf(one)).toEqual({ outcome: 'kept', paid: 60_000, states: ['paid', 'paid'] })
  expect([await balances(one), toPesos(await creditOf(one)), await breaches()]).toEqual([[0, 0], 0, []])
})

test('SUS-04 PAY-05 si de una cuota falta menos que el mínimo en línea, se paga con la siguiente; si falta menos de todo el acuerdo, en la oficina', async () => {
  const one = await agreed()
  await payAtDesk(one, 39_200)
  expect(await payable(one)).toEqual([{ position: 1, last_position: 2, amount: 20_800, parts: [20_800] }])
  await payAtDesk(one, 19_400)
  expect(await payable(one)).toEqual([{ position: 2, amount: 1_400, parts: [1_400] }])
  const refused = await payInstalment(one, 2)
  expect([refused.status, refused.json.message]).toEqual([
    422,
    'Los pagos en línea son desde $ 1.500,00. Paga la cuota en la oficina.',
  ])
  expect(await agreementOf(one)).toEqual({ outcome: null, paid: 58_600, states: ['paid', 'next'] })
})

test('SUS-04 PAY-05 un pago de una cuota no cobra la siguiente si lo que falta cambió después de que el cliente lo leyó', async () => {
  const one = await agreed()
  await payAtDesk(one, 38_400)
  expect(await payable(one)).toEqual([{ position: 1, amount: 1_600, parts: [1_600] }])
  await payAtDesk(one, 200)
  const refused = await payInstalment(one, 1)
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'Lo que falta de tu cuota cambió: mira cuánto es ahora. No se hizo ningún cobro.',
  ])
  const [now] = await payable(one)
  expect(now).toEqual({ position: 1, last_position: 2, amount: 21_400, parts: [21_400] })
  const done = await untilFinal(paying, one.payer, idOf(await payInstalment(one, 1, { last_position: 2 })))
  expect(done).toMatchObject({ status: 'approved', amount: 2_140_000 })
})
