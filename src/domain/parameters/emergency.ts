import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { type Parameter, parameterOn } from './parameter.ts'

const KEY = 'service.emergency_no_cut'

/** The norm that forbids cuts for arrears on a day (R2.22); null when they are allowed. */
export function emergencyOn(parameters: readonly Parameter[], on: Day): Parameter | null {
  const found = parameterOn(parameters, KEY, on)
  return found?.value === 1 ? found : null
}

/** The first and the last day of an emergency; without a last day it has no known end. */
export type Emergency = Pick<Parameter, 'valid_from' | 'valid_to'>

/** Every emergency that is registered: of before, of now and of later. No two have a day together. */
export const emergenciesOf = (parameters: readonly Parameter[]): Emergency[] =>
  parameters.filter(({ key, value }) => key === KEY && value === 1)

/** The emergency of a day; undefined when cuts are allowed. */
export const emergencyCovering = (emergencies: readonly Emergency[], on: Day): Emergency | undefined =>
  emergencies.find(({ valid_from, valid_to }) => valid_from <= on && (valid_to === null || on <= valid_to))

/** Throws a Refusal on a day without cuts, with its norm. */
export function assertCutsAllowed(parameters: readonly Parameter[], on: Day): void {
  const emergency = emergencyOn(parameters, on)
  if (emergency === null) return
  const until = emergency.valid_to === null ? '' : ` hasta el ${dayLabel(emergency.valid_to)}`
  throw new Refusal('refused', `Los cortes por mora están suspendidos${until}: ${emergency.legal_basis}`)
}
