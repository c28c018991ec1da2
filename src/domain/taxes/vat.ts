import type { Day } from '#domain/core/days.ts'
import { baseIncluded, type Money, multiply, plus, shareOf } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import { type Parameter, parameterInForce } from '#domain/parameters/parameter.ts'
import { regimeOn, type TaxRegime } from './regime.ts'

/** The VAT treatments: an exempt line has a base and a rate of 0 %, an excluded line has no VAT. */
export const VAT_TREATMENTS = ['exento', 'excluido', 'gravado'] as const
export type VatTreatment = (typeof VAT_TREATMENTS)[number]

/** The VAT mode of a charge: the treatment of the internet access of its contract, the general rate, or none. */
export const VAT_MODES = ['follow_service', 'taxed', 'excluded'] as const
export type VatMode = (typeof VAT_MODES)[number]

/** The VAT data that a line stores at the issue (R1.15). `rate_bps`: 1900 is 19 %. */
export type LineVat = { treatment: VatTreatment; rate_bps: number; legal_basis: string }

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

/**
 * The amounts of a line. A price that includes VAT is the total and its base is derived (Ley 1480 de 2011, art. 26); otherwise it is
 * the base. Rounded half-up to the centavo once, on the line; base + vat is always the total.
 */
export function lineAmounts(
  price: Money,
  quantity: number,
  vat: Pick<LineVat, 'treatment' | 'rate_bps'>,
  includesVat: boolean,
): { base: Money; vat: Money; total: Money } {
  const amount = multiply(price, quantity)
  const rate = vat.treatment === 'gravado' ? vat.rate_bps : 0
  if (includesVat) return { ...baseIncluded(amount, rate), total: amount }
  const tax = shareOf(amount, rate)
  return { base: amount, vat: tax, total: plus(amount, tax) }
}

/** The kinds of charge of a line, with their label and their VAT mode (R1.6 to R1.10). */
export const CHARGE_KINDS = {
  plan: { label: 'Plan', vatMode: 'follow_service' },
  plan_adjustment: { label: 'Ajuste de la mensualidad', vatMode: 'follow_service' },
  connection: { label: 'Cargo de conexión', vatMode: 'follow_service' },
  reconnection: { label: 'Reconexión', vatMode: 'taxed' },
  transfer: { label: 'Traslado', vatMode: 'taxed' },
  technical_visit: { label: 'Visita técnica', vatMode: 'taxed' },
  additional_cable: { label: 'Cable adicional', vatMode: 'taxed' },
  equipment: { label: 'Equipo', vatMode: 'taxed' },
  tv: { label: 'Televisión', vatMode: 'taxed' },
  late_interest: { label: 'Intereses de mora', vatMode: 'excluded' },
  compensation: { label: 'Compensación por fallas', vatMode: 'follow_service' },
  early_exit: { label: 'Terminación anticipada', vatMode: 'follow_service' },
  opening_balance: { label: 'Saldo inicial', vatMode: 'excluded' },
  voided_payment: { label: 'Pago anulado después de devuelto', vatMode: 'excluded' },
  other: { label: 'Otro cargo', vatMode: 'taxed' },
} as const satisfies Record<string, { label: string; vatMode: VatMode }>
export type ChargeKind = keyof typeof CHARGE_KINDS

/** The charges that only the server makes. */
const COMPUTED_CHARGES = [
  'plan',
  'plan_adjustment',
  'opening_balance',
  'voided_payment',
  'compensation',
  'early_exit',
] as const satisfies readonly ChargeKind[]
type OneOffCharge = Exclude<ChargeKind, (typeof COMPUTED_CHARGES)[number]>

/** Whether a person may charge it on a one-off invoice. Of the names of CHARGE_KINDS. */
export const isOneOffCharge = (kind: string): kind is OneOffCharge =>
  !COMPUTED_CHARGES.some((computed) => computed === kind)
