import { refuseField } from '#domain/core/refusal.ts'
import type { Place } from '#domain/places/place.ts'
import { findMunicipality, isPlaceProblem } from '#domain/places/place.ts'

/** The municipality that was written, with DANE's code. What a contract already says stays as it is. */
export function placeOf(department: string, city: string, before?: Place): Place {
  if (before?.department === department && before.city === city) {
    return { department, city, municipality_code: before.municipality_code }
  }
  const found = findMunicipality(department, city)
  if (isPlaceProblem(found)) throw refuseField('refused', `contract.${found.field}`, found.message)
  return { department: found.department, city: found.municipality, municipality_code: found.code }
}
