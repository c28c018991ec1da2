import { addBusinessDays, isBusinessDay } from '#domain/core/calendar.ts'
import { addDays, addMonths, type Day, instantAt } from '#domain/core/days.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { type Parameter, valueInForce } from '#domain/parameters/parameter.ts'
import type { DataRequest } from './topics.ts'

/** The terms of a case in force on a day, in business days (R3.4 to R3.8); `silenceHours` in hours. */
type AnswerTerm = { answer: number; extension: number }

export type PqrTerms = AnswerTerm & {
  /** Of a case about personal data (R5.8). */
  data: Readonly<Record<DataRequest, AnswerTerm>>
  extensionsMax: number
  silenceHours: number
  appeal: number
  appealAnswer: number
  transfer: number
}

/** The terms in force on a day. Throws a Refusal when one has no value. */
export const termsOn = (parameters: readonly Parameter[], on: Day): PqrTerms => ({
  answer: valueInForce(parameters, 'pqr.answer_days', on),
  extension: valueInForce(parameters, 'pqr.extension_days', on),
  data: {
    consulta: {
      answer: valueInForce(parameters, 'pqr.data_query_days', on),
      extension: valueInForce(parameters, 'pqr.data_query_extension_days', on),
    },
    reclamo: {
      answer: valueInForce(parameters, 'pqr.data_claim_days', on),
      extension: valueInForce(parameters, 'pqr.data_claim_extension_days', on),
    },
  },
  extensionsMax: valueInForce(parameters, 'pqr.extensions_max', on),
  silenceHours: valueInForce(parameters, 'pqr.silence_hours', on),
  appeal: valueInForce(parameters, 'pqr.appeal_days', on),
  appealAnswer: valueInForce(parameters, 'pqr.appeal_answer_days', on),
  transfer: valueInForce(parameters, 'pqr.transfer_days', on),
})

/** The term to answer a case and its extension: those of its own law for one about personal data. */
export const answerTermOf = (terms: PqrTerms, dataRequest: DataRequest | null): AnswerTerm =>
  dataRequest === null ? terms : terms.data[dataRequest]

/** The last instant of a day in Bogotá, to the second: a term that ends on a day ends then. */
export const endOf = (last: Day): Date => instantAt(last, '23:59:59')

/** How many months before its filing a case may have been received. */
const RECEIVED_MONTHS_MAX = 12

/** Throws a Refusal for a day of reception that has not come, or of another year than the person meant. */
export function assertReceived(receivedOn: Day, today: Day): void {
  if (receivedOn > today) throw refuseField('refused', 'pqr.received_on', 'El día en que llegó no puede ser futuro')
  if (receivedOn < addMonths(today, -RECEIVED_MONTHS_MAX))
    throw refuseField('refused', 'pqr.received_on', 'Llegó hace más de un año: revisa el año')
}

/** A term of business days that begins on a day, which does not count: its last day. */
export const termFrom = (from: Day, days: number): Day => addBusinessDays(from, days)

/** The instant until which the tasks of a positive silence must be done: 72 hours after the end of the term (R3.6). */
export const silenceTasksBy = (answerBy: Day, { silenceHours }: Pick<PqrTerms, 'silenceHours'>): Date =>
  new Date(endOf(answerBy).getTime() + silenceHours * HOUR_MS)

/** Whether a term has ended: one second after its last instant. */
export const isOver = (last: Day, now: Date): boolean => now.getTime() >= endOf(last).getTime() + 1_000

/** Days that businessDaysLeft counts at most. */
const DAYS_MAX = 400

/**
 * The business days from today, without it, to the last day: 0 on the last day, and when no business day is left until it; less than 0
 * after it, also on a Sunday after a Saturday.
 */
export function businessDaysLeft(today: Day, last: Day): number {
  if (last < today) return Math.min(-1, -businessDaysLeft(last, today))
  let count = 0
  let current = today
  for (let step = 0; current < last && step < DAYS_MAX; step += 1) {
    current = addDays(current, 1)
    if (isBusinessDay(current)) count += 1
  }
  return count
}

export const COLOURS = ['green', 'amber', 'red'] as const
export type Colour = (typeof COLOURS)[number]

/** The colour of a deadline by its business days left (R3.14): green above 5, amber from 5 to 2, red below. */
export const colourOf = (left: number): Colour => (left > 5 ? 'green' : left >= 2 ? 'amber' : 'red')
