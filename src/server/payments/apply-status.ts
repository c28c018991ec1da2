import { type Day, dayOf } from '#domain/core/days.ts'
import { minus, money, sum, toPesos } from '#domain/core/money.ts'
import { storable } from '#domain/core/storable.ts'
import { PAGE_METHOD } from '#domain/integrations/online-method.ts'
import type { AppliedAmount } from '#domain/ledger/entry.ts'
import { isAbsenceAccepted, isOpen, nextTransition, type ProviderState } from '#domain/payments/attempt.ts'
import { METHOD_LABELS, returnedDebtCopy, returnedDebtData } from '#domain/payments/payment.ts'
import { nextPageTransition, pageTransactionId } from '#domain/payments/wompi-page.ts'
import type { World } from '#server/core/context.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { waitForAll } from '#server/core/wait-for-all.ts'
import { type LockedClient, lockAccount, lockInvoices } from '#server/ledger/accounts.ts'
import { openDay } from '#server/ledger/open-day.ts'
import { withWrittenOff } from '#server/ledger/write-offs.ts'
import { readSender, receiptMessage, type Sender } from '#server/messages/compose.ts'
import { insertMessages, type NewMessage } from '#server/messages/queries.ts'
import { bankUrlOf, slipOf, type Transaction } from '#server/providers/wompi/shapes.ts'
import { endAsking, isAsked, lockExistingAttempt, recordMove } from './attempt-moves.ts'
import { type Attempt, getReceiptOf, listAttemptInvoices, moveAttempt, updateAsked } from './attempt-queries.ts'
import { openCase } from './cases.ts'
import { gatewayAccount } from './money-account-queries.ts'
import { type Payer, paidServices } from './paid-services.ts'
import { getPayment } from './queries.ts'
import { openReceipt, reverseReceipt } from './receipts.ts'

/**
 * What a transaction did to its attempt. `moved`: changed its status; `same`: changed nothing; `late`: came after a later status;
 * `mismatch`: its data differs from what was requested.
 */
export type ApplyOutcome = 'moved' | 'same' | 'late' | 'mismatch'

/** The scope of a change that the provider reported: the actor is Wompi. */
export const wompiScope = (companyId: string): Scope => ({
  companyId,
  actorId: null,
  actorName: 'Wompi',
  actorRole: 'system',
  ip: null,
  requestId: null,
})

/** A database transaction that applies what the provider answered. `sender`: the company, for the e-mail of a receipt. */
export type ProviderChange = { world: World; tx: Tx; now: Date; sender: Sender }

export const openChange = async (world: World, tx: Tx): Promise<ProviderChange> => ({
  world,
  tx,
  now: world.clock(),
  sender: await readSender(tx),
})

/**
 * The outcome, and `close`, which numbers the receipt when there is one and returns its e-mail: call it through closeResults. `paidBy`:
 * the client and the day of the receipt.
 */
export type ApplyResult = { outcome: ApplyOutcome; close: () => Promise<NewMessage | null>; paidBy: Payer | null }

/** Reconnects the paid services (SUS-03), and then closeResults: the lock of the receipt numbers is taken last. */
export async function finishResults(tx: Tx, results: readonly ApplyResult[], now: Date): Promise<void> {
  const byClient = Map.groupBy(
    results.flatMap(({ paidBy }) => paidBy ?? []),
    ({ id }) => id,
  )
  const payers = [...byClient].map(([id, paid]) => ({ id, on: latestDay(paid.map(({ on }) => on)) ?? dayOf(now) }))
  await paidServices().reconnect(tx, payers, now)
  await closeResults(tx, results)
}

const latestDay = (days: readonly Day[]): Day | undefined => days.toSorted().at(-1)

/** Numbers the receipts and queues their e-mails. */
export async function closeResults(tx: Tx, results: readonly ApplyResult[]): Promise<void> {
  const messages = await waitForAll(results.map(({ close }) => close()))
  await insertMessages(
    tx,
    messages.filter((message) => message !== null),
  )
}

/**
 * Applies transactions just read from the provider to their attempt, with the client's account locked: the only function that
 * moves online money (PAY-05, TRX-05). The approved transaction goes first. No transaction at all expires the attempt only after
 * some minutes (isAbsenceAccepted).
 */
