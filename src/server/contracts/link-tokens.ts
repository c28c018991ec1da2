import { createHmac } from 'node:crypto'
import { keyFor, sameBytes } from '#server/core/secrets.ts'

/** The target of a signing link. */
export type SigningTarget = { companyId: string; linkId: string }
/** A version of a contract, to read until an instant. */
export type CopyTarget = { companyId: string; contractId: string; version: number; until: Date }

const ID_BYTES = 16
const SIGNATURE_BYTES = 16
const NUMBER_BYTES = 4

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The token of a signing link: its ids and a signature of 128 bits. */
export const signingToken = (secret: Buffer, { companyId, linkId }: SigningTarget): string =>
  sealed(secret, 'signing-link', Buffer.concat([idBytes(companyId), idBytes(linkId)]))

/** The target of a token. Null when its signature is wrong. */
export function readSigningToken(secret: Buffer, token: string): SigningTarget | null {
  const payload = opened(secret, 'signing-link', token, ID_BYTES * 2)
  return payload && { companyId: idOf(payload.subarray(0, ID_BYTES)), linkId: idOf(payload.subarray(ID_BYTES)) }
}

/** The token of a copy, valid until an instant, in whole seconds. */
export function copyToken(secret: Buffer, { companyId, contractId, version, until }: CopyTarget): string {
  const numbers = Buffer.alloc(NUMBER_BYTES * 2)
  numbers.writeUInt32BE(version)
  numbers.writeUInt32BE(Math.floor(until.getTime() / 1_000), NUMBER_BYTES)
  return sealed(secret, 'contract-copy', Buffer.concat([idBytes(companyId), idBytes(contractId), numbers]))
}

/** The target of a token. Null when its signature is wrong or its time has passed. */
export function readCopyToken(secret: Buffer, token: string, now: Date): CopyTarget | null {
  const payload = opened(secret, 'contract-copy', token, ID_BYTES * 2 + NUMBER_BYTES * 2)
  if (!payload) return null
  const until = new Date(payload.readUInt32BE(ID_BYTES * 2 + NUMBER_BYTES) * 1_000)
  if (until < now) return null
  return {
    companyId: idOf(payload.subarray(0, ID_BYTES)),
    contractId: idOf(payload.subarray(ID_BYTES, ID_BYTES * 2)),
    version: payload.readUInt32BE(ID_BYTES * 2),
    until,
  }
}

type Purpose = 'signing-link' | 'contract-copy'

const sealed = (secret: Buffer, purpose: Purpose, payload: Buffer): string =>
  Buffer.concat([payload, signatureOf(secret, purpose, payload)]).toString('base64url')

function opened(secret: Buffer, purpose: Purpose, token: string, length: number): Buffer | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== length + SIGNATURE_BYTES) return null
  const payload = bytes.subarray(0, length)
  return sameBytes(bytes.subarray(length), signatureOf(secret, purpose, payload)) ? payload : null
}

const signatureOf = (secret: Buffer, purpose: Purpose, payload: Buffer): Buffer =>
  createHmac('sha256', keyFor(secret, purpose)).update(payload).digest().subarray(0, SIGNATURE_BYTES)
