import type { Day } from '#domain/core/days.ts'
import { type Parameter, parameterInForce } from '#domain/parameters/parameter.ts'
import type { PauseRules } from './pause.ts'

/** The parameters of contracts: months and business days. */
export type ContractRules = {
  permanenceMax: number
  installationDays: number
  terminationNotice: number
  planChangeNotice: number
  /** Of pauses at the request of the client. */
  pause: PauseRules
}

/** The contract rules of a day. Throws RangeError when a parameter has no value on that day. */
export const contractRulesOn = (parameters: readonly Parameter[], on: Day): ContractRules => ({
  permanenceMax: parameterInForce(parameters, 'contract.permanence_max', on),
  installationDays: parameterInForce(parameters, 'contract.installation_days', on),
  terminationNotice: parameterInForce(parameters, 'contract.termination_notice', on),
  planChangeNotice: parameterInForce(parameters, 'contract.plan_change_notice', on),
  pause: {
    max: parameterInForce(parameters, 'contract.pause_months', on),
    window: parameterInForce(parameters, 'contract.pause_window', on),
  },
})
