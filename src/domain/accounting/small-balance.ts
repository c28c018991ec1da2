import * as z from 'zod/mini'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, Pesos, PesosSum, pesosField, pesosLabel } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { lineOfText } from '#domain/core/text.ts'

/** The balances that one closing closes at most, so that its transaction is short. */
export const CLOSED_AT_ONCE_MAX = 500

const isPositive = (amount: Money): boolean => amount > 0

/** The limit of the company: a balance up to it is small. Null: no balance is small. */
export const NewLimit = z.strictObject({
  amount: z.nullable(pesosField().check(z.refine(isPositive, { error: 'El límite debe ser mayor que cero' }))),
})

export const NewBalanceClosing = z.strictObject({
  /** The day of the entries. */
  posted_on: DayText,
  /** Absent: every small balance, the oldest due first, up to CLOSED_AT_ONCE_MAX. */
  invoice_ids: z.optional(
    z
      .array(z.uuid({ error: 'Elige una factura de la lista' }))
      .check(
        z.minLength(1, { error: 'Elige al menos un saldo' }),
        z.maxLength(CLOSED_AT_ONCE_MAX, { error: `Cierra máximo ${CLOSED_AT_ONCE_MAX} saldos a la vez` }),
      ),
  ),
  /** The total of the list that the person confirmed, when every balance is closed. Another total is refused. */
  total: z.optional(pesosField()),
})
export type NewBalanceClosing = z.output<typeof NewBalanceClosing>

export const BalanceReversal = z.strictObject({ reason: lineOfText('Escribe por qué se vuelve a cobrar', 200) })

const invoiceShape = {
  invoice_id: z.uuid(),
  number: z.string(),
  client_id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
}

/** The balance of an invoice that can be closed. */
export const SmallBalance = z.object({
  ...invoiceShape,
  issued_on: DayText,
  due_on: DayText,
  total: Pesos,
  balance: Pesos,
})
export type SmallBalance = z.output<typeof SmallBalance>

/** A closed balance. `reversed`: it is owed again. */
export const ClosedBalance = z.object({
  id: z.uuid(),
  ...invoiceShape,
  amount: Pesos,
  posted_on: DayText,
  closed_by: z.string(),
  reversed: z.nullable(z.object({ posted_on: DayText, reason: z.string(), by: z.string() })),
})
export type ClosedBalance = z.output<typeof ClosedBalance>

/** The number and the sum of some balances. */
export const BalanceTotals = z.object({ count: z.number(), amount: PesosSum })
export type BalanceTotals = z.output<typeof BalanceTotals>

/** The highest limit that a company can choose, with its basis. */
export type LimitMax = { value: Money; legal_basis: string }

/** Throws Refusal for a limit over the highest one, and for any limit while the highest one has no value in force. */
export function assertLimit(amount: Money | null, max: LimitMax | null): void {
  if (amount === null) return
  if (max === null) {
    const copy = 'Falta el tope vigente de los saldos pequeños: pídele al superadministrador que lo registre'
    throw refuseField('refused', 'limit.amount', copy)
  }
  if (amount > max.value) {
    throw refuseField('refused', 'limit.amount', `El límite puede ser de hasta ${pesosLabel(max.value)}`)
  }
}

/** The limit of a closing: the company's one, or the highest one in force when that is lower. Null: nothing is closed. */
export const limitInForce = (amount: Money | null, max: LimitMax | null): Money | null =>
  amount === null || max === null ? null : amount < max.value ? amount : max.value

/** Why the balance of an invoice cannot be closed on a day. `isHeld`: an online payment of it is in process. */
export function closingProblem(
  debt: { balance: Money; disputed_amount: Money; isHeld: boolean; last_moved_on: Day },
  limit: Money,
  on: Day,
): string | null {
  if (debt.balance === 0) return 'ya no tiene saldo'
  if (debt.balance > limit) return 'su saldo supera el límite'
  if (debt.disputed_amount > 0) return 'está en reclamo'
  if (debt.isHeld) return 'tiene un pago en proceso'
  return debt.last_moved_on > on ? 'tiene movimientos después de ese día' : null
}

/** Throws Refusal for a future day, and without a limit. */
export function assertBalanceClosing(
  { posted_on }: NewBalanceClosing,
  limit: Money | null,
  today: Day,
): asserts limit is Money {
  if (limit === null) throw new Refusal('conflict', 'Primero define hasta qué valor un saldo es pequeño')
  if (posted_on > today) throw refuseField('invalid', 'closing.posted_on', 'La fecha no puede ser futura')
}

/** Throws Refusal when the list is not the one that the person confirmed. */
export function assertConfirmed(confirmed: Money | undefined, { amount }: BalanceTotals): void {
  if (confirmed === undefined || confirmed === amount) return
  throw new Refusal('conflict', `La lista cambió: ahora suma ${pesosLabel(amount)}. Revísala y confirma de nuevo`)
}

/** 'Cerramos 12 saldos por $ 340,00. AF-7 sigue abierta: está en reclamo'. */
export function closedMessage({ count, amount }: BalanceTotals, skipped: readonly { number: string; why: string }[]) {
  const closed = `${count === 1 ? 'Cerramos 1 saldo' : `Cerramos ${count} saldos`} por ${pesosLabel(amount)}`
  if (skipped.length === 0) return closed
  const [first] = skipped
  return skipped.length === 1 && first
    ? `${closed}. ${first.number} sigue abierta: ${first.why}`
    : `${closed}. ${skipped.length} siguen abiertas: cambiaron desde que abriste la lista`
}
