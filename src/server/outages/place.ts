import { refuseField } from '#domain/core/refusal.ts'
import { placesLabel } from '#domain/outages/outage.ts'
import type { Tx } from '#server/core/tx.ts'
import { placeOf } from '#server/places/places.ts'
import { deviceStays } from './device-stays.ts'
import type { Site } from './place-queries.ts'

export type SiteInput = { department?: string | undefined; city?: string | undefined; device_id?: string | undefined }

/**
 * Where a place of an outage is. Throws a Refusal on the field, after `path`, of one that is not of the company, and of a municipality and a
 * device together or none.
 */
export async function findSite(tx: Tx, { department, city, device_id }: SiteInput, path: string): Promise<Site> {
  if (device_id === undefined) {
    if (department === undefined) throw refuseField('invalid', `${path}department`, 'Elige el departamento')
    if (city === undefined) throw refuseField('invalid', `${path}city`, 'Elige el municipio')
    return { ...placeOf(department, city, undefined, path), device_id: null, device_name: null }
  }
  if (department !== undefined || city !== undefined) {
    throw refuseField('invalid', `${path}device_id`, 'La falla es de un municipio o de un equipo: elige uno solo')
  }
  const device = await deviceStays().lock(tx, device_id)
  if (!device) throw refuseField('not_found', `${path}device_id`, 'Ese equipo no existe')
  return { municipality_code: null, department: null, city: null, device_id: device.id, device_name: device.name }
}

export const siteName = ({ city, device_name }: Pick<Site, 'city' | 'device_name'>): string => city ?? device_name ?? ''

/** The places as the events of an outage have them. */
export function recordedPlaces(sites: readonly Pick<Site, 'city' | 'device_name'>[]): Record<string, unknown> {
  const [first] = sites
  if (sites.length !== 1 || !first) return { places: placesLabel(sites.map(siteName)) }
  return first.device_name === null ? { city: first.city } : { device: first.device_name }
}
