import { afterAll, expect, test } from 'vitest'
import { disputeApi, invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { pqrClaimApi } from '#domain/pqr/claim-api.ts'
import { RAISES_PER_DAY } from '#domain/pqr/link.ts'
import { billed, newKey } from '#test/cases/billed.ts'
import { morningOf, newCase } from '#test/cases/filed.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
afterAll(() => t.setNow(null))

const FILED_ON = '2026-11-20'
const WHY = 'El cobro de la visita también es de otra casa.'

/** A client who claimed 10,000 of an invoice of 35,700 in its portal, on 20 November 2026. */
async function claimed(amount = 10_000) {
  t.setNow(morningOf(FILED_ON))
  const company = await t.company()
  const { by, clientId, userId, invoiceId } = await billed(t, company)
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const pqr = { ...newCase('Reconexión que no pedí'), response_channel: 'portal', invoice_id: invoiceId, amount }
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr } })
  const params = { id: filed.id }
  const raise = async (more: number, who: Person = client, version?: number) => {
    const body = { amount: more, text: WHY, ...(version === undefined ? {} : { version }) }
    const { status, json } = await who.ask(pqrClaimApi.raise, { params, body })
    return [status, json.errors?.[0]?.field, json.errors?.[0]?.message ?? json.message]
  }
  const read = async (who: Person = by) => (await who.call(pqrApi.get, { params })).data
  const invoice = async () => (await by.call(invoiceApi.get, { params: { id: invoiceId } })).data
  const disputes = async () =>
    (await by.call(disputeApi.list, { query: { status: 'open' } })).data.map((one) => [one.amount, one.disputed_amount])
  const answer = (decision: string, rest: object = {}) =>
    by.call(pqrApi.answer, { params, body: { text: 'Revisamos su cuenta', decision, ...rest } })
  const pay = (pesos: number) =>
    by.call(manualPaymentApi.create, {
      body: {
        payment: {
          client_id: clientId,
          amount: pesos,
          method: 'efectivo',
          paid_on: FILED_ON,
          invoice_ids: [invoiceId],
        },
      },
      headers: newKey(),
    })
  return { company, by, client, clientId, invoiceId, filed, params, raise, read, invoice, disputes, answer, pay }
}

test('PQR-12 R2.15 lo que el cliente agrega a su reclamo tampoco se cobra, y lo que se radicó no cambia', async () => {
  const it = await claimed()
  expect((await it.read(it.client)).claim).toMatchObject({ amount: 1_000_000, disputed: 1_000_000, free: 2_570_000 })
  expect((await it.read(it.client)).actions).toContain('raise_claim')
  expect(await it.raise(15_000)).toEqual([
    200,
    undefined,
    `La PQR ${it.filed.reference} reclama ahora $ 25.000,00 de la factura ${(await it.invoice()).number}`,
  ])
  const found = await it.read(it.client)
  expect(found.claim).toMatchObject({ amount: 2_500_000, disputed: 2_500_000, left: 2_500_000, free: 1_070_000 })
  expect(found.entries.at(-1)).toMatchObject({ kind: 'raised', side: 'cliente', text: expect.stringContaining(WHY) })
  expect([(await it.invoice()).disputed_amount, await it.disputes()]).toEqual([2_500_000, [[2_500_000, 2_500_000]]])
  const { rows } = await t.owner.query(
    'select claimed_amount, added_amount, filed_disputed from pqr_cases where id = $1',
    [it.filed.id],
  )
  expect(rows).toEqual([{ claimed_amount: 1_000_000, added_amount: 1_500_000, filed_disputed: 1_000_000 }])
  await expect(t.owner.query('update pqr_cases set added_amount = 0 where id = $1', [it.filed.id])).rejects.toThrow(
    'never edited',
  )
  // What is outside is still collected, and can be added too; then nothing is left.
  expect((await it.raise(10_700))[0]).toBe(200)
  const { rows: raised } = await t.owner.query(
    'select cardinality(raised_ids) as count from disputes where invoice_id = $1',
    [it.invoiceId],
  )
  expect(raised).toEqual([{ count: 2 }])
  expect((await it.read(it.client)).actions).not.toContain('raise_claim')
  expect(await it.raise(1)).toEqual([422, 'amount', 'Todo lo que se debe de esa factura ya está en reclamo'])
})

test('PQR-12 PQR-05 la respuesta decide todo lo reclamado: a favor hace la nota crédito, en contra lo vuelve a cobrar, y una parte es de todo', async () => {
  const totals = async (it: Awaited<ReturnType<typeof claimed>>) => {
    const { credit_notes, disputed_amount, balance } = await it.invoice()
    return [credit_notes.map(({ total }) => total), disputed_amount, balance, await it.disputes()]
  }
  const given = await claimed()
  await given.raise(15_000)
  await given.answer('favor')
  expect(await totals(given)).toEqual([[2_500_000], 0, 1_070_000, []])
  const denied = await claimed()
  await denied.raise(15_000)
  await denied.answer('contra')
  expect(await totals(denied)).toEqual([[], 0, 3_570_000, []])
  const split = await claimed()
  await split.raise(15_000)
  await split.answer('parcial', { amount: 20_000 })
  expect(await totals(split)).toEqual([[2_000_000], 0, 1_570_000, []])
  expect((await split.read()).claim).toMatchObject({ left: 500_000, free: 0 })
})

