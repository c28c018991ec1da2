import { type Money, ZERO } from '#domain/core/money.ts'
import type { ContractDefaults } from './defaults.ts'

/** The charges that a contract states apart from its plan. */
export const CHARGE_FIELDS = [
  'reconnection_cost',
  'transfer_cost',
  'technical_visit_cost',
  'additional_cable_cost',
] as const
export type ContractCharges = Pick<ContractDefaults, (typeof CHARGE_FIELDS)[number]>

const NO_CHARGES: ContractCharges = {
  reconnection_cost: ZERO,
  transfer_cost: ZERO,
  technical_visit_cost: ZERO,
  additional_cable_cost: ZERO,
}

/** The charges that a text states; zero for a company without configured ones. */
export const statedCharges = (charges: ContractCharges | null): ContractCharges => charges ?? NO_CHARGES

/** One of the charges of `chargesInForce`. */
export const chargeInForce = (signed: Money | null, ofCompany: Money): Money =>
  signed !== null && signed < ofCompany ? signed : ofCompany

/**
 * What a contract is charged: of each charge at most what was signed, and less when the company charges less today (R2.10, CON-02).
 * `signed`: null for a draft, and for a contract whose text is of another system.
 */
export function chargesInForce(signed: ContractCharges | null, ofCompany: ContractCharges | null): ContractCharges {
  const today = statedCharges(ofCompany)
  if (signed === null) return today
  const lower = (field: (typeof CHARGE_FIELDS)[number]): Money => chargeInForce(signed[field], today[field])
  return {
    reconnection_cost: lower('reconnection_cost'),
    transfer_cost: lower('transfer_cost'),
    technical_visit_cost: lower('technical_visit_cost'),
    additional_cable_cost: lower('additional_cable_cost'),
  }
}
