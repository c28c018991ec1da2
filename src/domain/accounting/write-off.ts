import * as z from 'zod/mini'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, Pesos, PesosSum, pesosLabel } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { lineOfText } from '#domain/core/text.ts'

/** The invoices that one write-off takes at most, so that its transaction is short. */
export const WRITTEN_OFF_AT_ONCE_MAX = 100

export const NewWriteOff = z.strictObject({
  /** The day of the entries. */
  posted_on: DayText,
  reason: lineOfText('Escribe por qué se castiga la deuda', 200),
  invoice_ids: z
    .array(z.uuid({ error: 'Elige una factura de la lista' }))
    .check(
      z.minLength(1, { error: 'Elige al menos una factura' }),
      z.maxLength(WRITTEN_OFF_AT_ONCE_MAX, { error: `Castiga máximo ${WRITTEN_OFF_AT_ONCE_MAX} facturas a la vez` }),
    ),
})
export type NewWriteOff = z.output<typeof NewWriteOff>

export const WriteOffUndo = z.strictObject({ reason: lineOfText('Escribe por qué se vuelve a cobrar', 200) })

const invoiceShape = {
  invoice_id: z.uuid(),
  number: z.string(),
  client_id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
}

/** An overdue invoice of a contract that ended, or without one. `why`: why it cannot be written off today; null when it can. */
export const WriteOffCandidate = z.object({
  ...invoiceShape,
  no_contract: z.nullable(z.string()),
  due_on: DayText,
  balance: Pesos,
  why: z.nullable(z.string()),
})
export type WriteOffCandidate = z.output<typeof WriteOffCandidate>

export const WRITE_OFF_MOVES = ['write_off', 'undo', 'recovery', 'recovery_reversal', 'note'] as const
export type WriteOffMoveKind = (typeof WRITE_OFF_MOVES)[number]
export const WRITE_OFF_MOVE_LABELS: Readonly<Record<WriteOffMoveKind, string>> = {
  write_off: 'Castigo',
  undo: 'Castigo deshecho',
  recovery: 'Recuperación',
  recovery_reversal: 'Reverso de recuperación',
  note: 'Nota crédito',
}

/**
 * A change of what is written off. `amount`: more than zero for a write-off and for a recovery that is put back, less than zero for what
 * leaves. `left`: of a write-off, what is still written off of it today; null for the other kinds. `can_undo`: of a write-off that a person may still undo.
 */
export const WriteOffMove = z.object({
  id: z.string(),
  write_off_id: z.uuid(),
  kind: z.enum(WRITE_OFF_MOVES),
  posted_on: DayText,
  ...invoiceShape,
  amount: Pesos,
  left: z.nullable(Pesos),
  can_undo: z.boolean(),
  /** The receipt that recovers, or the note that annuls: 'Recibo 12', 'NC-3'. */
  document: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  by: z.string(),
})
export type WriteOffMove = z.output<typeof WriteOffMove>

/** The sums of the moves of the days. `recovered`: less the recoveries whose payment was reversed. `undone`: with what notes annulled. */
export const WriteOffTotals = z.object({ written_off: PesosSum, recovered: PesosSum, undone: PesosSum })
export type WriteOffTotals = z.output<typeof WriteOffTotals>

/** What decides whether an invoice can be written off on a day. */
export type WriteOffDebt = {
  balance: Money
  disputed_amount: Money
  last_payable_on: Day
  extended_to_on: Day | null
  last_moved_on: Day
  credit: Money
  isOngoing: boolean
  isHeld: boolean
  isPromised: boolean
  isAgreed: boolean
  isInBureauCase: boolean
}

/** Why an invoice cannot be written off on a day; null when it can. */
export function writeOffProblem(debt: WriteOffDebt, on: Day): string | null {
  if (debt.balance === 0) return 'ya no tiene saldo'
  if (debt.isOngoing) return 'es de un cliente con su contrato vigente'
  const until =
    debt.extended_to_on !== null && debt.extended_to_on > debt.last_payable_on
      ? debt.extended_to_on
      : debt.last_payable_on
  if (until >= on) return 'no está vencida'
  if (debt.disputed_amount > 0) return 'está en reclamo: resuélvelo primero'
  if (debt.isHeld) return 'tiene un pago en proceso'
  if (debt.isAgreed) return 'está en un acuerdo de pago: termínalo primero'
  if (debt.isPromised) return 'tiene una promesa de pago: espera a que venza o anúlala'
  if (debt.isInBureauCase) return 'está en un reporte a centrales de riesgo: ciérralo primero'
  if (debt.credit > 0) return `el cliente tiene ${pesosLabel(debt.credit)} a favor: crúzalos primero`
  return debt.last_moved_on > on ? 'tiene movimientos después de ese día' : null
}

/** Throws Refusal for a future day. */
export function assertWriteOffDay({ posted_on }: Pick<NewWriteOff, 'posted_on'>, today: Day): void {
  if (posted_on > today) throw refuseField('invalid', 'write_off.posted_on', 'La fecha no puede ser futura')
}

/** 'Castigamos 2 facturas por $ 142.800,00. AF-7 no se castigó: está en reclamo'. */
export function writtenOffMessage(
  { count, amount }: { count: number; amount: Money },
  skipped: readonly { number: string; why: string }[],
): string {
  const done = `${count === 1 ? 'Castigamos 1 factura' : `Castigamos ${count} facturas`} por ${pesosLabel(amount)}`
  const [first] = skipped
  if (first === undefined) return done
  const others = skipped.length === 1 ? '' : `, y ${skipped.length - 1} más`
  return `${done}. ${first.number} no se castigó: ${first.why}${others}`
}
