import { type Day, dayOf } from '#domain/core/days.ts'
import { minus, money, sum } from '#domain/core/money.ts'
import type { Applied as AppliedPart } from '#domain/ledger/entry.ts'
import {
  GIVE_UP_DAYS,
  isAbsenceBelieved,
  isOpen,
  nextTransition,
  type ProviderState,
} from '#domain/payments/attempt.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import type { World } from '#server/core/context.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { lockAccount, lockInvoices } from '#server/ledger/accounts.ts'
import { readSender, writeReceipt } from '#server/messages/write.ts'
import { bankUrlOf, type Transaction } from '#server/providers/wompi/shapes.ts'
import { type Attempt, getReceiptOf, listAttemptInvoices, lockAttempt, moveAttempt } from './attempt-queries.ts'
import { openCase } from './cases.ts'
import { getPayment } from './queries.ts'
import { openReceipt, reversalProblem, reverseReceipt } from './receipts.ts'

/** What came of reading a transaction: it moved the attempt, changed nothing, came late, or does not fit. */
export type ApplyOutcome = 'moved' | 'same' | 'late' | 'mismatch'

/** On whose behalf the provider's word is applied. */
export const wompiScope = (companyId: string): Scope => ({
  companyId,
  actorId: null,
  actorName: 'Wompi',
  actorRole: 'system',
  ip: null,
  requestId: null,
})

/** What came of reading. `close` is the last thing of the transaction: it numbers the receipt, if there is one. */
export type Applied = { outcome: ApplyOutcome; close: () => Promise<void> }

/**
 * Applies what was just read at the provider to an attempt, in its client's turn: the only place where online money moves
 * (PAY-05, TRX-05). Of several transactions the approved one goes first. None at all is an absence, believed only after a while.
 */
export async function applyProviderState(
  world: World,
  tx: Tx,
  found: { id: string; client_id: string },
  transactions: readonly Transaction[],
  now: Date,
): Promise<Applied> {
  await lockAccount(tx, found.client_id)
  if (transactions.length === 0) return closed(await applyAbsence(tx, found.id, now))
  let all = closed('same')
  for (const transaction of approvedFirst(transactions)) {
    // What comes after an approval may take it back: its receipt must be there.
    await all.close()
    const attempt = await locked(tx, found.id)
    const one = await applyOne(world, tx, attempt, transaction, now)
    all = {
      outcome: all.outcome === 'same' || one.outcome === 'mismatch' ? one.outcome : all.outcome,
      close: one.close,
    }
  }
  return all
}

const closed = (outcome: ApplyOutcome): Applied => ({ outcome, close: async () => undefined })

const approvedFirst = (transactions: readonly Transaction[]): Transaction[] =>
  transactions.toSorted((a, b) => Number(b.status === 'APPROVED') - Number(a.status === 'APPROVED'))

async function locked(tx: Tx, id: string): Promise<Attempt> {
  const attempt = await lockAttempt(tx, id)
  if (!attempt) throw new Error('an attempt that was just read is not there')
  return attempt
}

async function applyOne(world: World, tx: Tx, attempt: Attempt, transaction: Transaction, now: Date): Promise<Applied> {
  const verdict = nextTransition(attempt, toldOf(transaction))
  const facts = {
    transaction_id: transaction.id,
    bank_url: bankUrlOf(transaction),
    provider_message: transaction.status_message?.slice(0, 300) ?? null,
  }
  if (verdict.kind === 'mismatch') {
    await openCase(tx, {
      kind: 'mismatch',
      subject: transaction.id,
      says: `Wompi tiene el pago ${transaction.id} con ${verdict.fields.map((field) => FIELD_NAMES[field]).join(', ')} distinto de lo que se pidió`,
      attempt_id: attempt.id,
      transaction_id: transaction.id,
      reference: attempt.reference,
      amount: money(transaction.amount_in_cents),
    })
    return closed('mismatch')
  }
  if (verdict.kind === 'late') return closed('late')
  if (verdict.kind === 'same') {
    if (isOpen(attempt.status)) await moveAttempt(tx, attempt.id, attempt.status, facts, now)
    return closed('same')
  }
  if (verdict.to === 'voided' && attempt.status === 'approved' && !(await takeBack(tx, attempt, now)))
    return closed('mismatch')
  await moveAttempt(tx, attempt.id, verdict.to, facts, now)
  await recordMove(tx, attempt, verdict.to)
  if (verdict.to !== 'approved') return closed('moved')
  return { outcome: 'moved', close: await receive(world, tx, attempt, transaction, now) }
}

const FIELD_NAMES = {
  reference: 'la referencia',
  amount: 'el valor',
  currency: 'la moneda',
  transaction: 'el número de transacción',
} as const

const toldOf = ({ id, status, reference, amount_in_cents, currency }: Transaction): ProviderState => ({
  id,
  status,
  reference,
  amount_in_cents,
  currency,
})

/** Writes in the binnacle how an attempt was left. */
export async function recordMove(tx: Tx, attempt: Attempt, to: Attempt['status']): Promise<void> {
  await tx.record('attempt.moved', {
    entity_id: attempt.id,
    client_id: attempt.client_id,
    before: { status: attempt.status },
    after: { status: to, reference: attempt.reference, amount: attempt.amount / 100 },
  })
}

