import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import {
  type Money,
  minus,
  multiply,
  Pesos,
  PesosSum,
  pesos,
  pesosField,
  pesosLabel,
  sum,
  ZERO,
} from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { lineOfText } from '#domain/core/text.ts'

/** The notes and coins of Colombia that a count names, in pesos. */
export const BILLS = [100_000, 50_000, 20_000, 10_000, 5_000, 2_000] as const
export const COINS = [1_000, 500, 200, 100, 50] as const

/** What leaves a cash box and is no refund: a petty expense, or what is taken to the bank. */
export const CASH_MOVEMENT_KINDS = ['expense', 'deposit'] as const

/** What belongs to a turn. `reversal`: cash of a reversed payment that was paid back. */
const CASH_ENTRY_KINDS = ['payment', 'reversal', 'refund', ...CASH_MOVEMENT_KINDS] as const
export type CashEntryKind = (typeof CASH_ENTRY_KINDS)[number]
export const CASH_ENTRY_LABELS: Readonly<Record<CashEntryKind, string>> = {
  payment: 'Pago recibido',
  reversal: 'Pago reversado',
  refund: 'Devolución a un cliente',
  expense: 'Gasto menor',
  deposit: 'Consignación',
}

export const TURN_STATES = ['open', 'closed'] as const
export type TurnState = (typeof TURN_STATES)[number]
export const TURN_STATE_LABELS: Readonly<Record<TurnState, string>> = { open: 'Abierto', closed: 'Cerrado' }

/** The entries of a turn that its page shows; the totals are of all of them. */
export const CASH_ENTRIES_MAX = 500
export const COUNTS_SHOWN_MAX = 20

/** The notes of one denomination in a count: more is a typing error. */
const PIECES_MAX = 100_000
const isNotNegative = (amount: Money): boolean => amount >= 0
const isAboveZero = (amount: Money): boolean => amount > 0
const isWholePesos = (amount: Money): boolean => amount % 100 === 0
const amountField = () =>
  pesosField().check(z.refine(isWholePesos, { error: 'El efectivo no tiene centavos: escribe pesos enteros' }))
const notNegative = () =>
  amountField().check(z.refine(isNotNegative, { error: 'El valor no puede ser menor que cero' }))

export const NewTurn = z.strictObject({
  account_id: z.uuid({ error: 'Elige la caja' }),
  /** The cash that is in the box when the turn begins. */
  base: notNegative(),
  /** Why it is not what the turn before left in the box. */
  base_reason: z.optional(lineOfText('Escribe por qué la base es otra', 200)),
})
export type NewTurn = z.output<typeof NewTurn>

export const NewCashMovement = z.strictObject({
  kind: z.enum(CASH_MOVEMENT_KINDS, { error: 'Elige si es un gasto o una consignación' }),
  amount: amountField().check(z.refine(isAboveZero, { error: 'Escribe un valor mayor que cero' })),
  /** Of an expense. */
  reason: z.optional(lineOfText('Escribe en qué se gastó', 160)),
  /** Of a deposit: the bank account, and the number of the slip. */
  to_account_id: z.optional(z.uuid({ error: 'Elige la cuenta bancaria' })),
  reference: z.optional(lineOfText('Escribe el número de la consignación', 80)),
})
export type NewCashMovement = z.output<typeof NewCashMovement>

/** How many of a denomination, which is in pesos. */
const Pieces = z.strictObject({
  pesos: z.literal([...BILLS, ...COINS], { error: 'Ese billete o esa moneda no existe' }),
  count: z
    .int({ error: 'Escribe cuántos hay' })
    .check(z.minimum(0, { error: 'Escribe cuántos hay' }), z.maximum(PIECES_MAX, { error: 'Revisa cuántos hay' })),
})
export type Pieces = z.output<typeof Pieces>

