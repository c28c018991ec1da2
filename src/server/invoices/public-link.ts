import { createHmac } from 'node:crypto'
import { addDays, type Day, day, daysBetween, isDay } from '#domain/core/days.ts'
import { keyFor, sameBytes } from '#server/core/secrets.ts'

/**
 * The target of a link without session: one invoice of one company, valid until a day. `generation`: how often the links of the
 * invoice were revoked before this one; a link of an older generation is not valid.
 */
export type LinkTarget = { companyId: string; invoiceId: string; until: Day; generation: number }

const EPOCH = day('2020-01-01')
const ID_BYTES = 16
const DAY_BYTES = 2
const SIGNATURE_BYTES = 16
const PAYLOAD_BYTES = ID_BYTES * 2 + DAY_BYTES
/** The generation follows the day. The links of an invoice whose links were never revoked have none. */
const GENERATION_BYTES = 2
const LENGTHS: readonly number[] = [0, GENERATION_BYTES].map((more) => PAYLOAD_BYTES + more + SIGNATURE_BYTES)

const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The token of a link: its target and a signature of 128 bits. Equal targets have equal tokens. */
export function signLink(secret: Buffer, { companyId, invoiceId, until, generation }: LinkTarget): string {
  const numbers = Buffer.alloc(generation === 0 ? DAY_BYTES : DAY_BYTES + GENERATION_BYTES)
  numbers.writeUInt16BE(daysBetween(EPOCH, until))
  if (generation > 0) numbers.writeUInt16BE(generation, DAY_BYTES)
  const payload = Buffer.concat([idBytes(companyId), idBytes(invoiceId), numbers])
  return Buffer.concat([payload, signatureOf(secret, payload)]).toString('base64url')
}

/** The target of a token. Null when its signature is wrong or its last day has passed. The caller compares the generation. */
export function verifyLink(secret: Buffer, token: string, today: Day): LinkTarget | null {
  const bytes = Buffer.from(token, 'base64url')
  if (!LENGTHS.includes(bytes.length)) return null
  const payload = bytes.subarray(0, -SIGNATURE_BYTES)
  if (!sameBytes(bytes.subarray(-SIGNATURE_BYTES), signatureOf(secret, payload))) return null
  const until = addDays(EPOCH, payload.readUInt16BE(ID_BYTES * 2))
  if (!isDay(until) || until < today) return null
  return {
    companyId: idOf(payload.subarray(0, ID_BYTES)),
    invoiceId: idOf(payload.subarray(ID_BYTES, ID_BYTES * 2)),
    until,
    generation: payload.length === PAYLOAD_BYTES ? 0 : payload.readUInt16BE(PAYLOAD_BYTES),
  }
}

const signatureOf = (secret: Buffer, payload: Buffer): Buffer =>
  createHmac('sha256', keyFor(secret, 'public-link')).update(payload).digest().subarray(0, SIGNATURE_BYTES)
