import type { Day } from '#domain/core/days.ts'
import { type Parameter, parameterInForce } from '#domain/parameters/parameter.ts'

/** The numbers of the dated table that a contract depends on: months and business days. */
export type ContractRules = {
  permanenceMax: number
  installationDays: number
  terminationNotice: number
  planChangeNotice: number
}

/** The rules of a day. Throws when one of them has no value on it: nobody is bound by a guess. */
export const contractRulesOn = (parameters: readonly Parameter[], on: Day): ContractRules => ({
  permanenceMax: parameterInForce(parameters, 'contract.permanence_max', on),
  installationDays: parameterInForce(parameters, 'contract.installation_days', on),
  terminationNotice: parameterInForce(parameters, 'contract.termination_notice', on),
  planChangeNotice: parameterInForce(parameters, 'contract.plan_change_notice', on),
})
