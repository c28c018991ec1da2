import * as z from 'zod/mini'
import { plusDays } from './days.ts'
import { type Client, type Invoice, owedBy, type Payment, sum, todayOf } from './ledger.ts'
import { canReverse, receive, reverse } from './money.ts'
import { agree, ask, centavos, picked, type Refusal, type Scene } from './scene.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>
const NOBODY = '01900000-0000-7000-8000-000000000002'
const METHODS = ['efectivo', 'efectivo', 'consignacion', 'transferencia'] as const

/** A receipt as the API says it, amounts in pesos. */
export const Receipt = z.object({
  id: z.string(),
  number: z.number(),
  applied: z.array(z.object({ invoice_id: z.string(), amount: z.number() })),
  credit: z.number(),
  reversed: z.nullable(z.object({ reason: z.string() })),
})
const Received = z.object({ data: Receipt })

export function agreePayment(said: z.output<typeof Receipt>, payment: Payment): void {
  const byId = (a: [string, number], b: [string, number]): number => (a[0] < b[0] ? -1 : 1)
  const applied = said.applied.map((part): [string, number] => [part.invoice_id, centavos(part.amount)]).toSorted(byId)
  const parts = payment.parts.map((part): [string, number] => [part.invoice.id, part.amount]).toSorted(byId)
  agree(
    `the receipt ${payment.number}`,
    [said.number, applied, centavos(said.credit), said.reversed !== null],
    [payment.number, parts, payment.credit, payment.isReversed],
  )
}

/** How the amount and the invoices of a payment are chosen: what is owed, a part of it, more than it, nothing, and slips. */
function plan(
  scene: Scene,
  client: Client | undefined,
  { how, part }: Of<'pay'>,
): { amount: number; over: Invoice[] | null } {
  const owed = client ? owedBy(scene.ledger, client) : []
  // Who owes nothing pays in advance, now and then.
  const debt = sum(owed.map((invoice) => invoice.balance)) || (part % 4 === 0 ? 0 : part * 7_777)
  const some = Math.floor((debt * part) / 1_000)
  const one = picked(owed, part)
  const any = picked(scene.ledger.invoices, part)
  const ways: readonly { amount: number; over: Invoice[] | null }[] = [
    { amount: debt, over: null },
    { amount: some, over: null },
    { amount: debt + part * 1_733, over: null },
    // Cash has no centavos: what is owed, down to the peso.
    { amount: Math.max(debt - (debt % 100), 0), over: null },
    { amount: one?.balance ?? part * 100, over: one ? [one] : null },
    { amount: some, over: owed.toReversed().slice(0, 3) },
    { amount: (one?.balance ?? 0) + 777, over: one ? [one] : null },
    { amount: some, over: any ? [any] : null },
    { amount: 0, over: null },
    { amount: part * 999, over: one ? [one, one] : null },
  ]
  const way = picked(ways, how) ?? { amount: debt, over: null }
  return { amount: way.amount, over: way.over?.length === 0 ? null : way.over }
}

function refusalOf(
  scene: Scene,
  client: Client | undefined,
  asked: { received: number; amount: number; over: Invoice[] | null; paidOn: string },
): Refusal | null {
  const { over } = asked
  if (asked.received === 0 || asked.paidOn > todayOf(scene.ledger)) return 'invalid'
  if (over !== null && new Set(over).size < over.length) return 'invalid'
  if (client === undefined || over?.some((invoice) => invoice.contract.client !== client)) return 'not_found'
  if (over?.some((invoice) => invoice.balance === 0)) return 'conflict'
  const reached = sum((over ?? owedBy(scene.ledger, client)).map((invoice) => invoice.balance))
  return asked.received - reached > asked.amount ? 'refused' : null
}

/** Money at the desk, over what the client owes or over the invoices it names. */
export async function payManually(scene: Scene, step: Of<'pay'>): Promise<void> {
  const { ledger } = scene
  const client = picked(ledger.clients, step.client)
  const { amount, over } = plan(scene, client, step)
  const method = picked(METHODS, step.method) ?? 'efectivo'
  const paidOn = plusDays(todayOf(ledger), step.days)
  const received = amount + step.withheld
  const bodyOf = (reference: string) => ({
    payment: {
      client_id: client?.id ?? NOBODY,
      amount: amount / 100,
      method,
      paid_on: paidOn,
      reference,
      ...(over === null ? {} : { invoice_ids: over.map((invoice) => invoice.id) }),
      ...(step.withheld === 0 ? {} : { retentions: { retefuente: step.withheld / 100 } }),
    },
  })
  const refusal = refusalOf(scene, client, { received, amount, over, paidOn })
  const post = { kind: step.kind, path: '/payment/manual', body: bodyOf('A'), other: bodyOf('B') }
  const reply = await ask(scene, post, refusal)
  if (reply === null || client === undefined) return
  const invoices = over ?? owedBy(ledger, client)
  const limits = invoices.map((invoice) => ({ invoice, limit: invoice.balance }))
  const payment = receive(ledger, client, received, limits, method === 'efectivo')
  const { data } = z.parse(Received, reply)
  payment.id = data.id
  agreePayment(data, payment)
}

/** Takes a payment back, however it came. */
export async function reversePayment(scene: Scene, step: Of<'reverse'>): Promise<void> {
  const { payments } = scene.ledger
  const kept = payments.filter((one) => !one.isReversed)
  const payment = picked(kept.length > 0 && step.payment % 4 !== 0 ? kept : payments, step.payment)
  const refusal = payment === undefined ? 'not_found' : payment.isReversed || !canReverse(payment) ? 'conflict' : null
  const path = `/payment/manual/${payment?.id ?? NOBODY}/reversal`
  const bodies = { body: { reason: 'Cheque devuelto' }, other: { reason: 'Otra cuenta' } }
  const reply = await ask(scene, { kind: step.kind, path, ...bodies }, refusal)
  if (reply === null || payment === undefined) return
  reverse(payment)
  agreePayment(z.parse(Received, reply).data, payment)
}
