import type { Day } from '#domain/core/days.ts'
import { type Parameter, valueInForce } from '#domain/parameters/parameter.ts'
import type { PauseRules } from './pause.ts'

/** The parameters of contracts: months and business days. */
export type ContractRules = {
  permanenceMax: number
  installationDays: number
  terminationNotice: number
  planChangeNotice: number
  cessionAnswer: number
  /** Of pauses at the request of the client. */
  pause: PauseRules
}

/** The contract rules of a day. Throws Refusal when a parameter has no value on that day. */
export const contractRulesOn = (parameters: readonly Parameter[], on: Day): ContractRules => ({
  permanenceMax: valueInForce(parameters, 'contract.permanence_max', on),
  installationDays: valueInForce(parameters, 'contract.installation_days', on),
  terminationNotice: valueInForce(parameters, 'contract.termination_notice', on),
  planChangeNotice: valueInForce(parameters, 'contract.plan_change_notice', on),
  cessionAnswer: valueInForce(parameters, 'contract.cession_answer', on),
  pause: {
    max: valueInForce(parameters, 'contract.pause_months', on),
    window: valueInForce(parameters, 'contract.pause_window', on),
  },
})
