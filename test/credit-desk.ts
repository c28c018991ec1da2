import { randomUUID } from 'node:crypto'
import { invoiceApi } from '#domain/invoices/api.ts'
import { creditApi } from '#domain/payments/credit-api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import type { Payment } from '#domain/payments/payment.ts'
import { listBreaches } from '#server/invariants/check.ts'
import { makeClient, makeContract } from './factory.ts'
import type { Company, Person, TestApp } from './world.ts'

const once = () => ({ 'idempotency-key': randomUUID() })

/** A client with a contract in service, and the users of both sides of the desk. */
export type Desk = { company: Company; financial: Person; client: Person; clientId: string; no_contract: string }

export async function makeDesk(t: TestApp): Promise<Desk> {
  const company = await t.company()
  const { id: clientId, userId } = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, clientId, { stratum: 1 })
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' } as const
  const client = t.as(await t.session(user), user)
  return { company, financial: await company.person('financial'), client, clientId, no_contract }
}

export async function charge({ financial, no_contract }: Desk, price: number) {
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price }]
  return (await financial.call(invoiceApi.create, { body: { invoice: { no_contract, lines } }, headers: once() })).data
}

export const pay = async ({ financial, clientId }: Desk, amount: number, changes: object = {}): Promise<Payment> =>
  (
    await financial.call(manualPaymentApi.create, {
      body: { payment: { client_id: clientId, amount, method: 'efectivo', paid_on: '2026-11-20', ...changes } },
      headers: once(),
    })
  ).data

export const note = ({ financial }: Desk, id: string, amount?: number) =>
  financial.call(invoiceApi.creditNote, {
    params: { id },
    body: { concept: 'Error', ...(amount === undefined ? {} : { lines: [{ position: 1, amount }] }) },
    headers: once(),
  })

export const reverse = ({ financial }: Desk, id: string) =>
  financial.ask(manualPaymentApi.reverse, { params: { id }, body: { reason: 'Cheque devuelto' }, headers: once() })

export const refund = ({ financial, clientId }: Desk, amount: number, changes: object = {}) =>
  financial.ask(creditApi.refund, {
    params: { client_id: clientId },
    body: { refund: { amount, method: 'transferencia', paid_on: '2026-11-20', reason: 'Se retiró', ...changes } },
    headers: once(),
  })

export const apply = ({ financial, clientId }: Desk, body: object = {}) =>
  financial.ask(creditApi.apply, { params: { client_id: clientId }, body, headers: once() })

export const readInvoice = async ({ financial }: Desk, id: string) =>
  (await financial.call(invoiceApi.get, { params: { id } })).data
export const readReceipt = async ({ financial }: Desk, id: string) =>
  (await financial.call(paymentApi.receipt, { params: { id } })).data
export const creditOf = async ({ financial, clientId }: Desk) =>
  (await financial.call(creditApi.get, { params: { client_id: clientId } })).data
/** What a person sees of each invoice: its status and its balance in pesos. */
export const statesOf = (desk: Desk, ...invoices: readonly { id: string }[]) =>
  Promise.all(
    invoices.map(async ({ id }) => {
      const { status, balance } = await readInvoice(desk, id)
      return [status, balance / 100]
    }),
  )

export async function breachesOf(t: TestApp): Promise<string[]> {
  const owner = await t.owner.connect()
  try {
    return (await listBreaches(owner)).map(({ id, rule, example }) => `${id} ${rule}: ${example}`)
  } finally {
    owner.release()
  }
}
