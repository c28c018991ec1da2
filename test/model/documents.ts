import * as z from 'zod/mini'
import { assertEqual, centavos, type ModelContext, read } from './context.ts'
import { balanceOf, type Client, type Ledger, numberOf, owedBy, sum, writtenOff } from './ledger.ts'

// The account of a client by its documents alone: invoices, notes, receipts and refunds, with the amount of each. Here nothing says
// which invoice was paid by what.

/** What each document of a client did to its debt: a receipt and its reversal are two documents. */
function documentsOf(ledger: Ledger, client: Client): Map<string, number> {
  const isOwn = (one: { client: Client }): boolean => one.client === client
  const effects: [string, number][] = [
    ...ledger.invoices
      .filter((one) => one.client === client)
      // The reversal raises the debt; what the client owes for it gives back the credit that its refund took.
      .map((one): [string, number] => [
        numberOf(ledger, one),
        (one.kind === 'voided_payment' ? 0 : one.total) - writtenOff(one),
      ]),
    ...ledger.notes.flatMap(({ invoice, total }, index): [string, number][] =>
      invoice.client === client ? [[`NC-${index + 1}`, -total]] : [],
    ),
    ...ledger.payments.filter(isOwn).flatMap((one): [string, number][] => {
      const received = sum([...one.parts.map((part) => part.amount), one.credit])
      const receipt: [string, number] = [`Recibo ${one.number}`, -received]
      return one.isReversed ? [receipt, [`Reverso del recibo ${one.number}`, received]] : [receipt]
    }),
    ...ledger.refunds.flatMap((one, index): [string, number][] =>
      isOwn(one) ? [[`Devolución ${index + 1}`, one.amount]] : [],
    ),
  ]
  return new Map(effects)
}

const Statement = z.object({
  data: z.object({
    closing_balance: z.number(),
    disputed: z.number(),
    movements: z.array(z.object({ document: z.nullable(z.string()), charge: z.number(), payment: z.number() })),
  }),
})
const Credit = z.object({
  data: z.object({ credit: z.number(), sources: z.array(z.object({ amount: z.number(), is_kept: z.boolean() })) }),
})

/** The statement and the credit in favour agree with the documents, of every client whose account has changed since the last time. */
export async function assertDocuments(context: ModelContext): Promise<void> {
  const { ledger, comparedAccounts } = context
  for (const client of ledger.clients) {
    const documents = documentsOf(ledger, client)
    const disputed = sum(owedBy(ledger, client).map((invoice) => invoice.disputed))
    const lots = client.lots.filter((lot) => lot.left > 0).map((lot) => [lot.left, lot.isKept])
    const account = JSON.stringify([[...documents], disputed, lots])
    if (comparedAccounts.get(client.id) === account) continue
    comparedAccounts.set(client.id, account)
    assertEqual('the documents', sum([...documents.values()]), balanceOf(ledger, client))
    const { data } = await read(context, `/client/${client.id}/statement?from=2026-01-01`, Statement)
    const shown = new Map<string, number>()
    for (const { document, charge, payment } of data.movements) {
      // The invariants compare the numbers of the reversals: events that arrive together are applied in any order.
      const name = (document ?? '').replace(/^Reverso \d+ /, 'Reverso ')
      shown.set(name, (shown.get(name) ?? 0) + centavos(charge) - centavos(payment))
    }
    assertEqual('the movements of the statement', inOrder(shown), inOrder(documents))
    assertEqual('the statement', centavos(data.closing_balance), balanceOf(ledger, client))
    assertEqual('the disputed amount of the statement', centavos(data.disputed), disputed)
    await assertCredit(context, client)
  }
}

const inOrder = (effects: ReadonlyMap<string, number>): [string, number][] =>
  [...effects].filter(([, amount]) => amount !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))

async function assertCredit(context: ModelContext, client: Client): Promise<void> {
  const { data } = await read(context, `/credit/${client.id}`, Credit)
  assertEqual(
    'the credit in favour',
    [centavos(data.credit), data.sources.map((one) => [centavos(one.amount), one.is_kept])],
    [client.credit, client.lots.filter((lot) => lot.left > 0).map((lot) => [lot.left, lot.isKept])],
  )
}

const Detail = z.object({
  data: z.object({
    movements: z.array(z.object({ amount: z.number() })),
    credit_notes: z.array(z.object({ number: z.string(), total: z.number() })),
  }),
})

/** The movements of every invoice add up to its balance, and its notes are the model's. */
export async function assertInvoiceMovements(context: ModelContext): Promise<void> {
  const { ledger } = context
  for (const invoice of ledger.invoices) {
    const { data } = await read(context, `/invoice/${invoice.id}`, Detail)
    const moved = sum(data.movements.map((one) => centavos(one.amount)))
    assertEqual(`the movements of the invoice ${numberOf(ledger, invoice)}`, moved, invoice.balance)
    const notes = ledger.notes.flatMap((note, index): [string, number][] =>
      note.invoice === invoice ? [[`NC-${index + 1}`, note.total]] : [],
    )
    const shown = data.credit_notes.map((one): [string, number] => [one.number, centavos(one.total)])
    assertEqual(
      `the notes of the invoice ${numberOf(ledger, invoice)}`,
      inOrder(new Map(shown)),
      inOrder(new Map(notes)),
    )
  }
}
