import { afterEach, expect, test } from 'vitest'
import { collectionApi } from '#domain/collections/api.ts'
import { promiseApi } from '#domain/collections/promise-api.ts'
import { toPesos } from '#domain/core/money.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrClaimApi } from '#domain/pqr/claim-api.ts'
import { bill, type Debtor, makeDebtor, nine, pay, putPolicy, runAt, statusOf } from '#test/arrears.ts'
import { newKey } from '#test/cases/billed.ts'
import { newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
afterEach(() => t.setNow(null))

/** A debtor of $ 60.000 that could be paid until Thursday, December 10, 2026. */
async function debtor(): Promise<Debtor & { invoiceId: string }> {
  t.setNow(new Date(nine('2026-11-20')))
  const company = await t.company()
  await putPolicy(t, company.id)
  const one = await makeDebtor(t, company, await company.person('financial'))
  return { ...one, invoiceId: await bill(one) }
}

const dispute = ({ financial, invoiceId }: Debtor & { invoiceId: string }, amount: number) =>
  financial.call(invoiceApi.dispute, { params: { id: invoiceId }, body: { amount, reason: 'No vinieron' } })

const agree = ({ financial, no_contract }: Debtor, instalments: readonly { due_on: string; amount: number }[]) =>
  financial.call(promiseApi.agree, { body: { agreement: { no_contract, instalments } } })

/** What was paid in pesos, and the outcome of the newest agreement. */
async function agreementOf({ financial }: Debtor) {
  const [agreement] = (await financial.call(promiseApi.agreements)).data
  if (!agreement) throw new Error('no agreement')
  return { paid: toPesos(agreement.paid), outcome: agreement.outcome }
}

const reasonOn = async ({ financial }: Debtor, on: string) =>
  (await financial.call(collectionApi.preview, { query: { on } })).data[0]?.reason

const creditNote = ({ financial, invoiceId }: Debtor & { invoiceId: string }) =>
  financial.call(invoiceApi.creditNote, {
    params: { id: invoiceId },
    body: { concept: 'No se prestó el servicio' },
    headers: newKey(),
  })

test('SUS-04 un acuerdo sobre lo que no se reclama cuenta los pagos: la cuota pagada lo deja al día', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await dispute(one, 20_000)
  await agree(one, [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 20_000 },
  ])
  t.setNow(new Date(nine('2026-12-16')))
  await pay(one, 20_000, '2026-12-16')
  expect(await agreementOf(one)).toEqual({ paid: 20_000, outcome: null })
  await runAt(t, nine('2026-12-18'))
  expect(await agreementOf(one)).toEqual({ paid: 20_000, outcome: null })
  expect(await reasonOn(one, '2026-12-18')).toBe('agreement')
})

test('SUS-04 al pagar todas las cuotas el acuerdo queda cumplido aunque el reclamo siga abierto', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await dispute(one, 20_000)
  await agree(one, [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 20_000 },
  ])
  await pay(one, 40_000, '2026-12-14')
  expect(await agreementOf(one)).toEqual({ paid: 40_000, outcome: 'kept' })
})

test('SUS-04 lo que se reclama después del acuerdo no se exige, y la nota que decide un reclamo anterior no paga cuotas', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await agree(one, [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ])
  await dispute(one, 60_000)
  await runAt(t, nine('2026-12-18'))
  expect(await agreementOf(one)).toEqual({ paid: 0, outcome: null })
  const other = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await dispute(other, 20_000)
  await agree(other, [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 20_000 },
  ])
  await other.financial.call(invoiceApi.resolveDispute, {
    params: { id: other.invoiceId },
    body: { outcome: 'a_favor', resolution: 'Tienes razón' },
  })
  expect(await agreementOf(other)).toEqual({ paid: 0, outcome: null })
  await runAt(t, nine('2026-12-18'))
  expect(await agreementOf(other)).toEqual({ paid: 0, outcome: 'broken' })
})

/** A debtor who claims 20.000 pesos of an invoice and makes an agreement of two parts for the rest, with the claim. */
async function claimedAndAgreed() {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  const pqr = { ...newCase('Cobro de más'), client_id: one.clientId, channel: 'telefono', response_channel: 'portal' }
  const { data } = await one.financial.call(pqrApi.create, {
    body: { pqr: { ...pqr, invoice_id: one.invoiceId, amount: 20_000 } },
  })
  await agree(one, [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 20_000 },
  ])
  return { one, data }
}

