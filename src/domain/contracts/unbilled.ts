import type { Day } from '#domain/core/days.ts'
import {
  billingPeriodOf,
  countServedDays,
  nextPeriod,
  type Period,
  periodBounds,
  periodLabel,
} from '#domain/core/period.ts'
import { listLabel } from '#domain/core/text.ts'

/** The days of a period that an activation left without an invoice. */
export type UnbilledPeriod = { period: Period; days: number }

/** The periods of a service that began on a day, until that of today, each with its days of service. */
export function periodsSince(from: Day, today: Day, cutDay: number): UnbilledPeriod[] {
  const periods: UnbilledPeriod[] = []
  for (let one = billingPeriodOf(from, cutDay); periodBounds(one, cutDay).from_on <= today; one = nextPeriod(one)) {
    const { served } = countServedDays(periodBounds(one, cutDay), { from_on: from, to_on: null }, [])
    periods.push({ period: one, days: served })
  }
  return periods
}

/** What the desk must do when a service begins in periods that were billed without it: a run bills only who has no invoice (INV-03). */
export const unbilledCopy = (periods: readonly UnbilledPeriod[]): string =>
  `Falta por facturar el servicio ${listLabel(periods.map(ofPeriod))}, porque su facturación ya se hizo: hazla de nuevo, y solo se facturan los contratos que faltan`

const ofPeriod = ({ period, days }: UnbilledPeriod): string =>
  `de ${periodLabel(period)} (${days} ${days === 1 ? 'día' : 'días'})`
