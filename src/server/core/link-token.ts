import { createHmac } from 'node:crypto'
import { keyFor, sameBytes } from './secrets.ts'

/** The bytes of a UUID. */
export const ID_BYTES = 16
const SIGNATURE_BYTES = 16

export const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
export const idOfBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The token of a link without a session: its payload and a signature of 128 bits, in base64url. Equal payloads have equal tokens. */
export const signToken = (secret: Buffer, purpose: string, payload: Buffer): string =>
  Buffer.concat([payload, signatureOf(secret, purpose, payload)]).toString('base64url')

/** The payload of a token. Null when the payload has another length, or when its signature is not the one of this purpose. */
export function openToken(secret: Buffer, purpose: string, token: string, lengths: readonly number[]): Buffer | null {
  const bytes = Buffer.from(token, 'base64url')
  if (!lengths.includes(bytes.length - SIGNATURE_BYTES)) return null
  const payload = bytes.subarray(0, -SIGNATURE_BYTES)
  return sameBytes(bytes.subarray(-SIGNATURE_BYTES), signatureOf(secret, purpose, payload)) ? payload : null
}

const signatureOf = (secret: Buffer, purpose: string, payload: Buffer): Buffer =>
  createHmac('sha256', keyFor(secret, purpose)).update(payload).digest().subarray(0, SIGNATURE_BYTES)
