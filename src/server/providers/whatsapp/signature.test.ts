import { expect, test } from 'vitest'
import { eventSignature, isSigned } from './signature.ts'

const SECRET = 'enlace_test_app_secret'
const EMPTY = '{"object":"whatsapp_business_account","entry":[]}'
const escaped = (name: string): string =>
  `{"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"field":"messages","value":{"n":"${name}"}}]}]}`

test.each([
  [EMPTY, 'b8b81d9ac1b6636923dfed577a0137a20cffed320d8a72fd02ea7be2c24ca520'],
  [escaped('Pe\\u00f1a'), '1191ca5ece6e20a576de30bb04d34401bc0ec65857cf0c34d0864e451a4640a1'],
  [escaped('Peña'), '5f7ee11fe42b40bc3c2976d84b2c4bc64d036c4c9bf601ecc76da201aba8fd07'],
])('INT-02 la firma de un aviso de Meta es la de sus bytes como llegaron', (body, hex) => {
  const bytes = Buffer.from(body)
  expect(eventSignature(bytes, SECRET)).toBe(`sha256=${hex}`)
  expect(isSigned(bytes, `sha256=${hex}`, SECRET)).toBe(true)
  for (const signature of [null, '', hex, `sha256=${hex.toUpperCase()}`, `sha256=${'0'.repeat(64)}`])
    expect(isSigned(bytes, signature, SECRET)).toBe(false)
  expect(isSigned(Buffer.from(`${body} `), `sha256=${hex}`, SECRET)).toBe(false)
})
