import { createHmac, timingSafeEqual } from 'node:crypto'

const PREFIX = 'sha256='

/** The value of X-Hub-Signature-256 for the bytes of an event, as they were received. */
export const eventSignature = (bytes: Uint8Array, appSecret: string): string =>
  `${PREFIX}${createHmac('sha256', appSecret).update(bytes).digest('hex')}`

/** Whether Meta signed these bytes. Compared in constant time. */
export function isSigned(bytes: Uint8Array, signature: string | null, appSecret: string): boolean {
  const expected = Buffer.from(eventSignature(bytes, appSecret))
  const received = Buffer.from(signature ?? '')
  return received.length === expected.length && timingSafeEqual(received, expected)
}
