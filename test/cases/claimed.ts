import { disputeApi, invoiceApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { pqrApi } from '#domain/pqr/api.ts'
import type { TestApp } from '../world.ts'
import { billed, newKey } from './billed.ts'
import { morningOf, newCase } from './filed.ts'

const TODAY = '2026-11-20'

type Claim = { amount: number; paid?: number; response_channel?: string }

/** A client without e-mail that claims an amount of an invoice, in pesos, after paying a part of it. It reads its answer in the portal. */
export async function claimedInvoice(t: TestApp, { amount, paid = 0, response_channel = 'portal' }: Claim) {
  t.setNow(morningOf(TODAY))
  const company = await t.company()
  const { by, userId, invoiceId, clientId } = await billed(t, company)
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await t.session(user), user)
  const pay = async (pesos: number) => {
    const payment = { client_id: clientId, amount: pesos, method: 'efectivo', paid_on: TODAY, invoice_ids: [invoiceId] }
    return (await by.call(manualPaymentApi.create, { body: { payment }, headers: newKey() })).data.id
  }
  const reversePayment = (id: string) =>
    by.call(manualPaymentApi.reverse, { params: { id }, body: { reason: 'Se devolvió' }, headers: newKey() })
  const paidId = paid > 0 ? await pay(paid) : ''
  const claim = {
    ...newCase('Cobro de más'),
    response_channel,
    typology: 'facturacion',
    invoice_id: invoiceId,
    amount,
  }
  const { data: filed } = await client.call(pqrApi.create, { body: { pqr: claim } })
  const params = { id: filed.id }
  const answer = (decision: string, pesos?: number) =>
    by.call(pqrApi.answer, {
      params,
      body: { text: 'Revisamos su cuenta', decision, ...(pesos === undefined ? {} : { amount: pesos }) },
    })
  const appeal = (kind = 'reposicion') =>
    client.call(pqrApi.appeal, { params, body: { kind, text: 'Falta una parte' } })
  const read = async () => (await by.call(pqrApi.get, { params })).data
  const openTasks = async () => (await read()).tasks.filter(({ done_at }) => done_at === null)
  const finish = async () => {
    for (const { id } of await openTasks())
      await by.call(pqrApi.task, { params: { ...params, task_id: id }, body: { note: 'Hecho' } })
  }
  const invoice = async () => (await by.call(invoiceApi.get, { params: { id: invoiceId } })).data
  const notes = async () => (await invoice()).credit_notes.map(({ total }) => total)
  const disputed = async () =>
    (await by.call(disputeApi.list, { query: { status: 'open' } })).data.map((one) => one.amount)
  const claimAgain = (reclaimed: object) => client.ask(pqrApi.create, { body: { pqr: { ...claim, ...reclaimed } } })
  return {
    company,
    by,
    technical: await company.person('technical'),
    client,
    filed,
    params,
    clientId,
    invoiceId,
    read,
    openTasks,
    finish,
    claimAgain,
    answer,
    appeal,
    pay,
    /** The payment that was made before the claim. */
    paidId,
    reversePayment,
    invoice,
    notes,
    disputed,
  }
}