export async function applyProviderState(
  change: ProviderChange,
  target: { id: string; client_id: string },
  transactions: readonly Transaction[],
): Promise<ApplyResult> {
  const { tx, now } = change
  const client = await lockAccount(tx, target.client_id)
  if (!client) throw new Error('an attempt without a client')
  if (transactions.length === 0) return withoutReceipt(await applyAbsence(tx, target.id, now))
  let result = withoutReceipt('same')
  for (const transaction of approvedFirst(transactions)) {
    // A transaction after the approval may reverse it, so the receipt must be written first.
    await closeResults(tx, [result])
    const attempt = await lockExistingAttempt(tx, target.id)
    const next = await applyTransaction(change, client, attempt, transaction)
    result = {
      outcome: result.outcome === 'same' || next.outcome === 'mismatch' ? next.outcome : result.outcome,
      close: next.close,
      paidBy: next.paidBy ?? result.paidBy,
    }
  }
  return result
}

const withoutReceipt = (outcome: ApplyOutcome): ApplyResult => ({ outcome, close: async () => null, paidBy: null })

const approvedFirst = (transactions: readonly Transaction[]): Transaction[] =>
  transactions.toSorted((a, b) => Number(b.status === 'APPROVED') - Number(a.status === 'APPROVED'))

async function applyTransaction(
  change: ProviderChange,
  client: LockedClient,
  attempt: Attempt,
  transaction: Transaction,
): Promise<ApplyResult> {
  const { tx, now } = change
  const isPage = attempt.method === PAGE_METHOD
  const transition = (isPage ? nextPageTransition : nextTransition)(attempt, providerStateOf(transaction))
  const transaction_id = isPage ? pageTransactionId(attempt, transaction) : (attempt.transaction_id ?? transaction.id)
  const changes = {
    transaction_id,
    ...(isPage ? linkChanges(attempt, transaction) : { bank_url: bankUrlOf(transaction), ...slipOf(transaction) }),
    provider_message: transaction.status_message ? storable(transaction.status_message, 300) : null,
  }
  if (transition.kind === 'mismatch') {
    await openCase(tx, {
      kind: 'mismatch',
      subject: transaction.id,
      says: `Wompi tiene el pago ${transaction.id} con ${transition.fields.map((field) => FIELD_NAMES[field]).join(', ')} distinto de lo que se pidió`,
      attempt_id: attempt.id,
      transaction_id: transaction.id,
      reference: attempt.reference,
      amount: money(transaction.amount_in_cents),
    })
    return withoutReceipt('mismatch')
  }
  if (transition.kind === 'late') {
    if (attempt.status === 'expired' && attempt.transaction_id !== transaction_id)
      await updateAsked(tx, attempt.id, { transaction_id })
    return withoutReceipt('late')
  }
  if (transition.kind === 'same') {
    if (isOpen(attempt.status)) await moveAttempt(tx, attempt.id, attempt.status, changes, now)
    return withoutReceipt('same')
  }
  if (transition.to === 'voided' && attempt.status === 'approved') await reverseVoidedPayment(tx, attempt, now)
  await moveAttempt(tx, attempt.id, transition.to, changes, now)
  await recordMove(tx, attempt, transition.to)
  if (transition.to !== 'approved') return withoutReceipt('moved')
  return {
    outcome: 'moved',
    close: await openAttemptReceipt(change, client, attempt, transaction),
    paidBy: { id: client.id, on: paidOn(transaction, attempt, now) },
  }
}

/** The link of an attempt that was found by its reference. The page of an open one stays open for another try. */
const linkChanges = ({ payment_link_id }: Attempt, transaction: Transaction): { payment_link_id?: string } =>
  payment_link_id === null && transaction.payment_link_id ? { payment_link_id: transaction.payment_link_id } : {}

const FIELD_NAMES = {
  reference: 'la referencia',
  amount: 'el valor',
  currency: 'la moneda',
  transaction: 'el número de transacción',
} as const

const providerStateOf = ({ id, status, reference, amount_in_cents, currency }: Transaction): ProviderState => ({
  id,
  status,
  reference,
  amount_in_cents,
  currency,
})

/**
 * Opens the receipt of an approved attempt: each invoice gets its requested amount, up to its balance; the rest is credit in
 * favour. Returns the function that closes the receipt.
 */
