import { type Place, placeAt } from './locate.ts'

/** The place of two coordinates as they were typed, with a point or a comma; null when they are none. */
export function placeOf(latitude: string, longitude: string): Place | null {
  const [lat, lng] = [degreesOf(latitude, 90), degreesOf(longitude, 180)]
  return lat === null || lng === null ? null : placeAt(lat, lng)
}

function degreesOf(typed: string, limit: number): number | null {
  const text = typed.trim().replace(',', '.')
  const value = Number(text)
  return text === '' || Number.isNaN(value) || Math.abs(value) > limit ? null : value
}
