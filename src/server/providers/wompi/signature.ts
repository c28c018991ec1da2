import { hash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

type Signed = { reference: string; amount_in_cents: number; currency: string; expiration_time?: string | undefined }

/**
 * The integrity signature of a payment: SHA-256 in lower-case hex of reference, amount, currency, the expiry when it is sent, and the
 * secret, concatenated (docs.wompi.co, widget-checkout-web).
 */
export const integritySignature = (payment: Signed, secret: string): string =>
  hash(
    'sha256',
    `${payment.reference}${payment.amount_in_cents}${payment.currency}${payment.expiration_time ?? ''}${secret}`,
  )

/** The fields of a transaction event that must be signed: an unsigned field can be forged. */
const MUST_BE_SIGNED = ['transaction.id', 'transaction.status', 'transaction.amount_in_cents']
const PROPERTIES_MAX = 20

const Event = z.looseObject({
  event: z.string(),
  data: z.record(z.string(), z.unknown()),
  environment: z.optional(z.string()),
  signature: z.looseObject({
    properties: z.array(z.string()).check(z.maxLength(PROPERTIES_MAX)),
    checksum: z.string(),
  }),
  timestamp: z.int(),
})
export type WompiEvent = z.output<typeof Event>

/** The reasons to reject an event. */
export type EventProblem = 'shape' | 'unsigned_field' | 'checksum' | 'header'

/**
 * Reads an event and verifies its checksum with the events secret: SHA-256 of the values named in `signature.properties`, in that
 * order, the timestamp and the secret (docs.wompi.co, eventos). `header` is X-Event-Checksum: when present it must be the same.
 */
export function readEvent(
  body: unknown,
  secret: string,
  header: string | null,
): { event: WompiEvent } | { problem: EventProblem } {
  const parsed = z.safeParse(Event, body)
  if (!parsed.success) return { problem: 'shape' }
  const event = parsed.data
  const { properties, checksum } = event.signature
  if (event.event === 'transaction.updated' && MUST_BE_SIGNED.some((name) => !properties.includes(name))) {
    return { problem: 'unsigned_field' }
  }
  const values = properties.map((name) => valueAt(event.data, name))
  if (values.some((value) => value === undefined)) return { problem: 'unsigned_field' }
  const expected = hash('sha256', `${values.join('')}${event.timestamp}${secret}`, 'buffer')
  if (!isDigest(checksum, expected)) return { problem: 'checksum' }
  if (header !== null && !isDigest(header, expected)) return { problem: 'header' }
  return { event }
}

const isDigest = (text: string, expected: Buffer): boolean =>
  /^[0-9a-f]{64}$/i.test(text) && timingSafeEqual(Buffer.from(text, 'hex'), expected)

/** The value of a path ('transaction.id') in data, own properties only. Only strings, numbers and booleans can be signed. */
function valueAt(data: Readonly<Record<string, unknown>>, name: string): string | undefined {
  let value: unknown = data
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}