test('SUS-04 PQR-12 lo que se agrega después del acuerdo a un reclamo anterior no se exige', async () => {
  const { one, data } = await claimedAndAgreed()
  const body = { amount: 40_000, text: 'Tampoco reconoce el resto' }
  await one.financial.call(pqrClaimApi.raise, { params: { id: data.id }, body })
  await runAt(t, nine('2026-12-18'))
  expect(await agreementOf(one)).toEqual({ paid: 0, outcome: null })
})

test('SUS-04 INV-11 con un reclamo anterior al acuerdo, otro de después tampoco se exige, y su nota paga del acuerdo', async () => {
  const { one } = await claimedAndAgreed()
  await dispute(one, 40_000)
  await runAt(t, nine('2026-12-18'))
  expect(await agreementOf(one)).toEqual({ paid: 0, outcome: null })
  const [, second] = (await one.financial.call(invoiceApi.get, { params: { id: one.invoiceId } })).data.disputes
  const body = { outcome: 'a_favor' as const, resolution: 'Tienes razón', dispute_id: second?.id }
  await one.financial.call(invoiceApi.resolveDispute, { params: { id: one.invoiceId }, body })
  expect(await agreementOf(one)).toEqual({ paid: 40_000, outcome: null })
})

test('SUS-04 PQR-12 de un reclamo anterior al acuerdo solo cuenta lo que se le agregó después: a favor, en parte, en contra o pagado', async () => {
  const claim = async () => {
    const { one, data } = await claimedAndAgreed()
    const body = { amount: 20_000, text: 'Tampoco reconoce la visita' }
    await one.financial.call(pqrClaimApi.raise, { params: { id: data.id }, body })
    const answer = (decision: string, rest: object = {}) =>
      one.financial.call(pqrApi.answer, {
        params: { id: data.id },
        body: { text: 'Revisamos su cuenta', decision, ...rest },
      })
    return { ...one, answer }
  }
  const open = await claim()
  await pay(open, 20_000, '2026-12-14')
  expect(await agreementOf(open)).toEqual({ paid: 20_000, outcome: null })

  const given = await claim()
  await given.answer('favor')
  expect(await agreementOf(given)).toEqual({ paid: 20_000, outcome: null })
  await pay(given, 20_000, '2026-12-14')
  expect(await agreementOf(given)).toEqual({ paid: 40_000, outcome: 'kept' })

  const split = await claim()
  await split.answer('parcial', { amount: 30_000 })
  expect(await agreementOf(split)).toEqual({ paid: 10_000, outcome: null })

  const denied = await claim()
  await denied.answer('contra')
  expect(await agreementOf(denied)).toEqual({ paid: 0, outcome: null })
  // What was added is payable until its new day; the other half of the agreement, the instalment of the 17th, is not paid.
  await runAt(t, nine('2026-12-18'))
  expect(await agreementOf(denied)).toEqual({ paid: 0, outcome: null })
})

test('SUS-04 R2.15 lo que un reclamo del acuerdo no devolvió se paga en su plazo nuevo: hasta ese día nada falta, y después sí', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await agree(one, [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ])
  t.setNow(new Date(nine('2026-12-15')))
  await dispute(one, 60_000)
  t.setNow(new Date(nine('2026-12-21')))
  const body = { outcome: 'en_contra' as const, resolution: 'Sí vinimos', due_on: '2026-12-29' }
  await one.financial.call(invoiceApi.resolveDispute, { params: { id: one.invoiceId }, body })
  await runAt(t, nine('2026-12-22'))
  await runAt(t, nine('2026-12-29'))
  expect(await agreementOf(one)).toEqual({ paid: 0, outcome: null })
  await runAt(t, nine('2026-12-30'))
  expect(await agreementOf(one)).toEqual({ paid: 0, outcome: 'broken' })
  await pay(one, 20_000, '2026-12-29')
  expect(await agreementOf(one)).toEqual({ paid: 20_000, outcome: null })
})

test('SUS-04 una cuota que se pagó a tiempo y se cargó después deja el acuerdo al día, y reconecta', async () => {
  const one = await debtor()
  await runAt(t, nine('2026-12-11'))
  await runAt(t, nine('2026-12-16'))
  expect(await statusOf(one)).toBe('suspended')
  await agree(one, [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ])
  await runAt(t, nine('2026-12-18'))
  expect(await agreementOf(one)).toEqual({ paid: 0, outcome: 'broken' })
  t.setNow(new Date(`2026-12-18T20:00:00Z`))
  await pay(one, 20_000, '2026-12-17')
  expect(await agreementOf(one)).toEqual({ paid: 20_000, outcome: null })
  expect(await t.events(one.company.id)).toContain('agreement.restored')
  expect(await reasonOn(one, '2026-12-21')).toBe('agreement')
})

