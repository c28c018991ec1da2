import type { Day } from '#domain/core/days.ts'
import { type Parameter, parameterOn, valueInForce } from '#domain/parameters/parameter.ts'
import type { ReconnectionCap } from './reconnection.ts'

/** The numbers of a regulator that the text of a contract contains. Days are business days, unless the name says otherwise. */
export type ContractNumbers = {
  installationDays: number
  terminationNotice: number
  planChangeNotice: number
  pauseMonths: number
  pauseWindowMonths: number
  cessionAnswer: number
  deliveryNotice: number
  claimMonths: number
  suspensionNotice: number
  reconnectionDays: number
  outageMinutes: number
  pqrAnswer: number
  appealDays: number
  bureauNoticeCalendarDays: number
  reconnectionCap: ReconnectionCap | null
}

/** The numbers of a contract's text on a day. Throws Refusal when one has no value on it; only the reconnection cap may be absent. */
export function contractNumbersOn(parameters: readonly Parameter[], on: Day): ContractNumbers {
  const cap = parameterOn(parameters, 'service.reconnection_cap', on)
  return {
    installationDays: valueInForce(parameters, 'contract.installation_days', on),
    terminationNotice: valueInForce(parameters, 'contract.termination_notice', on),
    planChangeNotice: valueInForce(parameters, 'contract.plan_change_notice', on),
    pauseMonths: valueInForce(parameters, 'contract.pause_months', on),
    pauseWindowMonths: valueInForce(parameters, 'contract.pause_window', on),
    cessionAnswer: valueInForce(parameters, 'contract.cession_answer', on),
    deliveryNotice: valueInForce(parameters, 'billing.delivery_notice', on),
    claimMonths: valueInForce(parameters, 'billing.claim_months', on),
    suspensionNotice: valueInForce(parameters, 'service.suspension_notice', on),
    reconnectionDays: valueInForce(parameters, 'service.reconnection_days', on),
    outageMinutes: valueInForce(parameters, 'service.outage_threshold', on),
    pqrAnswer: valueInForce(parameters, 'pqr.answer_days', on),
    appealDays: valueInForce(parameters, 'pqr.appeal_days', on),
    bureauNoticeCalendarDays: valueInForce(parameters, 'credit.notice_days', on),
    reconnectionCap: cap?.unit === 'pesos' ? { value: cap.value, legal_basis: cap.legal_basis } : null,
  }
}