async function openAttemptReceipt(
  { world, tx, now, sender }: ProviderChange,
  client: LockedClient,
  attempt: Attempt,
  transaction: Transaction,
): Promise<ApplyResult['close']> {
  const requested = await listAttemptInvoices(tx, attempt.id)
  const invoices = await lockInvoices(
    tx,
    attempt.client_id,
    requested.map((invoice) => invoice.invoice_id),
  )
  // What was written off since the payment began is recovered by it.
  const applied: AppliedAmount[] = invoices.map(withWrittenOff).flatMap(({ id, balance }) => {
    const amount = requested.find((invoice) => invoice.invoice_id === id)?.amount ?? money(0)
    const part = amount < balance ? amount : balance
    return part > 0 ? [{ id, amount: part }] : []
  })
  const rest = minus(attempt.amount, sum(applied.map((part) => part.amount)))
  const paid_on = paidOn(transaction, attempt, now)
  const posted_on = await openDay(tx, paid_on, dayOf(now))
  const receipt = {
    client,
    amount: attempt.amount,
    method: attempt.method,
    paid_on,
    posted_on,
    reference: transaction.id,
    attempt_id: attempt.id,
    account_id: await gatewayAccount(tx),
  }
  const opened = await openReceipt(tx, receipt, invoices, { applied, rest, today: dayOf(now), requested })
  return () =>
    opened.close(async (number) =>
      receiptMessage(world, sender, {
        id: opened.id,
        number,
        amount: attempt.amount,
        invoices: requested.flatMap((one) => (applied.some(({ id }) => id === one.invoice_id) ? one.number : [])),
        credit: rest,
        method: METHOD_LABELS[attempt.method],
        client,
        to: attempt.payer.email,
      }),
    )
}

/** The day the provider ended the transaction; today when that day is before the attempt or after today. */
function paidOn(transaction: Transaction, attempt: Attempt, now: Date): Day {
  const ended = new Date(transaction.finalized_at ?? '')
  const isPossible = ended.getTime() <= now.getTime() && dayOf(attempt.created_at) <= dayOrToday(ended, now)
  return isPossible ? dayOrToday(ended, now) : dayOf(now)
}

const dayOrToday = (ended: Date, now: Date): Day => dayOf(Number.isNaN(ended.getTime()) ? now : ended)

/**
 * Reverses the receipt of a payment that the provider voided. What was already returned to the client becomes its debt, and a case notifies
 * the desk.
 */
async function reverseVoidedPayment(tx: Tx, attempt: Attempt, now: Date): Promise<void> {
  const receipt = await getReceiptOf(tx, attempt.id)
  const payment = receipt && (await getPayment(tx, receipt.id))
  if (!payment || payment.reversed !== null) return
  const reason = 'Anulado por Wompi'
  const { number: reversal, owed } = await reverseReceipt(tx, payment, reason, dayOf(now), { isTaken: true })
  await tx.record('payment.reversed', {
    entity_id: payment.id,
    client_id: payment.client_id,
    after: { number: payment.number, reversal, amount: toPesos(payment.amount), reason, ...returnedDebtData(owed) },
  })
  if (owed === null) return
  await openCase(tx, {
    kind: 'void',
    subject: attempt.id,
    says: `Wompi anuló el pago ${attempt.reference}. ${returnedDebtCopy(owed)}`,
    attempt_id: attempt.id,
    transaction_id: attempt.transaction_id,
    reference: attempt.reference,
    amount: owed.amount,
  })
}

const isGivenUp = ({ status, is_unanswered }: Attempt): boolean => status === 'expired' && is_unanswered

/** The provider has no transaction: the request was lost or is still in transit. Expires the attempt at the second check. */
async function applyAbsence(tx: Tx, id: string, now: Date): Promise<ApplyOutcome> {
  const attempt = await lockExistingAttempt(tx, id)
  // The page of the provider has no transaction until its payer pays: endPage ends it.
  if (attempt.method === PAGE_METHOD) return 'same'
  const isWaiting = attempt.transaction_id === null && (isAsked(attempt) || isGivenUp(attempt))
  if (!isWaiting || !isAbsenceAccepted(attempt.created_at, now)) return 'same'
  await endAsking(tx, attempt, now, false)
  return 'moved'
}
