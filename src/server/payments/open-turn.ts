import { sql } from 'kysely'
import type { Money } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { assertCash, assertReversedCash, expectedOf, TURN_REQUIRED_COPY } from '#domain/payments/cash-turn.ts'
import type { Payment, PaymentMethod } from '#domain/payments/payment.ts'
import type { Tx } from '#server/core/tx.ts'
import { getTurn, totalTurn } from './cash-turn-queries.ts'

type OpenTurn = { id: string; number: number }

/** The lock of a turn whose cash goes out: only one transaction at a time reads how much there is. */
const ALONE = sql`for update`

/**
 * The open turn of the actor that the cash of a payment or refund belongs to, locked: a closing waits for this transaction, and this
 * one for a closing, after which the turn is open no more. Null for another method, and without an open turn. Throws a Refusal on
 * `field` when the company requires one.
 */
export async function lockCashTurn(
  tx: Tx,
  { method, account_id }: { method: PaymentMethod; account_id: string | null },
  field: string,
): Promise<string | null> {
  if (method !== 'efectivo') return null
  const turn = account_id === null ? null : await lockOwnTurn(tx, account_id)
  if (turn === null && (await getTurnRule(tx))) throw refuseField('conflict', field, TURN_REQUIRED_COPY)
  return turn?.id ?? null
}

/**
 * The same for cash that leaves the box: the turn is locked alone, so that two refunds at the same time do not pay out the same cash.
 * Throws a Refusal for more cash than the turn has.
 */
export async function lockRefundTurn(
  tx: Tx,
  refund: { method: PaymentMethod; account_id: string | null; amount: Money },
): Promise<string | null> {
  const { method, account_id, amount } = refund
  if (method === 'efectivo' && account_id !== null) await lockOwnTurn(tx, account_id, ALONE)
  const id = await lockCashTurn(tx, { method, account_id }, 'refund.method')
  const turn = id === null ? undefined : await getTurn(tx, id)
  if (turn) assertCash(amount, expectedOf(turn.base, await totalTurn(tx, turn.id)), 'refund.amount')
  return id
}

/**
 * The turn in which the cash of a reversed payment is paid back, locked alone as for a refund: that of the payment while it is open, because
 * the cash is still in its box; after that the open turn of the actor at the same account, or none. Money that never was in the box
 * (`leavesBox` false) leaves the turn of its payment with it while that is open; after that the count of that turn said what was missing,
 * and the later turn only names the reversal. Call assertReversible once the reversal is written. Throws a Refusal without a turn when
 * cash leaves and the company requires one; a payment of no account is of no box.
 */
export async function lockReversalTurn(
  tx: Tx,
  { method, account, turn }: Pick<Payment, 'method' | 'account' | 'turn'>,
  leavesBox: boolean,
): Promise<{ turn: OpenTurn | null; left_box: boolean }> {
  if (method !== 'efectivo') {
    if (!leavesBox) throw refuseField('refused', 'leaves_box', 'Solo un pago en efectivo sale de una caja')
    return { turn: null, left_box: true }
  }
  const own = turn === null ? null : await lockOpen(tx, sql`t.id = ${turn.id}::uuid`, ALONE)
  if (own !== null || account === null) return { turn: own, left_box: own !== null || leavesBox }
  const open = await lockOwnTurn(tx, account.id, ALONE)
  if (leavesBox && open === null && (await getTurnRule(tx))) throw new Refusal('conflict', TURN_REQUIRED_COPY)
  return { turn: open, left_box: leavesBox }
}

/** Throws a Refusal for a written reversal that took more cash out of its turn than the turn had. */
export async function assertReversible(tx: Tx, turnId: string): Promise<void> {
  const turn = await getTurn(tx, turnId)
  if (turn) assertReversedCash(turn.number, expectedOf(turn.base, await totalTurn(tx, turnId)), await getTurnRule(tx))
}

/** Whether the company receives cash only in an open turn. */
export async function getTurnRule(tx: Tx): Promise<boolean> {
  const row = await tx.selectFrom('cash_settings').select('requires_turn').executeTakeFirst()
  return row?.requires_turn ?? false
}

const lockOwnTurn = async (tx: Tx, accountId: string, lock = sql`for share`): Promise<OpenTurn | null> =>
  lockOpen(tx, sql`t.user_id = ${tx.scope.actorId}::uuid and t.account_id = ${accountId}::uuid`, lock)

async function lockOpen(tx: Tx, which: ReturnType<typeof sql>, lock = sql`for share`): Promise<OpenTurn | null> {
  const { rows } = await sql<OpenTurn>`
    select t.id, t.number from cash_turns t where t.company_id = (select current_company()) and ${which} and t.closed_at is null
    ${lock}`.execute(tx)
  return rows[0] ?? null
}
