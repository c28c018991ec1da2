import * as z from 'zod/mini'
import { addDays, addMonths, type Day, DayText, dayLabel } from '#domain/core/days.ts'
import { type Money, Pesos } from '#domain/core/money.ts'
import { billingPeriodOf, periodBounds } from '#domain/core/period.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Segment } from '#domain/core/segment.ts'
import { type LineVat, lineAmounts, VAT_TREATMENTS } from '#domain/taxes/charge.ts'

/** How many months before its day a move may be planned. */
const AHEAD_MONTHS = 12

/** An amount with its VAT, as a line of an invoice would have it. `total` is `base` plus `vat`. */
export const AmountWithVat = z.object({ base: Pesos, vat: Pesos, total: Pesos })

/** The price of a month at an address. Null amounts: the estrato that decides the VAT is missing. */
export const MonthAtAddress = z.extend(AmountWithVat, { treatment: z.enum(VAT_TREATMENTS), rate_bps: z.number() })
export type MonthAtAddress = z.output<typeof MonthAtAddress>

/** A move that is planned and not applied yet. */
export const PlannedTransfer = z.object({
  moves_on: DayText,
  address: z.string(),
  department: z.string(),
  city: z.string(),
  stratum: z.nullable(z.number()),
  charge: Pesos,
})
export type PlannedTransfer = z.output<typeof PlannedTransfer>

type ServiceDays = { active_from: Day | null; active_to: Day | null }

/** Throws Refusal on `on` for a day on which a service cannot move, and on `stratum` for a home without one (R1.5). */
export function assertTransfer(
  contract: ServiceDays,
  { on, segment, stratum }: { on: Day; segment: Segment; stratum: number | null },
  today: Day,
): void {
  const { active_to } = contract
  assertDay(contract, on, today, 'on')
  if (active_to !== null && active_to < on) throw new Refusal('conflict', endsBefore(active_to))
  if (segment === 'residential' && stratum === null)
    throw refuseField('refused', 'stratum', 'Escribe el estrato de la dirección nueva: de él depende el IVA')
}

/** Throws Refusal on a field for another day of a transfer on which the service cannot move. */
export function assertTransferDay(contract: ServiceDays, on: Day, today: Day, field: string): void {
  const { active_to } = contract
  assertDay(contract, on, today, field)
  if (active_to !== null && active_to < on) throw refuseField('refused', field, endsBefore(active_to))
}

function assertDay({ active_from }: ServiceDays, on: Day, today: Day, field: string): void {
  if (on < today) throw refuseField('refused', field, 'El día del traslado no puede ser un día que ya pasó')
  if (on > addMonths(today, AHEAD_MONTHS))
    throw refuseField('refused', field, `Un traslado se programa para los próximos ${AHEAD_MONTHS} meses`)
  if (active_from !== null && active_from > on)
    throw refuseField('refused', field, `El servicio empieza el ${dayLabel(active_from)}`)
}

const endsBefore = (active_to: Day): string => `Este contrato termina el ${dayLabel(active_to)}, antes del traslado`

/** The first day of the first period that begins at or after a day: from it on, a period is billed as the contract is then. */
export function nextPeriodStart(on: Day, cutDay: number): Day {
  const bounds = periodBounds(billingPeriodOf(on, cutDay), cutDay)
  return bounds.from_on === on ? on : addDays(bounds.to_on, 1)
}

/** The first day of the first period that begins at or after a day and is not billed. `billedUntil`: the last billed day; null without one. */
export const firstUnbilledPeriod = (on: Day, billedUntil: Day | null, cutDay: number): Day =>
  nextPeriodStart(billedUntil === null ? on : addDays(billedUntil, 1), cutDay)

/** The price of a month with the VAT of an address. Null when its VAT is unknown. */
export const monthAt = (
  price: Money,
  vat: Pick<LineVat, 'treatment' | 'rate_bps'> | null,
  includesVat: boolean,
): MonthAtAddress | null =>
  vat && { ...lineAmounts(price, 1, vat, includesVat), treatment: vat.treatment, rate_bps: vat.rate_bps }
