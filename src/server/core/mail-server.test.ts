import { expect, test } from 'vitest'
import { assertMailServer } from './mail-server.ts'

test('PQR-03 sin INBOUND_TOKEN no existe la dirección de los correos, con ninguna clave', () => {
  for (const bearer of [null, '', 'null', 'undefined'])
    expect(() => assertMailServer({ inbound: null }, bearer)).toThrow('Esa dirección no existe')
  const inbound = { address: 'pqr@x.co', token: 'una-clave' }
  for (const bearer of [null, '', 'otra']) expect(() => assertMailServer({ inbound }, bearer)).toThrow('no existe')
  expect(() => assertMailServer({ inbound }, 'una-clave')).not.toThrow()
})
