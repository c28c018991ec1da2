import * as z from 'zod/mini'
import { baseIncluded, type Money, minus, money, pesosLabel, plus, shareOf } from '#domain/core/money.ts'
import { lineAmounts, VAT_TREATMENTS } from '#domain/taxes/charge.ts'

/** How the prices of a contract have their VAT. `vat`: of the service; null while its estrato is unknown. */
export const PriceVat = z.object({
  price_includes_vat: z.boolean(),
  vat: z.nullable(z.object({ treatment: z.enum(VAT_TREATMENTS), rate_bps: z.number() })),
})
export type PriceVat = z.output<typeof PriceVat>

/** What a person pays of a price that has the VAT of the service, as its line of an invoice has it. With an unknown VAT, the price. */
export const paidTotal = (price: Money, { price_includes_vat, vat }: PriceVat): Money =>
  vat === null ? price : lineAmounts(price, 1, vat, price_includes_vat).total

/** The VAT rate that a price pays, in basis points: 0 for an exempt or excluded service. */
export const paidBps = ({ treatment, rate_bps }: NonNullable<PriceVat['vat']>): number =>
  treatment === 'gravado' ? rate_bps : 0

/**
 * What leaving costs, as a price of `terms`, of a value of the signed table of permanence: its total never passes the total that was
 * signed, with the rate `signedBps`, and without VAT it is the signed base (docs/decisions/0080). With an unknown rate, the value.
 */
export function exitPrice(value: Money, signedBps: number | null, terms: PriceVat): Money {
  const { price_includes_vat: isIncluded, vat } = terms
  if (signedBps === null || vat === null) return value
  const bps = paidBps(vat)
  if (isIncluded) return bps === 0 ? baseIncluded(value, signedBps).base : value
  if (bps <= signedBps) return value
  const signed = plus(value, shareOf(value, signedBps))
  const { base } = baseIncluded(signed, bps)
  return paidTotal(base, terms) > signed ? minus(base, money(1)) : base
}

/** '$ 71.400,00 con IVA', '$ 60.000,00 más IVA' with an unknown VAT; the price alone when it includes its VAT or has none. */
export const paidLabel = (price: Money, terms: PriceVat): string => totalLabel(paidTotal(price, terms), terms)

/** The same words for a total. */
export const totalLabel = (total: Money, terms: PriceVat): string =>
  `${pesosLabel(total)}${total === 0 ? '' : vatWords(terms)}`

function vatWords({ price_includes_vat, vat }: PriceVat): string {
  if (price_includes_vat) return ''
  if (vat === null) return ' más IVA'
  return vat.treatment === 'gravado' ? ' con IVA' : ''
}

/** The connection as its client pays it. `discounted`: what is not paid because of the discount, so the three always add up. */
export function paidConnection(
  { connection_cost, discounted_value }: { connection_cost: Money; discounted_value: Money },
  terms: PriceVat,
): { cost: Money; discounted: Money; remaining: Money } {
  const cost = paidTotal(connection_cost, terms)
  const remaining = paidTotal(minus(connection_cost, discounted_value), terms)
  return { cost, discounted: minus(cost, remaining), remaining }
}

/** The amounts of a permanence clause, before VAT as the contract keeps them. `price_vat`: absent in a document of before it was printed. */
type ClauseAmounts = {
  connection_cost: Money
  discounted_value: Money
  exit_value: Money
  price_vat?: PriceVat | undefined
}

/** What an invoice says of the clause (R2.2): the amounts as its client pays them, in the words of the contract. */
export function clauseLabels(clause: ClauseAmounts): { cost: string; discounted: string; exit: string } {
  const { price_vat: terms, exit_value } = clause
  if (terms === undefined) {
    const { connection_cost, discounted_value } = clause
    return { cost: pesosLabel(connection_cost), discounted: pesosLabel(discounted_value), exit: pesosLabel(exit_value) }
  }
  const { cost, discounted } = paidConnection(clause, terms)
  return {
    cost: totalLabel(cost, terms),
    discounted: totalLabel(discounted, terms),
    exit: paidLabel(exit_value, terms),
  }
}
