import * as z from 'zod/mini'
import { centavos, type ModelContext, read } from './context.ts'
import { dueOn, monthOf, payableUntil } from './days.ts'
import { type Client, type Ledger, lineOf, todayOf } from './ledger.ts'
import { giveCredit } from './lots.ts'

// The debt of a client whose payment the provider took back after its money was returned.

/** Its number and its id are set later, from the API: voids that arrive together are applied in any order. */
export function postReturnedDebt(ledger: Ledger, client: Client, amount: number): void {
  const today = todayOf(ledger)
  const due = dueOn(today, client.paymentDate)
  ledger.invoices.push({
    id: '',
    number: 0,
    kind: 'voided_payment',
    client,
    contract: null,
    rate: 0,
    promised: null,
    period: monthOf(today),
    issuedOn: today,
    dueOn: due,
    payableUntil: payableUntil(due),
    extended: null,
    lines: [lineOf(amount, 0, true)],
    total: amount,
    balance: amount,
    credited: 0,
    disputed: 0,
    claims: [],
    writeOffs: [],
  })
  giveCredit(client, null, amount)
}

const Debts = z.object({
  data: z.array(
    z.object({ id: z.string(), number: z.string(), kind: z.string(), client_id: z.string(), total: z.number() }),
  ),
})

/** Reads the ids and the numbers of these debts. */
export async function readReturnedDebts(context: ModelContext): Promise<void> {
  const { invoices } = context.ledger
  const unread = invoices.filter(({ kind, id }) => kind === 'voided_payment' && id === '')
  if (unread.length === 0) return
  const { data } = await read(context, '/invoice', Debts)
  for (const debt of unread) {
    const found = data.find(
      (one) =>
        one.kind === debt.kind &&
        one.client_id === debt.client.id &&
        centavos(one.total) === debt.total &&
        invoices.every(({ id }) => id !== one.id),
    )
    debt.id = found?.id ?? ''
    debt.number = Number(found?.number.replace('COBRO-', '') ?? 0)
  }
}
