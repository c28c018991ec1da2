import type { Contract } from '#domain/contracts/contract.ts'

/** The place of a service. */
export type ServicePlace = Pick<Contract, 'latitude' | 'longitude' | 'address' | 'city' | 'department'>

/** The directions to the place of a service, in the map app of a phone or in a browser. Without coordinates, to its address. */
export function directionsUrl({ latitude, longitude, address, city, department }: ServicePlace): string {
  const destination =
    latitude === null || longitude === null
      ? `${address}, ${city}, ${department}, Colombia`
      : `${latitude},${longitude}`
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}
