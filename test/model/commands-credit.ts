import * as z from 'zod/mini'
import { ask, assertEqual, centavos, type ModelContext, pickFrom, type Refusal } from './context.ts'
import { cross, refund } from './credit.ts'
import { plusDays } from './days.ts'
import { type Client, type Invoice, isClosed, owedBy, payableOf, todayOf } from './ledger.ts'
import { takePaymentBack } from './money.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000003'

/** A client, mostly one with credit in favour. */
function creditorOf({ ledger }: ModelContext, pick: number): Client | undefined {
  const creditors = ledger.clients.filter((client) => client.credit > 0)
  return pickFrom(creditors.length > 0 && pick % 5 !== 0 ? creditors : ledger.clients, pick)
}

/**
 * The least credit that a client has in the books at the end of a day and of each day since. The model has credit without its days, so it
 * reads them.
 */
async function creditSince({ owner, ledger }: ModelContext, { id }: Client, on: string): Promise<number> {
  const days = Array.from({ length: 3 }, (_, index) => plusDays(on, index)).filter((day) => day <= todayOf(ledger))
  const { rows } = await owner.query<{ credit: number }>(
    `select (select coalesce(sum(credit), 0) from client_movements m where m.client_id = $1 and m.posted_on <= day)::int as credit
     from unnest($2::date[]) day`,
    [id, days],
  )
  return Math.min(...rows.map(({ credit }) => credit))
}

const Refunded = z.object({ data: z.object({ id: z.string(), number: z.number(), amount: z.number() }) })

/** Returns credit in favour in money: a part, all of it, or slightly more. */
export async function refundCredit(context: ModelContext, step: Of<'refund'>): Promise<void> {
  const { ledger } = context
  const client = creditorOf(context, step.client)
  const credit = client?.credit ?? 0
  const amount = Math.max(1, Math.min(Math.floor((credit * step.part) / 700), step.part > 900 ? credit + 1 : credit))
  const paid_on = plusDays(todayOf(ledger), step.days)
  const bodyOf = (reason: string) => ({
    refund: { amount: amount / 100, method: 'transferencia', paid_on, reason },
  })
  const refusal =
    client === undefined
      ? 'not_found'
      : isClosed(ledger, paid_on)
        ? 'conflict'
        : step.days > 0
          ? 'invalid'
          : amount > Math.min(credit, await creditSince(context, client, paid_on))
            ? 'refused'
            : null
  const path = `/credit/${client?.id ?? UNKNOWN_ID}/refund`
  const post = { kind: step.kind, path, body: bodyOf('Se retiró'), other: bodyOf('Pagó doble') }
  const reply = await ask(context, post, refusal)
  if (reply === null || client === undefined) return
  const { data } = z.parse(Refunded, reply)
  refund(ledger, client, { id: data.id, amount })
  assertEqual('the refund', [data.number, centavos(data.amount)], [ledger.refunds.length, amount])
}

const Crossed = z.object({
  data: z.object({ applied: z.array(z.object({ invoice_id: z.string(), amount: z.number() })), credit: z.number() }),
})

/** A person crosses all the credit, kept advances too, with the open invoices or with chosen ones. */
export async function crossCredit(context: ModelContext, step: Of<'cross'>): Promise<void> {
  const { ledger } = context
  const client = creditorOf(context, step.client)
  const owed = client ? owedBy(ledger, client) : []
  const any = pickFrom(ledger.invoices, step.how)
  const ways: (readonly Invoice[] | null)[] = [
    null,
    null,
    owed.toReversed().slice(0, 2),
    owed.slice(0, 1),
    any ? [any] : null,
  ]
  const way = pickFrom(ways, step.how) ?? null
  const chosen = way?.length === 0 ? null : way
  const body = chosen === null ? {} : { invoice_ids: chosen.map((invoice) => invoice.id) }
  const path = `/credit/${client?.id ?? UNKNOWN_ID}/application`
  const reply = await ask(context, { kind: step.kind, path, body, other: null }, crossRefusal(client, chosen, owed))
  if (reply === null || client === undefined) return
  const parts = cross(client, chosen ?? owed, client.credit)
  const { data } = z.parse(Crossed, reply)
  assertEqual(
    'the crossing',
    [data.applied.map((part) => [part.invoice_id, centavos(part.amount)]), centavos(data.credit)],
    [[...parts].map(([invoice, amount]) => [invoice.id, amount]), client.credit],
  )
}

function crossRefusal(
  client: Client | undefined,
  chosen: readonly Invoice[] | null,
  owed: readonly Invoice[],
): Refusal | null {
  if (client === undefined) return 'not_found'
  if (client.credit === 0) return 'conflict'
  if (chosen?.some((invoice) => invoice.client !== client)) return 'not_found'
  const payable = (chosen ?? owed).map(payableOf)
  return (chosen === null ? payable.every((amount) => amount === 0) : payable.includes(0)) ? 'conflict' : null
}

/** The desk records that the provider took back an approved payment. */
export async function chargeBack(context: ModelContext, step: Of<'chargeback'>): Promise<void> {
  const { ledger } = context
  const approved = ledger.attempts.filter((one) => one.status === 'approved')
  const attempt = pickFrom(approved.length > 0 && step.attempt % 4 !== 0 ? approved : ledger.attempts, step.attempt)
  const refusal = attempt === undefined ? 'not_found' : attempt.status === 'approved' ? null : 'conflict'
  const path = `/payment/${attempt?.id ?? UNKNOWN_ID}/chargeback`
  const bodies = { body: { reason: 'El banco lo devolvió' }, other: { reason: 'Fraude' } }
  const reply = await ask(context, { kind: step.kind, path, ...bodies }, refusal)
  if (reply !== null && attempt !== undefined) takePaymentBack(ledger, attempt)
}
