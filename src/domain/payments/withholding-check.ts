import type { Day } from '#domain/core/days.ts'
import { type Money, minus, PESO, pesosLabel, sum, ZERO } from '#domain/core/money.ts'
import type { Parameter } from '#domain/parameters/parameter.ts'
import { suggestedWithholdings, withholdingRulesOn } from '#domain/taxes/withholding.ts'

/** The most that the rules withhold of an invoice; null when a parameter is missing. */
export type WithholdingLimits = { retefuente: Money | null; reteiva: Money | null }

/**
 * The limits of an invoice by the rules of its issue day, with the higher rate of retefuente: the payee may not file income tax. While
 * the UVT of the year is missing the minimum base is not known, and the rate alone is the limit.
 */
export function withholdingLimits(
  invoice: { subtotal: Money; vat: Money; issued_on: Day },
  parameters: readonly Parameter[],
): WithholdingLimits {
  const known = withholdingRulesOn(parameters, invoice.issued_on)
  const rules = { ...known, minimumBase: known.minimumBase ?? ZERO }
  const payer = { withholds_income: true, withholds_vat: true, ica: null }
  const payee = { files_income_tax: false, self_withholding: false, simple_regime: false }
  const { retefuente, reteiva } = suggestedWithholdings(
    { base: invoice.subtotal, vat: invoice.vat },
    payer,
    payee,
    rules,
  )
  return { retefuente, reteiva }
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
      name: 'retefuente',
      none: 'La base de estas facturas no llega al mínimo en UVT: no aplica retefuente.',
      over: 'La retefuente pasa de lo máximo según la tarifa',
    }),
    ...overLimit(reteiva, limitOf(limits, 'reteiva'), {
      name: 'reteIVA',
      none: 'Estas facturas no tienen IVA: no aplica reteIVA.',
      over: 'La reteIVA pasa de lo máximo según la tarifa',
    }),
  ]
}

function limitOf(limits: readonly WithholdingLimits[], name: keyof WithholdingLimits): Money | null {
  const known = limits.flatMap((limit) => limit[name] ?? [])
  return known.length < limits.length ? null : sum(known)
}

/** A peso more than the limit is rounding. Without a limit, because a regulated number is missing, the desk learns that nothing was compared. */
function overLimit(amount: Money, limit: Money | null, copy: { name: string; none: string; over: string }): string[] {
  if (amount === ZERO) return []
  if (limit === null) {
    return [
      `No pudimos comparar la ${copy.name}: falta la UVT o la tarifa de la fecha de la factura. Compárala con el certificado.`,
    ]
  }
  if (minus(amount, limit) <= PESO) return []
  return [limit === ZERO ? copy.none : `${copy.over}: ${pesosLabel(limit)}. Compárala con el certificado.`]
}
