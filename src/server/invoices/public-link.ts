import { createHmac } from 'node:crypto'
import { addDays, type Day, day, daysBetween, isDay } from '#domain/core/days.ts'
import { keyFor, sameBytes } from '#server/core/secrets.ts'

/** What a link that needs no session opens: one invoice of one company, until a day. */
export type LinkTarget = { companyId: string; invoiceId: string; until: Day }

const EPOCH = day('2020-01-01')
const ID_BYTES = 16
const DAY_BYTES = 2
const SIGNATURE_BYTES = 16
const SIGNED_BYTES = ID_BYTES * 2 + DAY_BYTES

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The token of a link: what it opens and a seal of 128 bits over it. The same thing has always the same token. */
export function signLink(secret: Buffer, { companyId, invoiceId, until }: LinkTarget): string {
  const days = Buffer.alloc(DAY_BYTES)
  days.writeUInt16BE(daysBetween(EPOCH, until))
  const signed = Buffer.concat([idBytes(companyId), idBytes(invoiceId), days])
  return Buffer.concat([signed, signatureOf(secret, signed)]).toString('base64url')
}

/** What a token opens. Null when it is not one of ours or its day has passed. */
export function verifyLink(secret: Buffer, token: string, today: Day): LinkTarget | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES) return null
  const signed = bytes.subarray(0, SIGNED_BYTES)
  if (!sameBytes(bytes.subarray(SIGNED_BYTES), signatureOf(secret, signed))) return null
  const until = addDays(EPOCH, signed.readUInt16BE(ID_BYTES * 2))
  if (!isDay(until) || until < today) return null
  return {
    companyId: idOf(signed.subarray(0, ID_BYTES)),
    invoiceId: idOf(signed.subarray(ID_BYTES, ID_BYTES * 2)),
    until,
  }
}

const signatureOf = (secret: Buffer, signed: Buffer): Buffer =>
  createHmac('sha256', keyFor(secret, 'public-link')).update(signed).digest().subarray(0, SIGNATURE_BYTES)
