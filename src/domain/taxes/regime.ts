import * as z from 'zod/mini'
import { type Day, DayText } from '#domain/core/days.ts'

/** The tax regime of a company from a day on. */
export const TaxRegime = z.object({
  from_on: DayText,
  /** A company that is not responsible charges no VAT (Estatuto Tributario, art. 437). */
  is_vat_responsible: z.boolean(),
  /** No client withholds income tax from a self-withholder, nor from a company of the simple regime. */
  is_self_withholder: z.boolean(),
  is_simple_regime: z.boolean(),
})
export type TaxRegime = z.output<typeof TaxRegime>

/** The regime of a company on a day. */
export const IssuerRegime = z.omit(TaxRegime, { from_on: true })
export type IssuerRegime = z.output<typeof IssuerRegime>

/** The regime of a company that has set none. */
export const ORDINARY_REGIME: Omit<TaxRegime, 'from_on'> = {
  is_vat_responsible: true,
  is_self_withholder: false,
  is_simple_regime: false,
}

/** The regime in force on a day: the last one that began. */
export const regimeOn = (regimes: readonly TaxRegime[], on: Day): Omit<TaxRegime, 'from_on'> =>
  regimes.reduce<TaxRegime | null>(
    (last, regime) => (regime.from_on <= on && (last === null || regime.from_on >= last.from_on) ? regime : last),
    null,
  ) ?? ORDINARY_REGIME
