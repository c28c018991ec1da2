import { addDays, type Day, day, daysBetween, isDay } from '#domain/core/days.ts'
import { ID_BYTES, idBytes, idOfBytes, openToken, signToken } from '#server/core/link-token.ts'

/**
 * The target of a link without session: one invoice of one company, valid until a day. `generation`: how often the links of the
 * invoice were revoked before this one; a link of an older generation is not valid.
 */
export type LinkTarget = { companyId: string; invoiceId: string; until: Day; generation: number }

const EPOCH = day('2020-01-01')
const DAY_BYTES = 2
const PAYLOAD_BYTES = ID_BYTES * 2 + DAY_BYTES
/** The generation follows the day. The links of an invoice whose links were never revoked have none. */
const GENERATION_BYTES = 2
const LENGTHS: readonly number[] = [PAYLOAD_BYTES, PAYLOAD_BYTES + GENERATION_BYTES]
const PURPOSE = 'public-link'

/** The token of a link: its target and a signature. Equal targets have equal tokens. */
export function signLink(secret: Buffer, { companyId, invoiceId, until, generation }: LinkTarget): string {
  const numbers = Buffer.alloc(generation === 0 ? DAY_BYTES : DAY_BYTES + GENERATION_BYTES)
  numbers.writeUInt16BE(daysBetween(EPOCH, until))
  if (generation > 0) numbers.writeUInt16BE(generation, DAY_BYTES)
  return signToken(secret, PURPOSE, Buffer.concat([idBytes(companyId), idBytes(invoiceId), numbers]))
}

/** The target of a token. Null when its signature is wrong or its last day has passed. The caller compares the generation. */
export function verifyLink(secret: Buffer, token: string, today: Day): LinkTarget | null {
  const payload = openToken(secret, PURPOSE, token, LENGTHS)
  if (payload === null) return null
  const until = addDays(EPOCH, payload.readUInt16BE(ID_BYTES * 2))
  if (!isDay(until) || until < today) return null
  return {
    companyId: idOfBytes(payload.subarray(0, ID_BYTES)),
    invoiceId: idOfBytes(payload.subarray(ID_BYTES, ID_BYTES * 2)),
    until,
    generation: payload.length === PAYLOAD_BYTES ? 0 : payload.readUInt16BE(PAYLOAD_BYTES),
  }
}
