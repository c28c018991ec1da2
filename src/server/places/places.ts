import { refuseField } from '#domain/core/refusal.ts'
import type { Place } from '#domain/places/place.ts'
import { findMunicipality, isPlaceProblem } from '#domain/places/place.ts'

/** The municipality of the text, with its DANE code. An unchanged place of a contract (`before`) is kept. Throws a Refusal on the field, after `wrap`. */
export function placeOf(department: string, city: string, before?: Place, wrap = 'contract.'): Place {
  if (before?.department === department && before.city === city) {
    return { department, city, municipality_code: before.municipality_code }
  }
  const municipality = findMunicipality(department, city)
  if (isPlaceProblem(municipality)) throw refuseField('refused', `${wrap}${municipality.field}`, municipality.message)
  return { department: municipality.department, city: municipality.municipality, municipality_code: municipality.code }
}
