import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { addressCheck, parseRange } from './addresses.ts'
import { httpClient } from './http.ts'

const REFUSED = [
  '127.0.0.1',
  '10.1.2.3',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '0.0.0.0',
  '::1',
  '::ffff:127.0.0.1',
  'fd00:ec2::254',
  'fe80::1',
  '::7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '100::1',
  'fec0::1',
  'ff02::1',
  '2001::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  '192.88.99.1',
  'no es una dirección',
]

test('INT-01 no se llama a este servidor, a los metadatos de una nube ni a una red privada sin permiso', () => {
  const isAllowed = addressCheck([])
  expect(REFUSED.filter(isAllowed)).toEqual([])
  expect(['8.8.8.8', '190.24.1.1', '2800:1::1', '2001:4860:4860::8888', '2606:4700::1'].every(isAllowed)).toBe(true)
})

test('INT-01 el operador permite las redes de sus routers, y ninguna otra', () => {
  const isAllowed = addressCheck([{ address: '10.8.0.0', bits: 16 }])
  expect([isAllowed('10.8.3.4'), isAllowed('10.9.0.1'), isAllowed('127.0.0.1')]).toEqual([true, false, false])
  expect([parseRange('10.8.0.0/16'), parseRange('10.8.0.0'), parseRange('10.8.0.0/33'), parseRange('a/8')]).toEqual([
    { address: '10.8.0.0', bits: 16 },
    null,
    null,
    null,
  ])
})

test('INT-01 un nombre que lleva a este servidor tampoco se llama, ni se sigue una redirección', async () => {
  let calls = 0
  const server = createServer((_request, response) => {
    calls += 1
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const ask = (host: string, client = httpClient(addressCheck([]))) =>
    client({ method: 'GET', url: `${host}:${port}/`, maxBytes: 1_000 })
  expect(await ask('https://localhost')).toEqual({ problem: 'la dirección no está permitida', isUnsent: true })
  expect(await ask('http://127.0.0.1')).toEqual({ problem: 'la dirección no está permitida', isUnsent: true })
  expect(calls).toBe(0)
  const loopback = httpClient(addressCheck([{ address: '127.0.0.0', bits: 8 }]))
  expect(await ask('http://127.0.0.1', loopback)).toMatchObject({ status: 302 })
  server.close()
})
