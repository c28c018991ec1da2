import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyFor } from './secrets.ts'

const VERSION = 1
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = IV_BYTES + TAG_BYTES

/** Encrypts with AES-256-GCM. `context` is authenticated: with another context the decryption fails. Returns IV, tag and ciphertext. */
function encryptWithKey(key: Buffer, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

function decryptWithKey(key: Buffer, encrypted: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES)).setAAD(Buffer.from(context))
  decipher.setAuthTag(encrypted.subarray(IV_BYTES, HEADER_BYTES))
  return Buffer.concat([decipher.update(encrypted.subarray(HEADER_BYTES)), decipher.final()])
}

/**
 * Encrypts a secret for the database with a random data key, which is encrypted with a key derived from ENLACE_SECRET. `context` is
 * the owner and purpose ('credentials:<company>:wompi:test').
 */
export function encrypt(secret: Buffer, plain: string, context: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  const encryptedKey = encryptWithKey(keyFor(secret, 'seal'), key, context)
  return Buffer.concat([Buffer.from([VERSION]), encryptedKey, encryptWithKey(key, Buffer.from(plain), context)])
}

/** Decrypts the result of `encrypt`. Null with another secret or another context, or when the bytes were changed. */
export function decrypt(secret: Buffer, encrypted: Buffer, context: string): string | null {
  const encryptedKey = encrypted.subarray(1, 1 + HEADER_BYTES + KEY_BYTES)
  if (encrypted[0] !== VERSION || encrypted.length < 1 + HEADER_BYTES + KEY_BYTES + HEADER_BYTES) return null
  try {
    const key = decryptWithKey(keyFor(secret, 'seal'), encryptedKey, context)
    return decryptWithKey(key, encrypted.subarray(1 + HEADER_BYTES + KEY_BYTES), context).toString('utf8')
  } catch {
    return null
  }
}
