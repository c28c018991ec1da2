import * as z from 'zod/mini'
import { listBreaches } from '#server/invariants/check.ts'
import { finishRun } from './commands-billing.ts'
import { assertPayment, Receipt } from './commands-money.ts'
import { applyEvents, assertAttempts, checkAll, tokenOf } from './commands-online.ts'
import { assertEqual, byId, centavos, type ModelContext, read } from './context.ts'
import { assertDocuments, assertInvoiceMovements } from './documents.ts'
import {
  balanceOf,
  contractStatus,
  type Invoice,
  isBeingPaid,
  type Ledger,
  numberOf,
  owedBy,
  statusOf,
  sum,
  todayOf,
  writtenOff,
} from './ledger.ts'
import { readReturnedDebts } from './returned.ts'

const Clients = z.object({ data: z.array(z.object({ id: z.string(), balance: z.number() })) })
const Invoices = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      kind: z.string(),
      no_contract: z.nullable(z.string()),
      period: z.string(),
      issued_on: z.string(),
      due_on: z.string(),
      status: z.string(),
      badges: z.array(z.string()),
      subtotal: z.number(),
      vat: z.number(),
      total: z.number(),
      balance: z.number(),
      disputed_amount: z.number(),
      written_off: z.number(),
    }),
  ),
})

/** After each step: the balance of every client and all fields of every invoice are equal to the model's. */
export async function assertAccounts(context: ModelContext): Promise<void> {
  const { ledger } = context
  await readReturnedDebts(context)
  const clients = await read(context, '/client', Clients)
  assertEqual(
    'the balances',
    byId(clients.data).map(({ id, balance }) => [id, centavos(balance)]),
    byId(ledger.clients).map((client) => [client.id, balanceOf(ledger, client)]),
  )
  const invoices = byId((await read(context, '/invoice', Invoices)).data)
  const expected = byId(ledger.invoices)
  assertEqual(
    'the invoices',
    invoices.map((one) => one.id),
    expected.map((one) => one.id),
  )
  for (const [at, invoice] of expected.entries()) {
    const actual = invoices[at]
    if (actual === undefined) continue
    const { subtotal, vat, total, balance, disputed_amount, written_off, badges, ...rest } = actual
    const amounts = [subtotal, vat, total, balance, disputed_amount, written_off].map(centavos)
    assertEqual(
      `the invoice ${numberOf(ledger, invoice)}`,
      { ...rest, amounts, badges: badges.toSorted() },
      expectedInvoice(ledger, invoice),
    )
  }
  await assertDocuments(context)
}

function expectedInvoice(ledger: Ledger, invoice: Invoice) {
  const paid = invoice.total - invoice.credited - invoice.balance - writtenOff(invoice)
  const isOwed = invoice.balance > 0
  return {
    id: invoice.id,
    number: numberOf(ledger, invoice),
    kind: invoice.kind,
    no_contract: invoice.contract?.no ?? null,
    period: invoice.period,
    issued_on: invoice.issuedOn,
    due_on: invoice.dueOn,
    status: statusOf(invoice, todayOf(ledger)),
    amounts: [
      sum(invoice.lines.map((line) => line.base)),
      sum(invoice.lines.map((line) => line.vat)),
      invoice.total,
      invoice.balance,
      invoice.disputed,
      writtenOff(invoice),
    ],
    badges: [
      ...(isBeingPaid(ledger, invoice) ? ['en_proceso'] : []),
      ...(isOwed && invoice.disputed > 0 ? ['en_reclamo'] : []),
      ...(isOwed && paid > 0 ? ['parcial'] : []),
    ],
  }
}

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) })
const Debts = z.object({
  data: z.object({ credit: z.number(), invoices: z.array(z.object({ id: z.string(), balance: z.number() })) }),
})
const Payments = z.object({ data: z.array(Receipt) })
const Contracts = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string(), suspended_from: z.nullable(z.string()) })),
})

/** After each sequence: runs the deferred work, ends the pending attempts, and compares every other list with the model. */
export async function assertFinalState(context: ModelContext): Promise<void> {
  const { ledger, server } = context
  await finishRun(context)
  await applyEvents(context)
  ledger.now += EIGHT_DAYS_MS
  await server.setNow(ledger.now)
  await checkAll(context)
  await assertAccounts(context)
  await assertAttempts(context)
  for (const status of ['pagado', 'pendiente', 'vencido', 'anulado', 'castigado']) {
    const listed = await read(context, `/invoice?status=${status}`, Listed)
    const expected = ledger.invoices.filter((invoice) => statusOf(invoice, todayOf(ledger)) === status)
    assertEqual(
      `the list of ${status}`,
      byId(listed.data).map((one) => one.id),
      byId(expected).map((one) => one.id),
    )
  }
  for (const client of ledger.clients) {
    const debts = await read(context, '/payment/debts', Debts, await tokenOf(context, client))
    const owed = owedBy(ledger, client).map((invoice) => [invoice.id, invoice.balance])
    assertEqual(
      'the debts',
      debts.data.invoices.map((one) => [one.id, centavos(one.balance)]),
      owed,
    )
    assertEqual('the credit', centavos(debts.data.credit), client.credit)
  }
  const payments = byId((await read(context, '/payment/manual', Payments)).data)
  assertEqual(
    'the receipts',
    payments.map((one) => one.id),
    byId(ledger.payments).map((one) => one.id),
  )
  for (const [at, payment] of byId(ledger.payments).entries()) {
    const actual = payments[at]
    if (actual !== undefined) assertPayment(actual, payment)
  }
  const contracts = await read(context, '/contract', Contracts)
  assertEqual(
    'the contracts',
    byId(contracts.data).map((one) => [one.id, one.status, one.suspended_from]),
    byId(ledger.contracts).map((one) => {
      const status = contractStatus(ledger, one)
      const today = todayOf(ledger)
      const off = one.pauses.filter((pause) => pause.from <= today && (pause.to ?? today) >= today)
      const [since = null] = off.map((pause) => pause.from).toSorted()
      return [one.id, status, status === 'suspended' ? since : null]
    }),
  )
  context.comparedAccounts.clear()
  await assertDocuments(context)
  await assertInvoiceMovements(context)
  await assertInvariants(context)
}

const EIGHT_DAYS_MS = 8 * 86_400_000

/** The same checks as `bin/enlace invariants`: no breach in this company or in the schema. */
async function assertInvariants(context: ModelContext): Promise<void> {
  const client = await context.owner.connect()
  try {
    const breaches = await listBreaches(client)
    assertEqual(
      'the invariants',
      breaches.filter(({ company }) => company === null || company === context.company.name),
      [],
    )
  } finally {
    client.release()
  }
}
