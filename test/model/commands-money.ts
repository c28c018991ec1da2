import * as z from 'zod/mini'
import { ask, assertEqual, centavos, type ModelContext, pickFrom, type Refusal } from './context.ts'
import { isReversible, reverse } from './credit.ts'
import { plusDays } from './days.ts'
import { type Client, type Invoice, isClosed, owedBy, type Payment, sum, todayOf, writtenOff } from './ledger.ts'
import { chosenDebt, type Owed, receive } from './money.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000002'
const METHODS = ['efectivo', 'efectivo', 'consignacion', 'transferencia'] as const

/** A receipt as the API sends it, amounts in pesos. */
export const Receipt = z.object({
  id: z.string(),
  number: z.number(),
  applied: z.array(z.object({ invoice_id: z.string(), amount: z.number() })),
  rounding: z.number(),
  credit: z.number(),
  reversed: z.nullable(z.object({ reason: z.string() })),
})
const ReceiptReply = z.object({ data: Receipt })

export function assertPayment(receipt: z.output<typeof Receipt>, payment: Payment): void {
  const byId = (a: [string, number], b: [string, number]): number => (a[0] < b[0] ? -1 : 1)
  const applied = receipt.applied
    .map((part): [string, number] => [part.invoice_id, centavos(part.amount)])
    .toSorted(byId)
  const parts = payment.parts
    .map((part): [string, number] => [part.invoice.id, part.amount - part.rounding])
    .toSorted(byId)
  const rounding = sum(payment.parts.map((part) => part.rounding))
  assertEqual(
    `the receipt ${payment.number}`,
    [receipt.number, applied, centavos(receipt.rounding), centavos(receipt.credit), receipt.reversed !== null],
    [payment.number, parts, rounding, payment.credit, payment.isReversed],
  )
}

/** Chooses the amount and the invoices of a payment: the debt, a part of it, more than it, nothing, and invalid choices. */
function choosePayment(
  context: ModelContext,
  client: Client | undefined,
  { how, part, keeps }: Of<'pay'>,
): { amount: number; over: Invoice[] | null } {
  const owed = client ? owedBy(context.ledger, client) : []
  // A client without debt sometimes pays in advance.
  const debt = sum(owed.map((invoice) => invoice.balance)) || (part % 4 === 0 ? 0 : part * 7_777)
  const some = Math.floor((debt * part) / 1_000)
  const one = pickFrom(owed, part)
  const any = pickFrom(context.ledger.invoices, part)
  if (keeps && one && how % 4 !== 0) return { amount: one.balance + part * 7_333, over: [one] }
  const ways: readonly { amount: number; over: Invoice[] | null }[] = [
    { amount: debt, over: null },
    { amount: some, over: null },
    { amount: debt + part * 1_733, over: null },
    // Cash has no centavos: the debt, rounded down to the peso.
    { amount: Math.max(debt - (debt % 100), 0), over: null },
    { amount: one?.balance ?? part * 100, over: one ? [one] : null },
    { amount: some, over: owed.toReversed().slice(0, 3) },
    { amount: (one?.balance ?? 0) + 777, over: one ? [one] : null },
    { amount: some, over: any ? [any] : null },
    { amount: 0, over: null },
    { amount: part * 999, over: one ? [one, one] : null },
  ]
  const way = pickFrom(ways, how) ?? { amount: debt, over: null }
  return { amount: way.amount, over: way.over?.length === 0 ? null : way.over }
}

function refusalOf(
  context: ModelContext,
  client: Client | undefined,
  requested: { received: number; amount: number; over: Invoice[] | null; paidOn: string; keeps: boolean },
): Refusal | null {
  const { over } = requested
  if (requested.received === 0 || requested.paidOn > todayOf(context.ledger)) return 'invalid'
  if (over !== null && new Set(over).size < over.length) return 'invalid'
  if (requested.keeps && over === null) return 'invalid'
  if (isClosed(context.ledger, requested.paidOn)) return 'conflict'
  if (client === undefined || over?.some((invoice) => invoice.client !== client)) return 'not_found'
  if (over?.some((invoice) => invoice.balance + writtenOff(invoice) === 0)) return 'conflict'
  const reached = sum(reachedBy(context, client, over).map(({ debt }) => debt))
  return requested.received - reached > requested.amount ? 'refused' : null
}

/** What a payment reaches: what is written off only of the chosen invoices. */
const reachedBy = ({ ledger }: ModelContext, client: Client, over: readonly Invoice[] | null): Owed[] =>
  over?.map(chosenDebt) ?? owedBy(ledger, client).map((invoice) => ({ invoice, debt: invoice.balance }))

