import type { Day } from '#domain/core/days.ts'
import type { Segment } from '#domain/core/segment.ts'
import { type Parameter, parameterInForce } from '#domain/parameters/parameter.ts'
import type { LineVat, VatMode, VatTreatment } from './charge.ts'
import { regimeOn, type TaxRegime } from './regime.ts'

/** The parameters that determine a treatment, with the legal basis of each. */
export type VatRules = {
  /** Whether the company is responsible for VAT: one that is not charges none. */
  isResponsible: boolean
  generalBps: number
  exemptStratumMax: number
  excludedStratum: number
  legalBasis: Readonly<Record<VatTreatment, string>>
}

/**
 * The VAT rules of a day for a company, by its regimes. Throws Refusal when a parameter has no value on it: no invoice uses a guessed
 * value.
 */
export function vatRulesOn(parameters: readonly Parameter[], on: Day, regimes: readonly TaxRegime[]): VatRules {
  const general = parameterInForce(parameters, 'tax.vat_general', on)
  const exempt = parameterInForce(parameters, 'tax.vat_exempt_stratum_max', on)
  const excluded = parameterInForce(parameters, 'tax.vat_excluded_stratum', on)
  return {
    isResponsible: regimeOn(regimes, on).is_vat_responsible,
    generalBps: general.value,
    exemptStratumMax: exempt.value,
    excludedStratum: excluded.value,
    legalBasis: { gravado: general.legal_basis, exento: exempt.legal_basis, excluido: excluded.legal_basis },
  }
}

/**
 * The VAT of internet access at an address. The estrato is the one of the address; a business pays the general rate for any estrato.
 * Null when a home has no estrato from 1 to 6: it is not invoiced until the estrato is completed (R1.5).
 */
export function serviceVat(where: { segment: Segment; stratum: number | null }, rules: VatRules): LineVat | null {
  if (!rules.isResponsible) return NOT_RESPONSIBLE
  if (where.segment === 'business') return taxed(rules)
  const { stratum } = where
  if (stratum === null || !Number.isInteger(stratum) || stratum < 1 || stratum > STRATUM_MAX) return null
  if (stratum <= rules.exemptStratumMax)
    return { treatment: 'exento', rate_bps: 0, legal_basis: rules.legalBasis.exento }
  if (stratum === rules.excludedStratum)
    return { treatment: 'excluido', rate_bps: 0, legal_basis: rules.legalBasis.excluido }
  return taxed(rules)
}

const STRATUM_MAX = 6

const NOT_RESPONSIBLE: LineVat = {
  treatment: 'excluido',
  rate_bps: 0,
  legal_basis: 'Empresa no responsable de IVA (Estatuto Tributario, art. 437)',
}

const taxed = (rules: VatRules): LineVat => ({
  treatment: 'gravado',
  rate_bps: rules.generalBps,
  legal_basis: rules.legalBasis.gravado,
})

/** The VAT of a charge by its mode. Null only in 'follow_service' with an unknown VAT of the service. */
export function chargeVat(mode: VatMode, service: LineVat | null, rules: VatRules): LineVat | null {
  if (mode === 'follow_service') return service
  if (mode === 'taxed') return rules.isResponsible ? taxed(rules) : NOT_RESPONSIBLE
  return { treatment: 'excluido', rate_bps: 0, legal_basis: 'Cargo que no causa IVA' }
}
