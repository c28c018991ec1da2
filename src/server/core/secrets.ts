import { createHmac, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A new opaque token: 256 random bits, with a prefix that log scanners recognise. Passes the character filter of AUT-05. */
export const newToken = (prefix: 'enl' | 'ck' | 'lnk' | 'brw' | 'api' | 'whs'): string =>
  `${prefix}_${randomBytes(32).toString('base64url')}`

/** The stored hash of a token. One SHA-256 is enough for 256 random bits. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A uniform random six-digit code. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const derivedKeys = new WeakMap<Buffer, Map<string, Buffer>>()

/** The key of one purpose, derived once from ENLACE_SECRET, so that two purposes share no key material. */
export function keyFor(secret: Buffer, purpose: string): Buffer {
  const keys = derivedKeys.get(secret) ?? new Map<string, Buffer>()
  derivedKeys.set(secret, keys)
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'enlace', purpose, 32))
  keys.set(purpose, key)
  return key
}

/** The stored hash of a short code: an HMAC, because a million codes are hashed in a second. */
export const codeHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(parts.join('\n')).digest()

/** Compares secrets in constant time. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