test('PQR-12 el personal financiero lo agrega por el cliente, que lo lee en su portal; el técnico no, y otro cliente no la encuentra', async () => {
  const it = await claimed()
  const [status, , message] = await it.raise(5_000, it.by)
  expect([status, message]).toEqual([200, expect.stringMatching(/Lo lee en su portal$/)])
  expect((await it.read(it.client)).entries.at(-1)).toMatchObject({ kind: 'raised', side: 'empresa' })
  expect((await it.raise(5_000, await it.company.person('technical')))[0]).toBe(403)
  expect((await it.raise(5_000, (await claimed()).client))[0]).toBe(404)
  expect((await it.read()).claim).toMatchObject({ amount: 1_500_000 })
})

test('PQR-12 más de lo que se debe por fuera del reclamo se rechaza en su campo, y nada cambia', async () => {
  const it = await claimed()
  expect(await it.raise(25_701)).toEqual([422, 'amount', 'De esa factura faltan por reclamar $ 25.700,00'])
  expect(await it.raise(0)).toEqual([400, 'amount', 'El valor debe ser mayor que cero'])
  await it.pay(25_700)
  expect(await it.raise(100)).toEqual([422, 'amount', 'Todo lo que se debe de esa factura ya está en reclamo'])
  expect(await it.disputes()).toEqual([[1_000_000, 1_000_000]])
  expect((await it.read()).entries.some(({ kind }) => kind === 'raised')).toBe(false)
})

test('PQR-12 solo se agrega valor antes de la primera respuesta y a la última versión, y un pago que quitó el reclamo lo dice', async () => {
  const it = await claimed()
  const { version } = await it.read()
  const both = await Promise.all([it.raise(5_000, it.client, version), it.raise(5_000, it.by, version)])
  expect(both.map(([status]) => Number(status)).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await it.disputes()).toEqual([[1_500_000, 1_500_000]])
  await it.answer('contra')
  expect(await it.raise(5_000)).toEqual([
    409,
    undefined,
    'Solo se agrega valor al reclamo mientras se espera la primera respuesta: por otro cobro, radica otra PQR',
  ])
  const paid = await claimed()
  await paid.pay(35_700)
  expect(await paid.raise(5_000)).toEqual([
    409,
    undefined,
    'De esa factura ya no hay un valor en reclamo: por otro cobro, radica otra PQR',
  ])
  const plain = await claimed()
  const { data } = await plain.client.call(pqrApi.create, { body: { pqr: newCase('Sin factura') } })
  const none = await plain.client.ask(pqrClaimApi.raise, {
    params: { id: data.id },
    body: { amount: 1_000, text: WHY },
  })
  expect([none.status, none.json.message]).toEqual([409, 'Esta PQR no reclama una factura'])
})

test('PQR-12 a un reclamo se le agrega valor pocas veces en un día: después se dice qué hacer, y mañana se puede otra vez', async () => {
  const it = await claimed()
  for (let time = 0; time < RAISES_PER_DAY; time += 1) expect((await it.raise(100))[0]).toBe(200)
  const copy =
    'Hoy ya se agregó valor a este reclamo 5 veces: agrega lo que falta mañana, o escríbelo en un mensaje de la PQR'
  expect(await it.raise(100)).toEqual([429, undefined, copy])
  // The desk registers what the client asks for on the last day to pay.
  expect((await it.raise(100, it.by))[0]).toBe(200)
  expect((await it.read()).claim).toMatchObject({ amount: 1_060_000 })
  t.setNow(morningOf('2026-11-23'))
  expect((await it.raise(100))[0]).toBe(200)
})

test('PQR-12 INV-11 después de un reclamo que terminó se reclama otra parte de la misma factura, con otra PQR o desde el escritorio', async () => {
  const it = await claimed()
  await it.answer('contra')
  const pqr = {
    ...newCase('Otro cobro de la misma factura'),
    response_channel: 'portal',
    invoice_id: it.invoiceId,
    amount: 5_000,
  }
  const { data: second } = await it.client.call(pqrApi.create, { body: { pqr } })
  expect([(await it.invoice()).disputed_amount, await it.disputes()]).toEqual([500_000, [[500_000, 500_000]]])
  const answer = { text: 'Tiene razón', decision: 'favor' as const }
  await it.by.call(pqrApi.answer, { params: { id: second.id }, body: answer })
  const { balance, disputed_amount, credit_notes } = await it.invoice()
  expect([balance, disputed_amount, credit_notes.map(({ total }) => total)]).toEqual([3_070_000, 0, [500_000]])
  const params = { id: it.invoiceId }
  await it.by.call(invoiceApi.dispute, { params, body: { amount: 7_000, reason: 'La visita' } })
  expect(await it.disputes()).toEqual([[700_000, 700_000]])
  await it.by.call(invoiceApi.dispute, { params, body: { amount: 1_000, reason: 'Y esto' } })
  expect(await it.disputes()).toEqual([
    [700_000, 700_000],
    [100_000, 100_000],
  ])
  const over = await it.by.ask(invoiceApi.dispute, { params, body: { amount: 22_701, reason: 'Y lo demás' } })
  expect([over.status, over.json.errors?.[0]]).toEqual([
    422,
    { field: 'amount', message: 'De esa factura faltan por reclamar $ 22.700,00' },
  ])
  await it.by.call(invoiceApi.dispute, { params, body: { amount: 22_700, reason: 'Y lo demás' } })
  const none = await it.by.ask(invoiceApi.dispute, { params, body: { amount: 1, reason: 'Y más' } })
  expect([none.status, none.json.message]).toEqual([409, 'Todo lo que se debe de esta factura ya está en reclamo'])
})
