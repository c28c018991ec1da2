import { changedDebt } from '#domain/banks/pairing.ts'
import { likeReason, repeatedReason } from '#domain/banks/repetition.ts'
import type { Day } from '#domain/core/days.ts'
import { dayOf } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { storable } from '#domain/core/storable.ts'
import type { Payment } from '#domain/payments/payment.ts'
import type { BulkWork } from '#server/bulk/action.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccounts } from '#server/ledger/accounts.ts'
import { registerPayment } from '#server/payments/manual.ts'
import { listDebtsOf } from './match-queries.ts'
import { decideLine, type LockedLine, lockLines } from './queries.ts'
import { type PaidBefore, readPaidBefore, repetitionOf } from './repetitions.ts'

type PayMany = Extract<BulkWork, { kind: 'rows' }>['run']

/**
 * Registers the certain lines of a batch. A line that is not certain any more, because its client paid since the file was read, is left
 * for a person with its reason, as one that cannot be registered; one that another file or the desk registered is shown as such.
 */
export const payLines: PayMany = async (job, tx, rows) => {
  const now = job.world.clock()
  const lines = new Map(
    (
      await lockLines(
        tx,
        rows.map(({ id }) => id),
      )
    ).map((line) => [line.id, line]),
  )
  // Every account is locked before the first number is taken: a payment at the desk locks in that order too.
  await lockAccounts(tx, [...new Set([...lines.values()].flatMap(({ client_id }) => client_id ?? []))])
  const certain = [...lines.values()].filter(({ state }) => state === 'certain')
  const facts = await readBatch(tx, certain)
  const failures = new Map<string, string>()
  for (const { id } of rows) {
    const line = lines.get(id)
    if (line?.state === 'paid') continue
    if (line?.state !== 'certain') {
      failures.set(id, 'Este movimiento ya no es seguro: revísalo a mano')
      continue
    }
    const kept = (await findChange(tx, line, facts)) ?? (await tryPay(tx, line, now, facts))
    if (kept === null) continue
    failures.set(id, kept.reason)
    await decideLine(tx, id, { ...kept, invoice_id: null })
  }
  return failures
}

type Kept = { state: 'doubtful' | 'repeated'; reason: string; client_id: string | null; repeats_id?: string }

/** What the lines of a batch are compared with when they are paid. `paid`: the clients whose debts this batch changed. */
type Batch = { debts: Awaited<ReturnType<typeof listDebtsOf>>; paid: Set<string>; before: PaidBefore }

async function readBatch(tx: Tx, lines: readonly LockedLine[]): Promise<Batch> {
  const debts = await listDebtsOf(
    tx,
    lines.flatMap(({ client_id }) => client_id ?? []),
  )
  return { debts, paid: new Set(), before: await readPaidBefore(tx, lines) }
}

const doubt = (reason: string): Kept => ({ state: 'doubtful', reason, client_id: null })

/** What a certain line becomes when it is not certain any more; null when it still is. Its client's account is locked. */
async function findChange(tx: Tx, line: LockedLine, { debts, paid, before }: Batch): Promise<Kept | null> {
  const repetition = repetitionOf(line, before)
  if (repetition?.isSame) {
    const { id, client_id } = repetition.payment
    return { state: 'repeated', reason: repeatedReason(repetition.payment), client_id, repeats_id: id }
  }
  if (repetition !== null) return doubt(likeReason(repetition.payment))
  const client = line.client_id ?? ''
  const its = (paid.has(client) ? await listDebtsOf(tx, [client]) : debts).get(client) ?? []
  const reason = changedDebt(line, its)
  return reason === null ? null : doubt(reason)
}

/** What a line becomes by a refusal, which comes before anything is written; null when the payment is registered. */
async function tryPay(tx: Tx, line: LockedLine, now: Date, { paid, before }: Batch): Promise<Kept | null> {
  try {
    const payment = await payLine(tx, line, { today: dayOf(now), now }, { postsToday: false })
    const { id, number, paid_on, amount, reference } = payment
    const { file_id, account_id, client_id } = line
    if (client_id === null) return null
    paid.add(client_id)
    const registered = { id, number, client_id, paid_on, amount, reference: reference ?? '', file_id }
    before.registered.get(account_id)?.push(registered)
    return null
  } catch (error) {
    if (error instanceof Refusal) return doubt(error.message)
    throw error
  }
}

const REFERENCE_MAX = 80

/** Throws a Refusal for a line that is decided already, has no client or is not money that came in. */
export function assertPayable(line: LockedLine): asserts line is LockedLine & { client_id: string } {
  if (line.state === 'paid' || line.state === 'ignored')
    throw new Refusal('conflict', 'Este movimiento ya se registró o se descartó')
  if (line.amount <= 0 || line.client_id === null || line.is_returned)
    throw new Refusal('conflict', 'Este movimiento no es dinero que entró: no se registra como pago')
}

/**
 * Registers the payment of a locked line, with the day and the account of the bank. `postsToday`: its day is closed, and the payment is
 * in the books today. Throws a Refusal for a line that is decided already or is not money that came in.
 */
export async function payLine(
  tx: Tx,
  line: LockedLine,
  { today, now }: { today: Day; now: Date },
  { postsToday }: { postsToday: boolean },
): Promise<Payment> {
  assertPayable(line)
  const reference = storable(line.reference || line.description, REFERENCE_MAX).trim()
  const payment = await registerPayment(
    tx,
    {
      client_id: line.client_id,
      amount: line.amount,
      method: line.method,
      paid_on: line.on_day,
      account_id: line.account_id,
      ...(reference !== '' && { reference }),
      ...(line.invoice_id !== null && { invoice_ids: [line.invoice_id] }),
    },
    { today, now },
    postsToday && line.on_day < today ? today : undefined,
  )
  await decideLine(tx, line.id, {
    state: 'paid',
    reason: 'Registrado',
    client_id: line.client_id,
    payment_id: payment.id,
  })
  await tx.record('bank_line.paid', {
    entity_id: line.id,
    client_id: line.client_id,
    after: { number: payment.number, amount: toPesos(line.amount), client: payment.client.name },
  })
  return payment
}
