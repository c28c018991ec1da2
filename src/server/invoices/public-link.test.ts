import { assert, integer, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { signLink, verifyLink } from './public-link.ts'

const SECRET = Buffer.alloc(32, 7)
const target = {
  companyId: '01890000-0000-7000-8000-00000000000a',
  invoiceId: '01890000-0000-7000-8000-00000000000b',
  until: day('2027-05-19'),
  generation: 0,
}
const today = day('2026-11-20')

test('INV-12 un enlace público abre lo suyo hasta su día, y cabe en un mensaje', () => {
  const token = signLink(SECRET, target)
  expect(token).toMatch(/^[\w-]{67}$/)
  expect(verifyLink(SECRET, token, today)).toEqual(target)
  expect(verifyLink(SECRET, token, target.until)).toEqual(target)
  expect(verifyLink(SECRET, token, day('2027-05-20'))).toBeNull()
  expect(signLink(SECRET, target)).toBe(token)
  const next = { ...target, generation: 1_000 }
  expect(verifyLink(SECRET, signLink(SECRET, next), today)).toEqual(next)
  expect(signLink(SECRET, next)).toMatch(/^[\w-]{70}$/)
})

test('INV-12 un enlace cambiado en cualquier bit, recortado o de otro secreto no abre nada', () => {
  const bytes = Buffer.from(signLink(SECRET, target), 'base64url')
  assert(
    property(integer({ min: 0, max: bytes.length * 8 - 1 }), (bit) => {
      const changed = Buffer.from(bytes)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(verifyLink(SECRET, changed.toString('base64url'), today)).toBeNull()
    }),
  )
  assert(
    property(uint8Array({ maxLength: 80 }), (randomBytes) => {
      expect(verifyLink(SECRET, Buffer.from(randomBytes).toString('base64url'), today)).toBeNull()
    }),
  )
  expect(verifyLink(Buffer.alloc(32, 8), bytes.toString('base64url'), today)).toBeNull()
  expect(verifyLink(SECRET, '', today)).toBeNull()
})
