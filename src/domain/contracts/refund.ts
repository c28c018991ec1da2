import * as z from 'zod/mini'
import { type Day, DayText, dayLabel } from '#domain/core/days.ts'
import { type Money, Pesos, pesosLabel, toPesos } from '#domain/core/money.ts'

export const REFUND_STATES = ['pending', 'overdue', 'closed'] as const
export type RefundState = (typeof REFUND_STATES)[number]
export const REFUND_STATE_LABELS: Readonly<Record<RefundState, string>> = {
  pending: 'Por devolver',
  overdue: 'Vencida',
  closed: 'Cerrada',
}

/** Why a contract is void and its money is paid back. */
const REFUND_REASONS = ['retraction', 'late_installation', 'before_installation'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]
export const REFUND_REASON_LABELS: Readonly<Record<RefundReason, string>> = {
  retraction: 'Retracto',
  late_installation: 'No se instaló a tiempo',
  before_installation: 'Anulado antes de instalar',
}

/** What the company pays back of a void contract: `amount` in all, `returned` of it so far. `due_on`: the last day; null without one. */
export const ContractRefund = z.object({
  contract_id: z.uuid(),
  no_contract: z.string(),
  reason: z.enum(REFUND_REASONS),
  client_id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
  amount: Pesos,
  returned: Pesos,
  due_on: z.nullable(DayText),
  /** The day on which nothing was left to pay back. */
  closed_on: z.nullable(DayText),
})
export type ContractRefund = z.output<typeof ContractRefund>

/**
 * What is paid back of a void contract until which day. `refund`: null when nothing was paid. `refund_by`: null for a contract of before
 * the refunds had a day.
 */
export const VoidRefund = z.object({
  refund_by: z.nullable(DayText),
  refund: z.nullable(z.object({ amount: Pesos, returned: Pesos, closed_on: z.nullable(DayText) })),
})
export type VoidRefund = z.output<typeof VoidRefund>

/** The state of a refund on a day: after its last day it is overdue. */
export const refundStateOn = ({ due_on, closed_on }: Pick<ContractRefund, 'due_on' | 'closed_on'>, today: Day) =>
  closed_on !== null ? 'closed' : due_on !== null && due_on < today ? 'overdue' : 'pending'

type Voided = { credited: Money; owed: Money }

/** The amounts of a void contract as its event keeps them, in pesos. */
export const voidedData = ({ credited, owed }: Voided) => ({
  ...(credited > 0 && { credited: toPesos(credited) }),
  ...(owed > 0 && { to_refund: toPesos(owed) }),
})

/**
 * What happened to the invoices of a void contract, for who made it void: the desk, or its client (`isOwn`). Empty when nothing was billed
 * or paid.
 */
export function voidedSentences({ credited, owed }: Voided, refundBy: Day | null, isOwn = false): string {
  const by = refundBy === null ? '' : ` a más tardar el ${dayLabel(refundBy)}`
  const amount = `${pesosLabel(owed)}${by}`
  return [
    ...(credited > 0 ? [`Anulamos ${pesosLabel(credited)} con notas crédito.`] : []),
    ...(owed > 0
      ? [
          isOwn
            ? `Te devolvemos ${amount}, sin descuentos.`
            : `Hay que devolverle al cliente ${amount}: ese saldo a favor no paga otras facturas.`,
        ]
      : []),
  ].join(' ')
}