/** A payment at the desk, applied to the client's debt or to the chosen invoices. */
export async function payManually(context: ModelContext, step: Of<'pay'>): Promise<void> {
  const client = pickFrom(context.ledger.clients, step.client)
  await register(context, step, client, choosePayment(context, client, step))
}

/** A payment of a written-off invoice: all of it, down to the peso, a part of it, and more than it. Mostly one that has such a debt. */
export async function recoverInvoice(context: ModelContext, step: Of<'recover'>): Promise<void> {
  const { invoices } = context.ledger
  const bad = invoices.filter((one) => writtenOff(one) > 0)
  const invoice =
    pickFrom(bad, step.invoice) ?? (step.invoice % 20 === 0 ? pickFrom(invoices, step.invoice) : undefined)
  if (invoice === undefined) return
  const { debt } = chosenDebt(invoice)
  const ways = [debt, debt - (debt % 100), Math.floor((debt * step.part) / 1_000), debt + step.part * 1_733]
  const amount = pickFrom(ways, step.how) ?? debt
  await register(context, { ...step, withheld: 0, keeps: false }, invoice.client, { amount, over: [invoice] })
}

type Received = Pick<Of<'pay'>, 'method' | 'days' | 'withheld' | 'keeps'> & { kind: 'pay' | 'recover' }

async function register(
  context: ModelContext,
  step: Received,
  client: Client | undefined,
  { amount, over }: { amount: number; over: Invoice[] | null },
): Promise<void> {
  const { ledger } = context
  const method = pickFrom(METHODS, step.method) ?? 'efectivo'
  const paidOn = plusDays(todayOf(ledger), step.days)
  const received = amount + step.withheld
  const bodyOf = (reference: string) => ({
    payment: {
      client_id: client?.id ?? UNKNOWN_ID,
      amount: amount / 100,
      method,
      paid_on: paidOn,
      reference,
      ...(over === null ? {} : { invoice_ids: over.map((invoice) => invoice.id) }),
      ...(step.keeps ? { keeps_advance: true } : {}),
      ...(step.withheld === 0 ? {} : { retentions: { retefuente: step.withheld / 100 } }),
    },
  })
  const refusal = refusalOf(context, client, { received, amount, over, paidOn, keeps: step.keeps })
  const post = { kind: step.kind, path: '/payment/manual', body: bodyOf('A'), other: bodyOf('B') }
  const reply = await ask(context, post, refusal)
  if (reply === null || client === undefined) return
  const limits = undisputedFirst(reachedBy(context, client, over), received)
  const payment = receive(ledger, client, received, limits, method === 'efectivo' ? 'cash' : 'desk', step.keeps)
  const { data } = z.parse(ReceiptReply, reply)
  payment.id = data.id
  assertPayment(data, payment)
}

/** The amounts of a payment, in the order of the invoices: what is not in dispute, and then what is. */
function undisputedFirst(owed: readonly Owed[], received: number): (Owed & { limit: number })[] {
  const freeOf = ({ invoice, debt }: Owed): number => Math.max(0, debt - invoice.disputed)
  const undisputed = sum(owed.map(freeOf))
  let [first, second] = [Math.min(received, undisputed), Math.max(0, received - undisputed)]
  return owed.map((one) => {
    const payable = Math.min(first, freeOf(one))
    const disputed = Math.min(second, one.debt - freeOf(one))
    first -= payable
    second -= disputed
    return { ...one, limit: payable + disputed }
  })
}

/** Reverses a payment of any origin. */
export async function reversePayment(context: ModelContext, step: Of<'reverse'>): Promise<void> {
  const { payments } = context.ledger
  const active = payments.filter((one) => !one.isReversed)
  const payment = pickFrom(active.length > 0 && step.payment % 4 !== 0 ? active : payments, step.payment)
  const isPossible = payment !== undefined && !payment.isReversed && !payment.isOnline && isReversible(payment)
  const refusal = payment === undefined ? 'not_found' : isPossible ? null : 'conflict'
  const path = `/payment/manual/${payment?.id ?? UNKNOWN_ID}/reversal`
  const bodies = { body: { reason: 'Cheque devuelto' }, other: { reason: 'Otra cuenta' } }
  const reply = await ask(context, { kind: step.kind, path, ...bodies }, refusal)
  if (reply === null || payment === undefined) return
  reverse(context.ledger, payment)
  assertPayment(z.parse(ReceiptReply, reply).data, payment)
}
