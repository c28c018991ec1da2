import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyFor } from '#server/core/secrets.ts'

const VERSION = 1
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = IV_BYTES + TAG_BYTES

/** A text closed with AES-256-GCM. `of` says whose and what it is: moved to another place it does not open. */
function encryptWithKey(key: Buffer, plain: Buffer, of: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(of))
  const closed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), closed])
}

function decryptWithKey(key: Buffer, box: Buffer, of: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV_BYTES)).setAAD(Buffer.from(of))
  decipher.setAuthTag(box.subarray(IV_BYTES, HEADER_BYTES))
  return Buffer.concat([decipher.update(box.subarray(HEADER_BYTES)), decipher.final()])
}

/**
 * Seals a secret for the database: by a key of its own, which is sealed by one derived from ENLACE_SECRET. `of` ties it to its
 * place ('credentials:<company>:wompi:test').
 */
export function encrypt(secret: Buffer, plain: string, of: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  const wrapped = encryptWithKey(keyFor(secret, 'seal'), key, of)
  return Buffer.concat([Buffer.from([VERSION]), wrapped, encryptWithKey(key, Buffer.from(plain), of)])
}

/** Opens what `seal` closed. Null when it was sealed with another secret, belongs to another place, or was touched. */
export function decrypt(secret: Buffer, sealed: Buffer, of: string): string | null {
  const wrapped = sealed.subarray(1, 1 + HEADER_BYTES + KEY_BYTES)
  if (sealed[0] !== VERSION || sealed.length < 1 + HEADER_BYTES + KEY_BYTES + HEADER_BYTES) return null
  try {
    const key = decryptWithKey(keyFor(secret, 'seal'), wrapped, of)
    return decryptWithKey(key, sealed.subarray(1 + HEADER_BYTES + KEY_BYTES), of).toString('utf8')
  } catch {
    return null
  }
}
