import * as z from 'zod/mini'
import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day, DayText, startOfDay } from '#domain/core/days.ts'

/** The events of RADIAN about an invoice, by DIAN's code. */
export const ACCEPTANCE_LABELS = {
  '030': 'Acuse de recibo de la factura',
  '031': 'Reclamo de la factura',
  '032': 'Recibo del bien o del servicio',
  '033': 'Aceptación expresa',
  '034': 'Aceptación tácita',
} as const
export type AcceptanceCode = keyof typeof ACCEPTANCE_LABELS
export const ACCEPTANCE_CODES = Object.keys(ACCEPTANCE_LABELS).filter(
  (code): code is AcceptanceCode => code in ACCEPTANCE_LABELS,
)

/** What the buyer said about an invoice. `term`: the buyer said nothing, and the term to claim ended. */
export const Acceptance = z.object({
  code: z.enum(ACCEPTANCE_CODES),
  occurred_on: z.nullable(DayText),
  source: z.enum(['provider', 'term']),
})
export type Acceptance = z.output<typeof Acceptance>

/** After one of these the buyer says nothing more. */
const FINAL: ReadonlySet<AcceptanceCode> = new Set(['031', '033', '034'])
export const isSettled = (events: readonly Pick<Acceptance, 'code'>[]): boolean =>
  events.some(({ code }) => FINAL.has(code))

/**
 * The last day to claim an invoice: some business days after the receipt of the service. Null without the receipt, because nothing shows
 * when the term began, and when the buyer already claimed or accepted.
 */
export function lastClaimDay(
  events: readonly Pick<Acceptance, 'code' | 'occurred_on'>[],
  businessDays: number,
): Day | null {
  const received = events.find(({ code }) => code === '032')?.occurred_on ?? null
  return received === null || isSettled(events) ? null : addBusinessDays(received, businessDays)
}

/** The instant at which the day after ends the term, in Colombia. */
export const termEnd = (lastDay: Day): Date => startOfDay(addDays(lastDay, 1))
