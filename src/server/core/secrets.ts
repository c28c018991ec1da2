import { createHmac, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A fresh opaque token: 256 random bits, with a prefix that log scanners recognise. Passes the character filter of AUT-05. */
export const newToken = (prefix: 'enl' | 'ck' | 'lnk'): string => `${prefix}_${randomBytes(32).toString('base64url')}`

/** What is stored of a token. One SHA-256 is enough for 256 random bits. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** A six-digit code, uniform. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

const derivedKeys = new WeakMap<Buffer, Map<string, Buffer>>()

/** A key for one purpose, derived once from the process secret, so that no two uses share key material. */
export function keyFor(secret: Buffer, purpose: string): Buffer {
  const keys = derivedKeys.get(secret) ?? new Map<string, Buffer>()
  derivedKeys.set(secret, keys)
  const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', secret, 'enlace', purpose, 32))
  keys.set(purpose, key)
  return key
}

/** What is stored of a short code: keyed, because a million codes are hashed in a second. */
export const codeHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(parts.join('\n')).digest()

/** Compares secrets in constant time. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
