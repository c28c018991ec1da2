import { baseIncluded, type Money, multiply, plus, shareOf } from '#domain/core/money.ts'

/** The VAT treatments: an exempt line has a base and a rate of 0 %, an excluded line has no VAT. */
export const VAT_TREATMENTS = ['exento', 'excluido', 'gravado'] as const
export type VatTreatment = (typeof VAT_TREATMENTS)[number]

/** The VAT mode of a charge: the treatment of the internet access of its contract, the general rate, or none. */
export const VAT_MODES = ['follow_service', 'taxed', 'excluded'] as const
export type VatMode = (typeof VAT_MODES)[number]

/** The VAT data that a line stores at the issue (R1.15). `rate_bps`: 1900 is 19 %. */
export type LineVat = { treatment: VatTreatment; rate_bps: number; legal_basis: string }

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
