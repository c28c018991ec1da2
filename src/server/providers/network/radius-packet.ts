import { randomBytes } from 'node:crypto'

/** The codes of RFC 5176. */
export const CODES = {
  disconnect: 40,
  disconnectAck: 41,
  disconnectNak: 42,
  coa: 43,
  coaAck: 44,
  coaNak: 45,
} as const

/** The digest of a packet followed by the shared secret: MD5(packet + secret). The secret stays where it is. */
export type Digest = (packet: Buffer) => Promise<Buffer>

type Attribute = { type: number; value: Buffer }
export type RadiusReply = { code: number; errorCause: number | null }

const HEADER_BYTES = 20
const USER_NAME = 1
const VENDOR_SPECIFIC = 26
const ERROR_CAUSE = 101
const MIKROTIK = 14_988
const MIKROTIK_RATE_LIMIT = 8

export const userName = (name: string): Attribute => ({ type: USER_NAME, value: Buffer.from(name, 'ascii') })

/** Upload first, as the router sees it: '10000k/50000k'. */
export function rateLimit(upKbps: number, downKbps: number): Attribute {
  const text = Buffer.from(`${upKbps}k/${downKbps}k`, 'ascii')
  const head = Buffer.alloc(6)
  head.writeUInt32BE(MIKROTIK, 0)
  head.writeUInt8(MIKROTIK_RATE_LIMIT, 4)
  head.writeUInt8(text.length + 2, 5)
  return { type: VENDOR_SPECIFIC, value: Buffer.concat([head, text]) }
}

/** A request: its authenticator is the digest of the packet with sixteen zeros in its place (RFC 5176, 3.5). */
export async function encodeRequest(
  code: number,
  attributes: readonly Attribute[],
  digest: Digest,
  id: number = randomBytes(1)[0] ?? 0,
): Promise<Buffer> {
  const body = Buffer.concat(
    attributes.map(({ type, value }) => Buffer.concat([Buffer.of(type, value.length + 2), value])),
  )
  const packet = Buffer.concat([Buffer.alloc(HEADER_BYTES), body])
  packet.writeUInt8(code, 0)
  packet.writeUInt8(id, 1)
  packet.writeUInt16BE(packet.length, 2)
  ;(await digest(packet)).copy(packet, 4)
  return packet
}

/** The reply to a request. Null for a packet that is not one: another id, a wrong length or a wrong signature. */
export async function decodeReply(request: Buffer, reply: Buffer, digest: Digest): Promise<RadiusReply | null> {
  if (reply.length < HEADER_BYTES || reply.readUInt16BE(2) !== reply.length || reply[1] !== request[1]) return null
  const signed = Buffer.concat([reply.subarray(0, 4), request.subarray(4, HEADER_BYTES), reply.subarray(HEADER_BYTES)])
  if (!(await digest(signed)).equals(reply.subarray(4, HEADER_BYTES))) return null
  return { code: reply[0] ?? 0, errorCause: errorCauseOf(reply) }
}

function errorCauseOf(reply: Buffer): number | null {
  for (let at = HEADER_BYTES; at + 2 <= reply.length; ) {
    const size = reply[at + 1] ?? 0
    if (size < 2 || at + size > reply.length) return null
    if (reply[at] === ERROR_CAUSE && size === 6) return reply.readUInt32BE(at + 2)
    at += size
  }
  return null
}
