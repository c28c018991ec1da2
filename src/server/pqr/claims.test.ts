import { expect, test } from 'vitest'
import { disputeApi, invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import { billed, newKey } from '#test/cases/billed.ts'
import { morningOf, newCase } from '#test/cases/filed.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const TODAY = '2026-11-20'

/** A client that claims an amount of an invoice, in pesos, after paying a part of it. */
async function claimed({ amount, paid = 0 }: { amount: number; paid?: number }) {
  t.setNow(morningOf(TODAY))
  const company = await t.company()
  const { by, userId, invoiceId, clientId } = await billed(t, company)
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const pay = async (pesos: number) => {
    const payment = { client_id: clientId, amount: pesos, method: 'efectivo', paid_on: TODAY, invoice_ids: [invoiceId] }
    await by.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })
  }
  if (paid > 0) await pay(paid)
  const claim = { ...newCase('Cobro de más'), typology: 'facturacion', invoice_id: invoiceId, amount }
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr: claim } })
  const params = { id: filed.id }
  const answer = (decision: string, pesos?: number) =>
    by.call(pqrApi.answer, {
      params,
      body: { text: 'Revisamos su cuenta', decision, ...(pesos === undefined ? {} : { amount: pesos }) },
    })
  const appeal = () => client.call(pqrApi.appeal, { params, body: { kind: 'reposicion', text: 'Falta una parte' } })
  const invoice = async () => (await by.call(invoiceApi.get, { params: { id: invoiceId } })).data
  const notes = async () => (await invoice()).credit_notes.map(({ total }) => total)
  const disputed = async () =>
    (await by.call(disputeApi.list, { query: { status: 'open' } })).data.map((one) => one.amount)
  return { by, params, answer, appeal, pay, invoice, notes, disputed }
}

test('PQR-07 un recurso disputa solo lo que no se había devuelto, y entre las dos respuestas no se devuelve más que lo reclamado', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('parcial', 4_000)
  await it.appeal()
  expect(await it.disputed()).toEqual([600_000])
  await it.answer('favor')
  expect(new Set(await it.notes())).toEqual(new Set([400_000, 600_000]))
  expect(await it.disputed()).toEqual([])
})

test('PQR-07 el recurso contra una respuesta que ya devolvió todo no disputa ni devuelve nada', async () => {
  const it = await claimed({ amount: 10_000 })
  await it.answer('favor')
  await it.appeal()
  expect(await it.disputed()).toEqual([])
  const { data } = await it.answer('favor')
  expect([await it.notes(), data.tasks]).toEqual([[1_000_000], []])
})

test('PQR-05 a favor de quien ya había pagado una parte: nota crédito por lo que debe y una tarea por lo que pagó', async () => {
  const it = await claimed({ amount: 1, paid: 0 })
  const { total } = await it.invoice()
  const whole = total / 100
  const part = await claimed({ amount: whole, paid: whole - 5_000 })
  expect(await part.disputed()).toEqual([500_000])
  const { data } = await part.answer('favor')
  expect(await part.notes()).toEqual([500_000])
  expect(data.tasks.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Devuelve \$ [\d.]+,00 de lo reclamado, que ya se había pagado$/),
  ])
  expect(data.tasks[0]?.text).toContain(`${(whole - 5_000).toLocaleString('es-CO')},00`)
})

test('PQR-05 lo que el cliente paga mientras espera la respuesta también se le devuelve si la respuesta es a su favor', async () => {
  const it = await claimed({ amount: 10_000 })
  const { total } = await it.invoice()
  await it.pay(total / 100 - 6_000)
  expect((await it.invoice()).disputed_amount).toBe(600_000)
  const { data } = await it.answer('favor')
  expect(await it.notes()).toEqual([600_000])
  expect(data.tasks.map(({ text }) => text)).toEqual(['Devuelve $ 4.000,00 de lo reclamado, que ya se había pagado'])
})

test('PQR-05 una parte mayor que lo que debe se devuelve: lo que debe por nota crédito y el resto por una tarea', async () => {
  const it = await claimed({ amount: 10_000 })
  const { total } = await it.invoice()
  await it.pay(total / 100 - 3_000)
  const { data } = await it.answer('parcial', 5_000)
  expect(await it.notes()).toEqual([300_000])
  expect(data.tasks.map(({ text }) => text)).toEqual(['Devuelve $ 2.000,00 de lo reclamado, que ya se había pagado'])
})
