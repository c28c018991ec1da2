import { refuseField } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import { placeOf } from '#server/places/places.ts'
import { deviceStays } from './device-stays.ts'
import type { OutagePlace } from './queries.ts'

type Input = { department?: string | undefined; city?: string | undefined; device_id?: string | undefined }

/** Where a new outage is. Throws a Refusal on the field of a place that is not of the company, and of two places or none. */
export async function findPlace(tx: Tx, { department, city, device_id }: Input): Promise<OutagePlace> {
  if (device_id === undefined) {
    if (department === undefined) throw refuseField('invalid', 'outage.department', 'Elige el departamento')
    if (city === undefined) throw refuseField('invalid', 'outage.city', 'Elige el municipio')
    return { ...placeOf(department, city, undefined, 'outage.'), device_id: null, device_name: null }
  }
  if (department !== undefined || city !== undefined) {
    throw refuseField('invalid', 'outage.device_id', 'La falla es de un municipio o de un equipo: elige uno solo')
  }
  const device = await deviceStays().lock(tx, device_id)
  if (!device) throw refuseField('not_found', 'outage.device_id', 'Ese equipo no existe')
  return { municipality_code: null, department: null, city: null, device_id: device.id, device_name: device.name }
}

/** The place as the events of an outage have it. */
export const recordedPlace = ({ city, device_name }: Pick<OutagePlace, 'city' | 'device_name'>) =>
  device_name === null ? { city } : { device: device_name }