/**
 * The receipt of an approved attempt: each invoice gets what was asked for it, up to what it still owes; the rest is credit in
 * favour. Returns what closes it.
 */
async function receive(
  world: World,
  tx: Tx,
  attempt: Attempt,
  transaction: Transaction,
  now: Date,
): Promise<() => Promise<void>> {
  const asked = await listAttemptInvoices(tx, attempt.id)
  const invoices = await lockInvoices(
    tx,
    attempt.client_id,
    asked.map((one) => one.invoice_id),
  )
  const applied: AppliedPart[] = invoices.flatMap(({ id, balance }) => {
    const amount = asked.find((one) => one.invoice_id === id)?.amount ?? money(0)
    const part = amount < balance ? amount : balance
    return part > 0 ? [{ id, amount: part }] : []
  })
  const rest = minus(attempt.amount, sum(applied.map((one) => one.amount)))
  const receipt = {
    client_id: attempt.client_id,
    amount: attempt.amount,
    method: attempt.method,
    paid_on: paidOn(transaction, attempt, now),
    reference: transaction.id,
    attempt_id: attempt.id,
  }
  const sender = await readSender(tx)
  const opened = await openReceipt(tx, receipt, invoices, { applied, rest })
  return () =>
    opened.close((number) =>
      writeReceipt(world, tx, sender, {
        id: opened.id,
        number,
        amount: attempt.amount,
        invoices: asked.map((one) => one.number),
        method: METHOD_LABELS[attempt.method],
        client_id: attempt.client_id,
        client_name: opened.clientName,
        to: attempt.payer.email,
      }),
    )
}

/** The day the provider ended it, when that can be: not before it was asked for nor after today. */
function paidOn(transaction: Transaction, attempt: Attempt, now: Date): Day {
  const ended = new Date(transaction.finalized_at ?? '')
  const isPossible = ended.getTime() <= now.getTime() && dayOf(attempt.created_at) <= safeDay(ended, now)
  return isPossible ? safeDay(ended, now) : dayOf(now)
}

const safeDay = (ended: Date, now: Date): Day => dayOf(Number.isNaN(ended.getTime()) ? now : ended)

/** Takes back the receipt of a payment that the provider voided. False when a person must: what it left in favour is spent. */
async function takeBack(tx: Tx, attempt: Attempt, now: Date): Promise<boolean> {
  const receipt = await getReceiptOf(tx, attempt.id)
  const payment = receipt && (await getPayment(tx, receipt.id))
  if (!payment || payment.reversed !== null) return true
  const problem = await reversalProblem(tx, payment)
  if (problem !== null) {
    await openCase(tx, {
      kind: 'void',
      subject: attempt.id,
      says: `Wompi anuló el pago ${attempt.reference} y su saldo a favor ya se usó: ${problem}`,
      attempt_id: attempt.id,
      transaction_id: attempt.transaction_id,
      reference: attempt.reference,
      amount: attempt.amount,
    })
    return false
  }
  await reverseReceipt(tx, payment, 'Anulado por Wompi', dayOf(now))
  await tx.record('payment.reversed', {
    entity_id: payment.id,
    client_id: payment.client_id,
    after: { number: payment.number, amount: payment.amount / 100, reason: 'Anulado por Wompi' },
  })
  return true
}

/** The provider knows nothing of it: it never arrived, or it is still on its way. At the second look it is believed. */
async function applyAbsence(tx: Tx, id: string, now: Date): Promise<ApplyOutcome> {
  const attempt = await locked(tx, id)
  const isWaiting = attempt.transaction_id === null && isOpen(attempt.status)
  if (!isWaiting || !isAbsenceBelieved(attempt.created_at, now)) return 'same'
  await expire(tx, attempt, now)
  return 'moved'
}

/** Stops waiting for an attempt. Its invoices are free; an approval that still comes is applied all the same. */
export async function expire(tx: Tx, attempt: Attempt, now: Date): Promise<void> {
  await moveAttempt(tx, attempt.id, 'expired', {}, now)
  await recordMove(tx, attempt, 'expired')
}

const DAY_MS = 86_400_000

/** After seven days nobody waits any more: the attempt expires and a person asks the provider what became of it. */
export async function expireAfterDays(tx: Tx, found: { id: string; client_id: string }, now: Date): Promise<void> {
  await lockAccount(tx, found.client_id)
  const attempt = await locked(tx, found.id)
  if (!isOpen(attempt.status) || now.getTime() - attempt.created_at.getTime() < GIVE_UP_DAYS * DAY_MS) return
  await expire(tx, attempt, now)
  await openCase(tx, {
    kind: 'given_up',
    subject: attempt.id,
    says: `Wompi no dijo en ${GIVE_UP_DAYS} días qué pasó con el pago ${attempt.reference}: pregúntalo en comercios.wompi.co`,
    attempt_id: attempt.id,
    transaction_id: attempt.transaction_id,
    reference: attempt.reference,
    amount: attempt.amount,
  })
}
