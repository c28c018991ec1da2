import type { Day } from '#domain/core/days.ts'
import type { ParameterKey } from '#domain/parameters/keys.ts'
import { type Parameter, valueOn } from '#domain/parameters/parameter.ts'

/** The numbers of the dated table that a contract depends on: months and business days. */
export type ContractRules = {
  permanenceMax: number
  installationDays: number
  terminationNotice: number
  planChangeNotice: number
}

/** The rules of a day. Throws when one of them has no value on it: nobody is bound by a guess. */
export const contractRulesOn = (parameters: readonly Parameter[], on: Day): ContractRules => ({
  permanenceMax: inForce(parameters, 'contract.permanence_max', on),
  installationDays: inForce(parameters, 'contract.installation_days', on),
  terminationNotice: inForce(parameters, 'contract.termination_notice', on),
  planChangeNotice: inForce(parameters, 'contract.plan_change_notice', on),
})

function inForce(parameters: readonly Parameter[], key: ParameterKey, on: Day): number {
  const value = valueOn(parameters, key, on)
  if (value === null) throw new RangeError(`${key} has no value on ${on}`)
  return value
}
