import type { Day } from '#domain/core/days.ts'
import { fractionOf, type Money, multiply, PESO, ZERO } from '#domain/core/money.ts'
import { moneyOn, type Parameter, valueOn } from '#domain/parameters/parameter.ts'

/** The withholding parameters on a day. Null: no value on that day, so no withholding can be suggested. */
export type WithholdingRules = {
  filerBps: number | null
  otherBps: number | null
  /** The minimum base of retefuente. */
  minimumBase: Money | null
  vatBps: number | null
  /** The minimum base of reteICA in Bogotá. */
  bogotaMinimumBase: Money | null
}

/** The withholding rules of a day: the minimum bases are counted in UVT, and unknown until the UVT of the year is published. */
export function withholdingRulesOn(parameters: readonly Parameter[], on: Day): WithholdingRules {
  const uvt = moneyOn(parameters, 'tax.uvt', on)
  const inPesos = (count: number | null): Money | null => (uvt === null || count === null ? null : multiply(uvt, count))
  return {
    filerBps: valueOn(parameters, 'tax.withholding_services_filer', on),
    otherBps: valueOn(parameters, 'tax.withholding_services_other', on),
    minimumBase: inPesos(valueOn(parameters, 'tax.withholding_services_base', on)),
    vatBps: valueOn(parameters, 'tax.vat_withholding', on),
    bogotaMinimumBase: inPesos(valueOn(parameters, 'tax.ica_base_bogota', on)),
  }
}

/** The withholdings that the client applies. `ica.rate`: in hundredths of one per thousand: 966 is 9.66 ‰. */
export type Payer = {
  withholds_income: boolean
  withholds_vat: boolean
  ica: { rate: number; municipality: string } | null
}

/** The company that is paid, which normally files income tax. No retefuente applies to a self-withholder or to the simple regime. */
export type Payee = { files_income_tax: boolean; self_withholding: boolean; simple_regime: boolean }

/** Null: the withholding applies, but a parameter is missing, so the user must enter the amount. */
export type Withholdings = { retefuente: Money | null; reteiva: Money | null; reteica: Money | null }

/**
 * The expected withholdings of a payment of an invoice (R1.12), each half-up to the peso. A suggestion: the invoice does not change,
 * and the valid amounts are those of the client's certificate.
 */
export function suggestedWithholdings(
  invoice: { base: Money; vat: Money },
  payer: Payer,
  payee: Payee,
  rules: WithholdingRules,
): Withholdings {
  return {
    retefuente: retefuente(invoice.base, payer, payee, rules),
    reteiva: payer.withholds_vat ? part(invoice.vat, rules.vatBps) : ZERO,
    reteica: reteica(invoice.base, payer, rules),
  }
}

function retefuente(base: Money, payer: Payer, payee: Payee, rules: WithholdingRules): Money | null {
  if (!payer.withholds_income || payee.self_withholding || payee.simple_regime) return ZERO
  if (rules.minimumBase === null) return null
  return base < rules.minimumBase ? ZERO : part(base, payee.files_income_tax ? rules.filerBps : rules.otherBps)
}

const BOGOTA = '11001'

/** Only the minimum base of Bogotá is a parameter; in other municipalities the rate applies from the first peso. */
function reteica(base: Money, { ica }: Payer, rules: WithholdingRules): Money | null {
  if (ica === null) return ZERO
  const minimum = ica.municipality === BOGOTA ? rules.bogotaMinimumBase : ZERO
  if (minimum === null) return null
  return base < minimum ? ZERO : fractionOf(base, ica.rate, 100_000, PESO)
}

const part = (amount: Money, bps: number | null): Money | null =>
  bps === null ? null : fractionOf(amount, bps, 10_000, PESO)

/** A minimum base for display, rounded to thousands of pesos: 99,598 is shown as 100,000. */
export const roundedMinimum = (minimum: Money): Money => fractionOf(minimum, 1, 1, 1_000 * PESO)