test('SUS-04 una cuota que se pagó tarde no reabre el acuerdo', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await agree(one, [
    { due_on: '2026-12-16', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ])
  await runAt(t, nine('2026-12-17'))
  t.setNow(new Date(nine('2026-12-18')))
  await pay(one, 20_000, '2026-12-17')
  expect(await agreementOf(one)).toEqual({ paid: 20_000, outcome: 'broken' })
  await pay(one, 40_000, '2026-12-18')
  expect(await agreementOf(one)).toEqual({ paid: 20_000, outcome: 'broken' })
})

test('SUS-04 R2.25 una cuota de un sábado, un domingo o un festivo se paga hasta el siguiente día hábil', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  const { data } = await agree(one, [
    { due_on: '2026-12-19', amount: 20_000 },
    { due_on: '2026-12-25', amount: 20_000 },
    { due_on: '2027-01-20', amount: 20_000 },
  ])
  expect(data.instalments.map(({ payable_until }) => payable_until)).toEqual(['2026-12-21', '2026-12-28', '2027-01-20'])
  await runAt(t, nine('2026-12-21'))
  expect(await agreementOf(one)).toEqual({ paid: 0, outcome: null })
  await pay(one, 20_000, '2026-12-21')
  await runAt(t, nine('2026-12-28'))
  expect(await agreementOf(one)).toEqual({ paid: 20_000, outcome: null })
  await runAt(t, nine('2026-12-29'))
  expect(await agreementOf(one)).toEqual({ paid: 20_000, outcome: 'broken' })
})

test('SUS-04 el reverso del pago de una cuota la deja sin pagar', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await agree(one, [
    { due_on: '2026-12-17', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ])
  const { data } = await pay(one, 20_000, '2026-12-14')
  await one.financial.call(manualPaymentApi.reverse, {
    params: { id: data.id },
    body: { reason: 'Cheque devuelto' },
    headers: newKey(),
  })
  expect(await agreementOf(one)).toEqual({ paid: 0, outcome: null })
})

const promise = ({ financial, no_contract }: Debtor, until_on: string) =>
  financial.call(promiseApi.promise, { body: { promise: { no_contract, until_on } } })
const promiseOf = async ({ financial }: Debtor) => (await financial.call(promiseApi.promises)).data[0]?.outcome

test('SUS-04 una promesa sin un peso pagado no queda cumplida: una nota crédito, un reclamo y un acuerdo la cancelan', async () => {
  for (const end of [
    (one: Debtor & { invoiceId: string }) => creditNote(one),
    (one: Debtor & { invoiceId: string }) => dispute(one, 60_000),
    (one: Debtor) =>
      agree(one, [
        { due_on: '2026-12-30', amount: 20_000 },
        { due_on: '2027-01-20', amount: 40_000 },
      ]),
  ]) {
    const one = await debtor()
    t.setNow(new Date(nine('2026-12-14')))
    await promise(one, '2026-12-17')
    await end(one)
    await runAt(t, nine('2026-12-18'))
    expect(await promiseOf(one)).toBe('cancelled')
  }
})

test('SUS-04 una promesa queda cumplida cuando se paga lo que no se reclama', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await promise(one, '2026-12-17')
  await dispute(one, 20_000)
  await pay(one, 40_000, '2026-12-14')
  expect(await promiseOf(one)).toBe('kept')
})

test('SUS-04 quien se retiró y todavía debe acuerda pagar en cuotas', async () => {
  const one = await debtor()
  t.setNow(new Date(nine('2026-12-14')))
  await t.owner.query("update contracts set status = 'terminated', active_to = '2026-12-11' where id = $1", [
    one.contractId,
  ])
  const { data } = await agree(one, [
    { due_on: '2026-12-30', amount: 20_000 },
    { due_on: '2027-01-20', amount: 40_000 },
  ])
  expect(toPesos(data.amount)).toBe(60_000)
  expect((await promise(one, '2026-12-17').catch(String)) ?? '').toMatch(/no está en servicio/)
})
