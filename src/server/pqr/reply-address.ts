import { createHmac } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { ID_BYTES, idBytes, idOfBytes } from '#server/core/link-token.ts'
import { keyFor, sameBytes } from '#server/core/secrets.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
/** 80 bits: the address of a case is not found by trying. */
const SIGNATURE_BYTES = 10
const NAMED = /^[a-z2-7]{42}$/

/**
 * The address at which the e-mails of a case are answered; null when the platform receives no mail. It has the id of the case and an
 * HMAC of it, in characters and digits without difference of case, because a mail server may change it.
 */
export function replyAddress({ inbound, secret }: Pick<Config, 'inbound' | 'secret'>, caseId: string): string | null {
  if (inbound === null) return null
  const [name = '', domain = ''] = inbound.address.split('@')
  const id = idBytes(caseId)
  return `${name}+${encode(Buffer.concat([id, signatureOf(secret, id)]))}@${domain}`
}

/** The case of a reply address; null for any other address. The signature is compared in constant time. */
export function caseOfAddress({ inbound, secret }: Pick<Config, 'inbound' | 'secret'>, address: string): string | null {
  if (inbound === null) return null
  const [name = '', domain = ''] = inbound.address.split('@')
  const [local = '', host = '', ...more] = address.trim().toLowerCase().split('@')
  const named = local.slice(name.length + 1)
  if (more.length > 0 || host !== domain || !local.startsWith(`${name}+`) || !NAMED.test(named)) return null
  const bytes = decode(named)
  const id = bytes.subarray(0, ID_BYTES)
  if (!sameBytes(bytes.subarray(ID_BYTES), signatureOf(secret, id))) return null
  return idOfBytes(id)
}

const signatureOf = (secret: Buffer, id: Buffer): Buffer =>
  createHmac('sha256', keyFor(secret, 'pqr.reply')).update(id).digest().subarray(0, SIGNATURE_BYTES)

/** Base32 without padding (RFC 4648), in lower case. */
function encode(bytes: Buffer): string {
  let bits = 0n
  for (const byte of bytes) bits = (bits << 8n) | BigInt(byte)
  const length = Math.ceil((bytes.length * 8) / 5)
  bits <<= BigInt(length * 5 - bytes.length * 8)
  return Array.from({ length }, (_, at) => ALPHABET[Number((bits >> BigInt((length - 1 - at) * 5)) & 31n)]).join('')
}

function decode(text: string): Buffer {
  let bits = 0n
  for (const sign of text) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(sign))
  const length = ID_BYTES + SIGNATURE_BYTES
  bits >>= BigInt(text.length * 5 - length * 8)
  return Buffer.from(bits.toString(16).padStart(length * 2, '0'), 'hex')
}
