import { directionsUrl, type ServicePlace } from './directions-url.ts'

/** How to get to the place of the service: the directions in the map of the device, by its coordinates or by its address. */
export function Directions({ contract }: { contract: ServicePlace }) {
  const { latitude, longitude } = contract
  return (
    <>
      {latitude === null || longitude === null ? 'Sin coordenadas' : `${latitude}, ${longitude}`} ·{' '}
      <a href={directionsUrl(contract)} target="_blank" rel="noreferrer">
        Cómo llegar
      </a>
    </>
  )
}
