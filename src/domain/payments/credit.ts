import * as z from 'zod/mini'
import { addMonths, type Day, DayText, dayLabel } from '#domain/core/days.ts'
import { type Money, Pesos, PesosSum, pesosField, pesosLabel } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { lineOfText } from '#domain/core/text.ts'
import { MANUAL_METHODS, PAID_MONTHS_MAX } from './payment.ts'

const isPositive = (amount: Money): boolean => amount > 0

/** Credit in favour that the company returns to its client in money. */
export const NewRefund = z.strictObject({
  amount: pesosField().check(z.refine(isPositive, { error: 'Escribe cuánto se devuelve' })),
  method: z.enum(MANUAL_METHODS, { error: 'Elige cómo se devuelve' }),
  paid_on: DayText,
  reference: z.optional(lineOfText('Escribe la referencia', 80)),
  /** The account that the money leaves. Absent: the default one of the method, when the company has it. */
  account_id: z.optional(z.uuid({ error: 'Elige la cuenta' })),
  reason: lineOfText('Escribe por qué se devuelve', 200),
})
export type NewRefund = z.output<typeof NewRefund>

export const Refund = z.object({
  id: z.uuid(),
  number: z.number(),
  client_id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
  amount: Pesos,
  method: z.enum(MANUAL_METHODS),
  paid_on: DayText,
  reference: z.nullable(z.string()),
  account: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  registered_by: z.nullable(z.string()),
  reason: z.string(),
})
export type Refund = z.output<typeof Refund>

/** The refunds of a client that its account shows, the newest first. */
export const REFUNDS_SHOWN_MAX = 20

/** The credit in favour of a client: where it came from, and what was returned. */
export const CreditAccount = z.object({
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  credit: PesosSum,
  /** The documents whose credit is not used yet. `is_kept`: an advance that a person kept for the next invoices. */
  sources: z.array(z.object({ document: z.string(), amount: Pesos, is_kept: z.boolean() })),
  refunds: z.array(Refund).check(z.maxLength(REFUNDS_SHOWN_MAX)),
  /** The part of it that is to be paid back of void contracts, and pays no invoice. `due_on`: the last day; null without one. */
  owed: z.array(z.object({ no_contract: z.string(), amount: Pesos, due_on: z.nullable(DayText) })),
})
export type CreditAccount = z.output<typeof CreditAccount>

/** Why credit in favour is not applied to invoices: it is to be paid back of these contracts. */
export const owedCopy = (contracts: readonly string[]): string =>
  contracts.length === 1
    ? `El saldo a favor es por devolver del contrato ${contracts[0] ?? ''}, que quedó sin efecto: no se cruza con facturas`
    : `El saldo a favor es por devolver de los contratos ${contracts.join(', ')}, que quedaron sin efecto: no se cruza con facturas`

/**
 * Throws Refusal for a refund of a future day or one long past, or of more than the credit in favour: of today, and of its own day and each
 * day after it (`since`), because nothing is paid back before the client has it.
 */
export function assertRefund(refund: NewRefund, { credit, since }: { credit: Money; since: Money }, today: Day): void {
  if (refund.paid_on > today) {
    throw refuseField('invalid', 'refund.paid_on', 'La fecha de la devolución no puede ser futura')
  }
  if (refund.paid_on < addMonths(today, -PAID_MONTHS_MAX)) {
    const copy = 'La fecha de la devolución es de hace más de un año: revisa el año'
    throw refuseField('invalid', 'refund.paid_on', copy)
  }
  if (refund.amount > credit) {
    const copy =
      credit === 0 ? 'El cliente no tiene saldo a favor' : `El cliente solo tiene ${pesosLabel(credit)} a favor`
    throw refuseField('refused', 'refund.amount', copy)
  }
  if (refund.amount > since) {
    const copy = `El ${dayLabel(refund.paid_on)} el cliente todavía no tenía a favor lo que devuelves: escribe una fecha posterior`
    throw refuseField('refused', 'refund.paid_on', copy)
  }
}
