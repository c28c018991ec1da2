import { expect, test } from 'vitest'
import { directionsUrl } from './directions-url.ts'

const place = { address: 'Diagonal 24 # 75-32', city: 'Medellín', department: 'Antioquia' }

test('CON-01 cómo llegar usa las coordenadas del servicio, y sin ellas su dirección', () => {
  expect(directionsUrl({ ...place, latitude: 6.25, longitude: -75.56 })).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=6.25%2C-75.56',
  )
  const byAddress = new URL(directionsUrl({ ...place, latitude: null, longitude: null }))
  expect(byAddress.searchParams.get('destination')).toBe('Diagonal 24 # 75-32, Medellín, Antioquia, Colombia')
})
