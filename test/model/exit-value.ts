import { boundsOf, monthAfter, monthOf, monthsFrom, plusDays } from './days.ts'
import { type Contract, type Ledger, lineOf, rateOn, sum } from './ledger.ts'

// What leaving before the end of the permanence clause costs.

const CLAUSE_MONTHS = 12

/** The discount divided over the months of the clause, for the months that are left after the last day of service. Whole pesos. */
function exitValue(contract: Contract, endsOn: string): number {
  const { discounted, boundFrom } = contract
  if (boundFrom === null || endsOn < boundFrom) return 0
  const served = Math.max(0, monthsFrom(boundFrom, plusDays(endsOn, 1)) - pausedMonths(contract, endsOn))
  const left = CLAUSE_MONTHS - served
  return left <= 0 ? 0 : Math.floor((discounted * left) / CLAUSE_MONTHS / 100) * 100
}

/** The price of the exit value: with the VAT of the last day, never above the total of the signature; without VAT, the signed base. */
export function exitPrice(contract: Contract, endsOn: string, includesVat: boolean): number {
  const signed = lineOf(exitValue(contract, endsOn), contract.signedRate, includesVat)
  const rate = rateOn(contract, endsOn)
  if (rate === 0) return signed.base
  if (includesVat || rate <= contract.signedRate) return signed.base + (includesVat ? signed.vat : 0)
  const { base } = lineOf(signed.base + signed.vat, rate, true)
  return base - (base + lineOf(base, rate, false).vat > signed.base + signed.vat ? 1 : 0)
}

/** The months of the pauses of the client up to a day, which the clause does not count: whole periods, or whole months when they are more. */
const pausedMonths = ({ pauses, cutDay }: Contract, endsOn: string): number =>
  sum(
    pauses.map(({ from, to, isAsked }) => {
      const last = to === null || to > endsOn ? endsOn : to
      if (!isAsked || last < from) return 0
      const months = [-1, 0, 1, 2, 3].map((count) => boundsOf(monthAfter(monthOf(from), count), cutDay))
      const whole = months.filter(([first, cut]) => first >= from && cut <= last).length
      return Math.max(whole, monthsFrom(from, plusDays(last, 1)))
    }),
  )

/** The waiting charge of the exit follows the VAT of the last day, which a move changes. */
export function priceExitAgain({ includesVat }: Ledger, contract: Contract): void {
  const { activeTo, waiting } = contract
  if (activeTo === null) return
  for (const one of waiting) if (one.kind === 'exit') one.price = exitPrice(contract, activeTo, includesVat)
}