/** A count by denomination, or of a total. Exactly one of both. */
export const NewCashCount = z.strictObject({
  total: z.optional(notNegative()),
  pieces: z.optional(z.array(Pieces).check(z.maxLength(BILLS.length + COINS.length))),
})
export type NewCashCount = z.output<typeof NewCashCount>

export const CashCount = z.object({
  id: z.uuid(),
  counted: Pesos,
  expected: PesosSum,
  /** Counted less expected: below zero cash is missing. */
  difference: PesosSum,
  pieces: z.nullable(z.array(Pieces)),
  by: z.string(),
  at: z.iso.datetime(),
})
export type CashCount = z.output<typeof CashCount>

export const CashTurn = z.object({
  id: z.uuid(),
  number: z.number(),
  state: z.enum(TURN_STATES),
  account: z.object({ id: z.uuid(), name: z.string() }),
  person: z.object({ id: z.uuid(), name: z.string() }),
  base: Pesos,
  /**
   * What the turn before counted when it closed the box, the base less that, and why they differ. Null when no turn closed the box before,
   * when another one is open in it, and when the one before had another one beside it: the counts of both do not say what was left.
   */
  received: z.nullable(z.object({ counted: Pesos, difference: PesosSum, reason: z.nullable(z.string()) })),
  opened_on: DayText,
  opened_at: z.iso.datetime(),
  closed: z.nullable(
    z.object({
      on: DayText,
      at: z.iso.datetime(),
      by: z.string(),
      counted: Pesos,
      expected: PesosSum,
      difference: PesosSum,
      reason: z.nullable(z.string()),
    }),
  ),
})
export type CashTurn = z.output<typeof CashTurn>

/** The sums of what belongs to a turn, by kind; all are zero or more. */
export const CashTotals = z.object({
  payment: PesosSum,
  reversal: PesosSum,
  refund: PesosSum,
  expense: PesosSum,
  deposit: PesosSum,
})
export type CashTotals = z.output<typeof CashTotals>

export const CashEntry = z.object({
  kind: z.enum(CASH_ENTRY_KINDS),
  /** Of the payment, the refund or the movement. A reversal has that of its payment. */
  id: z.uuid(),
  /** 'Recibo 12', 'Reverso 3', 'Devolución 1', the slip of a deposit, or why the money was paid out. */
  document: z.string(),
  /** The client, the bank account, or null. */
  whom: z.nullable(z.string()),
  /** What the cash in the box grew by: below zero for what went out. */
  amount: PesosSum,
  by: z.string(),
  at: z.iso.datetime(),
})
export type CashEntry = z.output<typeof CashEntry>

/** A turn with its entries, the newest first. `totals` and `counts` are null while it is open: the count is blind. */
export const CashTurnDetail = z.object({
  ...CashTurn.shape,
  entries: z.array(CashEntry),
  entry_count: z.number(),
  totals: z.nullable(CashTotals),
  counts: z.nullable(z.array(CashCount)),
})
export type CashTurnDetail = z.output<typeof CashTurnDetail>

/** The cash that must be in the box: the base and what came in, less what went out. */
export const expectedOf = (base: Money, totals: CashTotals): Money =>
  minus(sum([base, totals.payment]), sum([totals.reversal, totals.refund, totals.expense, totals.deposit]))

/**
 * The reason of a base that is not what the turn before counted; null when they are the same. `counted` null: no turn closed the box
 * before. Throws a Refusal for a difference without a reason: cash went in or out of the box between two turns.
 */
export function baseReasonOf({ base, base_reason }: NewTurn, counted: Money | null): string | null {
  if (counted === null || counted === base) return null
  if (base_reason !== undefined) return base_reason
  const copy = `El turno anterior de esta caja cerró con ${pesosLabel(counted)}. ${differenceLabel(minus(base, counted))}: escribe por qué.`
  throw refuseField('refused', 'turn.base_reason', copy)
}

