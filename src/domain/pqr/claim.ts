import { addMonths, type Day } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, plus, ZERO } from '#domain/core/money.ts'
import type { DisputeOutcome } from '#domain/invoices/dispute.ts'
import type { MovementKind } from '#domain/ledger/movement.ts'
import type { PqrDecision } from './topics.ts'

/** The amounts of a claim before its answer, VAT included: what is left to give back, and what of its invoice is in which dispute. */
export type ClaimAmounts = {
  /** What was claimed and not given back yet. */
  left: Money
  /** What of it is in dispute by this case: it is not paid. */
  disputed: Money
  /** Without a dispute of this case: what is owed outside of the disputes of other cases. Zero without one. */
  beside: Money
  /** What other open claims of the invoice ask for and do not have in dispute: it is paid, or in the dispute of this case. */
  lacking: Money
}

/** What an answer does with the claimed money. */
export type Settlement = {
  /** The decision on the dispute of the case; null when it decides none. */
  outcome: Extract<DisputeOutcome, 'a_favor' | 'parcial' | 'en_contra'> | null
  /** Of the credit note, what is owed. */
  note: Money
  /** Of the credit note, what was paid: it becomes credit in favour. */
  credit: Money
  /** What stays in dispute until the SIC decides. */
  kept: Money
  /** What is collected again. */
  owed: Money
}

const NOTHING: Settlement = { outcome: null, note: ZERO, credit: ZERO, kept: ZERO, owed: ZERO }
const lesser = (one: Money, other: Money): Money => (one < other ? one : other)

/**
 * What an answer does with the claimed money: the server applies it, and the desk reads it before the answer is sent. What an earlier
 * answer gave back is not given back again. `amount`: of a decision for a part. `mustGo`: the file goes to the SIC, and what is not given
 * back stays in dispute until then.
 */
export function settlementOf(
  { left, disputed, beside, lacking }: ClaimAmounts,
  { decision, amount, mustGo }: { decision: PqrDecision; amount: Money | undefined; mustGo: boolean },
): Settlement {
  if (mustGo && decision === 'contra') return { ...NOTHING, kept: disputed }
  const granted = decision === 'favor' ? left : decision === 'parcial' ? (amount ?? ZERO) : ZERO
  if (disputed === 0) {
    const asked = lesser(granted, left)
    const note = lesser(asked, beside)
    return { ...NOTHING, note, credit: minus(asked, note) }
  }
  const isWholeDispute = decision === 'parcial' && granted >= disputed && granted < left
  const outcome = decision === 'favor' || isWholeDispute ? 'a_favor' : decision === 'parcial' ? 'parcial' : 'en_contra'
  const note = outcome === 'a_favor' ? disputed : lesser(granted, disputed)
  const rest = minus(disputed, note)
  const credit = granted > disputed ? minus(granted, disputed) : ZERO
  const owed = rest > lacking ? minus(rest, lacking) : ZERO
  return { outcome, note, credit, kept: mustGo ? rest : ZERO, owed: mustGo ? ZERO : owed }
}

/**
 * What a decision gives back of a claimed invoice, as its user reads it below the answer. `paid`: what became of what had been paid; null
 * without any. Null when it gives nothing back.
 */
export function givenSentence(
  number: string,
  { note, credit }: Pick<Settlement, 'note' | 'credit'>,
  paid: string | null,
): string | null {
  const given = plus(note, credit)
  if (given === ZERO) return null
  const rest = paid === null ? '' : ` De ese valor, ${paid}.`
  return `Por esta decisión le devolvemos ${pesosLabel(given)} de la factura ${number} con una nota crédito.${rest}`
}

/** The same of what had been paid, before the answer: which invoices it pays is known after it. Null without any. */
export const paidBeforeAnswer = ({ credit }: Pick<Settlement, 'credit'>): string | null =>
  credit === 0
    ? null
    : `${pesosLabel(credit)} ya se habían pagado: pagan sus otras facturas pendientes y lo que sobre queda como saldo a su favor`

/** Why an amount is not that of a decision; null when it is. A decision for a part states it, and the others state none. */
export function amountProblem(
  { left }: Pick<ClaimAmounts, 'left'>,
  decision: PqrDecision,
  amount: Money | undefined,
): string | null {
  if (decision !== 'parcial')
    return amount === undefined ? null : 'El valor se escribe solo con la decisión «A favor en una parte»'
  if (amount === undefined) return left > 0 ? 'Escribe cuánto se le devuelve al usuario' : null
  return partProblem({ left }, amount)
}

/** Why an amount is not that of a decision for a part; null when it is one. */
export function partProblem({ left }: Pick<ClaimAmounts, 'left'>, amount: Money): string | null {
  if (amount > left)
    return `Es más de lo que falta por devolver de lo reclamado, ${pesosLabel(left)}: escribe una parte`
  return amount === left ? 'Es todo lo que falta por devolver de lo reclamado: elige la decisión «A favor»' : null
}

/** The months to claim an invoice from its payment (R2.15). */
const CLAIM_MONTHS = 6

const PAID_BY: readonly MovementKind[] = ['pago', 'retencion', 'saldo_a_favor']

/** The day of the last payment of an invoice. Null without one. */
export function paidOn(movements: readonly { day: Day; kind: MovementKind }[]): Day | null {
  const days = movements.filter(({ kind }) => PAID_BY.includes(kind)).map(({ day }) => day)
  return days.toSorted().at(-1) ?? null
}

/** Whether the term to claim a paid invoice has passed (R2.15). It is filed all the same: a case is never refused. */
export const isLateClaim = (paid: Day, today: Day): boolean => paid < addMonths(today, -CLAIM_MONTHS)
