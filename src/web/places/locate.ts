/** A place in degrees, to six decimals: about ten centimetres. */
export type Place = { readonly latitude: number; readonly longitude: number }

const TIMEOUT_MS = 20_000

/** Where this device is. Rejects with a sentence for the user. */
export function locate(): Promise<Place> {
  if (!('geolocation' in navigator)) return Promise.reject(new Error(NOT_AVAILABLE))
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(placeAt(coords.latitude, coords.longitude)),
      ({ code, PERMISSION_DENIED }) => reject(new Error(code === PERMISSION_DENIED ? REFUSED : NOT_FOUND)),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  })
}

const NOT_AVAILABLE = 'Este dispositivo no da su ubicación: escribe las coordenadas'
const REFUSED = 'Permite la ubicación en el navegador o escribe las coordenadas'
const NOT_FOUND = 'No pudimos ubicarte: sal a un lugar abierto o escribe las coordenadas'

export const placeAt = (latitude: number, longitude: number): Place => ({
  latitude: rounded(latitude),
  longitude: rounded(longitude),
})

const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
