import type { Day } from '#domain/core/days.ts'
import { type Money, sum } from '#domain/core/money.ts'
import {
  countServedDays,
  type DayRange,
  type Period,
  type PeriodBounds,
  periodBounds,
  prorate,
} from '#domain/core/period.ts'
import type { Segment } from '#domain/core/segment.ts'
import { type Parameter, valueInForce } from '#domain/parameters/parameter.ts'
import { CHARGE_KINDS, type ChargeKind, type LineVat, lineAmounts, type VatTreatment } from '#domain/taxes/charge.ts'
import type { TaxRegime } from '#domain/taxes/regime.ts'
import { chargeVat, serviceVat, type VatRules, vatRulesOn } from '#domain/taxes/vat.ts'
import { borneDiscounts, isDiscount } from './discount.ts'
import { dueOn } from './due.ts'
import { isAboveMaximum } from './invoice.ts'

/**
 * A charge for the next invoice. `price`: of one unit; less than zero for a refund. `not_before`: it goes on the invoice of the period
 * of this day, or of a later period. `month`: the address of the month that the charge adjusts, whose VAT it has also when the service
 * moved meanwhile.
 */
export type PendingCharge = {
  id: string
  kind: ChargeKind
  description: string
  quantity: number
  price: Money
  not_before?: Day | null
  month?: VatAddress | null
}

/** What decides the VAT of a service. */
export type VatAddress = { segment: Segment; stratum: number | null }

/** A transfer that decides the address of a month, and the address that the month has without it. */
export type MoveOfMonth = VatAddress & { moved_by: string }

/** The data of a contract that decide its plan line in a period. */
export type BilledService = {
  prices_include_vat: boolean
  /** The days of service; `to_on` is the last day served. */
  service: DayRange
  suspensions: readonly DayRange[]
  plan_name: string
  /** Of a whole month, as fixed in the contract. */
  price: Money
}

/** The data of a contract that its invoice is computed from, on the day of issue. */
export type Billable = BilledService & {
  contract_id: string
  no_contract: string
  client_id: string
  segment: Segment
  stratum: number | null
  billing_cut_day: number
  /** The payment day of the client, 1 to 31. */
  payment_date: number | null
  charges: readonly PendingCharge[]
  /** Null when no transfer changed what decides the VAT. */
  move: MoveOfMonth | null
  is_billed: boolean
}

/** A line of an invoice. */
export type Line = {
  kind: ChargeKind
  description: string
  quantity: number
  base: Money
  vat_treatment: VatTreatment
  vat_bps: number
  vat: Money
  total: Money
}

/** An invoice without its number. */
export type InvoiceDraft = {
  contract_id: string
  client_id: string
  period: Period
  /** The days that it bills; null without a day of contract in the period: only the charges that an ended contract left. */
  bounds: PeriodBounds | null
  issued_on: Day
  due_on: Day
  lines: readonly Line[]
  subtotal: Money
  vat: Money
  total: Money
  /** The ids of the pending charges in it. */
  charges: readonly string[]
  snapshot: Readonly<Record<string, string | number | boolean | null>>
}

/** The reasons why a contract has no invoice in a period, as text for the financial desk. */
export const EXCLUSIONS = {
  already_billed: 'Ya tiene la factura de este período',
  no_stratum: 'Falta el estrato de la dirección: complétalo en el contrato',
  not_in_service: 'No tuvo servicio en el período',
  suspended_whole: 'Estuvo suspendido todo el período',
  nothing_to_charge: 'No hay nada para cobrar en el período',
  above_maximum: 'Pasa del máximo de una factura, mil millones con IVA: revisa el precio del contrato y sus cargos',
  out_of_numbers: 'Se acabó el rango de numeración: amplíalo y reintenta',
} as const
export type Exclusion = keyof typeof EXCLUSIONS

/** The terms of a run: the period, the day of issue and the VAT and delivery rules of that day. */
export type IssueTerms = { period: Period; issued_on: Day; rules: VatRules; deliveryNotice: number }

/** The terms of a period whose invoices are issued on a day. Throws the Refusal of valueInForce when a parameter has no value on it. */
export const issueTermsOn = (
  parameters: readonly Parameter[],
  period: Period,
  issued_on: Day,
  regimes: readonly TaxRegime[],
): IssueTerms => ({
  period,
  issued_on,
  rules: vatRulesOn(parameters, issued_on, regimes),
  deliveryNotice: valueInForce(parameters, 'billing.delivery_notice', issued_on),
})

/**
 * Returns the function that computes the invoice of one contract for one period (R2.6, R7.10, R7.11, R1.15), or the reason why there
 * is none. It caches the values per cut day and per payment day: create one calculator for each run.
 */
export function invoiceCalculator(issue: IssueTerms): (contract: Billable) => InvoiceDraft | Exclusion {
  const bounds = cached((cutDay: number) => periodBounds(issue.period, cutDay))
  const due = cached((paymentDate: number | null) => dueOn(issue.issued_on, paymentDate, issue.deliveryNotice))
  return (contract) => draft(contract, issue, bounds(contract.billing_cut_day), due(contract.payment_date))
}

