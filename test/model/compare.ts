import * as z from 'zod/mini'
import { listBreaches } from '#server/invariants/check.ts'
import { finishRun } from './commands-billing.ts'
import { agreePayment, Receipt } from './commands-money.ts'
import { agreeAttempts, applyEvents, checkAll, tokenOf } from './commands-online.ts'
import { balanceOf, type Invoice, isHeld, type Ledger, owedBy, statusOf, sum, todayOf } from './ledger.ts'
import { agree, byId, centavos, read, type Scene } from './scene.ts'

const Clients = z.object({ data: z.array(z.object({ id: z.string(), balance: z.number() })) })
const Invoices = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      kind: z.string(),
      no_contract: z.string(),
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
    }),
  ),
})

/** After each step: every client's balance and every invoice, whole, is what the model says. */
export async function agreeAccounts(scene: Scene): Promise<void> {
  const { ledger } = scene
  const clients = await read(scene, '/client', Clients)
  agree(
    'the balances',
    byId(clients.data).map(({ id, balance }) => [id, centavos(balance)]),
    byId(ledger.clients).map((client) => [client.id, balanceOf(ledger, client)]),
  )
  const invoices = byId((await read(scene, '/invoice', Invoices)).data)
  const expected = byId(ledger.invoices)
  agree(
    'the invoices',
    invoices.map((one) => one.id),
    expected.map((one) => one.id),
  )
  for (const [at, invoice] of expected.entries()) {
    const said = invoices[at]
    if (said === undefined) continue
    const { subtotal, vat, total, balance, disputed_amount, badges, ...rest } = said
    const amounts = [subtotal, vat, total, balance, disputed_amount].map(centavos)
    agree(`the invoice ${invoice.number}`, { ...rest, amounts, badges: badges.toSorted() }, foretold(ledger, invoice))
  }
}

function foretold(ledger: Ledger, invoice: Invoice) {
  const paid = invoice.total - invoice.credited - invoice.balance
  const isOwed = invoice.balance > 0
  return {
    id: invoice.id,
    number: `${ledger.prefix}-${invoice.number}`,
    kind: invoice.kind,
    no_contract: invoice.contract.no,
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
    ],
    badges: [
      ...(isHeld(ledger, invoice) ? ['en_proceso'] : []),
      ...(isOwed && invoice.disputed > 0 ? ['en_reclamo'] : []),
      ...(isOwed && paid > 0 ? ['parcial'] : []),
    ],
  }
}

const Listed = z.object({ data: z.array(z.object({ id: z.string() })) })
const Statement = z.object({ data: z.object({ closing_balance: z.number() }) })
const Debts = z.object({
  data: z.object({ credit: z.number(), invoices: z.array(z.object({ id: z.string(), balance: z.number() })) }),
})
const Payments = z.object({ data: z.array(Receipt) })
const Contracts = z.object({
  data: z.array(z.object({ id: z.string(), status: z.string(), suspended_from: z.nullable(z.string()) })),
})

/** After each sequence: what was left is done, nobody waits any more, and every other reading says the same as the model. */
export async function agreeAtTheEnd(scene: Scene): Promise<void> {
  const { ledger, house } = scene
  await finishRun(scene)
  await applyEvents(scene)
  ledger.now += EIGHT_DAYS_MS
  await house.setNow(ledger.now)
  await checkAll(scene)
  await agreeAccounts(scene)
  await agreeAttempts(scene)
  for (const status of ['pagado', 'pendiente', 'vencido', 'anulado']) {
    const listed = await read(scene, `/invoice?status=${status}`, Listed)
    const expected = ledger.invoices.filter((invoice) => statusOf(invoice, todayOf(ledger)) === status)
    agree(
      `the list of ${status}`,
      byId(listed.data).map((one) => one.id),
      byId(expected).map((one) => one.id),
    )
  }
  for (const client of ledger.clients) {
    const { data } = await read(scene, `/client/${client.id}/statement`, Statement)
    agree('the statement', centavos(data.closing_balance), balanceOf(ledger, client))
    const debts = await read(scene, '/payment/debts', Debts, await tokenOf(scene, client))
    const owed = owedBy(ledger, client).map((invoice) => [invoice.id, invoice.balance])
    agree(
      'the debts',
      debts.data.invoices.map((one) => [one.id, centavos(one.balance)]),
      owed,
    )
    agree('the credit', centavos(debts.data.credit), client.credit)
  }
  const payments = byId((await read(scene, '/payment/manual', Payments)).data)
  agree(
    'the receipts',
    payments.map((one) => one.id),
    byId(ledger.payments).map((one) => one.id),
  )
  for (const [at, payment] of byId(ledger.payments).entries()) {
    const said = payments[at]
    if (said !== undefined) agreePayment(said, payment)
  }
  const contracts = await read(scene, '/contract', Contracts)
  agree(
    'the contracts',
    byId(contracts.data).map((one) => [one.id, one.status, one.suspended_from]),
    byId(ledger.contracts).map((one) => [
      one.id,
      one.status,
      one.pauses.find((pause) => pause.to === null)?.from ?? null,
    ]),
  )
  await agreeInvariants(scene)
}

const EIGHT_DAYS_MS = 8 * 86_400_000

/** The same checks as `bin/enlace invariants`: nothing of this company breaks one, nor the schema itself. */
async function agreeInvariants(scene: Scene): Promise<void> {
  const client = await scene.owner.connect()
  try {
    const breaches = await listBreaches(client)
    agree(
      'the invariants',
      breaches.filter(({ company }) => company === null || company === scene.company.name),
      [],
    )
  } finally {
    client.release()
  }
}
