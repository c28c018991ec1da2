import type { Day } from '#domain/core/days.ts'
import { type Money, minus, PESO, pesosLabel, plus, sum, ZERO } from '#domain/core/money.ts'
import type { Parameter } from '#domain/parameters/parameter.ts'
import { suggestedWithholdings, withholdingRulesOn } from '#domain/taxes/withholding.ts'

/**
 * The most that the rules withhold of an invoice; null when a parameter is missing. `before`: what its payments withheld of it already.
 */
export type WithholdingLimits = {
  retefuente: Money | null
  reteiva: Money | null
  before: { retefuente: Money; reteiva: Money }
}

/** An invoice with its base and its VAT after its credit notes. */
export type WithheldInvoice = { id: string; subtotal: Money; vat: Money; issued_on: Day }

/** What a payment withheld, with the invoices that it paid in the order in which it paid them. */
export type EarlierWithheld = { retefuente: Money; reteiva: Money; invoice_ids: string[] }

/**
 * The limits of some invoices, by their ids. A certificate does not say of which invoice it withheld: what a payment withheld is first of
 * the invoices that it paid first, up to the limit of each, and the excess is of the last one. `earlier`: the oldest first.
 */
export function withholdingLimits(
  invoices: readonly WithheldInvoice[],
  earlier: readonly EarlierWithheld[],
  parameters: readonly Parameter[],
): Map<string, WithholdingLimits> {
  const limits = new Map(invoices.map((invoice) => [invoice.id, limitsOf(invoice, parameters)]))
  for (const { invoice_ids, ...withheld } of earlier) {
    const paid = [...new Set(invoice_ids)].flatMap((id) => limits.get(id) ?? [])
    for (const name of ['retefuente', 'reteiva'] as const) {
      let rest = withheld[name]
      for (const [place, { [name]: limit, before }] of paid.entries()) {
        const room = limit === null || before[name] > limit ? ZERO : minus(limit, before[name])
        const part = place === paid.length - 1 || rest < room ? rest : room
        before[name] = plus(before[name], part)
        rest = minus(rest, part)
      }
    }
  }
  return limits
}

/**
 * The limits of an invoice by the rules of its issue day, with the higher rate of retefuente: the payee may not file income tax. While
 * the UVT of the year is missing the minimum base is not known, and the rate alone is the limit.
 */
function limitsOf({ subtotal, vat, issued_on }: WithheldInvoice, parameters: readonly Parameter[]): WithholdingLimits {
  const known = withholdingRulesOn(parameters, issued_on)
  const rules = { ...known, minimumBase: known.minimumBase ?? ZERO }
  const payer = { withholds_income: true, withholds_vat: true, ica: null }
  const payee = { files_income_tax: false, self_withholding: false, simple_regime: false }
  const { retefuente, reteiva } = suggestedWithholdings({ base: subtotal, vat }, payer, payee, rules)
  return { retefuente, reteiva, before: { retefuente: ZERO, reteiva: ZERO } }
}

/**
 * The warnings about the withholdings of a payment (R1.12, WH-2), each a sentence for the desk. They never prevent the payment: the
 * amounts of the certificate are the valid ones. `limits`: those of the invoices that it pays.
 */
export function withholdingWarnings(
  withheld: { retefuente: Money; reteiva: Money; reteica: Money },
  limits: readonly WithholdingLimits[],
  isCompany: boolean,
): string[] {
  const { retefuente, reteiva } = withheld
  const total = sum(Object.values(withheld))
  if (total === 0) return []
  return [
    ...(isCompany
      ? []
      : ['El cliente es una persona natural, y casi ninguna retiene impuestos: confirma que es agente de retención.']),
    ...overLimit(retefuente, limitOf(limits, 'retefuente'), {
      before: sum(limits.map(({ before }) => before.retefuente)),
      name: 'retefuente',
      none: 'La base de estas facturas no llega al mínimo en UVT: no aplica retefuente.',
      over: 'La retefuente pasa de lo máximo según la tarifa',
    }),
    ...overLimit(reteiva, limitOf(limits, 'reteiva'), {
      before: sum(limits.map(({ before }) => before.reteiva)),
      name: 'reteIVA',
      none: 'Estas facturas no tienen IVA: no aplica reteIVA.',
      over: 'La reteIVA pasa de lo máximo según la tarifa',
    }),
  ]
}

function limitOf(limits: readonly WithholdingLimits[], name: 'retefuente' | 'reteiva'): Money | null {
  const known = limits.flatMap((limit) => limit[name] ?? [])
  return known.length < limits.length ? null : sum(known)
}

type Compared = { name: string; before: Money; none: string; over: string }

/** A peso more than the limit is rounding. Without a limit, because a regulated number is missing, the desk learns that nothing was compared. */
function overLimit(amount: Money, limit: Money | null, { name, before, none, over }: Compared): string[] {
  if (amount === ZERO) return []
  if (limit === null) {
    return [
      `No pudimos comparar la ${name}: falta la UVT o la tarifa de la fecha de la factura. Compárala con el certificado.`,
    ]
  }
  if (minus(plus(amount, before), limit) <= PESO) return []
  if (limit === ZERO) return [none]
  const already = before === ZERO ? '' : `, y antes ya se retuvieron ${pesosLabel(before)} de estas facturas`
  return [`${over}: ${pesosLabel(limit)}${already}. Compárala con el certificado.`]
}