function cached<K, V>(compute: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>()
  return (key) => {
    const value = values.get(key) ?? compute(key)
    values.set(key, value)
    return value
  }
}

function draft(contract: Billable, issue: IssueTerms, bounds: PeriodBounds, due: Day): InvoiceDraft | Exclusion {
  if (contract.is_billed) return 'already_billed'
  const days = servedDaysOf(contract, bounds)
  const charges = contract.charges.filter(({ not_before: from }) => !from || from <= bounds.to_on)
  if (days.served === 0 && (charges.length === 0 || contract.service.from_on > bounds.to_on))
    return days.in_service === 0 ? 'not_in_service' : 'suspended_whole'
  const service = serviceVat(contract, issue.rules)
  if (service === null) return 'no_stratum'
  const plan = planLineOf(contract, days, service)
  const priced = charges.map(({ id, ...charge }) => ({
    id,
    line: chargeLine(charge, vatOfCharge(charge, service, issue.rules), issue.rules, contract.prices_include_vat),
  }))
  const all = [...(plan === null ? [] : [plan]), ...priced.map(({ line }) => line)]
  // Refunds may exceed the charges: they remain pending for a later month.
  if (!isCharged(all)) return 'nothing_to_charge'
  // A discount that exceeds the charges with its own VAT remains pending too.
  const borne = borneDiscounts(all)
  const lines = all.filter((line) => !isDiscount(line) || borne.has(line))
  const subtotal = sum(lines.map((line) => line.base))
  const vat = sum(lines.map((line) => line.vat))
  const total = sum(lines.map((line) => line.total))
  if (isAboveMaximum(total)) return 'above_maximum'
  return {
    contract_id: contract.contract_id,
    client_id: contract.client_id,
    period: issue.period,
    bounds: days.in_service === 0 ? null : bounds,
    issued_on: issue.issued_on,
    due_on: due,
    lines,
    subtotal,
    vat,
    total,
    charges: priced.flatMap(({ id, line }) => (lines.includes(line) ? [id] : [])),
    snapshot: {
      plan: contract.plan_name,
      price: contract.price,
      prices_include_vat: contract.prices_include_vat,
      segment: contract.segment,
      stratum: contract.stratum,
      served_days: days.served,
      period_days: days.days,
      cut_day: contract.billing_cut_day,
      vat_basis: service.legal_basis,
      ...(contract.move && {
        moved_by: contract.move.moved_by,
        unmoved_segment: contract.move.segment,
        unmoved_stratum: contract.move.stratum,
      }),
      service_treatment: service.treatment,
      service_bps: service.rate_bps,
    },
  }
}

const isCharged = (lines: readonly Line[]): boolean =>
  sum(lines.map(({ total }) => total)) > 0 &&
  sum(lines.map(({ base }) => base)) >= 0 &&
  sum(lines.map(({ vat }) => vat)) >= 0

/** The days of a period: all, those of the contract (`in_service`), and those of them without suspension (`served`). */
type ServedDays = { days: number; in_service: number; served: number }

/**
 * The plan line of a contract in a period (R2.6, R7.11); null without a day of service. The preview, the run and the correction of
 * billed periods all use it. `vat`: of the internet access, by the rules of the day of issue.
 */
export const planLine = (contract: BilledService, bounds: PeriodBounds, vat: LineVat): Line | null =>
  planLineOf(contract, servedDaysOf(contract, bounds), vat)

function servedDaysOf({ service, suspensions }: BilledService, bounds: PeriodBounds): ServedDays {
  const { served: in_service, days } = countServedDays(bounds, service, [])
  const served = suspensions.length === 0 ? in_service : countServedDays(bounds, service, suspensions).served
  return { days, in_service, served }
}

function planLineOf(contract: BilledService, { served, days }: ServedDays, vat: LineVat): Line | null {
  if (served === 0) return null
  const price = prorate(contract.price, served, days)
  return {
    kind: 'plan',
    description: served === days ? contract.plan_name : `${contract.plan_name} (${served} de ${days} días)`,
    quantity: 1,
    ...vatOf(vat),
    ...lineAmounts(price, 1, vat, contract.prices_include_vat),
  }
}

/** The VAT of the service that a charge follows: that of the month that it adjusts, or of the contract now. */
export const vatOfCharge = ({ month }: Pick<PendingCharge, 'month'>, service: LineVat, rules: VatRules): LineVat =>
  (month ? serviceVat(month, rules) : null) ?? service

/** The line of a charge, with the VAT of its kind. `service`: the VAT of the internet access of the contract. */
export function chargeLine(
  charge: Omit<PendingCharge, 'id'>,
  service: LineVat,
  rules: VatRules,
  includesVat: boolean,
): Line {
  const vat = chargeVat(CHARGE_KINDS[charge.kind].vatMode, service, rules) ?? service
  return {
    kind: charge.kind,
    description: charge.description,
    quantity: charge.quantity,
    ...vatOf(vat),
    ...lineAmounts(charge.price, charge.quantity, vat, includesVat),
  }
}

const vatOf = (vat: LineVat) => ({ vat_treatment: vat.treatment, vat_bps: vat.rate_bps })