/** The amount of a count. Throws a Refusal without one, with both forms, or with a denomination twice. */
export function countedOf({ total, pieces }: NewCashCount): Money {
  if ((total === undefined) === (pieces === undefined)) {
    throw refuseField(
      'invalid',
      'count.total',
      'Escribe lo que contaste: el total, o cuántos hay de cada billete y moneda',
    )
  }
  if (pieces === undefined) return total ?? ZERO
  if (new Set(pieces.map((one) => one.pesos)).size !== pieces.length) {
    throw refuseField('invalid', 'count.pieces', 'Un billete o una moneda está dos veces')
  }
  return piecesSum(pieces)
}

/** The amount of some notes and coins. */
const piecesSum = (pieces: readonly Pieces[]): Money => sum(pieces.map((one) => multiply(pesos(one.pesos), one.count)))

/** Throws a Refusal for a movement without what its kind needs, or with what the other kind has. */
export function assertMovement({ kind, reason, to_account_id, reference }: NewCashMovement): void {
  if (kind === 'expense') {
    if (reason === undefined) throw refuseField('invalid', 'movement.reason', 'Escribe en qué se gastó')
    if (to_account_id !== undefined || reference !== undefined)
      throw refuseField('invalid', 'movement.to_account_id', 'Un gasto no lleva cuenta bancaria ni consignación')
    return
  }
  if (to_account_id === undefined) throw refuseField('invalid', 'movement.to_account_id', 'Elige la cuenta bancaria')
  if (reference === undefined)
    throw refuseField('invalid', 'movement.reference', 'Escribe el número de la consignación')
  if (reason !== undefined) throw refuseField('invalid', 'movement.reason', 'Una consignación no lleva motivo')
}

/** Throws a Refusal on `field` for cash that is not in the box. */
export function assertCash(amount: Money, expected: Money, field = 'movement.amount'): void {
  if (amount > expected) throw refuseField('refused', field, 'En la caja no hay tanto efectivo: revisa el valor')
}

/**
 * Throws a Refusal for a reversal that leaves less than no cash in the box: what was never there cannot be paid back from it, and the turn
 * would close with a surplus that does not exist. `expected`: with the reversal.
 */
export function assertReversedCash(turnNumber: number, expected: Money, requiresTurn: boolean): void {
  if (expected >= 0) return
  const other = requiresTurn ? 'desde un turno que lo tenga' : 'sin un turno abierto de esa caja'
  throw new Refusal(
    'conflict',
    `En la caja del turno ${turnNumber} no hay ese efectivo: registra primero los pagos en efectivo que falten. Si el dinero no sale de esa caja, reversa el pago cuando el turno ya esté cerrado, ${other}.`,
  )
}

/**
 * Throws a Refusal when cash came in or went out after the count, or when a difference has no reason. `expected` is that of now.
 */
export function assertClosing(
  count: Pick<CashCount, 'counted' | 'expected'>,
  expected: Money,
  reason: string | undefined,
): void {
  if (count.expected !== expected) {
    throw new Refusal('conflict', 'Después de contar entró o salió efectivo: cuenta otra vez antes de cerrar')
  }
  if (count.counted !== expected && reason === undefined) {
    const copy = `${differenceLabel(minus(count.counted, expected))}. Escribe el motivo para cerrar.`
    throw refuseField('refused', 'closing.reason', copy)
  }
}

/** 'Faltan $ 5.000,00', 'Sobran $ 200,00', 'La caja cuadra'. */
export function differenceLabel(difference: Money): string {
  if (difference === 0) return 'La caja cuadra'
  return difference < 0 ? `Faltan ${pesosLabel(minus(ZERO, difference))}` : `Sobran ${pesosLabel(difference)}`
}

/** Why cash is not received: the company requires an open turn. */
export const TURN_REQUIRED_COPY =
  'Tu empresa recibe y devuelve efectivo solo con un turno abierto: abre tu turno de esa caja en Transacciones, Caja.'
