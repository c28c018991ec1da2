import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { type Parameter, parameterOn } from './parameter.ts'

/** The norm that forbids cuts for arrears on a day (R2.22); null when they are allowed. */
export function emergencyOn(parameters: readonly Parameter[], on: Day): Parameter | null {
  const found = parameterOn(parameters, 'service.emergency_no_cut', on)
  return found?.value === 1 ? found : null
}

/** Throws a Refusal on a day without cuts, with its norm. */
export function assertCutsAllowed(parameters: readonly Parameter[], on: Day): void {
  const emergency = emergencyOn(parameters, on)
  if (emergency === null) return
  const until = emergency.valid_to === null ? '' : ` hasta el ${dayLabel(emergency.valid_to)}`
  throw new Refusal('refused', `Los cortes por mora están suspendidos${until}: ${emergency.legal_basis}`)
}
