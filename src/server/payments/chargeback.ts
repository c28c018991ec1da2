import { sql } from 'kysely'
import { pesosLabel, toPesos } from '#domain/core/money.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { returnedDebtData, reversedMessage } from '#domain/payments/payment.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { recordMove } from './attempt-moves.ts'
import { type Attempt, getAttempt, getReceiptOf, lockAttempt, moveAttempt } from './attempt-queries.ts'
import { getPayment } from './queries.ts'
import { reverseReceipt } from './receipts.ts'

/**
 * Records that the provider took back the money of an approved payment: the receipt is reversed, the attempt is voided, and a decided
 * case says who recorded it and why. What was already returned to the client becomes its debt. Returns the message for the desk. Throws a Refusal.
 */
export async function recordChargeback(ctx: Ctx, tx: Tx, id: string, reason: string): Promise<string> {
  const found = await getAttempt(tx, id)
  if (found) await lockAccount(tx, found.client_id)
  const attempt = found && (await lockAttempt(tx, id))
  if (!attempt) throw notFound('Ese pago no existe')
  const receipt = await getReceiptOf(tx, id)
  const payment = receipt && (await getPayment(tx, receipt.id))
  if (attempt.status !== 'approved' || !payment) {
    throw new Refusal('conflict', 'Solo un pago aprobado tiene contracargo: mira cómo va en Pagos en línea')
  }
  const says = `Contracargo: ${reason}`
  const reversal =
    payment.reversed === null
      ? await reverseReceipt(tx, payment, says, ctx.today, { isTaken: true })
      : { number: payment.reversed.number, reopened: [], owed: null }
  await moveAttempt(tx, id, 'voided', {}, ctx.now)
  await insertDecidedCase(tx, attempt, reason, ctx.actor.name)
  await recordMove(tx, attempt, 'voided')
  await tx.record('payment.reversed', {
    entity_id: payment.id,
    client_id: payment.client_id,
    after: {
      number: payment.number,
      reversal: reversal.number,
      amount: toPesos(payment.amount),
      reason: says,
      reopened: reversal.reopened,
      ...returnedDebtData(reversal.owed),
    },
  })
  return reversedMessage(payment, reversal)
}

/** The case of a chargeback, decided as it is written. An open case of the same payment is decided too. */
async function insertDecidedCase(tx: Tx, attempt: Attempt, reason: string, by: string): Promise<void> {
  await tx
    .updateTable('payment_cases')
    .set({ resolved_at: sql<Date>`clock_timestamp()`, resolution: `Contracargo: ${reason}`, resolved_by: by })
    .where('attempt_id', '=', attempt.id)
    .where('resolved_at', 'is', null)
    .execute()
  await tx
    .insertInto('payment_cases')
    .values({
      kind: 'chargeback',
      subject: attempt.id,
      says: `Wompi devolvió ${pesosLabel(attempt.amount)} del pago ${attempt.reference}`,
      attempt_id: attempt.id,
      transaction_id: attempt.transaction_id,
      reference: attempt.reference,
      amount: attempt.amount,
      resolved_at: sql<Date>`clock_timestamp()`,
      resolution: reason,
      resolved_by: by,
    })
    .execute()
}
